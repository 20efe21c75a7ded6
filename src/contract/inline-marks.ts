/** The marks of the little Markdown that banners, descriptions and the 404 text may hold: bold, italic, code, links. */

// Alternatives with no overlap and bounded look-ahead per character class, so that hostile text stays linear enough
// for the lengths that a docs.json and a front matter hold. As in Markdown, a mark beside a space marks nothing (`2 * 3 * 4`),
// nor do two underscores within a word (`CORE__LOG__LEVEL`).
/**
 * Captures, one of them set: `**strong**`, `__strong__`, emphasis, code, and the label and address of a link. Global:
 * for `replace` and `matchAll`, which begin at the start of the text each time.
 */
export const inlineMarks =
  /\*\*(?=\S)([^*\n]+)(?<=\S)\*\*|(?<!\w)__(?=\S)([^_\n]+)(?<=\S)__(?!\w)|(?<![\w*])[*_](?=\S)([^*_\n]+)(?<=\S)[*_](?!\w)|`([^`\n]+)`|\[([^\][\n]+)\]\(([^()\s]+)\)/g;

/** The words alone, for places that hold no markup: meta tags, search, feeds. */
export function withoutMarks(text: string): string {
  return text.replace(inlineMarks, (whole, strong?: string, strongToo?: string, emphasis?: string, code?: string, label?: string) => {
    const words = strong ?? strongToo ?? emphasis ?? label;
    return words === undefined ? (code ?? whole) : withoutMarks(words);
  });
}
