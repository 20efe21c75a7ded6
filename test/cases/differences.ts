/**
 * Where docsgen means to differ from a case file, by reason and not by case: each row names the fault that the case expects,
 * what we do instead, and the text that settles it. Nothing else may pass with another result.
 */

/** A fault after which we build all the same: its code, and, where only some faults of that code are meant, their words. */
export interface Warned {
  readonly code: string;
  readonly says?: RegExp;
  readonly because: string;
}

export const warnedInstead: readonly Warned[] = [
  { code: 'config/page-missing', because: 'real sites list pages that do not exist: the entry is left out' },
  {
    code: 'config/path',
    says: /absolute paths resolve inside/,
    because: '"/a" is the page "a" (docs-json-spec 4.4), which is missing then',
  },
  { code: 'config/redirect', says: /is also a page/, because: 'four of 68 real sites do this: the page is shown' },
  { code: 'config/redirect', says: /redirect loop/, because: 'the redirects of a loop are left out (decisions: what build refuses)' },
  { code: 'config/default', because: 'the first of two defaults counts (decisions: what build refuses)' },
  { code: 'config/empty', says: /navigation has no pages/, because: 'an empty list of pages is valid in the format (docs-json-spec 4.1)' },
  {
    code: 'config/auth-required',
    because:
      'a playground for signed-in readers on a site without sign-in is left out, as `none` (mission: anonymous readers see none); its sign-in may live on the host',
  },
  {
    code: 'config/endpoint-missing',
    because: 'an operation that no description has is left out of the navigation (decisions: strictness)',
  },
  {
    code: 'asyncapi/ref-denied',
    because: 'a build warns of a broken description and shows the rest; openapi-check refuses it (decisions: strictness)',
  },
  { code: 'mdx/unknown-component', because: 'real sites use components that do not exist: their children are shown' },
  { code: 'mdx/frontmatter', because: 'front matter that cannot be read is left out, and the page is built (decisions: strictness)' },
];

/** Faults that are no fault here, because the work that they guard against is cheap or safe now. */
export const noProblemHere: ReadonlyMap<string, string> = new Map([
  ['mdx/timeout', 'the parser is linear, so a flood of markers is simply parsed'],
  ['mdx/too-deep', 'a nesting that is parsed and rendered in time and memory is no fault'],
]);

/** Codes of one fault that the case files and our diagnostics name differently, ours after theirs. */
export const alsoCalled: ReadonlyMap<string, readonly string[]> = new Map([
  ['mdx/expression', ['mdx/render', 'mdx/forbidden-global']],
  ['config/path', ['config/page-missing']],
  ['mdx/too-deep', ['mdx/too-large']],
]);

/** Verdicts on configurations: errors of these codes on a config that the other tool accepts. */
export const refusedHere: ReadonlyMap<string, string> = new Map([
  ['config/url-scheme', 'a link that runs a script is refused everywhere (docs-json-spec 4.2)'],
  ['config/nav-pattern', 'two root patterns: the other tool drops one in silence (docs-json-spec 4.1)'],
  ['config/nav-children', 'two kinds of children: the other tool drops one in silence (docs-json-spec 4.2)'],
]);
