/**
 * A highlighter that does no block twice, also not in a later build: a page that has changed has most of its code as it
 * was, and opening the grammars of its languages takes longer than everything else about one page.
 */
import { hash } from 'node:crypto';
import type { DeferredCode } from './deferred-highlight.ts';
import type { HighlightedCode, Highlighter } from './highlighter.ts';

/** Where highlighted blocks are kept, by the hash of their text. Themes and grammars are for its owner to tell apart. */
export interface CachedCode {
  get(key: string): string | undefined;
  set(key: string, text: string): void;
  /** While there is one, blocks that are not kept will come later. */
  late?(): DeferredCode | undefined;
}

/** What comes `late` is told without its styles, which are known when its marks are filled in. */
export function cachedHighlighter(highlighter: Highlighter, kept: CachedCode): Highlighter {
  return {
    isUnknown: (language) => highlighter.isUnknown(language),
    nearest: (language) => highlighter.nearest(language),
    highlight(code, language) {
      const key = codeKey(code, language);
      const known = kept.get(key);
      if (known !== undefined) return JSON.parse(known) as HighlightedCode;
      const late = kept.late?.();
      if (late) return { lines: late.marksOf(key, code), styles: [], isUnknown: highlighter.isUnknown(language) };
      const highlighted = highlighter.highlight(code, language);
      kept.set(key, JSON.stringify(highlighted));
      return highlighted;
    },
  };
}

/** Where a block is kept. */
export function codeKey(code: string, language: string): string {
  return hash('sha256', `${language}\n${code}`);
}
