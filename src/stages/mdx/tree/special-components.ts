/** Components that need special handling by the compiler: one entry each. */
import { slug } from '../../../shared/slug.ts';
import * as importErrors from '../import-errors.ts';
import type { JsxNode } from '../parse/syntax-tree.ts';
import type { BodyProp } from './body.ts';
import { BodyWriter } from './body.ts';
import { writeCodeBlockTag } from './code-blocks.ts';
import { attributeLocation, type Context, locationOf } from './context.ts';
import { jsxAttributes } from './element-attributes.ts';
import { writeFileTree } from './file-tree.ts';
import { writeHeading } from './headings.ts';
import { literalText } from './literal-text.ts';
import { writeFormula } from './math.ts';
import { writeSnippet } from './snippets.ts';
import type { Tag } from './tag.ts';

/**
 * Each returns true if it wrote the component itself; otherwise the component is written as usual, with the props
 * that it may have changed.
 */
export const specialComponents: ReadonlyMap<string, (tag: Tag) => boolean> = new Map([
  ['Heading', heading],
  ['Latex', latex],
  ['Snippet', snippet],
  ['CodeBlock', ({ props, node, context, out }: Tag) => writeCodeBlockTag(props, node.children, node, context, out)],
  ['Tree', writeFileTree],
  ['FileTree', writeFileTree],
  ['Steps', steps],
  ['Step', step],
  ['Update', update],
  ['Accordion', deferId('title', 'accordion')],
  ['Tab', deferId('title', 'tab')],
  ['Tabs.Tab', deferId('title', 'tab')],
  ['Visibility', visibility],
  ['Panel', feature('hasPanel')],
  ['RequestExample', feature('hasRequestExample')],
  ['ResponseExample', feature('hasRequestExample')],
]);

function feature(name: 'hasPanel' | 'hasRequestExample'): (tag: Tag) => boolean {
  return ({ context }) => {
    context.page.features[name] = true;
    return false;
  };
}

function heading({ node, props, context, out }: Tag): boolean {
  const level = Math.min(6, Math.max(1, Math.round(Number(props.level ?? 2)) || 2));
  const entries = jsxAttributes(node, context).filter(([name]) => name !== 'level');
  writeHeading(level, entries, node.children, node, context, out);
  return true;
}

function latex({ node, props, context, out }: Tag): boolean {
  if (context.services.options.latex === false) return false;
  const tex = typeof props.children === 'string' ? props.children : literalText(node.children, context);
  if (tex === undefined) return false;
  const isBlock = props.block === true || props.block === 'true' || props.displayMode === true;
  writeFormula(tex.replace(/^\$+|\$+$/g, ''), isBlock, node, context, out);
  return true;
}

function snippet({ node, props, context, out }: Tag): boolean {
  const file = typeof props.file === 'string' ? props.file.replace(/^\/+/, '') : undefined;
  if (file === undefined || file.split('/').includes('..')) return true;
  const { hasFile, nearestImport } = context.services.options;
  const found = [`snippets/${file}`, `_snippets/${file}`, file]
    .flatMap((path) => [path, `${path}.mdx`])
    .find((path) => hasFile(path) && /\.mdx?$/.test(path));
  if (found) writeSnippet(found, node, context, out);
  else {
    const nearest = nearestImport?.(`snippets/${file}`)?.replace(/^_?snippets\//, '');
    context.page.report(importErrors.missingSnippet(attributeLocation(node, 'file', context), file, nearest));
  }
  return true;
}

/** `titleSize` of the steps decides whether their titles are headings, so it is passed to each step. */
function steps({ node, props, context, out }: Tag): boolean {
  const size = typeof props.titleSize === 'string' ? props.titleSize : undefined;
  const children = new BodyWriter();
  context.lower(node.children, { ...context, stepSize: size }, children);
  const { line, column } = locationOf(node, context, 1);
  out.push({ type: 'component', name: 'Steps', props, children: children.finish(), line, column });
  return true;
}

function step({ node, props, context }: Tag): boolean {
  const size = typeof props.titleSize === 'string' ? props.titleSize : context.stepSize;
  const title = titleText(props.title, node, 'title', context);
  const depth = Number(/^h([2-4])$/.exec(size ?? '')?.[1] ?? 0);
  if (depth > 0 && title !== '') {
    props.id = context.page.uniqueId(typeof props.id === 'string' ? props.id : slug(title) || 'step');
    context.page.addHeading({ depth, id: props.id, text: title, inToc: true });
  } else {
    context.page.addText(`\n${title}\n`);
    if (props.id === undefined && title !== '') assignIdLater(props, title, 'step', context);
  }
  return false;
}

function update({ node, props, context }: Tag): boolean {
  context.page.features.hasUpdates = true;
  const label = titleText(props.label, node, 'label', context);
  if (label === '') return false;
  props.id = context.page.uniqueId(typeof props.id === 'string' ? props.id : slug(label) || 'update');
  context.page.addHeading({ depth: 2, id: props.id, text: label, inToc: true });
  if (typeof props.description === 'string') context.page.addText(`${props.description}\n`);
  return false;
}

function visibility({ node, props, context, out }: Tag): boolean {
  if (props.for !== 'agents') return false;
  const children = new BodyWriter();
  context.page.asHidden(() => context.lower(node.children, context, children));
  const { line, column } = locationOf(node, context, 1);
  out.push({ type: 'component', name: 'Visibility', props, children: children.finish(), line, column });
  return true;
}

function deferId(prop: string, fallback: string): (tag: Tag) => boolean {
  return ({ node, props, context }) => {
    const text = titleText(props[prop], node, prop, context);
    if (props.id === undefined && text !== '') assignIdLater(props, text, fallback, context);
    return false;
  };
}

/** Headings take precedence over accordions and tabs when ids are assigned. */
function assignIdLater(props: Record<string, BodyProp>, text: string, fallback: string, context: Context): void {
  context.page.afterHeadings(() => {
    props.id = context.page.uniqueId(slug(text) || fallback);
  });
}

/** The text of a title, including titles with markup. */
function titleText(value: BodyProp, node: JsxNode, name: string, context: Context): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value).trim();
  if (typeof value !== 'object' || value === null || !('$content' in value)) return '';
  const attribute = node.attributes.find((candidate) => candidate.type === 'mdxJsxAttribute' && candidate.name === name);
  const source = typeof attribute?.value === 'object' && attribute.value ? attribute.value.value : '';
  return context.page.captureText(() => context.page.addText(source.replace(/<[^>]*>|[{}]/g, ' ')));
}
