/** One function for each fault that a page can have; callers pass facts, the words are here. */

import type { Diagnostic, SourceLocation } from '../../model/diagnostic.ts';
import { shorten } from '../../model/shorten.ts';
import { missingAnchorHint } from '../../shared/nearest-anchor.ts';
import { urlScheme } from '../../shared/url.ts';

type At = SourceLocation;

const error = (code: string, location: At, message: string, hint?: string): Diagnostic => ({
  code,
  severity: 'error',
  message,
  location,
  ...(hint && { hint }),
});

const warning = (code: string, location: At, message: string, hint?: string): Diagnostic => ({
  ...error(code, location, message, hint),
  severity: 'warning',
});

/** `mdx/too-deep`. `levels` is the limit that was passed. A page that the parser could not be given is empty. */
export const tooDeep = (at: At, levels: number): Diagnostic =>
  error('mdx/too-deep', at, `nesting deeper than ${levels} levels`, 'Flatten the lists, quotes or tags here');

/** Elements of HTML that hold nothing, and are closed in their own tag (HTML standard, "void elements"). */
const holdsNothing = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** `hint` says where the closing tag stands that does not fit; `text` is the tag as written. */
export const unclosedTag = (at: At, name: string, hint?: string, text = `<${name}>`): Diagnostic => {
  // A tag that does not fit is not shown cut off, where its end is what matters.
  const whole = text.length > longest ? `<${name} …>` : oneLine(text);
  const closed = whole.replace(/\s*\/?>$/, ' />');
  const fix = holdsNothing.test(name) ? `Write ${closed}` : (hint ?? `Add </${name}>, or write ${closed} if it has no content`);
  return error('mdx/syntax', at, `<${name}> is never closed`, fix);
};

/** A closing tag without its opening one. */
export const strayClosingTag = (at: At, name: string): Diagnostic =>
  error('mdx/syntax', at, `</${name}> closes nothing`, `Remove it, or add <${name}> before it`);

/** The comment is left out, for that is what was meant; docs-json-spec 11 has it as an error all the same. */
export const htmlComment = (at: At): Diagnostic =>
  error('mdx/syntax', at, 'HTML comments are not MDX; use {/* */}', 'Write {/* … */} instead of <!-- … -->');

/** Something begins like a tag and is none: shown as text. */
export const badTag = (at: At, text: string): Diagnostic => {
  const bare = /\s([\w:-]+)=[^\s"'{>]/.exec(text)?.[1];
  const hint = bare === undefined ? 'Write \\< to show the character itself, or &lt;' : `Put the value of ${bare} in quotes`;
  return error('mdx/syntax', at, `"${oneLine(text)}" is not a valid tag`, hint);
};

/** Nothing is shown in its place. `reason` is the parser's, and ends the sentence. */
export const badExpression = (at: At, text: string, reason: string): Diagnostic =>
  error('mdx/syntax', at, `"${oneLine(text)}" is not a JavaScript expression: ${reason}`, 'Write \\{ to show a brace itself');

/** The brace is shown as text. */
export const openBrace = (at: At): Diagnostic =>
  error('mdx/syntax', at, '"{" is never closed', 'Add the "}", or write \\{ to show the brace itself');

/** An `import` or `export` statement that does not parse: none of its names are known then. `reason` is the parser's. */
export const badModule = (at: At, reason: string): Diagnostic =>
  error(
    'mdx/syntax',
    at,
    `this import or export is not JavaScript: ${reason}`,
    'Prose that starts with "import" or "export" needs another first word or a "\\" before it',
  );

/** A fault that nothing more can be said of than the parser did, and that cannot be stepped over: the page is empty. */
export const badSyntax = (at: At, reason: string): Diagnostic => error('mdx/syntax', at, reason);

/** Not MDX, but plainly meant as text or as a link, and shown so. `mend` is how to write it. */
export const rescued = (at: At, text: string, fix: string): Diagnostic =>
  warning('mdx/rescued', at, `"${oneLine(text)}" is not MDX and was taken as text`, `Write ${fix}`);

/** GFM 4.10: header and row of dashes must have as many cells, else there is no table. */
export const tableDashes = (at: At, columns: number, cells: number): Diagnostic =>
  warning(
    'mdx/table',
    at,
    `the header has ${columns} cells and the row of dashes ${cells}: the table is shown as text`,
    `Write |${' --- |'.repeat(Math.min(columns, 20))}${columns > 20 ? ' …' : ''}`,
  );

/** GFM 4.10: cells beyond the header's are left out of the page. `text` is the first of them that has words. */
export const tableExtraCell = (at: At, text: string, cells: number, columns: number): Diagnostic =>
  warning(
    'mdx/table',
    at,
    `row of ${cells} cells in a table of ${columns} columns: "${text.slice(0, 80)}" is not shown`,
    'Write \\| for a bar that is text, in code too, or give the column a header',
  );

/** `> [!word]` of a kind that has no callout: the quote stays a quote. */
export const unknownAlert = (at: At, word: string, known: readonly string[]): Diagnostic =>
  warning('mdx/alert', at, `"[!${word}]" is no kind of callout; shown as text`, `Kinds are ${known.join(', ')}; or write <Callout>`);

/** Told once for each name on a page; what stands inside the tag is shown. */
export const unknownComponent = (at: At, name: string, nearest: string | undefined): Diagnostic =>
  warning(
    'mdx/unknown-component',
    at,
    `<${name}> is not known${nearest ? ` - did you mean <${nearest}>?` : ''}`,
    nearest ? `Write <${nearest}>, or import ${name}` : `Import ${name}, or use a built-in component; its content is shown without it`,
  );

/** MDX takes `<fork />` for an HTML element, so what was imported as `fork` is not shown. */
export const lowerCaseImport = (at: At, name: string, better: string): Diagnostic =>
  warning(
    'mdx/lower-case-tag',
    at,
    `<${name}> is read as an HTML element, so the imported "${name}" is not shown`,
    `Rename the import to "${better}" and write <${better} />`,
  );

/** A component of ours in lower case: its content is shown without it. */
export const lowerCaseComponent = (at: At, name: string, component: string): Diagnostic =>
  warning(
    'mdx/lower-case-tag',
    at,
    `<${name}> is not an HTML element - did you mean <${component}>?`,
    `Write <${component}>: names of components are case-sensitive`,
  );

/** Braces around a name that nobody defined stay as they are. `isKnown`: it is a name of the browser, which has nothing to show. */
export const freeIdentifier = (at: At, text: string, name: string, isKnown = false): Diagnostic =>
  warning(
    'mdx/free-identifier',
    at,
    `${name} ${isKnown ? 'has no value that a page can show' : 'is not defined'}; ${oneLine(text)} is shown as text`,
    `Write \\{ to keep the braces as text, or export const ${name} = …`,
  );

/** `{{name}}` on a site with `variables` (docs-json-spec 7); the text stays. `known` is what docs.json defines, sorted. */
export const unknownVariable = (at: At, name: string, known: readonly string[]): Diagnostic =>
  warning('mdx/unknown-variable', at, `variable "${name}" is not in docs.json`, `Defined are: ${known.join(', ')}`);

/** Names of Node and its kin. An expression that has one is left out; a statement stays, and finds no such name in the sandbox. */
export const forbiddenGlobal = (at: At, name: string): Diagnostic =>
  error('mdx/forbidden-global', at, `${name} is not available in pages`, 'Pages run without access to the machine that builds them');

/** What a page is made of has to be known without running it. */
export const dynamicImport = (at: At): Diagnostic =>
  error('mdx/import', at, 'dynamic import is not allowed in pages', 'Use an import statement');

/** A module of Node, or an address. */
export const foreignImport = (at: At, from: string): Diagnostic =>
  error('mdx/import', at, `cannot import "${from}": only relative imports of .mdx, .md, .jsx, .tsx, .json inside the project are allowed`);

/** A relative path that climbs out of the docs folder. */
export const escapingImport = (at: At, from: string): Diagnostic =>
  error('mdx/import', at, `"${from}" leaves the project root`, 'Move the file into the project');

/** The names that it should bring in render as nothing. */
export const missingImport = (at: At, from: string): Diagnostic =>
  warning('mdx/import-missing', at, `"${from}" is not there; what it should bring is left out`, 'Correct the path, or remove the import');

/** The file is there, the name is not: it renders as nothing. */
export const missingExport = (at: At, name: string, from: string): Diagnostic =>
  warning('mdx/import-missing', at, `"${from}" has no export named ${name}`, `Export ${name} there, or correct the name`);

/** `chain` are the files in order, the first once more at the end. */
export const importCycle = (at: At, chain: readonly string[]): Diagnostic =>
  error('mdx/import-cycle', at, `files import each other: ${chain.join(' -> ')}`, 'Move what both need into a third file');

/** `<Snippet file="…">`, the older way to include (docs-json-spec 12). */
export const missingSnippet = (at: At, file: string): Diagnostic =>
  warning('mdx/import-missing', at, `snippet "${file}" is not there`, 'Put it into snippets/, or correct the name');

/** A scheme that runs something (`javascript:`) or carries it (`data:` but in pictures): the address is left out. */
export const unsafeUrl = (at: At, url: string): Diagnostic =>
  error(
    'mdx/url-scheme',
    at,
    `"${url.slice(0, 80)}" is not an allowed address`,
    urlScheme(url) === 'file'
      ? "Write a path of this site: readers do not have your computer's files"
      : 'Links may not run scripts or carry data',
  );

/** Text as a handler would need `unsafe-inline` in the page's policy: it is left out. */
export const eventHandler = (at: At, name: string): Diagnostic =>
  error('mdx/event-handler', at, `${name}="…": string event handlers are not allowed`, `Use a component with ${name}={() => …}`);

/** The page's policy runs no script that stands in its text: the element is left out. */
export const rawScript = (at: At): Diagnostic =>
  error('mdx/raw-script', at, '<script> with code is not allowed in a page', 'Put the code into a .js file of the docs folder');

/** Elements and attributes that could take over the page (`base`, `object`, `srcdoc`): left out. `what` is as it is written. */
export const forbiddenElement = (at: At, what: string, hint?: string): Diagnostic =>
  error('mdx/forbidden-element', at, `${what} is not allowed in a page`, hint);

/** `<meta http-equiv>` in a page: nothing of it would show, so the page is built without it. */
export const forbiddenMeta = (at: At, hint?: string): Diagnostic =>
  warning('mdx/forbidden-element', at, '<meta> with http-equiv is left out', hint);

/** `links/broken`: neither page, file nor redirect. `hint` says what is near. */
export const brokenLink = (at: At, href: string, hint?: string): Diagnostic => warning('links/broken', at, `"${href}" leads nowhere`, hint);

/** `links/broken`: a link to a place on the page itself. */
export const brokenAnchor = (at: At, href: string, nearest: string | undefined): Diagnostic =>
  brokenLink(at, href, missingAnchorHint(undefined, nearest));

/** `links/asset-missing`: a picture, film or script that is not among the files of the project. */
export const missingAsset = (at: At, src: string, hint?: string): Diagnostic =>
  warning('links/asset-missing', at, `file "${src}" is not there`, hint);

/** docs-json-spec 11: shown as plain text. Told once for each language on a page. */
export const unknownLanguage = (at: At, language: string, nearest: string | undefined): Diagnostic =>
  warning(
    'mdx/code-lang',
    at,
    `language "${language}" is not known; shown as plain text`,
    nearest === undefined ? undefined : `did you mean ${nearest}?`,
  );

/** `reason` is KaTeX's own, or what it may not do. */
export const badMath = (at: At, reason: string): Diagnostic => warning('mdx/math', at, `${reason}; formula shown as source`);

/** Characters of the author's text that stand in a message. */
const longest = 60;

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > longest ? `${shorten(line, longest - 3)}...` : line;
}
