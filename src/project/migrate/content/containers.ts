/** Callouts, tabs and collapsible blocks that are written with colons (`:::note`) or exclamation marks (`!!! note`). */
import { withoutLinks } from '../../../shared/inline-marks.ts';
import type { Dialect } from '../model.ts';
import { attribute } from './tags.ts';

const callouts: ReadonlyMap<string, string> = new Map(
  Object.entries({
    note: 'Note',
    info: 'Info',
    abstract: 'Info',
    summary: 'Info',
    tldr: 'Info',
    todo: 'Info',
    seealso: 'Info',
    example: 'Info',
    quote: 'Note',
    cite: 'Note',
    tip: 'Tip',
    hint: 'Tip',
    important: 'Info',
    success: 'Check',
    check: 'Check',
    done: 'Check',
    question: 'Note',
    help: 'Note',
    faq: 'Note',
    warning: 'Warning',
    caution: 'Warning',
    attention: 'Warning',
    failure: 'Danger',
    fail: 'Danger',
    missing: 'Danger',
    danger: 'Danger',
    error: 'Danger',
    bug: 'Danger',
    secondary: 'Note',
    default: 'Note',
  }),
);

/** The callout component for the name of another tool; any name that is not known is a note. */
export function calloutOf(name: string): string {
  return callouts.get(name.toLowerCase()) ?? 'Note';
}

/** Prints a block component around lines that are already converted, at an indentation. */
function block(indent: string, tag: string, attributes: string, lines: readonly string[]): string[] {
  const inner = trimBlank(lines);
  return [`${indent}<${tag}${attributes}>`, '', ...inner, '', `${indent}</${tag}>`];
}

function trimBlank(lines: readonly string[]): readonly string[] {
  let [start, end] = [0, lines.length];
  while (start < end && lines[start]?.trim() === '') start++;
  while (end > start && lines[end - 1]?.trim() === '') end--;
  return lines.slice(start, end);
}

/** A title in Markdown as the text of an attribute. */
export function plainTitle(text: string): string {
  return withoutLinks(text)
    .replace(/(\*\*|__|~~)(.+?)\1/g, '$2')
    .replace(/(^|\W)[*_](\S.*?)[*_](?=\W|$)/g, '$1$2')
    .replace(/\{[#:.][^}]*\}/g, '')
    .replace(/:octicons[\w-]*:|:material[\w-]*:|:fontawesome[\w-]*:|:simple[\w-]*:/g, '')
    .trim();
}

const containerOpen =
  /^((?:[ \t]*>)*[ \t]*(?:[-*+][ \t]+)?)(:{3,})[ \t]*(\{?[A-Za-z][\w-]*\}?)(?:\[(.*)\])?[ \t]*(?:\{([^}]*)\})?[ \t]*(.*)$/;

/** `:::note[Title]`, `::: tip Title`, `::: code-group`, `::: details`, with any nesting. */
export function convertContainers(lines: readonly string[], dialect: Dialect): string[] {
  const out: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const match = containerOpen.exec(line);
    if (!match) {
      out.push(line);
      continue;
    }
    const [, indent = '', colons = '', rawName = '', bracket, braces = '', rest = ''] = match;
    const name = rawName.replace(/[{}]/g, '');
    const end = endOfContainer(lines, at, colons.length);
    const inner = convertContainers(lines.slice(at + 1, end), dialect);
    const words = plainTitle(bracket ?? /\btitle=["']([^"']+)["']/.exec(braces)?.[1] ?? rest.replace(/^\|/, ''));
    const prefix = indent.replace(/[-*+]/, ' ');
    const made = container(name, words, prefix, inner);
    made[0] = (made[0] ?? '').replace(prefix, indent);
    out.push(...made);
    at = end;
  }
  return out;
}

function container(name: string, title: string, indent: string, inner: readonly string[]): string[] {
  switch (name) {
    case 'code-group':
      return block(indent, 'CodeGroup', '', inner);
    case 'details':
      return block(indent, 'Accordion', attribute('title', title || 'Details'), inner);
    case 'raw':
    case 'v-pre':
      return [...inner];
    case 'tabs':
      return block(indent, 'Tabs', '', tabItems(inner, indent));
    case 'steps':
      return [...inner];
    default:
      return block(indent, calloutOf(name), attribute('title', title), inner);
  }
}

/** `== npm` inside of `::: tabs` (vitepress-plugin-tabs). */
function tabItems(lines: readonly string[], indent: string): string[] {
  const out: string[] = [];
  let open: { title: string; lines: string[] } | undefined;
  const flush = () => open && out.push(...block(indent, 'Tab', attribute('title', open.title), open.lines), '');
  for (const line of lines) {
    const title = /^[ \t]*==[ \t]+(.+)$/.exec(line)?.[1];
    if (title !== undefined) {
      flush();
      open = { title, lines: [] };
    } else if (open) open.lines.push(line);
    else out.push(line);
  }
  flush();
  return out;
}

/** Index of the closing line; of the line after the last one if there is none. */
function endOfContainer(lines: readonly string[], start: number, colons: number): number {
  let depth = 0;
  for (let at = start + 1; at < lines.length; at++) {
    const line = lines[at] as string;
    const close = /^[ \t>]*(:{3,})[ \t]*$/.exec(line)?.[1];
    if (close !== undefined) {
      if (close.length >= colons && depth === 0) return at;
      if (depth > 0) depth--;
      else if (close.length >= colons) return at;
      continue;
    }
    const open = containerOpen.exec(line)?.[2];
    if (open !== undefined) depth++;
  }
  return lines.length;
}

const admonition = /^([ \t]*)(!!!|\?\?\?\+?)[ \t]+([\w-]+(?:[ \t]+(?:inline|end|[\w-]+))*)?[ \t]*(?:"((?:[^"\\]|\\.)*)")?[ \t]*$/;
const tab = /^([ \t]*)===[!+]*[ \t]+(?:"((?:[^"\\]|\\.)*)"|'([^']*)')[ \t]*$/;

/** `!!! note "Title"`, `??? note`, `=== "Tab"` and `/// note` of MkDocs, whose content is indented. */
export function convertIndented(lines: readonly string[]): string[] {
  const out: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const found = admonition.exec(line);
    if (found) {
      const [, indent = '', mark = '', kinds = 'note', title] = found;
      const { inner, next } = indentedBlock(lines, at + 1, indent);
      const kind = kinds.split(/\s+/)[0] ?? 'note';
      const content = convertIndented(inner).map((each) => (each === '' ? '' : indent + each));
      const words = title === undefined ? undefined : plainTitle(title);
      if (mark === '!!!') out.push(...block(indent, calloutOf(kind), attribute('title', words), content));
      else {
        const isOpen = mark.endsWith('+') ? ' defaultOpen' : '';
        out.push(...block(indent, 'Accordion', attribute('title', words || capital(kind)) + isOpen, content));
      }
      out.push('');
      at = next - 1;
      continue;
    }
    if (tab.test(line)) {
      const indent = tab.exec(line)?.[1] ?? '';
      const made: string[] = [];
      let next = at;
      for (;;) {
        let start = next;
        while (start < lines.length && lines[start]?.trim() === '') start++;
        const each = tab.exec(lines[start] ?? '');
        if (!each || each[1] !== indent || (next !== at && /^[ \t]*===!/.test(lines[start] ?? ''))) break;
        const content = indentedBlock(lines, start + 1, indent);
        const inner = convertIndented(content.inner).map((one) => (one === '' ? '' : indent + one));
        made.push(...block(indent, 'Tab', attribute('title', plainTitle(each[2] ?? each[3] ?? '')), inner), '');
        next = content.next;
      }
      out.push(...block(indent, 'Tabs', '', made), '');
      at = next - 1;
      continue;
    }
    out.push(line);
  }
  return out;
}

/** The lines that are indented by at least one more step, without that step. */
function indentedBlock(lines: readonly string[], start: number, indent: string): { inner: string[]; next: number } {
  const inner: string[] = [];
  let next = start;
  for (let at = start; at < lines.length; at++) {
    const line = (lines[at] as string).replace(/^\t+/, (tabs) => '    '.repeat(tabs.length));
    if (line.trim() === '') {
      inner.push('');
      continue;
    }
    const width = /^ */.exec(line)?.[0].length ?? 0;
    if (width < indent.length + 2 || (width < indent.length + 4 && !/^\s*\ue000/.test(line) && width < indent.length + 3)) break;
    inner.push(line.slice(Math.min(width, indent.length + 4)));
    next = at + 1;
  }
  return { inner: inner.slice(0, next - start), next };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
