/**
 * The file `docsgen.config.ts` and its types: functions that run while a site is built. Everything that they receive and return is
 * plain data, because they run in another process; only the `content` functions of outputs stay there.
 */

import type { FileSystem } from './file-system.ts';

/** What `docsgen.config.ts` exports by default. All hooks are optional, and may be asynchronous. */
export interface DocsgenConfig {
  /** Called once for each command, before pages are compiled. May add variables and pages, and change front matter. */
  readonly siteLoaded?: (site: SiteInfo) => Returned<SiteChanges>;
  /** Called for each compiled page; not for pages that have not changed since an earlier build. */
  readonly pageCompiled?: (page: CompiledPageInfo) => Returned<PageFindings>;
  /** Called once, after `siteLoaded`. Declares files that the site has in addition to its own. */
  readonly outputs?: (site: SiteInfo) => readonly CustomOutput[] | Promise<readonly CustomOutput[]>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: functions without a return statement, also asynchronous ones
type Returned<Value> = Value | void | Promise<Value | void>;

/** A site whose pages have been read. */
export interface SiteInfo {
  readonly name: string;
  readonly description?: string;
  /** The URL of the site without a trailing slash, if docs.json configures it. */
  readonly url?: string;
  /** URL prefix: empty or `/docs`. */
  readonly base: string;
  /** `variables` of docs.json, with those that `siteLoaded` added. */
  readonly variables: Readonly<Record<string, string>>;
  /** Navigation order first, then pages that the navigation does not list, by path. */
  readonly pages: readonly PageInfo[];
}

/** A page of the site. */
export interface PageInfo {
  /** Project path without extension, such as `guides/start`: the key of the page. */
  readonly path: string;
  /** URL path without `base`: `/guides/start`. */
  readonly url: string;
  /** Project path of its file; absent for a page generated from an API description. */
  readonly file?: string;
  readonly title: string;
  readonly sidebarTitle: string;
  readonly description?: string;
  readonly tag?: string;
  readonly deprecated: boolean;
  readonly language?: string;
  readonly version?: string;
  /** As written, with the keys that docsgen does not know. */
  readonly frontMatter: Readonly<Record<string, unknown>>;
}

/** A page after its Markdown, snippets and components were compiled. */
export interface CompiledPageInfo extends PageInfo {
  readonly headings: readonly HeadingInfo[];
  /** Links and media as written. */
  readonly links: readonly { readonly href: string; readonly line: number; readonly column: number }[];
  /** The plain text by section; `id` is that of the heading, empty before the first one. */
  readonly sections: readonly { readonly id: string; readonly title: string; readonly text: string }[];
}

/** A heading of a page. */
export interface HeadingInfo {
  /** 1 to 6. */
  readonly depth: number;
  /** Fragment of a link to it, without `#`. */
  readonly id: string;
  readonly text: string;
}

/** The result of `siteLoaded`. */
export interface SiteChanges {
  /** More `variables`, or other values for them. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Front matter by page path; these values replace those in the file. */
  readonly frontMatter?: Readonly<Record<string, FrontMatterChange>>;
  /** New pages. The navigation of docs.json may list them. */
  readonly pages?: readonly NewPage[];
}

/** Keys of the front matter that `siteLoaded` may set. */
export interface FrontMatterChange {
  readonly title?: string;
  readonly sidebarTitle?: string;
  readonly description?: string;
  readonly tag?: string;
  readonly deprecated?: boolean;
  readonly hidden?: boolean;
}

/** A page that is not a file. */
export interface NewPage {
  /** Project path with `.md` or `.mdx`, of which no file exists: `glossary.mdx`. */
  readonly file: string;
  /** Its source, with front matter. */
  readonly text: string;
}

/** The result of `pageCompiled`. */
export interface PageFindings {
  /** Problems of the page, which commands report like their own. */
  readonly problems?: readonly PageProblem[];
  /** Any JSON value, for the `content` functions of `outputs`. Is stored with the page in the cache. */
  readonly data?: unknown;
}

/** A problem of a page. */
export interface PageProblem {
  /** One sentence. */
  readonly message: string;
  /** What to do. */
  readonly hint?: string;
  /** Default: `warning`. */
  readonly severity?: 'error' | 'warning';
  /** Line and column in the file of the page, from 1. Default: its first line. */
  readonly line?: number;
  readonly column?: number;
}

/** A file of the built site. */
export interface CustomOutput {
  /** Path in the output folder: `terms.json`, `data/status.svg`. */
  readonly path: string;
  /** Media type, if web servers cannot infer it from the name. */
  readonly mediaType?: string;
  /** Called when all pages are compiled. With sign-in, once for each audience, with the pages that it can read. */
  readonly content: (site: BuiltSiteInfo) => string | Uint8Array | Promise<string | Uint8Array>;
}

/** The site for the content of an output. */
export interface BuiltSiteInfo extends Omit<SiteInfo, 'pages'> {
  readonly pages: readonly BuiltPageInfo[];
}

/** A compiled page, with what `pageCompiled` returned for it as `data`. */
export interface BuiltPageInfo extends PageInfo {
  readonly headings: readonly HeadingInfo[];
  readonly data?: unknown;
}

/** Returns the configuration as it is; editors infer the types of its functions. */
export function defineConfig(config: DocsgenConfig): DocsgenConfig {
  return config;
}

/** Names of the configuration with hooks. Not `.js`, because every page would load it as a script. */
const configNames = ['docsgen.config.ts', 'docsgen.config.mts', 'docsgen.config.mjs'];

/** The configuration with hooks, if the project has one. */
export function hooksFile(files: Pick<FileSystem, 'has'>): string | undefined {
  return configNames.find(files.has);
}

/** Whether a project path is the hooks file of a site. Some file systems ignore case. */
export function isHooksFile(path: string): boolean {
  return configNames.includes(path.toLowerCase());
}
