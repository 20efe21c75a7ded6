/**
 * Escapes a text as a literal, with one function for each literal grammar. All values from descriptions and readers
 * pass through these functions. Everything that a language would expand inside a literal (`$`, `#{}`, backticks, `%`)
 * is escaped.
 */

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '"': '\\"', '\\': '\\\\' };

/** Characters that are invisible, change the text direction, or end lines in some languages. */
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

/** ECMAScript, Python 3, Go, C#, Java (line ends and quotes are never written as `\u`, see JLS §3.3). */
export const plain = (text: string): string => quoted(text, u4);
/** Kotlin and Dart expand `$`. */
export const dollar = (text: string): string => quoted(text, u4, { $: '\\$' });
/** Swift: `\(` cannot occur because every backslash is doubled. Rust the same, without `\u` limits. */
export const braces = (text: string): string => quoted(text, uBraces);

/**
 * Bash, zsh, sh: nothing is special between single quotes. An argument cannot contain NUL. A carriage return is escaped,
 * because HTML parsers turn it into a line feed: `$'…'` (POSIX.1-2024 §2.2.4).
 */
export function shell(text: string): string {
  const clean = text.toWellFormed().replaceAll('\0', '');
  if (!clean.includes('\r')) return `'${clean.replaceAll("'", "'\\''")}'`;
  const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', "'": "\\'", '\r': '\\r', '\n': '\\n' };
  return `$'${clean.replace(/[\\'\r\n]/g, (character) => escapes[character] ?? character)}'`;
}

/**
 * Ruby: `#{}`, `#$x` and `#@x` expand; single quotes are not suitable, because the lexer turns CR LF inside them into
 * LF.
 */
export const hash = (text: string): string => quoted(text, u4, { '#': '\\#' });

/**
 * PHP: between single quotes only the backslash and the quote are special. Text with characters that an HTML parser
 * changes (HTML §13.2.3.5) is between double quotes, in which `$` expands.
 */
export function single(text: string): string {
  return /[\r\0]/.test(text) ? quoted(text, uBraces, { $: '\\$' }) : `'${text.toWellFormed().replace(/[\\']/g, '\\$&')}'`;
}

/**
 * PowerShell: between single quotes, all characters that it treats as quotes are doubled (about_Quoting_Rules). Text
 * with a carriage return is between double quotes, in which it is escaped.
 */
export function powershell(text: string): string {
  const clean = text.toWellFormed();
  if (!clean.includes('\r')) return `'${clean.replace(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`;
  const escaped = clean
    .replace(/[`$"\u201c\u201d\u201e]/g, '`$&')
    .replaceAll('\r', '`r')
    .replaceAll('\n', '`n');
  return `"${escaped}"`;
}

/** C and C++: octal escapes end after three digits, hexadecimal ones would continue; `??` must not start a trigraph. */
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

/** The number of bytes in the C literal: text with NUL needs an explicit length. */
export const byteLength = (text: string): number => new TextEncoder().encode(text.toWellFormed()).length;
