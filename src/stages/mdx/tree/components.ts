/** Tags with capitals: snippets, the author's own components, ours with their props, and names that nobody knows. */
import { distance } from 'fastest-levenshtein';
import type { HtmlElement } from '../../../model/html-node.ts';
import { escapeContent } from '../../../shared/html.ts';
import { withHrefs, withoutMarks } from '../../../shared/inline-marks.ts';
import { nearestName } from '../../../shared/nearest-name.ts';
import { isSafeUrl } from '../../../shared/url.ts';
import { isCommonProp, knownProps } from '../../components/registry.ts';
import { unknownProp } from '../advice.ts';
import * as errors from '../errors.ts';
import { Code, lookUp, Markup, type Value } from '../expressions/value.ts';
import type { JsxNode } from '../parse/syntax-tree.ts';
import type { BodyProp } from './body.ts';
import { BodyWriter } from './body.ts';
import { type Context, placeOf } from './context.ts';
import { jsxAttributes } from './element-attributes.ts';
import { writeElement } from './elements.ts';
import { propOf, writeValue } from './expressions.ts';
import { resolveHref, resolveSrc } from './links.ts';
import { writeSnippet } from './snippets.ts';
import { specialComponents } from './special-components.ts';

/** Props of a tag by name; one that begins with `...` is a spread of code. */
export type Props = Record<string, BodyProp>;

/**
 * What a name means is decided here, in this order: the author's own, then ours, then unknown (`mdx/unknown-component`),
 * whose content is written without it.
 */
export function writeComponent(node: JsxNode, name: string, context: Context, out: BodyWriter): void {
  const root = name.split('.')[0] as string;
  const binding = lookUp(context.scope, root);
  if (binding?.kind === 'missing') return;
  if (binding?.kind === 'snippet') writeSnippet(binding.file, node, context, out);
  else if (binding?.kind === 'code') writeAuthorComponent(node, name, context, out);
  else if (binding?.value instanceof Markup && name === root) writeValue(binding.value, context, out);
  else if (name === 'Fragment' || name === 'React.Fragment') context.lower(node.children, context, out);
  else if (name === 'Image' || name === 'Img') writeElement('img', jsxAttributes(node, context), [], node, context, out);
  else if (context.services.components.has(name)) writeBuiltIn(node, name, context, out);
  else writeUnknown(node, name, context, out);
}

function writeBuiltIn(node: JsxNode, name: string, context: Context, out: BodyWriter): void {
  const props = componentProps(node, name, context);
  if (specialComponents.get(name)?.({ node, name, props, context, out })) return;
  const children = new BodyWriter();
  context.lower(node.children, context, children);
  const { line, column } = placeOf(node, context, 1);
  out.push({ type: 'component', name, props, children: children.finish(), line, column });
}

/** Words of these props are what readers search for. */
const spoken = ['title', 'label', 'description', 'headline', 'caption', 'name', 'query', 'path', 'body', 'header'];

/** Props of one of our components: addresses resolved, words noted for search, classes for the style sheet. */
function componentProps(node: JsxNode, name: string, context: Context): Props {
  const props: Props = {};
  for (const [key, value] of jsxAttributes(node, context)) {
    if (key === 'key' || key === 'ref' || key === '__proto__') continue;
    if (/^on[A-Za-z]/.test(key) && !(value instanceof Code)) {
      context.page.tell(errors.eventHandler(placeOf(node, context, 1), key));
      continue;
    }
    adviseOnProp(name, key, node, context);
    const prop = addressOf(key, value, node, context) ?? markdownOf(name, key, value, node, context) ?? propOf(value, context);
    if (prop !== undefined) props[key === 'class' ? 'className' : key] = prop;
  }
  context.page.addClasses(props.className);
  if (typeof props.id === 'string') context.page.addId(props.id);
  if (name !== 'Update' && name !== 'Step')
    for (const key of spoken) {
      const words = props[key];
      if (typeof words === 'string') context.page.addText(`\n${holdsMarkdown(name, key) ? withoutMarks(words) : words}\n`);
    }
  return props;
}

/** Props that the format calls Markdown: their components show the marks. */
const markdownProps: Readonly<Record<string, readonly string[]>> = {
  Accordion: ['description'],
  Frame: ['caption', 'hint'],
  Prompt: ['description'],
};

function holdsMarkdown(component: string, key: string): boolean {
  return Object.hasOwn(markdownProps, component) && markdownProps[component]?.includes(key) === true;
}

/** Links in such a text lead where those of the page lead; what may not be followed, the component leaves out. */
function markdownOf(component: string, key: string, value: Value, node: JsxNode, context: Context): string | undefined {
  if (typeof value !== 'string' || !holdsMarkdown(component, key)) return undefined;
  return withHrefs(value, (href) => (isSafeUrl(href) ? resolveHref(href, node, context) : href));
}

/** What a component does not read has no effect; a near miss is a slip. */
function adviseOnProp(component: string, key: string, node: JsxNode, context: Context): void {
  const known = knownProps(component);
  if (known === undefined || known.has(key) || isCommonProp(key) || key.startsWith('...')) return;
  const slip = [...known].find((prop) => isSlip(prop.toLowerCase(), key.toLowerCase()));
  context.page.advise(unknownProp(placeOf(node, context, component.length + 1), component, key, slip));
}

/** One letter wrong, too many or missing; or two in each other's place. */
function isSlip(name: string, written: string): boolean {
  if (name.length <= 3) return name === written;
  return distance(name, written) <= 1 || [...name].sort().join('') === [...written].sort().join('');
}

function addressOf(key: string, value: Value, node: JsxNode, context: Context): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (key === 'href' || key === 'src' || key === 'img' || (key === 'icon' && /^(?:\.{0,2}\/|https?:)/.test(value))) {
    if (!isSafeUrl(value, key !== 'href')) {
      context.page.tell(errors.unsafeUrl(placeOf(node, context, 1), value));
      return '';
    }
    if (value === '') return undefined;
    return key === 'href' ? resolveHref(value, node, context) : resolveSrc(value, 'image', node, context).src;
  }
  return undefined;
}

function writeAuthorComponent(node: JsxNode, name: string, context: Context, out: BodyWriter): void {
  context.page.isProgram = true;
  context.page.codeUses.push({ name: name.split('.')[0] as string, offset: 0, inFunction: false, isTag: true });
  const props: Props = {};
  for (const [key, value] of jsxAttributes(node, context)) {
    const prop = propOf(value, context);
    if (prop !== undefined) props[key] = prop;
  }
  context.page.addClasses(props.className);
  const children = new BodyWriter();
  context.lower(node.children, context, children);
  const { line, column } = placeOf(node, context, 1);
  out.push({ type: 'component', name, props, children: children.finish(), line, column, isCode: true });
}

function writeUnknown(node: JsxNode, name: string, context: Context, out: BodyWriter): void {
  context.page.tellOnce(`component ${name}`, () =>
    errors.unknownComponent(placeOf(node, context, name.length + 1), name, nearest(name, context)),
  );
  writeTitle(node, context, out);
  context.lower(node.children, context, out);
}

/** Words that the author gave a component as its title would be lost with it. */
function writeTitle(node: JsxNode, context: Context, out: BodyWriter): void {
  const named = (key: string) => node.attributes.find((attribute) => attribute.type === 'mdxJsxAttribute' && attribute.name === key);
  const title = titles.map(named).find((attribute) => attribute !== undefined);
  const words = title && jsxAttributes({ ...node, attributes: [title] }, context)[0]?.[1];
  if (typeof words !== 'string' || words.trim() === '') return;
  const isInline = node.type === 'mdxJsxTextElement';
  context.page.addText(isInline ? `${words} ` : `\n${words}\n`);
  const html = `<strong>${escapeContent(words)}</strong>`;
  const strong: HtmlElement = { tag: 'strong', attributes: {}, children: [words] };
  const blank = node.children.length > 0 ? ' ' : '';
  if (isInline) out.html(html + blank, strong, blank);
  else out.html(`<p>${html}</p>`, { tag: 'p', attributes: {}, children: [strong] });
}

const titles = ['title', 'heading', 'header', 'headline', 'label', 'summary'];

/** A known name that this one was likely meant to be. */
function nearest(name: string, context: Context): string | undefined {
  const known = [...context.services.components, ...context.module.names.keys()].filter((candidate) => /^[A-Z]/.test(candidate));
  return nearestName(name, known);
}
