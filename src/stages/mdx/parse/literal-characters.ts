/**
 * Characters that the parser must not read as syntax. They are replaced with noncharacters of the same length and
 * restored in every string of the tree.
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
 * Replaces `<`, `{`, `}`, `$`, backtick and line feed where `which` matches; each match must be one character. The
 * length does not change.
 */
export function hideCharacters(text: string, which: RegExp): string {
  return text.replace(which, (character) => hide.get(character) ?? character);
}

/** Whether `restoreInTree` has to run; checking the text is faster than walking the tree. */
export function hasHidden(text: string): boolean {
  return anyHidden.test(text);
}

/** The text with the original characters. */
export function restoreCharacters(text: string): string {
  return text.replace(hiddenInText, (character) => show.get(character) ?? character);
}

/** Restores the characters in all descendants. */
export function restoreInTree(nodes: readonly SyntaxNode[]): void {
  for (const node of nodes) {
    if (node.type === 'text' || isExpression(node) || node.type === 'mdxjsEsm') node.value = restoreCharacters(node.value);
    else if (isJsx(node)) {
      for (const attribute of node.attributes) {
        if (typeof attribute.value === 'string') attribute.value = restoreCharacters(attribute.value);
        else if (attribute.value) attribute.value.value = restoreCharacters(attribute.value.value);
      }
      restoreInTree(node.children);
    } else if (node.type === 'element') {
      for (const [name, value] of Object.entries(node.properties)) {
        if (typeof value === 'string')
          node.properties[name] = restoreCharacters(value.replace(hiddenInUrl, (code) => restoreCharacters(decodeURIComponent(code))));
      }
      if (node.data?.meta) (node.data as { meta: string }).meta = restoreCharacters(node.data.meta);
      restoreInTree(node.children);
    }
  }
}
