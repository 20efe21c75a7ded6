/** Vue in VitePress pages: scripts and styles are removed and reported, expressions stay as text. */
import type { Values } from './front-matter.ts';
import { attribute, mapTags, stringOf } from './tags.ts';

type Report = (what: string, hint: string, needle?: string) => void;

/** `<script setup>` and `<style>` at the start of a line, outside of code. */
export function removeVueBlocks(source: string, report: Report): string {
  let fence = '';
  let block = '';
  return source
    .split('\n')
    .filter((line) => {
      const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
      if (block === '' && mark !== '') {
        if (fence === '') fence = mark;
        else if (mark.startsWith(fence)) fence = '';
      }
      if (fence !== '') return true;
      if (block === '') {
        block = /^<(script|style)\b/.exec(line)?.[1] ?? '';
        if (block === '') return true;
        if (block === 'script') report(line.trim(), 'move the logic to a JSX component in /snippets and import it');
      }
      if (line.includes(`</${block}>`)) block = '';
      return false;
    })
    .join('\n');
}

/** Names of the components that the `<script>` blocks of a page import, such as `X` of `import X from './X.vue'`. */
export function scriptImports(source: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [, name, list = ''] of source.matchAll(/^[ \t]*import[ \t]+(?:([A-Z]\w*)|\{([^}]*)\})/gm)) {
    if (name !== undefined) names.add(name);
    for (const [imported] of list.matchAll(/\b[A-Z]\w*(?=\s*(?:,|$))/g)) names.add(imported);
  }
  return names;
}

/** `[[toc]]`, `{{ expression }}`, `<Badge>`, `v-pre`. */
export function vueInline(source: string, values: Values, report: Report): string {
  const text = source.replace(/^\[\[toc\]\][ \t]*$/gim, '').replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (whole, expression: string) => {
    const key = /^\$frontmatter\.(\w+)$/.exec(expression)?.[1];
    if (key !== undefined && typeof values[key] === 'string') return values[key];
    report(whole, `write the value of ${expression} here`);
    return whole;
  });
  return mapTags(text, (tag) => {
    if (tag.name === 'Badge') {
      if (tag.isClosing) return undefined;
      const words = stringOf(tag, 'text') ?? '';
      return tag.isSelfClosing ? `<Badge>${words}</Badge>` : '<Badge>';
    }
    if (['template', 'ClientOnly', 'component', 'Teleport', 'slot'].includes(tag.name)) return '';
    if (tag.name === 'RouterLink' || tag.name === 'router-link')
      return tag.isClosing ? '</a>' : `<a${attribute('href', stringOf(tag, 'to'))}>`;
    return undefined;
  });
}
