/**
 * `## Title {#id}` for the reference engine, which would read `{#id}` as JavaScript. The braces become noncharacters
 * of the same length, so that positions stay correct, and are read back from the tree.
 */
import type { SyntaxNode } from './syntax-tree.ts';

const open = '\ufdd4';
const close = '\ufdd5';

/** Before parsing: returns text of the same length. */
export function headingIdMarks(text: string): string {
  if (!text.includes('{#')) return text;
  return text.replace(/^([ \t>]*#{1,6}[ \t].*)\{#([^}\s]+)\}([ \t]*)$/gm, `$1${open}#$2${close}$3`);
}

/** The text of a heading without the id at its end, if there is one. */
export function headingIdOf(text: string): { readonly id: string; readonly text: string } | undefined {
  const match = new RegExp(`\\s*${open}#(.+)${close}\\s*$`).exec(text);
  return match ? { id: match[1] as string, text: text.slice(0, match.index) } : undefined;
}

/** Characters of ids elsewhere, as in code. */
export function withBraces(text: string): string {
  return text.replaceAll(open, '{').replaceAll(close, '}');
}

/** After parsing: changes the tree in place. Ids move to their headings; other occurrences become braces again. */
export function takeHeadingIds(nodes: readonly SyntaxNode[]): void {
  for (const node of nodes) {
    if (node.type === 'text' && node.value.includes(open)) {
      // It was in code.
      node.value = node.value.replaceAll(open, '{').replaceAll(close, '}');
    }
    if (!('children' in node)) continue;
    if (node.type === 'element' && /^h[1-6]$/.test(node.tagName)) {
      const last = node.children.at(-1);
      const match = last?.type === 'text' ? new RegExp(`\\s*${open}#(.+)${close}\\s*$`).exec(last.value) : null;
      if (match && last?.type === 'text') {
        node.properties.id = match[1];
        last.value = last.value.slice(0, match.index);
        if (last.value === '') node.children.pop();
      }
    }
    takeHeadingIds(node.children);
  }
}
