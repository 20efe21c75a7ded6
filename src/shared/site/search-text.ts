/**
 * Converts text to search words, for the index and for queries.
 *
 * Pagefind splits text at spaces. Chinese, Japanese, Korean and Thai have no spaces between words (or not where readers
 * expect), so a run of such letters becomes its overlapping pairs, and a query finds any part of it:
 *
 *   "全文検索です" → 全文 文検 検索 索で です す query "検索" → 検索
 *
 * Pagefind would split, decompose and fold these letters differently in the index and in the browser; so a pair is
 * written as a code of digits, which both leave unchanged: `q` and two numbers of six digits. The pairs of a run can be
 * decoded: each shows its first letter, and the single letter that ends a run shows itself.
 */

const paired = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
/** Letters and marks of those scripts; their punctuation separates runs like a space. */
const pairedRun = new RegExp(`(?:(?=[\\p{L}\\p{M}\\p{N}])[${paired}])+`, 'gu');
/** Whether a text has letters that are indexed by pairs. */
export const pairedLetter: RegExp = new RegExp(`[${paired}]`, 'u');
/** Korean has spaces between words. */
const spaceless =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\u3000-\u303F\uFF00-\uFFEF]/u;
const wide = /[\uFF01-\uFFEE]+/g;
const code = /^q(\d{6})(\d{6})?$/;

/** Text for the index. */
export function indexText(text: string): string {
  return pairedLetter.test(text) ? oneForm(text).replace(pairedRun, (run) => ` ${codesOf(run).join(' ')} `) : text;
}

/** A query for the index. Paths are split into their parts. */
export function queryText(query: string): string {
  const words = oneForm(query).replace(/[/{}<>?&=#,;:]+/g, ' ');
  const text = words.replace(pairedRun, (run) => {
    const codes = codesOf(run);
    return ` ${(codes.length > 1 ? codes.slice(0, -1) : codes).join(' ')} `;
  });
  return text.replace(/\s+/g, ' ').trim();
}

/** A word of the index as displayed text, and whether a space may follow. */
export function shownWord(word: string): { readonly text: string; readonly endsRun: boolean } {
  const match = code.exec(word);
  if (match === null) return { text: word, endsRun: true };
  return { text: String.fromCodePoint(Number(match[1])), endsRun: match[2] === undefined };
}

/** A piece of index text as displayed text. */
export function shownText(text: string): string {
  let shown = '';
  let isOpen = false;
  for (const word of text.split(/\s+/)) {
    const { text: piece, endsRun } = shownWord(word);
    shown += isOpen || !needsSpace(shown, piece) ? piece : ` ${piece}`;
    isOpen = !endsRun;
  }
  return shown;
}

/** Whether a space is needed between two pieces of text: scripts without word spaces need none. */
export function needsSpace(before: string, after: string): boolean {
  if (before === '' || after === '') return false;
  const left = before.at(-1) as string;
  const right = after[0] as string;
  if (!spaceless.test(left) && !spaceless.test(right)) return true;
  // Typographic convention puts a space between such a letter and a Latin one.
  return spaceless.test(left) !== spaceless.test(right) && /[\p{L}\p{N}]/u.test(left) && /[\p{L}\p{N}]/u.test(right);
}

/** Normalises wide Latin, narrow Katakana and composed letters. */
function oneForm(text: string): string {
  return text.normalize('NFC').replace(wide, (letters) => letters.normalize('NFKC'));
}

function codesOf(run: string): string[] {
  const letters = Array.from(run, (letter) => String(letter.codePointAt(0)).padStart(6, '0'));
  return letters.map((letter, index) => `q${letter}${letters[index + 1] ?? ''}`);
}
