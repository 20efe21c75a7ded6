/**
 * A highlighter that caches blocks across builds. Most code of a changed page is unchanged, and loading the grammars
 * of its languages takes longer than the rest of the page.
 */
import { hash } from 'node:crypto';
import type { DeferredCode } from './deferred-highlight.ts';
import type { HighlightedCode, Highlighter } from './highlighter.ts';

/** A cache of highlighted blocks by the hash of their text. The caller separates themes and grammars. */
export interface CodeCache {
  get(key: string): string | undefined;
  set(key: string, text: string): void;
  /** If this returns an object, uncached blocks are highlighted later. */
  deferred?(): DeferredCode | undefined;
}

/** A deferred block is returned without styles; they are known when its placeholders are filled. */
export function cachedHighlighter(highlighter: Highlighter, cache: CodeCache): Highlighter {
  return {
    isUnknown: (language) => highlighter.isUnknown(language),
    nearest: (language) => highlighter.nearest(language),
    highlight(code, language) {
      const key = codeKey(code, language);
      const known = cache.get(key);
      if (known !== undefined) return JSON.parse(known) as HighlightedCode;
      const deferred = cache.deferred?.();
      if (deferred) return { lines: deferred.placeholders(key, code), styles: [], isUnknown: highlighter.isUnknown(language) };
      const highlighted = highlighter.highlight(code, language);
      cache.set(key, JSON.stringify(highlighted));
      return highlighted;
    },
  };
}

/** The cache key of a block. */
export function codeKey(code: string, language: string): string {
  return hash('sha256', `${language}\n${code}`);
}
