/**
 * Characters that must reach the reader although the parser would read them as syntax. They are hidden from it as
 * noncharacters of the same length and come back in every string of the tree.
 */
import { isExpression, isJsx, type SyntaxNode } from './syntax-tree.ts';

const pairs: readonly (readonly [string, string])[] = [
  ['<', '\ufdd0'],
  ['{', '\ufdd1'],
  ['}', '\ufdd2'],
  ['$', '\ufdd3'],
  ['`', '\ufdd6'],
  ['\n', '\ufdd7'],
];
const hide = new Map(pairs);
const show = new Map(pairs.map(([plain, hidden]) => [hidden, plain]));
const anyHidden = /[\ufdd0-\ufdd3\ufdd6\ufdd7]/;
const hiddenInText = /[\ufdd0-\ufdd3\ufdd6\ufdd7]/g;
/** The same in a URL, where the parser has percent-encoded them. */
const hiddenInUrl = /%EF%B7%9[0-367]/g;

/**
 * Of what `which` matches, `<`, `{`, `}`, `$`, backtick and line feed are hidden; each match must be one character. The
 * length stays.
 */
export function hideCharacters(text: string, which: RegExp): string {
  return text.replace(which, (character) => hide.get(character) ?? character);
}

/** Whether `showInTree` has anything to do; asked of the text, which is quicker than a walk. */
export function hasHidden(text: string): boolean {
  return anyHidden.test(text);
}

function showCharacters(text: string): string {
  return text.replace(hiddenInText, (character) => show.get(character) ?? character);
}

/** Brings the characters back everywhere below. */
export function showInTree(nodes: readonly SyntaxNode[]): void {
  for (const node of nodes) {
    if (node.type === 'text' || isExpression(node) || node.type === 'mdxjsEsm') node.value = showCharacters(node.value);
    else if (isJsx(node)) {
      for (const attribute of node.attributes) {
        if (typeof attribute.value === 'string') attribute.value = showCharacters(attribute.value);
        else if (attribute.value) attribute.value.value = showCharacters(attribute.value.value);
      }
      showInTree(node.children);
    } else if (node.type === 'element') {
      for (const [name, value] of Object.entries(node.properties)) {
        if (typeof value === 'string')
          node.properties[name] = showCharacters(value.replace(hiddenInUrl, (code) => showCharacters(decodeURIComponent(code))));
      }
      if (node.data?.meta) (node.data as { meta: string }).meta = showCharacters(node.data.meta);
      showInTree(node.children);
    }
  }
}
