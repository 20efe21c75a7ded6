/** Highlights the blocks of a page before the page is compiled, so that another thread can: their text alone is needed. */

import type { LightDark } from '../../../model/site-config.ts';
import { fillVariables } from '../../../shared/variables.ts';
import { codeKey } from './cached-highlighter.ts';
import { bareCode } from './code-html.ts';
import { readFenceWord } from './fence-meta.ts';
import { findFences } from './fences.ts';
import { createHighlighter } from './highlighter.ts';

/** All of the configuration that the colours of a page's code depend on: plain data, for it goes to a thread. */
export interface CodeSettings {
  readonly codeTheme: LightDark<string>;
  /** Texts of TextMate grammars, not their paths. */
  readonly customLanguages: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

/** A block as `cachedHighlighter` keeps it. */
export type CachedBlock = readonly [key: string, text: string];

/** Beyond these it is no longer known which blocks were done. */
const maxKnown = 20_000;
/** They become pictures. */
const undrawn = new Set(['mermaid', 'math']);

/** The text of a page → those of its blocks that were not given before. */
export function prefetchHighlight({ codeTheme, customLanguages, variables }: CodeSettings): (text: string) => CachedBlock[] {
  const highlighter = createHighlighter(codeTheme, customLanguages);
  const known = new Set<string>();
  return (text) => {
    const blocks: CachedBlock[] = [];
    for (const { word, code } of findFences(text.includes('{{') ? fillVariables(text, variables) : text)) {
      const { language } = readFenceWord(word);
      if (undrawn.has(language)) continue;
      const source = bareCode(code);
      const key = codeKey(source, language);
      if (known.has(key)) continue;
      if (known.size > maxKnown) known.clear();
      known.add(key);
      blocks.push([key, JSON.stringify(highlighter.highlight(source, language))]);
    }
    return blocks;
  };
}
