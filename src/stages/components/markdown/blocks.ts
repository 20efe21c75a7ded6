/**
 * Page content → Markdown. HTML elements have general rules; components have their own, selected by the classes and
 * tags they render. Static pages, computed pages and API pages are therefore converted alike.
 */
import { componentClass } from '../component-classes.ts';
import { type HtmlElement, type HtmlNode, hasNoText, isTag, textOf } from './html-tree.ts';
import { joinPhrases, linkDestination, normalizeWhitespace, phrase, separateBoxes } from './inline.ts';
import type { MarkdownRules, MarkdownWriter, Rule } from './rules.ts';
import { fence, listItem, paragraph, quote, wrapWith } from './syntax.ts';
import { table } from './table.ts';

const blockTags =
  'address article aside blockquote dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr iframe li main nav ol p pre section summary table ul video audio object embed fieldset'.split(
    ' ',
  );

/** A writer with the rules of these components. */
export function createMarkdownWriter(families: readonly MarkdownRules[]): MarkdownWriter {
  const rules = rulesOf(families);
  const writer: MarkdownWriter = {
    blocks: (nodes) => writeBlocks(nodes, rules, writer),
    inline: (nodes) => normalizeWhitespace(writer.phrases(nodes)),
    phrases: (nodes) => joinPhrases(nodes.map((node) => phrase(node, rules.phrases, writer))),
  };
  return writer;
}

/** The rules of HTML elements and of all components. */
interface AllRules {
  readonly byClass: ReadonlyMap<string, Rule>;
  readonly byTag: ReadonlyMap<string, Rule>;
  readonly phrases: Parameters<typeof phrase>[1];
  /** Classes of blocks that are items of a list. */
  readonly items: ReadonlySet<string>;
  readonly alwaysBlocks: ReadonlySet<string>;
  readonly blockTags: ReadonlySet<string>;
}

function rulesOf(families: readonly MarkdownRules[]): AllRules {
  const componentTags = families.flatMap(({ tags = {} }) => Object.entries(tags));
  return {
    byClass: new Map(families.flatMap(({ blocks = {} }) => Object.entries(blocks))),
    byTag: new Map([...elementRules, ...componentTags]),
    phrases: new Map(families.flatMap(({ phrases = {} }) => Object.entries(phrases))),
    items: new Set(families.flatMap(({ items = [] }) => items)),
    alwaysBlocks: new Set(families.flatMap(({ alwaysBlocks = [] }) => alwaysBlocks)),
    blockTags: new Set([...blockTags, ...componentTags.map(([tag]) => tag)]),
  };
}

/** Blocks, separated by one empty line. */
function writeBlocks(nodes: readonly HtmlNode[], rules: AllRules, writer: MarkdownWriter): string {
  let text = '';
  let wasItem = false;
  const add = (part: string, isItem: boolean) => {
    if (part === '') return;
    // Consecutive cards and fields form one list.
    text += text === '' ? part : `${wasItem && isItem ? '\n' : '\n\n'}${part}`;
    wasItem = isItem;
  };
  let run: HtmlNode[] = [];
  const endRun = () => {
    add(paragraph(writer.inline(separateBoxes(run))), false);
    run = [];
  };
  for (const node of nodes) {
    if (typeof node === 'string' || !isBlock(node, rules)) run.push(node);
    else {
      endRun();
      const part = writeBlock(node, rules, writer);
      add(part, rules.items.has(classOf(node)) && !part.includes('\n\n'));
    }
  }
  endRun();
  return text;
}

function writeBlock(node: HtmlElement, rules: AllRules, writer: MarkdownWriter): string {
  if (hasNoText(node)) return '';
  const heading = /^h([1-6])$/.exec(node.tag);
  if (heading) return `${'#'.repeat(Number(heading[1]))} ${writer.inline(node.children)}`.trimEnd();
  const rule = rules.byClass.get(classOf(node)) ?? (node.tag === 'p' && containsBlock(node, rules) ? undefined : rules.byTag.get(node.tag));
  return rule === undefined ? writer.blocks(node.children) : rule(node, writer);
}

function isBlock(node: HtmlElement, rules: AllRules): boolean {
  if (node.tag.startsWith('!') || rules.blockTags.has(node.tag) || rules.alwaysBlocks.has(classOf(node))) return true;
  // An author's component may use any element: one that contains a block is a block.
  return node.tag !== 'svg' && !hasNoText(node) && containsBlock(node, rules);
}

function containsBlock(node: HtmlElement, rules: AllRules): boolean {
  return node.children.some((child) => typeof child !== 'string' && isBlock(child, rules));
}

/** Empty for an element without a class. */
function classOf(node: HtmlElement): string {
  const names = node.attributes.class;
  return names === undefined ? '' : componentClass(names);
}

/** Rules of HTML elements, by tag. */
const elementRules: readonly (readonly [string, Rule])[] = [
  ['!humans', () => ''],
  ['p', (node, { inline }) => paragraph(inline(node.children))],
  ['pre', (node) => fence(textOf(node), '')],
  ['blockquote', (node, { blocks }) => quote(blocks(node.children))],
  ['ul', (node, writer) => list(node, writer, () => '- ')],
  ['ol', (node, writer) => list(node, writer, (index) => `${(Number(node.attributes.start ?? 1) || 0) + index}. `)],
  ['hr', () => '---'],
  ['a', (node, { blocks }) => [blocks(node.children), linkLine(node)].filter(Boolean).join('\n\n')],
  ['table', table],
  ['details', details],
  ['dl', definitions],
  ['iframe', media],
  ['video', media],
  ['audio', media],
  ['figcaption', (node, { inline }) => wrapWith('*', inline(node.children))],
];

/** The URL of a link around blocks, which Markdown cannot express. */
function linkLine({ attributes: { href } }: HtmlElement): string {
  return href ? `[${href}](${linkDestination(href)})` : '';
}

function list(node: HtmlElement, writer: MarkdownWriter, mark: (index: number) => string): string {
  let before = '';
  const texts: string[] = [];
  for (const part of listParts(node.children)) {
    if (!Array.isArray(part)) texts.push(listItemText(part, writer));
    else {
      const text = writer.blocks(part);
      const last = texts.pop();
      if (last === undefined) before = text;
      else texts.push(text === '' ? last : `${last}\n\n${text}`);
    }
  }
  const isLoose = texts.some((text) => /\n\n(?!(?:- |\d+\. ))/.test(text));
  const items = texts
    .map((text, index) => listItem(mark(index), isLoose ? text : text.replace(/\n\n(?=(?:- |\d+\. ))/g, '\n')))
    .join(isLoose ? '\n\n' : '\n');
  return [before, items].filter(Boolean).join('\n\n');
}

/** Items in order, including those inside other elements, and the nodes between them. */
function listParts(nodes: readonly HtmlNode[]): (HtmlElement | HtmlNode[])[] {
  const parts: (HtmlElement | HtmlNode[])[] = [];
  for (const node of nodes) {
    const last = parts.at(-1);
    const element = typeof node === 'string' ? undefined : node;
    if (element?.tag === 'li') parts.push(element);
    else if (element && !/^[uo]l$/.test(element.tag) && element.children.some((child) => isTag(child, 'li')))
      parts.push(...listParts(element.children));
    else if (Array.isArray(last)) last.push(node);
    else parts.push([node]);
  }
  return parts;
}

function listItemText({ children }: HtmlElement, { blocks }: MarkdownWriter): string {
  const box = children
    .concat(children.flatMap((child) => (isTag(child, 'p') ? child.children : [])))
    .find((child) => isTag(child, 'input'));
  const check = box && typeof box !== 'string' ? (box.attributes.checked === undefined ? '[ ] ' : '[x] ') : '';
  return check + blocks(children);
}

function definitions(node: HtmlElement, { blocks, inline }: MarkdownWriter): string {
  const lines: string[] = [];
  const walk = (nodes: readonly HtmlNode[]) => {
    for (const child of nodes) {
      if (typeof child === 'string') continue;
      if (child.tag === 'dt') lines.push(`- ${inline(child.children)}`);
      else if (child.tag === 'dd') {
        const text = blocks(child.children);
        if (text !== '') lines.push(`${lines.pop() ?? '-'}: ${text.replace(/\n(?=.)/g, '\n  ')}`);
      } else walk(child.children);
    }
  };
  walk(node.children);
  return lines.join('\n');
}

function details(node: HtmlElement, { blocks, inline }: MarkdownWriter): string {
  const summary = node.children.find((child): child is HtmlElement => typeof child !== 'string' && child.tag === 'summary');
  const rest = blocks(node.children.filter((child) => child !== summary));
  const title = summary ? inline(summary.children) : '';
  return `<details>\n<summary>${title}</summary>\n\n${rest}\n\n</details>`;
}

function media({ attributes, children }: HtmlElement): string {
  const source = children.find((child): child is HtmlElement => isTag(child, 'source'));
  const src = attributes.src ?? source?.attributes.src ?? attributes.data ?? '';
  return src === '' || src.startsWith('data:') ? '' : `[${attributes.title || attributes['aria-label'] || src}](${linkDestination(src)})`;
}
