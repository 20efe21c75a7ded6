/** Every Diagnostic of this room: one function for each code (or each wording of one), callers pass facts. */
import type { Diagnostic, Severity, SourceLocation } from '../../model/diagnostic.ts';
import { shortened } from '../../model/shorten.ts';

/** What is wrong with one string, without its place. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

/** A `Problem` of a string with the place where the string stands. */
export function withPlace(problem: Problem, location: SourceLocation, severity: Severity = 'error'): Diagnostic {
  return diagnostic(problem.code, severity, location, problem.message, problem.hint);
}

// The file.

/** `config/missing`: neither a docs.json nor a mint.json in the folder. Without a place: there is no file. */
export function missing(directory = '.'): Diagnostic {
  return {
    code: 'config/missing',
    severity: 'error',
    message: `docs.json not found in ${directory}`,
    hint: 'create it there with theme, name, colors and navigation, run docsgen new, or name the docs folder on the command line',
  };
}

/** `config/legacy`: a mint.json was read in place of a docs.json. `leftOut`: paths of its keys that have no successor. */
export function legacy(file: string, leftOut: readonly string[]): Diagnostic {
  const rest = leftOut.length === 0 ? '' : `; docs.json has no place for ${list(leftOut)}`;
  const message = `${file} is the old format and was converted in memory${rest}`;
  return diagnostic('config/legacy', 'notice', { file, line: 1, column: 1 }, message, 'run docsgen migrate to write a docs.json');
}

/** `config/unreadable`: the file is there and the system does not give it; `reason` in the system's words. */
export function unreadable(file: string, reason: string): Diagnostic {
  return diagnostic('config/unreadable', 'error', { file, line: 1, column: 1 }, `${file} cannot be read: ${reason}`);
}

/** `config/encoding`: bytes that are no UTF-8, at the first one that is not. */
export function wrongEncoding(location: SourceLocation, message: string): Diagnostic {
  return diagnostic('config/encoding', 'error', location, message, 'save the file as UTF-8');
}

/** `config/too-large`: sizes in bytes. Told before anything of the file is parsed. */
export function tooLarge(file: string, bytes: number, limit: number): Diagnostic {
  const message = `${file} has ${bytes.toLocaleString('en-US')} bytes; at most ${limit.toLocaleString('en-US')} are read`;
  return diagnostic('config/too-large', 'error', { file, line: 1, column: 1 }, message, 'split it with $ref');
}

/** `config/json`: the first place where the text stops being JSON; what follows is not read. */
export function jsonSyntax(location: SourceLocation, message: string, hint?: string): Diagnostic {
  return diagnostic('config/json', 'error', location, message, hint);
}

/** `config/yaml`: the same for a YAML file that a `$ref` names. */
export function yamlSyntax(location: SourceLocation, message: string): Diagnostic {
  return diagnostic('config/yaml', 'error', location, message);
}

/** `config/duplicate-key`: at the second of two, since that is the one that counts. JSON leaves open which does (RFC 8259, 4). */
export function duplicateKey(location: SourceLocation, key: string, first: SourceLocation): Diagnostic {
  const message = `key ${quote(key)} is written twice, first at ${first.line}:${first.column}; the last one counts`;
  return diagnostic('config/duplicate-key', 'warning', location, message, 'remove one of them');
}

/** `config/encoding`: an escape such as `\ud800` alone; `code` as `U+D800`. A warning: the string is used. */
export function loneSurrogate(location: SourceLocation, code: string): Diagnostic {
  return diagnostic(
    'config/encoding',
    'warning',
    location,
    `the string holds half a surrogate pair (${code}) and is no valid Unicode text`,
  );
}

/** Only the first steps of a path are shown: it is as long as the nesting is deep. */
export function tooDeep(location: SourceLocation, path: string): Diagnostic {
  const shown = path
    .split(/(?=[.[])/)
    .slice(0, 5)
    .join('');
  const place = shown === path ? path : `${shown}...`;
  const message = path.startsWith('navigation')
    ? `navigation nested deeper than 32 levels at ${place}`
    : `nesting deeper than 32 levels${place === '' ? '' : ` at ${place}`}`;
  return diagnostic('config/too-deep', 'error', location, message, 'flatten it');
}

// $ref.

/** `config/ref`: a reference that cannot be followed (docs-json-spec 1). With one, no configuration is made. */
export function refProblem(location: SourceLocation, message: string, hint?: string): Diagnostic {
  return diagnostic('config/ref', 'error', location, message, hint);
}

// Shape.

/** `config/type`: a list where an object is wanted, and the like. */
export function wrongType(location: SourceLocation, message: string, hint?: string): Diagnostic {
  return diagnostic('config/type', 'error', location, message, hint);
}

/** `config/required`: `path` is that of the missing key, `location` that of the object without it. */
export function required(location: SourceLocation, path: string, hint?: string): Diagnostic {
  return diagnostic('config/required', 'error', location, `${path} is required`, hint);
}

/** `config/enum`: a value outside a fixed list; the message names the list. */
export function notAllowed(location: SourceLocation, message: string, hint?: string): Diagnostic {
  return diagnostic('config/enum', 'error', location, message, hint);
}

/** `config/format`: a value of the right type that cannot be what it stands for: a colour, a URL, a length. */
export function badFormat(location: SourceLocation, message: string): Diagnostic {
  return diagnostic('config/format', 'error', location, message);
}

/** `config/empty`: a text or list with nothing in it; a warning where the site can be built without. */
export function empty(location: SourceLocation, message: string, severity: Severity = 'error'): Diagnostic {
  return diagnostic('config/empty', severity, location, message);
}

/**
 * `config/unknown-key` (docs-json-spec 1, "ours": nothing is dropped in silence). `owner` is the path of the object;
 * empty for the root.
 */
export function unknownKey(
  location: SourceLocation,
  key: string,
  owner: string,
  severity: Severity,
  nearest?: string,
  hint?: string,
): Diagnostic {
  const place = owner === '' ? '' : ` in ${owner}`;
  const message =
    nearest === undefined ? `unknown key ${quote(key)}${place}` : `unknown key ${quote(key)} - did you mean ${quote(nearest)}?`;
  return diagnostic('config/unknown-key', severity, location, message, hint);
}

// Navigation.

/** `config/nav-pattern`: not exactly one division at the root (docs-json-spec 4.1). `found`: the keys that are there. */
export function rootPattern(location: SourceLocation, found: readonly string[]): Diagnostic {
  const names = 'pages, groups, tabs, anchors, dropdowns, products, versions, languages';
  const what = found.length === 0 ? 'found none' : `found ${list(found)} (${list(found.map((name) => `navigation.${name}`))})`;
  const hint = found.length === 0 ? 'list the pages of the site: "pages": ["index"]' : 'nest the other inside';
  return diagnostic('config/nav-pattern', 'error', location, `exactly one of ${names} at the root; ${what}`, hint);
}

/** `config/nav-children`: lists of several kinds in one node (docs-json-spec 4.2). A warning means that all are shown, pages first. */
export function mixedChildren(location: SourceLocation, path: string, found: readonly string[], severity: Severity): Diagnostic {
  const hint =
    severity === 'warning'
      ? 'both are shown, pages first; to say so, give the pages a group'
      : `keep one of them, or nest ${found[1]} in ${found[0]}`;
  return diagnostic('config/nav-children', severity, location, `${path} mixes ${list(found)}`, hint);
}

/** `config/nav-children`: something that a node may not hold, in the words of the rule that it breaks. */
export function navChildren(location: SourceLocation, message: string, severity: Severity = 'error', hint?: string): Diagnostic {
  return diagnostic('config/nav-children', severity, location, message, hint);
}

/** `config/default`: docs-json-spec 4.6 and 4.7. Reported at the second; `first` is the path of the other, which counts. */
export function twoDefaults(location: SourceLocation, kind: string, path: string, first: string): Diagnostic {
  const message = `only one ${kind} may be the default: ${first} and ${path} both are; the first one counts`;
  return diagnostic('config/default', 'warning', location, message, 'remove "default" from one of them');
}

/** `config/duplicate-name`: a version or language named twice: no switch could tell them apart. */
export function sameName(location: SourceLocation, kind: string, name: string, path: string, first: string): Diagnostic {
  return diagnostic('config/duplicate-name', 'error', location, `${kind} ${quote(name)} stands twice: ${first} and ${path}`);
}

/** `config/page-url`: a URL in a list of pages; the entry makes no page. */
export function pageIsUrl(location: SourceLocation, url: string): Diagnostic {
  const message = `${quote(url)} is a URL, not a page; the entry is left out`;
  return diagnostic(
    'config/page-url',
    'warning',
    location,
    message,
    'list a page with url: in its front matter, or use an anchor with href',
  );
}

/** `config/boost`: zero or less would take a page out of search, which is not what a weight is for. */
export function badBoost(location: SourceLocation, path: string, value: number): Diagnostic {
  const message = `${path} is ${value}; a search weight must be above 0 and is taken as 1`;
  return diagnostic('config/boost', 'warning', location, message, 'use a number between 0.1 and 10');
}

// Values.

/** `config/path`: a path that leaves the project, names nothing, or holds what no path may hold. */
export function badPath(location: SourceLocation, message: string, hint?: string): Diagnostic {
  return diagnostic('config/path', 'error', location, message, hint);
}

/** `config/redirect`: a redirect that can never work, or that another one hides. */
export function redirect(location: SourceLocation, message: string, severity: Severity = 'error', hint?: string): Diagnostic {
  return diagnostic('config/redirect', severity, location, message, hint);
}

/** `config/redirect`: the destination has parts that nothing in the source fills in. The redirect is left out. */
export function redirectUnfilled(location: SourceLocation, source: string, tokens: readonly string[]): Diagnostic {
  const message = `destination uses ${tokens.join(' and ')}, which ${tokens.length === 1 ? 'is' : 'are'} not in the source ${source}; the redirect is left out`;
  const hint = 'write the same name in the source and the destination, such as :slug*, or remove it from the destination';
  return redirect(location, message, 'warning', hint);
}

/** `config/duplicate`: an entry that stands twice where each means something once. */
export function duplicateValue(location: SourceLocation, message: string): Diagnostic {
  return diagnostic('config/duplicate', 'error', location, message);
}

/** `config/secret`: `masked` is what may be shown of it. No configuration comes out: a secret must not reach a built page. */
export function secret(location: SourceLocation, path: string, masked: string): Diagnostic {
  const message = `${path} looks like a secret; keep it in an environment variable (${masked})`;
  return diagnostic('config/secret', 'error', location, message, 'take it out of the file, and replace it where it was issued');
}

/** `config/auth-required`: a playground for signed-in readers on a site where nobody can sign in (docs-json-spec 6.2). */
export function authRequired(location: SourceLocation): Diagnostic {
  const message = 'api.playground.display "auth" needs authentication to be configured';
  return diagnostic(
    'config/auth-required',
    'warning',
    location,
    message,
    'the playground is left out until sign-in is configured under docsgen.auth; "interactive" shows it to everyone',
  );
}

/** `config/auth`: settings of `docsgen.auth` with which readers could not sign in, or not safely. */
export function badAuth(location: SourceLocation, message: string, hint?: string): Diagnostic {
  return diagnostic('config/auth', 'error', location, message, hint);
}

/** `config/grammar`: a file of `styling.codeblocks.languages.custom` that gives no language; code in it is plain text. */
export function grammarProblem(location: SourceLocation, message: string): Diagnostic {
  return diagnostic('config/grammar', 'warning', location, message);
}

/** `config/ignored`: a key that is read but does nothing, or an older name of another. */
export function ignored(location: SourceLocation, message: string, hint?: string): Diagnostic {
  return diagnostic('config/ignored', 'warning', location, message, hint);
}

/** `config/not-yet`: one notice for all features that are accepted and without effect. */
export function notYetDone(file: string, features: readonly string[]): Diagnostic {
  const message = `read but without effect for now: ${features.join(', ')}`;
  return diagnostic('config/not-yet', 'notice', { file, line: 1, column: 1 }, message);
}

/** As JSON, in double quotes, cut at 200 characters: messages stay readable whatever the file holds. */
export function quote(text: string): string {
  return JSON.stringify(shortened(text, 200));
}

/** `a`, `a and b`, `a, b and c`. */
export function list(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function diagnostic(code: string, severity: Severity, location: SourceLocation, message: string, hint?: string): Diagnostic {
  return hint === undefined ? { code, severity, message, location } : { code, severity, message, location, hint };
}
