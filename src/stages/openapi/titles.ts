/** Titles, descriptions, groups and page paths of operations. */
import { withoutLinks } from '../../shared/inline-marks.ts';

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

/**
 * The title of an operation without a summary, from its `operationId`: `listCoreV1Pods` → `List core v1 pods`. Undefined
 * for ids that programs make of method and path, and for those that do not consist of words.
 */
export function titleFromId(operationId: string | undefined): string | undefined {
  if (operationId === undefined || !/^[a-z][\w./: -]*$/i.test(operationId) || made.test(operationId)) return undefined;
  const words = wordsIn(operationId);
  return words.length > longestTitle || words.some((word) => word.length > longestWord) ? undefined : sentence(words);
}

/** `read_item__item_id__get`, `getUsingGET_1`, `GET_users`, ids with hashes. */
const made = /__|_\d+$|\d{4}|^[A-Z]{3,}[_-]|Using[A-Z]{3}/;
/** A longer summary is a text and not a title. */
const longestSummary = 120;
/** Enough for a title or a paragraph with markup. Hostile text is not searched further. */
const longestMarkdown = 4_000;

/**
 * A summary as a title: plain text without Markdown, and the first sentence or words of a long one. `isCut`: the title
 * lacks words of it.
 */
export function titleFromSummary(summary: string): { readonly title: string; readonly isCut: boolean } {
  const text = withoutLinks(summary.slice(0, longestMarkdown))
    .replace(/(\*\*|`)(\S(?:.*?\S)?)\1/g, '$2')
    .replace(/(^|[\s(])([*_])(\w(?:[^*_]*\w)?)\2(?=[\s).,:;!?]|$)/g, '$1$3')
    .replace(/<\/?(?:a|b|br|code|em|i|p|span|strong)(?:\s[^<>]*)?\/?>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '') return { title: summary, isCut: false };
  if (text.length <= longestSummary) return { title: text, isCut: false };
  const start = text.slice(0, longestSummary);
  const sentence = /^.{20,}?[.!?](?=\s)/.exec(start)?.[0].replace(/\.$/, '');
  return { title: sentence ?? `${start.replace(/\s+\S*$/, '').toWellFormed()}…`, isCut: true };
}

/** Above these numbers, the method and the path are easier to read. */
const longestTitle = 9;
const longestWord = 20;

/** The title for an operation whose title is that of another: `GET`, `/users/{id}/posts` → `Get users {id} posts`. */
export function titleWithParameters(method: string, path: string): string {
  const words = path.split('/').flatMap((segment) => (/[{}]/.test(segment) ? [segment] : segment.replace(/[-_]+/g, ' ').trim()));
  return [sentence([method.toLowerCase()]), ...words.filter((word) => word !== '')].join(' ');
}

/** Segments that tell no resource: versions, and where an API begins. */
const emptySegment = /^(?:v\d+(?:[._-]?(?:alpha|beta|\d)\w*)*|\d+(?:\.\d+)*|api|apis|rest|latest)$/i;

/**
 * Path → the resource that it belongs to, its first segment that differs between the paths: `/v1/account_links/{id}` →
 * `Account links`. Without an entry if it has none.
 */
export function resourceNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const all = [...new Set(paths)].map((path) => ({
    path,
    segments: path.split('/').filter((part) => part !== '' && !emptySegment.test(part)),
  }));
  const [first] = all;
  let shared = 0;
  while (first?.segments[shared] !== undefined && all.every(({ segments }) => segments[shared] === first.segments[shared])) shared++;
  return new Map(
    all.flatMap(({ path, segments }) => {
      // Paths that share everything, or end where the others begin to differ, are named by what they share.
      const name =
        segments.slice(shared).find((part) => !/[{}]/.test(part)) ?? segments.slice(0, shared).findLast((part) => !/[{}]/.test(part));
      const words = name === undefined ? [] : wordsIn(name);
      return words.length > 0 ? [[path, sentence(words)] as const] : [];
    }),
  );
}

/** `GetAPIKeys` → get, API, keys; `V1` keeps its number. */
function wordsIn(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]{2,})([A-Z][a-z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()));
}

function sentence([first = '', ...others]: readonly string[]): string {
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(' ');
}

const longestDescription = 300;

/** The first paragraph of a description, as one line of plain text for search results and link previews; the page shows the whole description. */
export function plainDescription(markdown: string | undefined): string | undefined {
  const paragraph = withoutLinks(
    (markdown ?? '')
      .trim()
      .slice(0, longestMarkdown)
      .split(/\n\s*\n/, 1)[0] as string,
  )
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[`*]+|^[#>|\s]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (paragraph === '') return undefined;
  return paragraph.length <= longestDescription
    ? paragraph
    : `${paragraph
        .slice(0, longestDescription)
        .replace(/\s+\S*$/, '')
        .toWellFormed()}…`;
}
