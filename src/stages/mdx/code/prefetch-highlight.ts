/** Highlights the blocks of a page before the page is compiled. Needs only its text, so another thread can do it. */

import type { LightDark } from '../../../model/site-config.ts';
import { fillVariables } from '../../../shared/variables.ts';
import { codeKey } from './cached-highlighter.ts';
import { withoutNotations } from './code-html.ts';
import { parseFenceWord } from './fence-meta.ts';
import { findFences } from './fences.ts';
import { createHighlighter } from './highlighter.ts';

/** The configuration that code highlighting depends on: plain data, which can be passed to a thread. */
export interface CodeSettings {
  readonly codeTheme: LightDark<string>;
  /** Texts of TextMate grammars, not their paths. */
  readonly customLanguages: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

/** A block in the format of `cachedHighlighter`'s cache. */
export type CachedBlock = readonly [key: string, text: string];

/** Above this number, the set of finished blocks is cleared. */
const maxKnown = 20_000;
/** Rendered as diagrams and formulas. */
const notHighlighted = new Set(['mermaid', 'math']);

/** The text of a page → its blocks that were not returned before. */
export function prefetchHighlight({ codeTheme, customLanguages, variables }: CodeSettings): (text: string) => CachedBlock[] {
  const highlighter = createHighlighter(codeTheme, customLanguages);
  const known = new Set<string>();
  return (text) => {
    const blocks: CachedBlock[] = [];
    for (const { word, code } of findFences(text.includes('{{') ? fillVariables(text, variables) : text)) {
      const { language } = parseFenceWord(word);
      if (notHighlighted.has(language)) continue;
      const source = withoutNotations(code);
      const key = codeKey(source, language);
      if (known.has(key)) continue;
      if (known.size > maxKnown) known.clear();
      known.add(key);
      blocks.push([key, JSON.stringify(highlighter.highlight(source, language))]);
    }
    return blocks;
  };
}
