/** Splits Markdown into sections at its headings, ignoring code blocks. */
import { withoutLinks } from '../../shared/inline-marks.ts';

/** A heading with the text up to the next heading of any level. */
export interface Section {
  /** Plain text; empty for the text before the first heading. */
  readonly title: string;
  /** 1–6. */
  readonly depth: number;
  /** Without the heading. */
  readonly text: string;
}

/** In document order, in linear time. Text before the first heading is a separate section. */
export function sectionsOf(markdown: string): Section[] {
  const sections: { title: string; depth: number; lines: string[] }[] = [{ title: '', depth: 1, lines: [] }];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    // A line with more backticks is inline code rather than a fence (CommonMark 4.5).
    const [, ticks, tildes] = /^\s*(?:(`{3,})[^`]*$|(~{3,}))/.exec(line) ?? [];
    const mark = ticks ?? tildes;
    if (mark !== undefined && fence === undefined) fence = mark;
    else if (fence !== undefined && mark?.startsWith(fence) && /^\s*[`~]+\s*$/.test(line)) fence = undefined;
    const heading = fence === undefined ? /^(#{1,6})\s+(.*)$/.exec(line) : null;
    if (heading) sections.push({ title: plainTitle(heading[2] ?? ''), depth: (heading[1] as string).length, lines: [] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections
    .map(({ title, depth, lines }) => ({ title, depth, text: lines.join('\n').trim() }))
    .filter(({ title, text }) => title !== '' || text !== '');
}

/** A section with its subsections as written; undefined when there is no section of that name. */
export function sectionNamed(markdown: string, name: string): string | undefined {
  const sections = sectionsOf(markdown);
  const wanted = plainTitle(name).toLowerCase();
  const at = sections.findIndex(({ title }) => title.toLowerCase() === wanted);
  const first = sections[at];
  if (first === undefined) return undefined;
  const end = sections.findIndex(({ depth }, index) => index > at && depth <= first.depth);
  return sections
    .slice(at, end < 0 ? sections.length : end)
    .map(({ title, depth, text }) => `${'#'.repeat(depth)} ${title}\n\n${text}`.trim())
    .join('\n\n');
}

function plainTitle(title: string): string {
  return withoutLinks(title.replace(/[`*_]|^#+\s+/g, '')).trim();
}
