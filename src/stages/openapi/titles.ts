/** Titles and page paths of operations. */

/** The words for the slug of an operation without summary: `PATCH`, `/f/{a}/{b}` → `PATCH f/ `. */
export function slugWords(method: string, path: string): string {
  const words = path
    .replace(/\{[^{}]*\}/g, '')
    .replace(/\/$/, '')
    .replace(/^\//, '')
    .replace(/\//g, ' ');
  return `${method} ${words}`.trimEnd() === method ? method : `${method} ${words}`;
}

/** The slug as other tools of the format generate it, which existing links use. */
export function formatSlug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[,./(){}']/g, '')
    .replace(/[\s-]+/g, '-');
}

/** File names are limited to 255 bytes by most file systems, and a page needs an extension. */
const longestSlug = 200;
const reservedName = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are the point
const unsafe = /[?#%\\"<>|*:`^[\]\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\ufeff]/g;

/** A slug that every web server and file system accepts; never empty, never outside its folder. */
export function safeSlug(text: string, fallback: string): string {
  const safe = cutBytes(
    formatSlug(text.toWellFormed())
      .replace(unsafe, '')
      .replace(/-+/g, '-')
      .replace(/^-+|-+$/g, ''),
    longestSlug,
  );
  if (safe === '') return fallback;
  return reservedName.test(safe) ? `${safe}-endpoint` : safe;
}

function cutBytes(text: string, limit: number): string {
  if (text.length * 3 <= limit || Buffer.byteLength(text) <= limit) return text;
  let cut = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > limit) break;
    cut += character;
  }
  return cut.replace(/-+$/, '');
}

/** A URL prefix or `href` as a path inside the site: without empty, `.` or `..` segments, and without query. */
export function sitePath(text: string): string {
  return text
    .replace(/[?#].*$/s, '')
    .split(/[\\/]+/)
    .map((part) => part.replace(unsafe, '').trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .join('/');
}
