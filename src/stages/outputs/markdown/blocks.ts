/**
 * The content of a page → Markdown. The components are known by the classes that they print, so pages that compute, API
 * pages and plain ones read alike. Headings, tables, lists and code are those of the page; what only looks or clicks is left out.
 */
import { ownClass } from '../../../shared/own-classes.ts';
import { classRules, type Rule, tagRules } from './components.ts';
import { type HtmlElement, type HtmlNode, hasClass, isSilent, isTag, readHtml, textOf } from './html-tree.ts';
import { apart, inline, target } from './inline.ts';
import { fence, listItem, paragraph, quote } from './syntax.ts';
import { table } from './table.ts';

/** `html` is content that our own code printed. Ends with a line break unless empty. */
export function htmlToMarkdown(html: string): string {
  const text = blocks(readHtml(html).children);
  return text === '' ? '' : `${text}\n`;
}

const blockTags = new Set(
  'address article aside blockquote dd details div dl docs-mermaid docs-tabs docs-tree dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr iframe li main nav ol p pre section summary table ul video audio object embed fieldset'.split(
    ' ',
  ),
);

/** Their parts are items of a list. */
const itemClasses = ['card', 'tile', 'field'] as const;

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
      add(part, itemClasses.some((name) => hasClass(node, name)) && !part.includes('\n\n'));
    }
  }
  endRun();
  return text;
}

function isBlock(node: HtmlElement): boolean {
  if (node.tag.startsWith('!') || blockTags.has(node.tag) || hasClass(node, 'katex-display')) return true;
  // A component of the author may be any element: what holds a block is one.
  return node.tag !== 'svg' && !isSilent(node) && node.children.some((child) => typeof child !== 'string' && isBlock(child));
}

const ownRules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['p', (node) => (isBlockHolder(node) ? blocks(node.children) : paragraph(inline(node.children)))],
  ['pre', (node) => fence(textOf(node), '')],
  ['blockquote', (node) => quote(blocks(node.children))],
  ['ul', (node) => list(node, () => '- ')],
  ['ol', (node) => list(node, (index) => `${(Number(node.attributes.start ?? 1) || 0) + index}. `)],
  ['hr', () => '---'],
  ['a', (node) => [blocks(node.children), linkLine(node)].filter(Boolean).join('\n\n')],
  ['table', table],
]);

function block(node: HtmlElement): string {
  if (isSilent(node)) return '';
  const heading = /^h([1-6])$/.exec(node.tag);
  if (heading) return `${'#'.repeat(Number(heading[1]))} ${inline(node.children)}`.trimEnd();
  const rule = classRule(node) ?? ownRules.get(node.tag) ?? tagRules.get(node.tag);
  return rule === undefined ? blocks(node.children) : rule(node, blocks);
}

const rules: ReadonlyMap<string, Rule> = new Map(classRules);

function classRule(node: HtmlElement): Rule | undefined {
  const names = node.attributes.class;
  return names === undefined ? undefined : rules.get(ownClass(names));
}

/** The address of a link around blocks, which Markdown has no form for. */
function linkLine({ attributes: { href } }: HtmlElement): string {
  return href ? `[${href}](${target(href)})` : '';
}

function isBlockHolder(node: HtmlElement): boolean {
  return node.children.some((child) => typeof child !== 'string' && isBlock(child));
}

function list(node: HtmlElement, mark: (index: number) => string): string {
  let before = '';
  const texts: string[] = [];
  for (const part of listParts(node.children)) {
    if (!Array.isArray(part)) texts.push(item(part));
    else {
      const text = blocks(part);
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

function item({ children }: HtmlElement): string {
  const box = children
    .concat(children.flatMap((child) => (isTag(child, 'p') ? child.children : [])))
    .find((child) => isTag(child, 'input'));
  const check = box && typeof box !== 'string' ? (box.attributes.checked === undefined ? '[ ] ' : '[x] ') : '';
  return check + blocks(children);
}
