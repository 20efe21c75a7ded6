/**
 * How text becomes search words, the same at build time and for a query.
 *
 * Pagefind divides text at spaces. Chinese, Japanese, Korean and Thai words have none between them (or are not what a
 * reader types), so a run of such letters becomes its overlapping pairs, and a query finds any stretch of it:
 *
 *   "全文検索です"  →  全文 文検 検索 索で です す        query "検索" → 検索
 *
 * Pagefind would divide, decompose and fold these letters in its own ways, in the index otherwise than in the browser;
 * so a pair is written as a code of digits, which both leave alone: `q` and two numbers of six digits. The pairs of a
 * run can be read back: each shows its first letter, and the single letter that ends a run shows itself.
 */

const paired = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}';
/** Letters and marks of those scripts; their punctuation divides runs as a space does. */
const pairedRun = new RegExp(`(?:(?=[\\p{L}\\p{M}\\p{N}])[${paired}])+`, 'gu');
/** Whether a text holds letters that are searched by pairs. */
export const pairedLetter: RegExp = new RegExp(`[${paired}]`, 'u');
/** Korean has spaces between words. */
const spaceless =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\u3000-\u303F\uFF00-\uFFEF]/u;
const wide = /[\uFF01-\uFFEE]+/g;
const code = /^q(\d{6})(\d{6})?$/;

/** Text as it goes into the index. */
export function indexText(text: string): string {
  return pairedLetter.test(text) ? oneForm(text).replace(pairedRun, (run) => ` ${codesOf(run).join(' ')} `) : text;
}

/** What a reader typed, as it is looked up. Paths are looked up by their parts, whatever stands before them. */
export function queryText(query: string): string {
  const words = oneForm(query).replace(/[/{}<>?&=#,;:]+/g, ' ');
  const text = words.replace(pairedRun, (run) => {
    const codes = codesOf(run);
    return ` ${(codes.length > 1 ? codes.slice(0, -1) : codes).join(' ')} `;
  });
  return text.replace(/\s+/g, ' ').trim();
}

/** A word of the index as a reader sees it, and whether a space may follow. */
export function shownWord(word: string): { readonly text: string; readonly endsRun: boolean } {
  const match = code.exec(word);
  if (match === null) return { text: word, endsRun: true };
  return { text: String.fromCodePoint(Number(match[1])), endsRun: match[2] === undefined };
}

/** A stretch of index text as a reader sees it. */
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

/** Whether two pieces of text that stood apart in the index have a space between them: scripts without word spaces do not. */
export function needsSpace(before: string, after: string): boolean {
  if (before === '' || after === '') return false;
  const left = before.at(-1) as string;
  const right = after[0] as string;
  if (!spaceless.test(left) && !spaceless.test(right)) return true;
  // Between such a letter and a Latin one a space is good manners.
  return spaceless.test(left) !== spaceless.test(right) && /[\p{L}\p{N}]/u.test(left) && /[\p{L}\p{N}]/u.test(right);
}

/** Wide Latin and narrow Katakana as usual, letters composed of parts as one. */
function oneForm(text: string): string {
  return text.normalize('NFC').replace(wide, (letters) => letters.normalize('NFKC'));
}

function codesOf(run: string): string[] {
  const letters = Array.from(run, (letter) => String(letter.codePointAt(0)).padStart(6, '0'));
  return letters.map((letter, index) => `q${letter}${letters[index + 1] ?? ''}`);
}
