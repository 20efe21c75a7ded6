/**
 * `$5 and $6` is money, `${NAME}` and `$HOME` are code, `$x^2$` is maths. The parser reads every pair of `$` as a
 * formula; the text around them shows which are not. In case of doubt it is a formula.
 */
import { hideCharacters } from './literal-characters.ts';
import type { SyntaxNode } from './syntax-tree.ts';

const hiddenDollar = hideCharacters('$', /\$/g);

/** Offsets of `$` characters that do not open a formula. */
export function findPlainDollars(nodes: readonly SyntaxNode[], text: string, found: number[] = []): number[] {
  for (const node of nodes) {
    if (!('children' in node)) continue;
    if (node.type === 'element' && isInlineMath(node.properties)) {
      if (node.position && isPlain(text, node.position.start.offset, node.position.end.offset)) found.push(node.position.start.offset);
    } else findPlainDollars(node.children, text, found);
  }
  return found;
}

/** Whether an element with these properties is a formula in a line. */
export function isInlineMath(properties: Record<string, unknown>): boolean {
  return Array.isArray(properties.className) && properties.className.includes('math-inline');
}

function isPlain(text: string, start: number, end: number): boolean {
  if (text[start] !== '$' || text[start + 1] === '$' || text[end - 1] !== '$') return false;
  const inner = text.slice(start + 1, end - 1);
  // A formula does not extend past a plain dollar sign.
  if (inner.includes(hiddenDollar)) return true;
  // Pandoc's rule: no space inside, no digit after.
  if (/^\s|\s$/.test(inner) || /\d/.test(text.charAt(end)) || endsInCode(inner, text.slice(end))) return true;
  // An amount. A formula that starts with a digit contains an operator or is a complete one: `$2/3$`, `$3f+1$`.
  if (/^\d/.test(inner)) return !/[\\^_{=]/.test(inner) && (isHashPrefix(inner) || !formula.test(inner));
  const after = text.slice(end, end + 100);
  return isBetweenNames(inner, after) || isSentence(inner);
}

/** `$ref is now written `#/$defs/` here`: the second `$` is inside code, which takes precedence. */
function endsInCode(inner: string, after: string): boolean {
  const marks = inner.match(/(?<!\\)`+/g) ?? [];
  return marks.length % 2 === 1 && (after.split(/\n[ \t]*\r?\n/, 1)[0] as string).includes(marks.at(-1) as string);
}

/** Prefix of bcrypt hashes: `$2b$`. */
function isHashPrefix(inner: string): boolean {
  return /^2[aby]$/.test(inner);
}

const operand = String.raw`[([|]*(?:\d+(?:[.,]\d+)*[A-Za-z]?|[A-Za-z])['!%]*[)\]|]*`;
/**
 * Numbers and single letters with operators between them. Words, or an operator without a right operand, are text
 * between two prices: `$5 a month or A$`, `$5/`.
 */
const formula = new RegExp(String.raw`^${operand}(?:(?:\s*[-+−*/<>≤≥≠±×·]\s*|(?=\())${operand})*$`);

/** LaTeX commands with their arguments; words in them are not evidence of text. */
const commands = /\\[A-Za-z]+(?:\s*\{[^{}]*\})*/g;

/**
 * Whether the second `$` starts a name like the first: `${A} and ${B}`, `$ref/$defs`, `'$gte', '$gt'`, `$/sec) and
 * ($/token`. A formula is followed by a space, punctuation, or the end of its word: `$n$th`.
 */
function isBetweenNames(inner: string, after: string): boolean {
  const bare = inner.replace(commands, '');
  const hasCommand = bare.length !== inner.length;
  if (!hasCommand && /^\\?\{\s*[\p{L}_][\w.]*\s*\\?\}/u.test(after)) return true;
  const hasWord = /\p{L}{2}/u.test(bare);
  // Characters that cannot start a formula, and brackets left open at the end: `$]0, 1[$` is an interval.
  if (hasWord && /^(?:[/)\]},;:?%'"’]|\.[\p{L}_])|[([]$/u.test(bare)) return true;
  if (!/^[\p{L}_\\/@#]/u.test(after)) return false;
  if (/[([,;:=/]$|(?<![\^_{])[-–—+*]$|\.\.$|[\s,;:([{=]["'“‘«„*_]+$/.test(inner) && inner.length > 1) return true;
  return !hasCommand && /^[A-Za-z_][\w.]{2,}$/.test(inner) && /^[A-Za-z_]{3}/.test(after);
}

const cjk = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]`;
const words = new RegExp(String.raw`(?<![\p{L}\d])\p{L}{2,}(?:\s+\p{L}{2,}){2}|${cjk}{2}`, 'u');

/** Three consecutive words without maths operators, links, emphasis or code: text between two names. */
function isSentence(inner: string): boolean {
  if (/\\[A-Za-z]/.test(inner)) return false;
  if (/\]\((?:[/#.]|https?:)|\*\*\S|`[^`]+`/.test(inner)) return true;
  return words.test(inner) && !/[\^=+<>≤≥≈≠×·∑∏∫√∈∀∃→{}|]|(?<![A-Za-z]{2})_/.test(inner);
}
