/** The headings of a page's text with their positions, without compiling it. */

import { codeRanges } from '../../project/edits/code-ranges.ts';
import { withoutLinks } from '../../shared/inline-marks.ts';
import { slug } from '../../shared/slug.ts';
import type { Span } from './project-view.ts';

/** A heading in Markdown; `span` is its line. */
export interface WrittenHeading {
  readonly depth: number;
  readonly text: string;
  /** The id that the author wrote, or the slug of the text; not unique. */
  readonly id: string;
  readonly span: Span;
}

/** In document order. Lines of code are not headings. */
export function headingsOf(text: string): WrittenHeading[] {
  const isCode = codeRanges(text);
  return [...text.matchAll(/^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*\r?$/gm)].flatMap((match) => {
    if (isCode(match.index)) return [];
    const [, words = '', given] = /^(.*?)[ \t]*(?:\\?\{#([^}\s]+)\})?$/.exec(match[2] as string) ?? [];
    const plain = withoutLinks(words)
      .replace(/<[^>]*>/g, '')
      .replace(/[*_`~]/g, '')
      .trim();
    const end = match.index + match[0].replace(/\r$/, '').length;
    return [{ depth: (match[1] as string).length, text: plain, id: given ?? slug(plain), span: { start: match.index, end } }];
  });
}
