/** One function for each diagnostic of a page; callers pass values, this file contains the messages. */

import { type Diagnostic, diagnostic, type SourceLocation } from '../../model/diagnostic.ts';
import { shorten } from '../../model/shorten.ts';
import { missingAnchorHint } from '../../shared/nearest-anchor.ts';
import { nearestName } from '../../shared/nearest-name.ts';
import { isDrive, urlScheme } from '../../shared/url.ts';

type At = SourceLocation;

function suggestion(name: string, known: readonly string[]): string | undefined {
  const nearest = nearestName(name, known);
  return nearest === undefined ? undefined : `use "${nearest}"`;
}

/** `mdx/too-deep`. `levels` is the exceeded limit. A page that cannot be parsed for this reason is empty. */
export const tooDeep = (at: At, levels: number): Diagnostic =>
  diagnostic('mdx/too-deep', {
    message: `nesting deeper than ${levels} levels`,
    location: at,
    hint: 'flatten the lists, quotes or tags',
  });

/** `mdx/too-large`. A page with such a table is empty. */
export const hugeTable = (at: At, cells: number): Diagnostic =>
  diagnostic('mdx/too-large', {
    message: `the table has more than ${cells.toLocaleString('en')} cells`,
    location: at,
    hint: 'split the table, or remove columns that no row fills',
  });

/** `mdx/too-large`. The page is empty. */
export const parseTimeout = (at: At, seconds: number): Diagnostic =>
  diagnostic('mdx/too-large', {
    message: `the page cannot be parsed within ${seconds} seconds`,
    location: at,
    hint: 'split the paragraph that starts here: it has a very large number of tags, braces, asterisks or dollar signs',
  });

/** `mdx/too-large`. Further snippets are left out. */
export const manySnippets = (at: At, count: number): Diagnostic =>
  diagnostic('mdx/too-large', {
    message: `the page uses snippets more than ${count.toLocaleString('en')} times`,
    location: at,
    hint: 'combine consecutive snippets, and avoid snippets inside snippets',
  });

/** `mdx/too-large`. Further snippets are left out. */
export const hugeSnippets = (at: At, bytes: number): Diagnostic =>
  diagnostic('mdx/too-large', {
    message: `the snippets of this page together contain more than ${bytes / 1024 / 1024} MiB of text`,
    location: at,
    hint: 'use a large snippet once, or link to a page with its content',
  });

/** Nothing is rendered. `reason` comes from the parser and ends the sentence. */
export const badExpression = (at: At, text: string, reason: string): Diagnostic =>
  diagnostic('mdx/syntax', {
    message: `"${quoted(text)}" is not a JavaScript expression: ${reason}`,
    location: at,
    hint: 'write \\{ for a literal "{"',
  });

/** The brace is shown as text. */
export const openBrace = (at: At): Diagnostic =>
  diagnostic('mdx/syntax', { message: '"{" is never closed', location: at, hint: 'add the "}", or write \\{ for a literal "{"' });

/** A comment without its end; the rest is shown as text. */
export const openComment = (at: At): Diagnostic =>
  diagnostic('mdx/syntax', { message: 'the comment is never closed', location: at, hint: 'add "*/}" at its end' });

/** An `import` or `export` statement that does not parse; its names are unknown. `reason` comes from the parser. */
export const badModule = (at: At, reason: string): Diagnostic =>
  diagnostic('mdx/syntax', {
    message: `this import or export is not JavaScript: ${reason}`,
    location: at,
    hint: 'fix the statement; if this is text, start it with another word, or write "\\" before it',
  });

/** A parser error without further detail that docsgen cannot recover from: the page is empty. */
export const badSyntax = (at: At, reason: string): Diagnostic =>
  diagnostic('mdx/syntax', { message: reason.charAt(0).toLowerCase() + reason.slice(1).replace(/\.$/, ''), location: at });

/** A tag directly below an import, which MDX reads as code; it is shown. */
export const tagBelowImport = (at: At): Diagnostic =>
  diagnostic('mdx/rescued', {
    message: 'a tag directly after an import is not valid MDX, so docsgen inserts an empty line',
    location: at,
    hint: 'add an empty line before the tag',
  });

/** Invalid MDX that is clearly meant as text or as a link, and is rendered as such. `fix` is the correct form. */
export const parsedAsText = (at: At, text: string, fix: string): Diagnostic =>
  diagnostic('mdx/rescued', {
    message: `"${quoted(text)}" is not valid MDX, so docsgen treats it as text`,
    location: at,
    hint: `write ${fix}`,
  });

/** GFM 4.10: without the same number of cells in header and delimiter row, there is no table. */
export const tableDashes = (at: At, columns: number, cells: number): Diagnostic =>
  diagnostic('mdx/table', {
    message: `the header has ${columns} cells and the delimiter row has ${cells}, so docsgen shows the table as text`,
    location: at,
    hint: `write |${' --- |'.repeat(Math.min(columns, 20))}${columns > 20 ? ' …' : ''}`,
  });

/** GFM 4.10: excess cells are not rendered. `text` is the first of them that has text. */
export const tableExtraCell = (at: At, text: string, cells: number, columns: number): Diagnostic =>
  diagnostic('mdx/table', {
    message: `the row has ${cells} cells but the table has ${columns} columns, so docsgen does not show "${text.slice(0, 80)}"`,
    location: at,
    hint: 'write \\| for a literal bar, also in code, or add a header for the column',
  });

/** `> [!word]` with an unknown kind: it stays a quote. */
export const unknownAlert = (at: At, word: string, known: readonly string[]): Diagnostic =>
  diagnostic('mdx/alert', {
    message: `"[!${word}]" is not a callout type, so docsgen shows a blockquote`,
    location: at,
    hint: suggestion(word.toUpperCase(), known) ?? `use one of ${known.join(', ')}, or write <Callout>`,
  });

/** Components of other documentation tools, with those that do the same here. */
const otherTools = new Map([
  ['TabItem', 'Tab'],
  ['Admonition', 'Callout'],
  ['Aside', 'Callout'],
  ['Alert', 'Callout'],
  ['Details', 'Accordion'],
  ['Collapse', 'Accordion'],
  ['LinkCard', 'Card'],
  ['CardGrid', 'CardGroup'],
  ['Cards', 'CardGroup'],
  ['CodeTabs', 'CodeGroup'],
  ['CodeBlocks', 'CodeGroup'],
  ['Image', 'Frame'],
  ['Video', 'Frame'],
]);

/** Reported once for each name on a page; the content of the tag is rendered. */
export const unknownComponent = (at: At, name: string, nearest: string | undefined): Diagnostic =>
  diagnostic('mdx/unknown-component', {
    message: `component <${name}> does not exist`,
    location: at,
    hint: nearest
      ? `write <${nearest}>, or import ${name}`
      : otherTools.has(name)
        ? `use <${otherTools.get(name)}>, the docsgen equivalent of <${name}>`
        : `import ${name}, or use a built-in component; until then, docsgen shows only the content of the tag`,
  });

/** MDX reads `<fork />` as an HTML element, so an import named `fork` is not rendered. */
export const lowerCaseImport = (at: At, name: string, better: string): Diagnostic =>
  diagnostic('mdx/lower-case-tag', {
    message: `<${name}> is an HTML element in MDX, so docsgen does not show the imported "${name}"`,
    location: at,
    hint: `rename the import to "${better}" and write <${better} />`,
  });

/** A built-in component in lower case: only its content is rendered. */
export const lowerCaseComponent = (at: At, name: string, component: string): Diagnostic =>
  diagnostic('mdx/lower-case-tag', {
    message: `<${name}> is not an HTML element`,
    location: at,
    hint: `write <${component}>: component names are case-sensitive`,
  });

/** The second of two equal ids; `written` is the id that it gets instead, undefined for an element that keeps its own. */
export const duplicateId = (at: At, id: string, written: string | undefined): Diagnostic =>
  diagnostic('mdx/duplicate-id', {
    message: `id "${id}" is already used on this page${written === undefined ? '' : `, so docsgen uses "${written}"`}`,
    location: at,
    hint: 'use another id: links go to the first element with this id',
  });

/** `parents`: the components that it can be in. */
export const missingParent = (at: At, name: string, parents: readonly string[]): Diagnostic =>
  diagnostic('mdx/parent', {
    message: `<${name}> is not inside <${parents[0]}>`,
    location: at,
    hint: `put it inside ${parents.map((parent) => `<${parent}>`).join(' or ')}`,
  });

/** Syntax of another tool. `better` is the component with the same meaning. */
export const foreignMarkup = (at: At, text: string, better: string): Diagnostic =>
  diagnostic('mdx/foreign-markup', {
    message: `"${quoted(text)}" is the syntax of another tool, so docsgen shows it as text`,
    location: at,
    hint: `write <${better}>…</${better}>`,
  });

/** The same in braces, which MDX reads as JavaScript: nothing is rendered. */
export const foreignTag = (at: At, text: string, better: string | undefined): Diagnostic =>
  diagnostic('mdx/foreign-markup', {
    severity: 'error',
    message: `"${quoted(text)}" is the syntax of another tool, but MDX reads braces as JavaScript`,
    location: at,
    hint: better === undefined ? 'use a component, or remove the tag' : `write <${better}>…</${better}>`,
  });

/** An undefined name as the value of a prop, which usually is text without quotes. */
export const freeValue = (at: At, text: string, name: string, prop: string): Diagnostic =>
  diagnostic('mdx/free-identifier', {
    message: `${name} is not defined; the value of ${prop} is "${quoted(text)}"`,
    location: at,
    hint: `write ${prop}="${name}" if it is text, or add export const ${name} = …`,
  });

/** Braces around an undefined name stay as text. `isKnown`: it is a global of the browser that cannot be rendered. */
export const freeIdentifier = (at: At, text: string, name: string, isKnown = false): Diagnostic =>
  diagnostic('mdx/free-identifier', {
    message: `${name} ${isKnown ? 'has no value that a page can show' : 'is not defined'}, so docsgen shows "${quoted(text)}" as text`,
    location: at,
    hint: `write \\{ to show the braces as text, or add export const ${name} = …`,
  });

/** `{{name}}` on a site with `variables`; the text stays. `known` are the variables in docs.json, sorted. */
export const unknownVariable = (at: At, name: string, known: readonly string[]): Diagnostic =>
  diagnostic('mdx/unknown-variable', {
    message: `variable "${name}" is not defined in docs.json`,
    location: at,
    hint: suggestion(name, known) ?? `use one of ${known.join(', ')}`,
  });

/** Node.js globals. An expression that uses one is not rendered; a statement stays, but the sandbox does not define the name. */
export const forbiddenGlobal = (at: At, name: string): Diagnostic =>
  diagnostic('mdx/forbidden-global', {
    message: `${name} is not available in pages`,
    location: at,
    hint: 'use a literal value: page code runs in a sandbox without Node.js APIs',
  });

/** A scheme that runs scripts (`javascript:`) or contains data (`data:`, except in images): the URL is removed. */
export const unsafeUrl = (at: At, url: string): Diagnostic => {
  const scheme = urlScheme(url) ?? '';
  return diagnostic('mdx/url-scheme', {
    // Markdown encodes the backslashes of Windows paths.
    message: `link "${(isDrive(scheme) ? url.replaceAll('%5C', '\\') : url).slice(0, 80)}" is not allowed`,
    location: at,
    hint:
      scheme === 'file' || isDrive(scheme)
        ? 'write a path on this site: readers cannot open files on your computer'
        : 'use an https URL or a path: links must not run scripts or contain data',
  });
};

/** String event handlers would need `unsafe-inline` in the page's policy: the attribute is removed. */
export const eventHandler = (at: At, name: string): Diagnostic =>
  diagnostic('mdx/event-handler', {
    message: `${name}="…": string event handlers are not allowed`,
    location: at,
    hint: `use a component with ${name}={() => …}`,
  });

/** The page's policy does not allow inline scripts: the element is removed. */
export const rawScript = (at: At): Diagnostic =>
  diagnostic('mdx/raw-script', {
    message: '<script> with code is not allowed in a page',
    location: at,
    hint: 'move the code to a .js file in the docs folder',
  });

/** Elements that could take over the page (`base`, `object`) are removed. `what` is the source text. */
export const forbiddenElement = (at: At, what: string, hint?: string): Diagnostic =>
  diagnostic('mdx/forbidden-element', { message: `${what} is not allowed in a page`, location: at, hint });

/** `<meta http-equiv>` in a page: it has no visible content, so the page is built without it. */
export const forbiddenMeta = (at: At, hint?: string): Diagnostic =>
  diagnostic('mdx/forbidden-element', {
    severity: 'warning',
    message: '<meta> with http-equiv is not allowed in a page, so docsgen leaves it out',
    location: at,
    hint,
  });

/**
 * `srcdoc`: the rest of the page is complete without this document. The policy of the page applies to it, too, so its scripts would
 * not run.
 */
export const forbiddenDocument = (at: At, tag: string): Diagnostic =>
  diagnostic('mdx/forbidden-element', {
    severity: 'warning',
    message: `srcdoc on <${tag}> is not allowed in a page, so docsgen leaves it out`,
    location: at,
    hint: 'move the document to an .html file in the docs folder, and set src to its path',
  });

/** `links/broken`: not a page, file or redirect. `hint` suggests a similar target. */
export const brokenLink = (at: At, href: string, hint?: string): Diagnostic =>
  diagnostic('links/broken', { message: `"${href}" points to a page that does not exist`, location: at, hint, data: { targets: [href] } });

/** `links/broken`: an anchor on the same page. */
export const brokenAnchor = (at: At, href: string, nearest: string | undefined): Diagnostic =>
  diagnostic('links/broken', {
    message: `"${href}" points to a heading that does not exist`,
    location: at,
    hint: missingAnchorHint(undefined, nearest),
    data: { targets: [href] },
  });

/** `links/asset-missing`: an image, video or script that is not a file of the project. */
export const missingAsset = (at: At, src: string, hint?: string): Diagnostic =>
  diagnostic('links/asset-missing', { message: `file "${src}" does not exist`, location: at, hint });

/** The code is shown as plain text. Reported once for each language on a page. */
export const unknownLanguage = (at: At, language: string, nearest: string | undefined): Diagnostic =>
  diagnostic('mdx/code-lang', {
    message: `language "${language}" is unknown, so docsgen shows the code as plain text`,
    location: at,
    hint: nearest === undefined ? undefined : `use "${nearest}"`,
  });

/** A plugin listed in docs.json threw on this page. */
export const pluginFailed = (at: At, plugin: string, reason: string): Diagnostic =>
  diagnostic('plugins/failed', {
    message: `plugin "${plugin}" failed: ${shorten(reason, 300)}`,
    location: at,
    hint: 'fix the page or the options of the plugin in docs.json, or remove the plugin',
  });

/** The plugin process exited, or did not respond. */
export const pluginsStopped = (at: At, reason: string): Diagnostic =>
  diagnostic('plugins/failed', {
    message: `the plugins ${reason}`,
    location: at,
    hint: 'remove plugins from docs.json one by one to find the one that fails',
  });

/** A message that a plugin reported, as linters do. */
export const pluginMessage = (at: At, plugin: string, reason: string): Diagnostic =>
  diagnostic('plugins/message', { message: `${plugin}: ${shorten(reason, 300)}`, location: at });

/** `reason` comes from KaTeX, or names a command that is not allowed. */
export const badMath = (at: At, reason: string): Diagnostic =>
  diagnostic('mdx/math', {
    message: `formula cannot be parsed: ${reason}; docsgen shows its source`,
    location: at,
    hint: 'fix the formula, or write \\$ for a literal dollar sign',
  });

/** Maximum length of quoted source text in a message. */
export const maxQuoted = 60;

/** Source text for a message, on one line. */
export function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > maxQuoted ? `${shorten(line, maxQuoted - 3)}...` : line;
}
