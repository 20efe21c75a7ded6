/** Highlights the blocks of a page before the page is complete. Needs only texts, so another thread can do it. */

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

/** A block of a generated example, as it will be highlighted. */
export interface CodeBlock {
  readonly code: string;
  readonly language: string;
}

/** The text of a page, whose fences are highlighted, or the blocks of a reference page. */
export type CodeSource = string | readonly CodeBlock[];

/** A block in the format of `cachedHighlighter`'s cache. */
export type CachedBlock = readonly [key: string, text: string];

/** Above this number, the set of finished blocks is cleared. */
const maxKnown = 20_000;
/** Rendered as diagrams and formulas. */
const notHighlighted = new Set(['mermaid', 'math']);

/** The text of a page → its blocks that were not returned before; blocks → the same blocks. */
export function prefetchHighlight({ codeTheme, customLanguages, variables }: CodeSettings): (source: CodeSource) => CachedBlock[] {
  const highlighter = createHighlighter(codeTheme, customLanguages);
  const examples = createHighlighter(codeTheme);
  const known = new Set<string>();
  return (source) => {
    if (typeof source !== 'string')
      return source.map(({ code, language }) => [codeKey(code, language), JSON.stringify(examples.highlight(code, language))]);
    const blocks: CachedBlock[] = [];
    for (const { word, code } of findFences(source.includes('{{') ? fillVariables(source, variables) : source)) {
      const { language } = parseFenceWord(word);
      if (notHighlighted.has(language)) continue;
      const shown = withoutNotations(code);
      const key = codeKey(shown, language);
      if (known.has(key)) continue;
      if (known.size > maxKnown) known.clear();
      known.add(key);
      blocks.push([key, JSON.stringify(highlighter.highlight(shown, language))]);
    }
    return blocks;
  };
}
