/** One function for each fault that a page can have; callers pass facts, the words are here. */

import { type Diagnostic, diagnostic, type SourceLocation } from '../../model/diagnostic.ts';
import { shorten } from '../../model/shorten.ts';
import { missingAnchorHint } from '../../shared/nearest-anchor.ts';
import { urlScheme } from '../../shared/url.ts';

type At = SourceLocation;

/** `mdx/too-deep`. `levels` is the limit that was passed. A page that the parser could not be given is empty. */
export const tooDeep = (at: At, levels: number): Diagnostic =>
  diagnostic('mdx/too-deep', {
    message: `nesting deeper than ${levels} levels`,
    location: at,
    hint: 'flatten the lists, quotes or tags here',
  });

/** Elements of HTML that hold nothing, and are closed in their own tag (HTML standard, "void elements"). */
const holdsNothing = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** `hint` says where the closing tag stands that does not fit; `text` is the tag as written. */
export const unclosedTag = (at: At, name: string, hint?: string, text = `<${name}>`): Diagnostic => {
  // A tag that does not fit is not shown cut off, where its end is what matters.
  const whole = text.length > longest ? `<${name} …>` : oneLine(text);
  const closed = whole.replace(/\s*\/?>$/, ' />');
  const fix = holdsNothing.test(name) ? `write ${closed}` : (hint ?? `add </${name}>, or write ${closed} if it has no content`);
  return diagnostic('mdx/syntax', { message: `<${name}> is never closed`, location: at, hint: fix });
};

/** A closing tag without its opening one. */
export const strayClosingTag = (at: At, name: string): Diagnostic =>
  diagnostic('mdx/syntax', { message: `</${name}> has no opening tag`, location: at, hint: `remove it, or add <${name}> before it` });

/** An HTML comment in MDX is an error; the comment is left out, as the author intended. */
export const htmlComment = (at: At): Diagnostic =>
  diagnostic('mdx/syntax', {
    message: 'HTML comments are not MDX; use {/* */}',
    location: at,
    hint: 'write {/* … */} instead of <!-- … -->',
  });

/** Something begins like a tag and is none: shown as text. */
export const badTag = (at: At, text: string): Diagnostic => {
  const bare = /\s([\w:-]+)=[^\s"'{>]/.exec(text)?.[1];
  const hint = bare === undefined ? 'write \\< or &lt; to show the character itself' : `Put the value of ${bare} in quotes`;
  return diagnostic('mdx/syntax', { message: `"${oneLine(text)}" is not a valid tag`, location: at, hint });
};

/** Nothing is shown in its place. `reason` is the parser's, and ends the sentence. */
export const badExpression = (at: At, text: string, reason: string): Diagnostic =>
  diagnostic('mdx/syntax', {
    message: `"${oneLine(text)}" is not a JavaScript expression: ${reason}`,
    location: at,
    hint: 'write \\{ to show the brace itself',
  });

/** The brace is shown as text. */
export const openBrace = (at: At): Diagnostic =>
  diagnostic('mdx/syntax', { message: '"{" is never closed', location: at, hint: 'add the "}", or write \\{ to show the brace itself' });

/** An `import` or `export` statement that does not parse: none of its names are known then. `reason` is the parser's. */
export const badModule = (at: At, reason: string): Diagnostic =>
  diagnostic('mdx/syntax', {
    message: `this import or export is not JavaScript: ${reason}`,
    location: at,
    hint: 'write another first word, or a "\\" before it, if this is text that starts with "import" or "export"',
  });

/** A fault that nothing more can be said of than the parser did, and that cannot be stepped over: the page is empty. */
export const badSyntax = (at: At, reason: string): Diagnostic =>
  diagnostic('mdx/syntax', { message: reason.charAt(0).toLowerCase() + reason.slice(1).replace(/\.$/, ''), location: at });

/** Invalid MDX that is clearly meant as text or as a link, and shown as such. `mend` is the correct form. */
export const rescued = (at: At, text: string, fix: string): Diagnostic =>
  diagnostic('mdx/rescued', {
    message: `"${oneLine(text)}" is not valid MDX, so docsgen treats it as text`,
    location: at,
    hint: `write ${fix}`,
  });

/** GFM 4.10: header and row of dashes must have as many cells, else there is no table. */
export const tableDashes = (at: At, columns: number, cells: number): Diagnostic =>
  diagnostic('mdx/table', {
    message: `the header has ${columns} cells and the delimiter row has ${cells}, so docsgen shows the table as text`,
    location: at,
    hint: `write |${' --- |'.repeat(Math.min(columns, 20))}${columns > 20 ? ' …' : ''}`,
  });

/** GFM 4.10: cells beyond the header's are left out of the page. `text` is the first of them that has words. */
export const tableExtraCell = (at: At, text: string, cells: number, columns: number): Diagnostic =>
  diagnostic('mdx/table', {
    message: `the row has ${cells} cells but the table has ${columns} columns, so docsgen does not show "${text.slice(0, 80)}"`,
    location: at,
    hint: 'write \\| to show a bar, also in code, or give the column a header',
  });

/** `> [!word]` of a kind that has no callout: the quote stays a quote. */
export const unknownAlert = (at: At, word: string, known: readonly string[]): Diagnostic =>
  diagnostic('mdx/alert', {
    message: `"[!${word}]" is not a kind of callout, so docsgen shows a quote`,
    location: at,
    hint: `use one of ${known.join(', ')}, or write <Callout>`,
  });

/** Told once for each name on a page; what stands inside the tag is shown. */
export const unknownComponent = (at: At, name: string, nearest: string | undefined): Diagnostic =>
  diagnostic('mdx/unknown-component', {
    message: `<${name}> is not known${nearest ? ` - did you mean <${nearest}>?` : ''}`,
    location: at,
    hint: nearest
      ? `Write <${nearest}>, or import ${name}`
      : `import ${name}, or use a built-in component; until then docsgen shows its content without it`,
  });

/** MDX takes `<fork />` for an HTML element, so what was imported as `fork` is not shown. */
export const lowerCaseImport = (at: At, name: string, better: string): Diagnostic =>
  diagnostic('mdx/lower-case-tag', {
    message: `<${name}> is read as an HTML element, so the imported "${name}" is not shown`,
    location: at,
    hint: `rename the import to "${better}" and write <${better} />`,
  });

/** A component of ours in lower case: its content is shown without it. */
export const lowerCaseComponent = (at: At, name: string, component: string): Diagnostic =>
  diagnostic('mdx/lower-case-tag', {
    message: `<${name}> is not an HTML element - did you mean <${component}>?`,
    location: at,
    hint: `write <${component}>: component names are case-sensitive`,
  });

/** Braces around a name that nobody defined stay as they are. `isKnown`: it is a name of the browser, which has nothing to show. */
export const freeIdentifier = (at: At, text: string, name: string, isKnown = false): Diagnostic =>
  diagnostic('mdx/free-identifier', {
    message: `${name} ${isKnown ? 'has no value that a page can show' : 'is not defined'}; ${oneLine(text)} is shown as text`,
    location: at,
    hint: `write \\{ to keep the braces as text, or export const ${name} = …`,
  });

/** `{{name}}` on a site with `variables`; the text stays. `known` is what docs.json defines, sorted. */
export const unknownVariable = (at: At, name: string, known: readonly string[]): Diagnostic =>
  diagnostic('mdx/unknown-variable', {
    message: `variable "${name}" is not defined in docs.json`,
    location: at,
    hint: `use one of ${known.join(', ')}`,
  });

/** Names of Node and its kin. An expression that has one is left out; a statement stays, and finds no such name in the sandbox. */
export const forbiddenGlobal = (at: At, name: string): Diagnostic =>
  diagnostic('mdx/forbidden-global', {
    message: `${name} is not available in pages`,
    location: at,
    hint: 'write the value itself: page code runs in a sandbox without Node.js APIs',
  });

/** What a page is made of has to be known without running it. */
export const dynamicImport = (at: At): Diagnostic =>
  diagnostic('mdx/import', { message: 'dynamic import is not allowed in pages', location: at, hint: 'use an import statement' });

/** A module of Node, or an address. */
export const foreignImport = (at: At, from: string): Diagnostic =>
  diagnostic('mdx/import', {
    message: `cannot import "${from}": only relative imports of .mdx, .md, .jsx, .tsx, .json inside the project are allowed`,
    location: at,
  });

/** A relative path that climbs out of the docs folder. */
export const escapingImport = (at: At, from: string): Diagnostic =>
  diagnostic('mdx/import', { message: `"${from}" leaves the project root`, location: at, hint: 'move the file into the project' });

/** The names that it should bring in render as nothing. */
export const missingImport = (at: At, from: string): Diagnostic =>
  diagnostic('mdx/import-missing', {
    message: `imported file "${from}" does not exist`,
    location: at,
    hint: 'correct the path, or remove the import; until then docsgen shows nothing in its place',
  });

/** The file is there, the name is not: it renders as nothing. */
export const missingExport = (at: At, name: string, from: string): Diagnostic =>
  diagnostic('mdx/import-missing', {
    message: `"${from}" has no export named ${name}`,
    location: at,
    hint: `export ${name} there, or correct the name`,
  });

/** `chain` are the files in order, the first once more at the end. */
export const importCycle = (at: At, chain: readonly string[]): Diagnostic =>
  diagnostic('mdx/import-cycle', {
    message: `files import each other: ${chain.join(' -> ')}`,
    location: at,
    hint: 'move what both need to a third file',
  });

/** `<Snippet file="…">`, the older way to include. */
export const missingSnippet = (at: At, file: string): Diagnostic =>
  diagnostic('mdx/import-missing', {
    message: `snippet "${file}" does not exist`,
    location: at,
    hint: 'create it in snippets/, or correct the name',
  });

/** A scheme that runs something (`javascript:`) or carries it (`data:` but in pictures): the address is left out. */
export const unsafeUrl = (at: At, url: string): Diagnostic =>
  diagnostic('mdx/url-scheme', {
    message: `link "${url.slice(0, 80)}" is not allowed`,
    location: at,
    hint:
      urlScheme(url) === 'file'
        ? 'write a path of this site: readers do not have the files of your computer'
        : 'use an https URL or a path: links must not run scripts or contain data',
  });

/** Text as a handler would need `unsafe-inline` in the page's policy: it is left out. */
export const eventHandler = (at: At, name: string): Diagnostic =>
  diagnostic('mdx/event-handler', {
    message: `${name}="…": string event handlers are not allowed`,
    location: at,
    hint: `use a component with ${name}={() => …}`,
  });

/** The page's policy runs no script that stands in its text: the element is left out. */
export const rawScript = (at: At): Diagnostic =>
  diagnostic('mdx/raw-script', {
    message: '<script> with code is not allowed in a page',
    location: at,
    hint: 'move the code to a .js file in the docs folder',
  });

/** Elements and attributes that could take over the page (`base`, `object`, `srcdoc`): left out. `what` is as it is written. */
export const forbiddenElement = (at: At, what: string, hint?: string): Diagnostic =>
  diagnostic('mdx/forbidden-element', { message: `${what} is not allowed in a page`, location: at, hint });

/** `<meta http-equiv>` in a page: nothing of it would show, so the page is built without it. */
export const forbiddenMeta = (at: At, hint?: string): Diagnostic =>
  diagnostic('mdx/forbidden-element', {
    severity: 'warning',
    message: '<meta> with http-equiv is not allowed in a page and is left out',
    location: at,
    hint,
  });

/** `links/broken`: neither page, file nor redirect. `hint` says what is near. */
export const brokenLink = (at: At, href: string, hint?: string): Diagnostic =>
  diagnostic('links/broken', { message: `"${href}" points to a page that does not exist`, location: at, hint, data: { targets: [href] } });

/** `links/broken`: a link to a place on the page itself. */
export const brokenAnchor = (at: At, href: string, nearest: string | undefined): Diagnostic =>
  diagnostic('links/broken', {
    message: `"${href}" points to a heading that does not exist`,
    location: at,
    hint: missingAnchorHint(undefined, nearest),
    data: { targets: [href] },
  });

/** `links/asset-missing`: a picture, film or script that is not among the files of the project. */
export const missingAsset = (at: At, src: string, hint?: string): Diagnostic =>
  diagnostic('links/asset-missing', { message: `file "${src}" does not exist`, location: at, hint });

/** The code is shown as plain text. Reported once for each language on a page. */
export const unknownLanguage = (at: At, language: string, nearest: string | undefined): Diagnostic =>
  diagnostic('mdx/code-lang', {
    message: `language "${language}" is unknown, so docsgen shows plain text`,
    location: at,
    hint: nearest === undefined ? undefined : `did you mean ${nearest}?`,
  });

/** `reason` is KaTeX's own, or what it may not do. */
export const badMath = (at: At, reason: string): Diagnostic =>
  diagnostic('mdx/math', { message: `${reason}; formula shown as source`, location: at });

/** Characters of the author's text that stand in a message. */
const longest = 60;

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > longest ? `${shorten(line, longest - 3)}...` : line;
}
