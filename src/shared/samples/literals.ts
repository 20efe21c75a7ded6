/**
 * Text → a literal that means exactly this text. One function for each grammar of literals: the only place where a
 * value of a description or of a reader meets the syntax of a language. Whatever a language would expand inside a
 * literal (`$`, `#{}`, backticks, `%`) is escaped here.
 */

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '"': '\\"', '\\': '\\\\' };

/** Characters that are invisible, change direction, or end lines in some languages. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are the point
const awkward = /[\u0000-\u001f"\\\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

function quoted(text: string, escapeCode: (code: number) => string, extra?: Readonly<Record<string, string>>): string {
  let body = text.toWellFormed().replace(awkward, (character) => named[character] ?? escapeCode(character.charCodeAt(0)));
  if (extra !== undefined) for (const [from, to] of Object.entries(extra)) body = body.replaceAll(from, to);
  return `"${body}"`;
}

const hex = (code: number, width: number): string => code.toString(16).padStart(width, '0');
const u4 = (code: number): string => `\\u${hex(code, 4)}`;
const uBraces = (code: number): string => `\\u{${code.toString(16)}}`;

/** ECMAScript, Python 3, Go, C#, Java (line ends and quotes never come as `\u` there, see JLS §3.3). */
export const plain = (text: string): string => quoted(text, u4);
/** Kotlin and Dart expand `$`. */
export const dollar = (text: string): string => quoted(text, u4, { $: '\\$' });
/** Swift: `\(` cannot appear, every backslash is doubled. Rust the same, without `\u` limits. */
export const braces = (text: string): string => quoted(text, uBraces);

/** Bash, zsh, sh: nothing is special between single quotes. A NUL cannot be in an argument. */
export const shell = (text: string): string => `'${text.toWellFormed().replaceAll('\0', '').replaceAll("'", "'\\''")}'`;

/** Ruby: `#{}`, `#$x` and `#@x` expand; single quotes will not do, the lexer turns CR LF inside them into LF. */
export const hash = (text: string): string => quoted(text, u4, { '#': '\\#' });

/** PHP single quotes: only the backslash and the quote are special. */
export const single = (text: string): string => `'${text.toWellFormed().replace(/[\\']/g, '\\$&')}'`;

/** PowerShell single quotes: every character that it reads as a quote is doubled (about_Quoting_Rules). */
export const powershell = (text: string): string => `'${text.toWellFormed().replace(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`;

/** C and C++: octal escapes end after three digits, hexadecimal ones would run on; `??` must not start a trigraph. */
export function c(text: string): string {
  const bytes = new TextEncoder().encode(text.toWellFormed());
  let body = '';
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    if (named[character] !== undefined) body += named[character];
    else if (byte < 0x20 || byte === 0x7f) body += `\\${byte.toString(8).padStart(3, '0')}`;
    else if (byte >= 0x80) body += `\\${byte.toString(8)}`;
    else body += character === '?' && body.endsWith('?') ? '\\?' : character;
  }
  return `"${body}"`;
}

/** How many bytes the C literal holds: text with NUL needs its length told. */
export const byteLength = (text: string): number => new TextEncoder().encode(text.toWellFormed()).length;
