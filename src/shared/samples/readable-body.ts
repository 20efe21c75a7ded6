/**
 * Bodies in idiomatic form: JSON as a value of the language, other text over several lines. Only if the result is
 * exactly the bytes of the request; otherwise the caller prints the text as one literal.
 */
import { plain } from './literals.ts';

/** A body that the JSON serializer of a language reproduces byte for byte. */
export interface JsonBody {
  readonly value: unknown;
  /** Indentation per level; 0 for compact JSON. */
  readonly indent: 0 | 2;
  /** No character needs an escape: serializers that escape all non-ASCII characters give the same text. */
  readonly isAscii: boolean;
}

/** Maximum depth for the readable form. */
const deepest = 40;
const longest = 100_000;

/** The text as a JSON object or list; undefined when serializing its value would not give this text. */
export function jsonBody(text: string): JsonBody | undefined {
  if (!/^[[{]/.test(text) || text.length > longest) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const indent = JSON.stringify(value) === text ? 0 : JSON.stringify(value, undefined, 2) === text ? 2 : undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
  return indent === undefined || !isSimple(value, 0) ? undefined : { value, indent, isAscii: /^[\x00-\x7e]*$/.test(text) };
}

/**
 * Whether all languages serialize it alike: numbers without exponents, complete characters, and no keys that are
 * special in JavaScript.
 */
function isSimple(value: unknown, depth: number): boolean {
  if (depth > deepest) return false;
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value === 'number') return Number.isInteger(value) ? Math.abs(value) < 1e21 : Math.abs(value) >= 1e-4;
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every((item) => isSimple(item, depth + 1));
  return Object.entries(value).every(([key, item]) => key !== '__proto__' && key.isWellFormed() && isSimple(item, depth + 1));
}

interface Dialect {
  readonly words: readonly [yes: string, no: string, nothing: string];
  readonly key: (key: string) => string;
  readonly step: string;
}

const javascript: Dialect = {
  words: ['true', 'false', 'null'],
  key: (key) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : plain(key)),
  step: '  ',
};
const python: Dialect = { words: ['True', 'False', 'None'], key: plain, step: '    ' };

/** The value as an object literal, with `margin` before its further lines. */
export const javascriptLiteral = (value: unknown, margin: string): string => literal(value, margin, javascript);
/** The same for Python: `True`, `None`, four spaces per level. */
export const pythonLiteral = (value: unknown, margin: string): string => literal(value, margin, python);

function literal(value: unknown, margin: string, dialect: Dialect): string {
  const { words, key, step } = dialect;
  if (value === null) return words[2];
  if (typeof value === 'boolean') return words[value ? 0 : 1];
  if (typeof value === 'string') return plain(value);
  if (typeof value !== 'object') return String(value);
  const inner = margin + step;
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, inner, dialect))
    : Object.entries(value).map(([name, item]) => `${key(name)}: ${literal(item, inner, dialect)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (items.length === 0) return `${open}${close}`;
  return `${open}\n${inner}${items.join(`,\n${inner}`)}\n${margin}${close}`;
}

/** Line ends and characters that editors or languages change, display wrongly or reject. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are the point
const unwritable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/** Whether a text can be written verbatim over several lines. Excludes trailing spaces, which would get lost. */
function isBlock(text: string): boolean {
  return (
    text.includes('\n') && !unwritable.test(text) && text.isWellFormed() && !/[ \t](?:\n|$)|^[ \t\n]/.test(text) && !text.endsWith('\n')
  );
}

/** Go: nothing is special between backquotes. */
export function goBlock(text: string): string | undefined {
  return isBlock(text) && !text.includes('`') ? `\`${text}\`` : undefined;
}

/** Rust: nothing is special before a quote followed by the opening number of `#`. */
export function rustBlock(text: string): string | undefined {
  return isBlock(text) && !text.includes('"#') ? `r#"${text}"#` : undefined;
}

/** Java: the indentation of the least indented line is removed (JLS §3.10.6), which is `margin` here. */
export function javaBlock(text: string, margin: string): string | undefined {
  if (!isBlock(text)) return undefined;
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"').replace(/"$/, '\\"');
  return `"""\n${escaped
    .split('\n')
    .map((line) => (line === '' ? '' : margin + line))
    .join('\n')}"""`;
}

/** Ruby: a heredoc in which nothing is special before its terminator line. */
export function rubyBlock(text: string): { readonly literal: string; readonly lines: string } | undefined {
  return isBlock(text) && !/^\s*BODY$/m.test(text) ? { literal: "<<'BODY'.chomp.b", lines: `${text}\nBODY` } : undefined;
}
