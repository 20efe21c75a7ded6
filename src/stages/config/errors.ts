/** Every Diagnostic of this module: one function for each code (or each message of one); callers pass values. */

import { type Diagnostic, diagnostic, type SeverityOf, type SourceLocation } from '../../model/diagnostic.ts';
import { type ForeignSite, foreignToolNames } from '../../model/foreign-tool.ts';
import { shortened } from '../../model/shorten.ts';

/** The codes for strings that a format check rejects. */
type FormatCode = 'config/url-scheme' | 'config/format' | 'config/icon' | 'config/path' | 'config/remote-denied' | 'config/secret';

/** A problem of one string, without its location. */
export interface Problem {
  readonly code: FormatCode;
  readonly message: string;
  readonly hint?: string;
}

/** Adds the location of the string to a `Problem`. */
export function withLocation({ code, message, hint }: Problem, location: SourceLocation): Diagnostic {
  return diagnostic(code, { message, location, hint });
}

/** A warning: social images are drawn without the background. */
export function unusableBackground({ message }: Problem, location: SourceLocation): Diagnostic {
  const hint = 'use a PNG or SVG file in the project; until then, social images have a plain background';
  return diagnostic('config/url-scheme', { severity: 'warning', message, location, hint });
}

// File.

/** The name of a folder for use in a message. */
function named(folder: string): string {
  return folder === '.' ? 'the current folder' : folder;
}

/** `config/missing`: the folder has neither a docs.json nor a mint.json. Has no location, because there is no file. */
export function missing(directory = '.'): Diagnostic {
  return diagnostic('config/missing', {
    message: `docs.json not found in ${named(directory)}`,
    hint: 'run docsgen new to create it, or pass the folder that contains it',
  });
}

/** `config/other-tool`: the folder has no docs.json, but the configuration of another tool. */
export function otherTool({ tool, file }: ForeignSite, directory = '.'): Diagnostic {
  return diagnostic('config/other-tool', {
    message: `docs.json not found in ${named(directory)}, which contains a ${foreignToolNames[tool]} site (${file})`,
    hint: `run docsgen migrate ${directory === '.' ? '' : `${directory} `}--from ${tool} to convert it into a new folder`,
  });
}

/** `config/from-folders`: the navigation was generated from folders and file names. */
export function fromFolders(directory = '.'): Diagnostic {
  return diagnostic('config/from-folders', {
    message: `docs.json not found in ${named(directory)}, so the navigation follows the folders and file names`,
    hint: 'create docs.json to set the name, colors and navigation of the site',
  });
}

/**
 * `config/legacy`: a mint.json was read instead of a docs.json. `leftOut`: paths of its keys that have no successor.
 */
export function legacy(file: string, leftOut: readonly string[]): Diagnostic {
  const rest = leftOut.length === 0 ? '' : `; docs.json has no equivalent of ${list(leftOut)}`;
  const message = `${file} uses the old format, so docsgen converted it in memory${rest}`;
  return diagnostic('config/legacy', { message, location: { file, line: 1, column: 1 }, hint: 'run docsgen migrate to write a docs.json' });
}

/** `config/unreadable`: the file exists but cannot be read; `reason` is the message of the operating system. */
export function unreadable(file: string, reason: string): Diagnostic {
  return diagnostic('config/unreadable', { message: `${file} cannot be read: ${reason}`, location: { file, line: 1, column: 1 } });
}

/** `config/encoding`: bytes that are not UTF-8, located at the first invalid one. */
export function wrongEncoding(location: SourceLocation, message: string): Diagnostic {
  return diagnostic('config/encoding', { message, location, hint: 'save the file as UTF-8' });
}

/** `config/too-large`: sizes in bytes. Reported before the file is parsed. */
export function tooLarge(file: string, bytes: number, limit: number): Diagnostic {
  const message = `${file} is ${bytes.toLocaleString('en-US')} bytes, but the limit is ${limit.toLocaleString('en-US')}`;
  return diagnostic('config/too-large', { message, location: { file, line: 1, column: 1 }, hint: 'split it with $ref' });
}

/** `config/json`: located where the text stops being JSON; the rest is not read. */
export function jsonSyntax(location: SourceLocation, message: string, hint?: string): Diagnostic {
  return diagnostic('config/json', { message, location, hint });
}

/** `config/yaml`: the same for a YAML file that a `$ref` names. */
export function yamlSyntax(location: SourceLocation, message: string): Diagnostic {
  return diagnostic('config/yaml', { message, location });
}

/** `config/duplicate-key`: located at the second key, which takes effect. JSON leaves this undefined (RFC 8259, 4). */
export function duplicateKey(location: SourceLocation, key: string, first: SourceLocation): Diagnostic {
  const message = `key ${quote(key)} appears twice, first at ${first.line}:${first.column}; docsgen uses the last one`;
  return diagnostic('config/duplicate-key', { message, location, hint: 'remove one of them' });
}

/** `config/encoding`: a lone surrogate escape such as `\ud800`; `code` is `U+D800`. A warning: the string is used. */
export function loneSurrogate(location: SourceLocation, code: string): Diagnostic {
  return diagnostic('config/encoding', {
    severity: 'warning',
    message: `the string is not valid Unicode: it contains an unpaired surrogate (${code})`,
    location,
  });
}

/** Shows only the first steps of a path, which is as long as the nesting is deep. */
export function tooDeep(location: SourceLocation, path: string): Diagnostic {
  const shown = path
    .split(/(?=[.[])/)
    .slice(0, 5)
    .join('');
  const place = shown === path ? path : `${shown}...`;
  const message = path.startsWith('navigation')
    ? `navigation nested deeper than 32 levels at ${place}`
    : `nesting deeper than 32 levels${place === '' ? '' : ` at ${place}`}`;
  return diagnostic('config/too-deep', { message, location, hint: 'use fewer levels' });
}

// $ref.

/** `config/ref`: a reference that cannot be followed. No configuration is created. */
export function refProblem(location: SourceLocation, message: string, hint?: string): Diagnostic {
  return diagnostic('config/ref', { message, location, hint });
}

// Shape.

/** `config/type`: a value of the wrong type, such as a list instead of an object. */
export function wrongType(location: SourceLocation, message: string, hint?: string): Diagnostic {
  return diagnostic('config/type', { message, location, hint });
}

/**
 * `config/required`: `path` is that of the missing key, `location` that of its object, or of the unknown key `written` that probably
 * stands for it.
 */
export function required(location: SourceLocation, path: string, hint?: string, written?: string): Diagnostic {
  const message = written === undefined ? `${path} is required` : `unknown key ${quote(written)}: ${path} is required`;
  return diagnostic('config/required', { message, location, hint });
}

/** `config/enum`: a value outside a fixed list; the message names the list. */
export function notAllowed(location: SourceLocation, message: string, hint?: string): Diagnostic {
  return diagnostic('config/enum', { message, location, hint });
}

/** `config/format`: a value of the right type with invalid content: a colour, a URL, a length. */
export function badFormat(location: SourceLocation, message: string, hint?: string): Diagnostic {
  return diagnostic('config/format', { message, location, hint });
}

/** `config/empty`: an empty text or list; a warning when the site can be built without it. */
export function empty(location: SourceLocation, message: string, severity?: SeverityOf<'config/empty'>): Diagnostic {
  return diagnostic('config/empty', { severity, message, location });
}

/** `config/unknown-key`. `owner` is the path of the object; empty for the root. */
export function unknownKey(
  location: SourceLocation,
  key: string,
  owner: string,
  severity: SeverityOf<'config/unknown-key'>,
  hint?: string,
): Diagnostic {
  const message = `unknown key ${quote(key)}${owner === '' ? '' : ` in ${owner}`}`;
  return diagnostic('config/unknown-key', { severity, message, location, hint });
}

/** `config/ignored`: an entry of the navigation uses a key of the old mint.json, which is read as `successor`. */
export function oldEntryKey(location: SourceLocation, path: string, key: string, successor: string): Diagnostic {
  return diagnostic('config/ignored', {
    message: `${quote(key)} in ${path} is a key of the old mint.json format; docsgen reads it as ${quote(successor)}`,
    location,
    hint: key === 'color' ? 'write "color": { "light": "…", "dark": "…" }' : `rename ${quote(key)} to ${quote(successor)}`,
  });
}

// Navigation.

/**
 * `config/nav-pattern`: the root of the navigation must have exactly one division. `found`: the keys that are present.
 */
export function rootPattern(location: SourceLocation, found: readonly string[]): Diagnostic {
  const names = 'pages, groups, tabs, anchors, dropdowns, products, versions, languages';
  const what = found.length === 0 ? 'found none' : `found ${list(found)} (${list(found.map((name) => `navigation.${name}`))})`;
  const hint = found.length === 0 ? 'list the pages of the site: "pages": ["index"]' : 'move the other lists into its entries';
  return diagnostic('config/nav-pattern', { severity: 'error', message: `exactly one of ${names} at the root; ${what}`, location, hint });
}

/** `config/nav-pattern` as a warning: a list of links next to the list with the content. `list`: the key of the links. */
export function rootLinks(location: SourceLocation, list: string, content: string): Diagnostic {
  const message = `navigation.${list} has only links and is next to navigation.${content}; docsgen shows the links on every page`;
  return diagnostic('config/nav-pattern', {
    severity: 'warning',
    message,
    location,
    hint: `move ${list} into navigation.global`,
  });
}

/** `config/nav-pattern` as a warning: a list that repeats lists of the same name in the entries of `content`. */
export function rootRepeats(location: SourceLocation, list: string, content: string): Diagnostic {
  const message = `navigation.${list} repeats the ${list} in navigation.${content}; docsgen ignores it`;
  return diagnostic('config/nav-pattern', { severity: 'warning', message, location, hint: `remove navigation.${list}` });
}

/** `config/nav-pattern` as a warning: pages next to the list with the content, which have no location in the navigation. */
export function rootPages(location: SourceLocation, content: string): Diagnostic {
  const message = `navigation.pages is next to navigation.${content}; docsgen builds its pages but does not list them in the navigation`;
  return diagnostic('config/nav-pattern', {
    severity: 'warning',
    message,
    location,
    hint: `move them into an entry of navigation.${content}`,
  });
}

/** `config/nav-children`: lists of several kinds in one node. As a warning: all are shown, pages first. */
export function mixedChildren(
  location: SourceLocation,
  path: string,
  found: readonly string[],
  severity: SeverityOf<'config/nav-children'>,
): Diagnostic {
  const hint =
    severity === 'warning'
      ? 'put the pages in a group; until then, docsgen shows both, pages first'
      : `keep one of them, or nest ${found[1]} in ${found[0]}`;
  return diagnostic('config/nav-children', { severity, message: `${path} mixes ${list(found)}`, location, hint });
}

/** `config/nav-children`: an entry that a node may not contain; the message states the rule. */
export function navChildren(
  location: SourceLocation,
  message: string,
  severity?: SeverityOf<'config/nav-children'>,
  hint?: string,
): Diagnostic {
  return diagnostic('config/nav-children', { severity, message, location, hint });
}

/**
 * `config/default`: two versions or languages are the default. Located at the second; `first` is the path of the other,
 * which takes effect.
 */
export function twoDefaults(location: SourceLocation, kind: string, path: string, first: string): Diagnostic {
  const message = `only one ${kind} may be the default, but both ${first} and ${path} are; docsgen uses the first`;
  return diagnostic('config/default', { message, location, hint: 'remove "default" from one of them' });
}

/**
 * `config/duplicate-name`: two versions or languages with one name, which readers could not tell apart in the switcher.
 */
export function sameName(location: SourceLocation, kind: string, name: string, path: string, first: string): Diagnostic {
  return diagnostic('config/duplicate-name', {
    message: `${kind} ${quote(name)} appears twice: ${first} and ${path}`,
    location,
    hint: 'rename one of them, or combine their pages',
  });
}

/** `config/page-url`: a URL in a list of pages; the entry is ignored. */
export function pageIsUrl(location: SourceLocation, url: string): Diagnostic {
  const message = `${quote(url)} is a URL, not a page; docsgen ignores the entry`;
  return diagnostic('config/page-url', {
    message,
    location,
    hint: 'list a page that has url: in its front matter, or use an anchor with href',
  });
}

/** `config/boost`: zero or less would remove a page from search, which a weight must not do. */
export function badBoost(location: SourceLocation, path: string, value: number): Diagnostic {
  const message = `${path} is ${value}, but a search weight must be greater than 0; docsgen uses 1`;
  return diagnostic('config/boost', { message, location, hint: 'use a number from 0.1 to 10' });
}

// Values.

/** `config/path`: a path that is outside the project, is empty, or contains invalid characters. */
export function badPath(location: SourceLocation, message: string, hint?: string): Diagnostic {
  return diagnostic('config/path', { message, location, hint });
}

/** `config/redirect`: a redirect that can never work, or that an earlier one shadows. */
export function redirect(location: SourceLocation, message: string, severity?: SeverityOf<'config/redirect'>, hint?: string): Diagnostic {
  return diagnostic('config/redirect', { severity, message, location, hint });
}

/** `config/redirect`: the destination has parameters that the source does not define. The redirect is ignored. */
export function redirectUnfilled(location: SourceLocation, source: string, tokens: readonly string[]): Diagnostic {
  const message = `destination uses ${tokens.join(' and ')}, which the source ${source} does not contain; docsgen ignores the redirect`;
  const hint = 'use the same name in source and destination, such as :slug*, or remove it from the destination';
  return redirect(location, message, 'warning', hint);
}

/** `config/duplicate`: a repeated entry in a list whose entries must be unique. */
export function duplicateValue(location: SourceLocation, message: string): Diagnostic {
  return diagnostic('config/duplicate', { message, location });
}

/**
 * `config/secret`: `masked` is the part that may be shown. No configuration is created, because a secret must not reach
 * a built page.
 */
export function secret(location: SourceLocation, path: string, masked: string): Diagnostic {
  const message = `${path} looks like a secret; keep it in an environment variable (${masked})`;
  return diagnostic('config/secret', { message, location, hint: 'remove the value from the file, revoke it and create a new one' });
}

/** `config/auth-required`: a playground for signed-in readers on a site without sign-in. */
export function authRequired(location: SourceLocation): Diagnostic {
  const message = 'api.playground.display "auth" requires sign-in, which is not configured';
  return diagnostic('config/auth-required', {
    message,
    location,
    hint: 'configure sign-in under docsgen.auth, or write "interactive" to show the playground to everyone; until then, docsgen leaves it out',
  });
}

/** `config/auth`: settings of `docsgen.auth` that make sign-in impossible or unsafe. */
export function badAuth(location: SourceLocation, message: string, hint?: string): Diagnostic {
  return diagnostic('config/auth', { message, location, hint });
}

/**
 * `config/grammar`: a file of `styling.codeblocks.languages.custom` without a valid grammar; code in that language is
 * shown as plain text.
 */
export function grammarProblem(location: SourceLocation, message: string): Diagnostic {
  return diagnostic('config/grammar', { message, location });
}

/** `config/ignored`: a key that has no effect, or the former name of another key. */
export function ignored(location: SourceLocation, message: string, hint?: string): Diagnostic {
  return diagnostic('config/ignored', { message, location, hint });
}

/** `config/not-yet`: one notice for all features that are accepted but have no effect. */
export function notYetDone(file: string, features: readonly string[]): Diagnostic {
  const message = `this version of docsgen does not use these settings: ${features.join(', ')}`;
  return diagnostic('config/not-yet', { message, location: { file, line: 1, column: 1 } });
}

/** As a JSON string, cut at 200 characters, so that messages stay readable. */
export function quote(text: string): string {
  return JSON.stringify(shortened(text, 200));
}

/** `a`, `a and b`, `a, b and c`. */
export function list(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
