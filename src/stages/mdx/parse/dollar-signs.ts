/**
 * `$5 and $6` is money, `${NAME}` and `$HOME` are code, `$x^2$` is maths. The syntax alone takes every pair of `$` for a
 * formula; what stands on both sides of each sign tells which are none. Whatever could be a formula is one.
 */
import { hideCharacters } from './literal-characters.ts';
import type { SyntaxNode } from './syntax-tree.ts';

const hiddenDollar = hideCharacters('$', /\$/g);

/** Offsets of the opening `$` of formulas that are none. */
export function findPlainDollars(nodes: readonly SyntaxNode[], text: string, found: number[] = []): number[] {
  for (const node of nodes) {
    if (!('children' in node)) continue;
    if (node.type === 'element' && isInlineMath(node.properties)) {
      if (node.position && isPlain(text, node.position.start.offset, node.position.end.offset)) found.push(node.position.start.offset);
    } else findPlainDollars(node.children, text, found);
  }
  return found;
}

function isInlineMath(properties: Record<string, unknown>): boolean {
  return Array.isArray(properties.className) && properties.className.includes('math-inline');
}

function isPlain(text: string, start: number, end: number): boolean {
  if (text[start] !== '$' || text[start + 1] === '$' || text[end - 1] !== '$') return false;
  const inner = text.slice(start + 1, end - 1);
  // No formula reaches over a sign that is none.
  if (inner.includes(hiddenDollar)) return true;
  // Pandoc's rule: no space inside, no digit after.
  if (/^\s|\s$/.test(inner) || /\d/.test(text.charAt(end)) || endsInCode(inner, text.slice(end))) return true;
  // An amount: a formula that opens with a digit holds a sign of maths, or is a whole one: `$2/3$`, `$3f+1$`.
  if (/^\d/.test(inner)) return !/[\\^_{=]/.test(inner) && (isHashPrefix(inner) || !formula.test(inner));
  const after = text.slice(end, end + 100);
  return isBetweenNames(inner, after) || isSentence(inner);
}

/** `$ref is now written `#/$defs/` here`: the sign that would end the formula stands in code, which binds tighter. */
function endsInCode(inner: string, after: string): boolean {
  const marks = inner.match(/(?<!\\)`+/g) ?? [];
  return marks.length % 2 === 1 && (after.split(/\n[ \t]*\r?\n/, 1)[0] as string).includes(marks.at(-1) as string);
}

/** How hashes of bcrypt begin: `$2b$`. */
function isHashPrefix(inner: string): boolean {
  return /^2[aby]$/.test(inner);
}

const operand = String.raw`[([|]*(?:\d+(?:[.,]\d+)*[A-Za-z]?|[A-Za-z])['!%]*[)\]|]*`;
/**
 * Numbers and single letters with signs between them. Words, or a sign with nothing after it, come from a text between
 * two prices: `$5 a month or A$`, `$5/`.
 */
const formula = new RegExp(String.raw`^${operand}(?:(?:\s*[-+−*/<>≤≥≠±×·]\s*|(?=\())${operand})*$`);

/** Commands of LaTeX with their arguments: words in them say nothing. */
const commands = /\\[A-Za-z]+(?:\s*\{[^{}]*\})*/g;

/**
 * Whether the second `$` begins a name as the first one does: `${A} and ${B}`, `$ref/$defs`, `'$gte', '$gt'`,
 * `$/sec) and ($/token`. After a formula come a space, punctuation, or the end of its word: `$n$th`.
 */
function isBetweenNames(inner: string, after: string): boolean {
  const bare = inner.replace(commands, '');
  const hasCommand = bare.length !== inner.length;
  if (!hasCommand && /^\\?\{\s*[\p{L}_][\w.]*\s*\\?\}/u.test(after)) return true;
  const hasWord = /\p{L}{2}/u.test(bare);
  // Signs that nothing opens with, and brackets that are still open at the end: `$]0, 1[$` is an interval.
  if (hasWord && /^(?:[/)\]},;:?%'"’]|\.[\p{L}_])|[([]$/u.test(bare)) return true;
  if (!/^[\p{L}_\\/@#]/u.test(after)) return false;
  if (/[([,;:=/]$|(?<![\^_{])[-–—+*]$|\.\.$|[\s,;:([{=]["'“‘«„*_]+$/.test(inner) && inner.length > 1) return true;
  return !hasCommand && /^[A-Za-z_][\w.]{2,}$/.test(inner) && /^[A-Za-z_]{3}/.test(after);
}

const cjk = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]`;
const words = new RegExp(String.raw`(?<![\p{L}\d])\p{L}{2,}(?:\s+\p{L}{2,}){2}|${cjk}{2}`, 'u');

/** Three words in a row with no sign of maths, links, emphasis or code: a text between two names. */
function isSentence(inner: string): boolean {
  if (/\\[A-Za-z]/.test(inner)) return false;
  if (/\]\((?:[/#.]|https?:)|\*\*\S|`[^`]+`/.test(inner)) return true;
  return words.test(inner) && !/[\^=+<>≤≥≈≠×·∑∏∫√∈∀∃→{}|]|(?<![A-Za-z]{2})_/.test(inner);
}
