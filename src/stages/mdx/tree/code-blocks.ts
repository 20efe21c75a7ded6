/** Fences and `<CodeBlock>` → `CodeBlock` components with highlighted lines; `mermaid` fences → diagrams. */

import { unclosedFence } from '../advice.ts';
import { codeHtml, codeNode } from '../code/code-html.ts';
import { type FenceMeta, lineNumbers, parseFenceMeta, parseFenceWord } from '../code/fence-meta.ts';
import * as errors from '../errors.ts';
import { type ElementNode, type SyntaxNode, textOf } from '../parse/syntax-tree.ts';
import type { BodyProp, BodyWriter } from './body.ts';
import { type Context, locationOf } from './context.ts';
import { extractProps, printHtml, printText } from './dynamic-props.ts';
import { literalText } from './literal-text.ts';
import { writeMath } from './math.ts';

/** Writes the `<pre><code>` of a fence; returns false for any other `pre`. */
export function writeCodeBlock(node: ElementNode, context: Context, out: BodyWriter): boolean {
  const code = node.children[0];
  if (node.children.length !== 1 || code?.type !== 'element' || code.tagName !== 'code') return false;
  if (writeMath({ ...code, position: node.position }, context, out)) return true;
  checkFenceEnd(node, context);
  const fence = readFence(code);
  const text = withProps(textOf(code.children).replace(/\n$/, ''), context);
  if (fence.language === 'mermaid') writeMermaid(text, fence.meta, node, context, out);
  else writeCode({ code: text, ...fence, others: {} }, node, context, out);
  return true;
}

/** An unclosed fence extends to the end of the page (CommonMark 4.5). */
function checkFenceEnd(node: ElementNode, context: Context): void {
  const { position } = node;
  if (!position) return;
  const written = context.module.parsed.text.slice(position.start.offset, position.end.offset).trimEnd();
  const opening = /^(`{3,}|~{3,})[^\n]*/.exec(written);
  if (!opening) return;
  const marks = opening[1] as string;
  // After the markers of enclosing lists and quotes.
  const end = new RegExp(`\\n[ \\t>]*${marks[0]}{${marks.length},}$`);
  if (!end.test(written))
    context.page.advise(unclosedFence(locationOf(node, context, opening[0].trimEnd().length), marks, !written.includes('\n')));
}

/** `<CodeBlock language="js" highlight="[1,3]">{`…`}</CodeBlock>`, or one around a fence. */
export function writeCodeBlockTag(
  props: Readonly<Record<string, BodyProp>>,
  children: readonly SyntaxNode[],
  node: Pick<SyntaxNode, 'position'>,
  context: Context,
  out: BodyWriter,
): boolean {
  const fence = children.find((child): child is ElementNode => child.type === 'element' && child.tagName === 'pre')?.children[0];
  const inner = fence?.type === 'element' ? readFence(fence) : undefined;
  const text =
    fence?.type === 'element' ? textOf(fence.children).replace(/\n$/, '') : literalText(children, context)?.replace(/^\n+|\s+$/g, '');
  if (text === undefined) return false;
  const textProp = (name: string) => (typeof props[name] === 'string' ? (props[name] as string) : undefined);
  const isOn = (name: string) => props[name] === true || props[name] === 'true' || props[name] === '';
  const title = textProp('title') ?? textProp('filename') ?? inner?.meta.title;
  const icon = textProp('icon') ?? inner?.meta.icon;
  const ranges = (value: BodyProp) =>
    Array.isArray(value) ? value.join(',') : typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  const meta: FenceMeta = {
    ...(title && { title }),
    ...(icon && { icon }),
    highlight: new Set([...(inner?.meta.highlight ?? []), ...lineNumbers(ranges(props.highlight))]),
    focus: new Set([...(inner?.meta.focus ?? []), ...lineNumbers(ranges(props.focus))]),
    lines: isOn('lines') || inner?.meta.lines === true,
    wrap: isOn('wrap') || inner?.meta.wrap === true,
    expandable: isOn('expandable') || inner?.meta.expandable === true,
    nocopy: isOn('nocopy') || inner?.meta.nocopy === true,
  };
  const { language, title: _, filename, icon: __, highlight, focus, lines, wrap, expandable, nocopy, ...others } = props;
  const ownLanguage = textProp('language') ?? textProp('lang') ?? inner?.language ?? '';
  writeCode({ code: withProps(text, context), language: ownLanguage, meta, others }, node, context, out);
  return true;
}

function readFence(code: ElementNode): { language: string; meta: FenceMeta } {
  const classes = code.properties.className;
  const given = Array.isArray(classes) ? String(classes[0] ?? '').replace(/^language-/, '') : '';
  const { language, isMeta } = parseFenceWord(given);
  const meta = parseFenceMeta(`${isMeta ? `${given} ` : ''}${code.data?.meta ?? ''}`);
  // A block without a language: the first word is the flag.
  return language === 'nocopy' ? { language: '', meta: { ...meta, nocopy: true } } : { language, meta };
}

interface CodeBlock {
  readonly code: string;
  readonly language: string;
  readonly meta: FenceMeta;
  /** Props of the tag that do not describe the code. */
  readonly others: Readonly<Record<string, BodyProp>>;
}

function writeCode(
  { code, language, meta, others }: CodeBlock,
  node: Pick<SyntaxNode, 'position'>,
  context: Context,
  out: BodyWriter,
): void {
  const { page, services } = context;
  const open = extractProps(code, context);
  const { html, highlighted } = codeHtml(open?.code ?? code, language, meta, services.highlighter);
  page.features.code = true;
  page.addCode(open?.code ?? code);
  for (const style of highlighted.styles) page.codeStyles.add(style);
  const location = locationOf(node, context, 1);
  if (highlighted.isUnknown)
    page.reportOnce(`language ${language}`, () => errors.unknownLanguage(location, language, services.highlighter.nearest(language)));
  out.push({
    type: 'component',
    name: 'CodeBlock',
    props: {
      ...others,
      ...(language !== '' && { language: language.toLowerCase() }),
      ...(meta.title && { title: meta.title }),
      ...(meta.icon && { icon: meta.icon }),
      ...(meta.lines && { lines: true }),
      ...(meta.wrap && { wrap: true }),
      ...(meta.expandable && { expandable: true }),
      ...(meta.nocopy && { nocopy: true }),
    },
    children: [open ? { type: 'code', code: printHtml(html, open.props, location.line) } : { type: 'html', html, nodes: [codeNode(code)] }],
    line: location.line,
    column: location.column,
  });
}

function writeMermaid(code: string, meta: FenceMeta, node: Pick<SyntaxNode, 'position'>, context: Context, out: BodyWriter): void {
  context.page.features.mermaid = true;
  const { line, column } = locationOf(node, context, 1);
  const open = extractProps(code, context);
  const props: Record<string, BodyProp> = { code: open ? printText(open.code, open.props, line) : code };
  if (meta.actions !== undefined) props.actions = meta.actions;
  if (meta.placement) props.placement = meta.placement;
  out.push({ type: 'component', name: 'Mermaid', props, children: [], line, column });
}

/** Replaces `{word}` in the code of a snippet with the snippet's props. */
function withProps(code: string, context: Context): string {
  const { props } = context.scope;
  if (!props || !code.includes('{')) return code;
  return code.replace(/\{(?:props\.)?([A-Za-z_$][\w$]*)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(props, name) ? props[name] : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole;
  });
}
