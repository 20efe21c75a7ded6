/**
 * HTML blocks of Markdown as MDX can read them. Markdown takes lines of HTML as they are; in MDX, text beside tags
 * becomes paragraphs, so elements that span lines do not close where they were opened.
 */
import { type DefaultTreeAdapterMap, parseFragment, serialize } from 'parse5';
import { outsideCode } from './protect.ts';

type Node = DefaultTreeAdapterMap['childNode'];

/** Removes scripts and styles at the start of a line, which readers do not see. `report` gets each script. */
export function withoutScripts(source: string, report: (what: string, hint: string) => void): string {
  const withoutBlock = (whole: string, name: string): string => {
    if (name === 'script')
      report(whole.trim().split('\n', 1)[0] as string, 'move the code to a .js file of the project, which every page loads');
    return '';
  };
  return outsideCode(source, (prose) => prose.replace(/^[ \t]*<(script|style)(?=[\s>])[^>]*>[\s\S]*?<\/\1>[ \t]*$/gm, withoutBlock));
}

/** `<pre>` at the start of a line becomes a fenced block with its text: its lines may be blank. */
export function preToFences(source: string): string {
  const toFence = (whole: string, indent: string): string => {
    const [pre] = parseFragment(whole.trim()).childNodes;
    if (pre === undefined || !('tagName' in pre)) return whole;
    const lines = textOf(pre)
      .replace(/^\n|\n$/g, '')
      .split('\n');
    const longest = Math.max(2, ...lines.flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length)));
    const marker = '`'.repeat(longest + 1);
    return [`${marker}${infoOf(pre)}`, ...lines, marker].map((line) => (line === '' ? '' : indent + line)).join('\n');
  };
  return outsideCode(source, (prose) => prose.replace(/^([ \t]*)<pre(?=[\s>])[^>]*>[\s\S]*?<\/pre>[ \t]*$/gm, toFence));
}

type Element = DefaultTreeAdapterMap['element'];

/** The language and settings of a block, of its classes and those of its `<code>`. */
function infoOf(pre: Element): string {
  const code = pre.childNodes.find((child): child is Element => 'tagName' in child && child.tagName === 'code');
  const attributeOf = (element: Element | undefined, name: string) => element?.attrs.find((each) => each.name === name)?.value;
  const language =
    /(?:^|\s)lang(?:uage)?-([\w+#.-]+)/.exec(`${attributeOf(pre, 'class') ?? ''} ${attributeOf(code, 'class') ?? ''}`)?.[1] ?? '';
  const title = attributeOf(pre, 'data-title');
  const marks = [title && `title="${title.replace(/"/g, "'")}"`, attributeOf(pre, 'data-line-numbers') !== undefined && 'lines'];
  return [language, ...marks].filter(Boolean).join(' ');
}

function textOf(node: Node): string {
  if ('value' in node) return node.value;
  if ('tagName' in node && node.tagName === 'br') return '\n';
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

/**
 * Tables and lists of HTML alone: each cell and item in a line of its own, with the end tags that HTML may omit. One with
 * Markdown after a blank line stays, and one in another of its kind.
 */
export function plainBlocks(text: string): string {
  return text.replace(/^([ \t]*)<(table|ul|ol|dl)(?=[\s>])[\s\S]*?<\/\2>[ \t]*$/gm, (table, indent: string, name: string) => {
    if (
      /\n[ \t]*\n[ \t]*[^<\s]/.test(table) ||
      new RegExp(`<${name}(?=[\\s>])`).test(table.slice(indent.length + 2)) ||
      /[\ue000]F/.test(table)
    )
      return table;
    const tree = parseFragment(table.trim());
    const [root] = tree.childNodes;
    // Text that is not in a cell: parsers move it out of the table.
    if (tree.childNodes.length !== 1 || root === undefined || !('tagName' in root) || root.tagName !== name) return table;
    return linesOf(root)
      .map((line) => indent + line)
      .join('\n');
  });
}

/** Elements whose children are rows, cells and items. */
const structure = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup', 'ul', 'ol', 'dl']);

function linesOf(element: Element): string[] {
  const children = element.childNodes.filter((child): child is Element => 'tagName' in child);
  const [open = '', close = ''] = tagsOf(element);
  if (!structure.has(element.tagName))
    return [
      `${open}${serialize(element)
        .replace(/\s*\n\s*/g, ' ')
        .trim()}${close}`,
    ];
  return [open, ...children.flatMap(linesOf), ...(close === '' ? [] : [close])];
}

function tagsOf({ tagName, attrs }: Element): [string, string] {
  const attributes = attrs.map(({ name, value }) => ` ${name}="${value.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}"`).join('');
  return [`<${tagName}${attributes}>`, tagName === 'col' ? '' : `</${tagName}>`];
}
