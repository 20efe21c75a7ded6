/** Capitalized tags: snippets, the author's components, built-in components with their props, and unknown names. */
import { distance } from 'fastest-levenshtein';
import type { HtmlElement } from '../../../model/html-node.ts';
import { escapeContent } from '../../../shared/html.ts';
import { withHrefs, withoutMarks } from '../../../shared/inline-marks.ts';
import { nearestName } from '../../../shared/nearest-name.ts';
import { isSafeUrl } from '../../../shared/url.ts';
import { toNumber } from '../../components/author-props.ts';
import { isCommonProp, knownProps, parentsOf, propValues } from '../../components/registry.ts';
import { missingTitle, propValue, unknownProp } from '../advice.ts';
import * as errors from '../errors.ts';
import { Code, lookUp, Markup, type Value } from '../expressions/value.ts';
import type { JsxNode } from '../parse/syntax-tree.ts';
import type { BodyProp } from './body.ts';
import { BodyWriter } from './body.ts';
import { attributeLocation, type Context, locationOf } from './context.ts';
import { jsxAttributes } from './element-attributes.ts';
import { writeElement } from './elements.ts';
import { toProp, writeValue } from './expressions.ts';
import { resolveHref, resolveSrc } from './links.ts';
import { writeSnippet } from './snippets.ts';
import { specialComponents } from './special-components.ts';

/** Props of a tag by name; a name that begins with `...` is a spread of code. */
export type Props = Record<string, BodyProp>;

/**
 * Resolves a name in this order: the author's, built-in, unknown (`mdx/unknown-component`; only the content is written).
 * A name whose import failed was reported there: it is built-in, or only its content is written.
 */
export function writeComponent(node: JsxNode, name: string, context: Context, out: BodyWriter): void {
  const root = name.split('.')[0] as string;
  const binding = lookUp(context.scope, root);
  if (binding?.kind === 'snippet') writeSnippet(binding.file, node, context, out);
  else if (binding?.kind === 'code') writeAuthorComponent(node, name, context, out);
  else if (binding?.kind === 'missing' && !context.services.components.has(name)) writeContent(node, context, out);
  else if (binding?.kind === 'value' && binding.value instanceof Markup && name === root) writeValue(binding.value, context, out);
  else if (name === 'Fragment' || name === 'React.Fragment') context.lower(node.children, context, out);
  else if (name === 'Image' || name === 'Img') writeElement('img', jsxAttributes(node, context), [], node, context, out);
  else if (context.services.components.has(name)) writeBuiltIn(node, name, context, out);
  else writeUnknown(node, name, context, out);
}

function writeBuiltIn(node: JsxNode, name: string, outer: Context, out: BodyWriter): void {
  checkParent(node, name, outer);
  const context: Context = { ...outer, inside: [...(outer.inside ?? []), name] };
  const props = componentProps(node, name, context);
  if (specialComponents.get(name)?.({ node, name, props, context, out })) return;
  const children = new BodyWriter();
  context.lower(node.children, context, children);
  const { line, column } = locationOf(node, context, 1);
  out.push({ type: 'component', name, props, children: children.finish(), line, column });
}

/** A component of the author may add the parent, and the repair of a syntax error may have removed it. */
function checkParent(node: JsxNode, name: string, context: Context): void {
  const parents = parentsOf(name);
  const { inside = [] } = context;
  const isRepaired = context.module.diagnostics.some(({ severity }) => severity === 'error');
  if (parents.length === 0 || isRepaired || inside.includes('*') || parents.some((parent) => inside.includes(parent))) return;
  context.page.reportOnce(`parent ${name}`, () => errors.missingParent(locationOf(node, context, name.length + 1), name, parents));
}

/** Props whose text is indexed for search. */
const searchableProps = ['title', 'label', 'description', 'headline', 'caption', 'name', 'query', 'path', 'body', 'header'];

/** Props of a built-in component: URLs resolved, text added to the search index, class names collected. */
function componentProps(node: JsxNode, name: string, context: Context): Props {
  const props: Props = {};
  for (const [key, value] of jsxAttributes(node, context)) {
    if (key === 'key' || key === 'ref' || key === '__proto__') continue;
    if (/^on[A-Za-z]/.test(key) && !(value instanceof Code)) {
      context.page.report(errors.eventHandler(locationOf(node, context, 1), key));
      continue;
    }
    checkProp(name, key, node, context);
    checkValue(name, key, value, node, context);
    const prop =
      resolveUrlProp(key, value, node, context) ?? resolveMarkdownProp(name, key, value, node, context) ?? toProp(value, context);
    if (prop !== undefined) props[key === 'class' ? 'className' : key] = prop;
  }
  checkTitle(name, props, node, context);
  context.page.addClasses(props.className);
  if (typeof props.id === 'string') context.page.addId(props.id);
  if (name !== 'Update' && name !== 'Step')
    for (const key of searchableProps) {
      const words = props[key];
      if (typeof words === 'string') context.page.addText(`\n${isMarkdownProp(name, key) ? withoutMarks(words) : words}\n`);
    }
  return props;
}

/** Props that contain inline Markdown, which their components render. */
const markdownProps: Readonly<Record<string, readonly string[]>> = {
  Accordion: ['description'],
  Frame: ['caption', 'hint'],
  Prompt: ['description'],
};

function isMarkdownProp(component: string, key: string): boolean {
  return Object.hasOwn(markdownProps, component) && markdownProps[component]?.includes(key) === true;
}

/** Resolves links in such a text like those of the page; the component omits unsafe ones. */
function resolveMarkdownProp(component: string, key: string, value: Value, node: JsxNode, context: Context): string | undefined {
  if (typeof value !== 'string' || !isMarkdownProp(component, key)) return undefined;
  return withHrefs(value, (href) => (isSafeUrl(href) ? resolveHref(href, node, context) : href));
}

/** Components that readers open or choose by their title. */
const titled: ReadonlySet<string> = new Set(['Accordion', 'Tab', 'Tabs.Tab']);

function checkTitle(name: string, props: Readonly<Record<string, BodyProp>>, node: JsxNode, context: Context): void {
  if (!titled.has(name) || props.title !== undefined || context.scope.hasDynamicProps) return;
  // A misspelled title is reported as such, and a spread may contain one.
  const isElsewhere = node.attributes.some((attribute) => !('name' in attribute) || isTypo('title', String(attribute.name).toLowerCase()));
  if (!isElsewhere) context.page.advise(missingTitle(locationOf(node, context, name.length + 1), name));
}

/** Props without which a component shows nothing. */
const requiredProps: Readonly<Record<string, string>> = { Icon: 'icon' };

/** An unknown prop has no effect; a similar name is probably a typo. */
function checkProp(component: string, key: string, node: JsxNode, context: Context): void {
  const known = knownProps(component);
  if (known === undefined || known.has(key) || isCommonProp(key) || key.startsWith('...')) return;
  const required = requiredProps[component];
  const isRenamed = required !== undefined && !node.attributes.some((attribute) => 'name' in attribute && attribute.name === required);
  const similar =
    [...known].find((prop) => isTypo(prop.toLowerCase(), key.toLowerCase())) ??
    (isRenamed && /^(?:name|type|src|id)$/.test(key) ? required : undefined);
  context.page.advise(unknownProp(locationOf(node, context, component.length + 1), component, key, similar));
}

/** A text that the prop does not accept, so that its default applies. A text that begins with a number is one. */
function checkValue(component: string, key: string, value: Value, node: JsxNode, context: Context): void {
  const values = typeof value === 'string' && value.trim() !== '' ? propValues(component, key) : undefined;
  if (values === undefined) return;
  const written = (value as string).trim();
  if (values.includes(written.toLowerCase()) || (/^\d/.test(values[0] as string) && toNumber(written) !== undefined)) return;
  context.page.advise(propValue(attributeLocation(node, key, context), component, key, written, values, nearestName(written, values)));
}

/** One letter wrong, extra or missing; or two letters swapped. */
function isTypo(name: string, written: string): boolean {
  if (name.length <= 3) return name === written;
  return distance(name, written) <= 1 || [...name].sort().join('') === [...written].sort().join('');
}

function resolveUrlProp(key: string, value: Value, node: JsxNode, context: Context): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (key === 'href' || key === 'src' || key === 'img' || (key === 'icon' && /^(?:\.{0,2}\/|https?:)/.test(value))) {
    if (!isSafeUrl(value, key !== 'href')) {
      context.page.report(errors.unsafeUrl(locationOf(node, context, 1), value));
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
    const prop = toProp(value, context);
    if (prop !== undefined) props[key] = prop;
  }
  context.page.addClasses(props.className);
  const children = new BodyWriter();
  context.lower(node.children, { ...context, inside: ['*'] }, children);
  const { line, column } = locationOf(node, context, 1);
  out.push({ type: 'component', name, props, children: children.finish(), line, column, isCode: true });
}

function writeUnknown(node: JsxNode, name: string, context: Context, out: BodyWriter): void {
  context.page.reportOnce(`component ${name}`, () =>
    errors.unknownComponent(locationOf(node, context, name.length + 1), name, nearest(name, context)),
  );
  writeContent(node, context, out);
}

/** A tag without its component: its title and its children. */
function writeContent(node: JsxNode, context: Context, out: BodyWriter): void {
  writeTitle(node, context, out);
  context.lower(node.children, context, out);
}

/** Keeps the title that the author passed to an unknown component. */
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

/** A known name that was probably meant. */
function nearest(name: string, context: Context): string | undefined {
  const known = [...context.services.components, ...context.module.names.keys()].filter((candidate) => /^[A-Z]/.test(candidate));
  return nearestName(name, known);
}
