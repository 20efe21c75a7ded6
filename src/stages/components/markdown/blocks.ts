/**
 * The content of a page → Markdown. Headings, tables, lists and code are those of the page; components have rules of their
 * own, by the classes and tags that they print, so pages that compute, API pages and plain ones read alike.
 */
import { ownClass } from '../own-classes.ts';
import { type HtmlElement, type HtmlNode, isSilent, isTag, textOf } from './html-tree.ts';
import { apart, evenText, joinPhrases, phrase, target } from './inline.ts';
import type { MarkdownRules, MarkdownWriter, Rule } from './rules.ts';
import { fence, listItem, paragraph, quote, wrapped } from './syntax.ts';
import { table } from './table.ts';

const blockTags =
  'address article aside blockquote dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr iframe li main nav ol p pre section summary table ul video audio object embed fieldset'.split(
    ' ',
  );

/** A writer that knows these components. */
export function createMarkdownWriter(families: readonly MarkdownRules[]): MarkdownWriter {
  const classRules = new Map(families.flatMap(({ blocks: rules = {} }) => Object.entries(rules)));
  const ownTags = families.flatMap(({ tags = {} }) => Object.entries(tags));
  const tagRules: ReadonlyMap<string, Rule> = new Map([...elementRules, ...ownTags]);
  const phraseRules = new Map(families.flatMap(({ phrases: rules = {} }) => Object.entries(rules)));
  const items: ReadonlySet<string> = new Set(families.flatMap(({ items: classes = [] }) => classes));
  const alwaysBlocks: ReadonlySet<string> = new Set(families.flatMap(({ alwaysBlocks: classes = [] }) => classes));
  const allBlockTags: ReadonlySet<string> = new Set([...blockTags, ...ownTags.map(([tag]) => tag)]);

  /** Blocks, with one empty line between them. */
  function blocks(nodes: readonly HtmlNode[]): string {
    let text = '';
    let wasItem = false;
    const add = (part: string, isItem: boolean) => {
      if (part === '') return;
      // Cards and fields that follow one another are one list.
      text += text === '' ? part : `${wasItem && isItem ? '\n' : '\n\n'}${part}`;
      wasItem = isItem;
    };
    let run: HtmlNode[] = [];
    const endRun = () => {
      add(paragraph(inline(apart(run))), false);
      run = [];
    };
    for (const node of nodes) {
      if (typeof node === 'string' || !isBlock(node)) run.push(node);
      else {
        endRun();
        const part = block(node);
        add(part, items.has(classOf(node)) && !part.includes('\n\n'));
      }
    }
    endRun();
    return text;
  }

  function inline(nodes: readonly HtmlNode[]): string {
    return evenText(phrases(nodes));
  }

  function phrases(nodes: readonly HtmlNode[]): string {
    return joinPhrases(nodes.map((node) => phrase(node, phraseRules, writer)));
  }

  function isBlock(node: HtmlElement): boolean {
    if (node.tag.startsWith('!') || allBlockTags.has(node.tag) || alwaysBlocks.has(classOf(node))) return true;
    // A component of the author may be any element: what holds a block is one.
    return node.tag !== 'svg' && !isSilent(node) && holdsBlock(node);
  }

  function holdsBlock(node: HtmlElement): boolean {
    return node.children.some((child) => typeof child !== 'string' && isBlock(child));
  }

  function block(node: HtmlElement): string {
    if (isSilent(node)) return '';
    const heading = /^h([1-6])$/.exec(node.tag);
    if (heading) return `${'#'.repeat(Number(heading[1]))} ${inline(node.children)}`.trimEnd();
    const rule = classRules.get(classOf(node)) ?? (node.tag === 'p' && holdsBlock(node) ? undefined : tagRules.get(node.tag));
    return rule === undefined ? blocks(node.children) : rule(node, writer);
  }

  const writer = { blocks, inline, phrases };
  return writer;
}

/** Empty for an element without a class. */
function classOf(node: HtmlElement): string {
  const names = node.attributes.class;
  return names === undefined ? '' : ownClass(names);
}

/** Elements of HTML, by tag. */
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
  ['figcaption', (node, { inline }) => wrapped('*', inline(node.children))],
];

/** The address of a link around blocks, which Markdown has no form for. */
function linkLine({ attributes: { href } }: HtmlElement): string {
  return href ? `[${href}](${target(href)})` : '';
}

function list(node: HtmlElement, writer: MarkdownWriter, mark: (index: number) => string): string {
  let before = '';
  const texts: string[] = [];
  for (const part of listParts(node.children)) {
    if (!Array.isArray(part)) texts.push(item(part, writer));
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

/** Items in their order, also those within other elements, and runs of what an author wrote between them. */
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

function item({ children }: HtmlElement, { blocks }: MarkdownWriter): string {
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
  return src === '' || src.startsWith('data:') ? '' : `[${attributes.title || attributes['aria-label'] || src}](${target(src)})`;
}
