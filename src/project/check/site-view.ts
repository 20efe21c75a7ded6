/** The input of a check: a loaded and compiled site without the stages that produced it. */
import type { PageLink } from '../../model/compiled-page.ts';
import type { Diagnostic, SourceLocation } from '../../model/diagnostic.ts';
import type { FileSystem } from '../../model/file-system.ts';
import type { LinkTarget, ResolvedRedirect } from '../../model/link-target.ts';
import type { NavTree } from '../../model/nav-tree.ts';
import type { Page } from '../../model/page.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import type { SourcePage } from '../../model/source-page.ts';

/** A string of docs.json or of a file that it refers to. */
export interface ConfigString {
  readonly value: string;
  readonly path: readonly (string | number)[];
  readonly location: SourceLocation;
}

/** Called between pages, so that a long check can yield to the event loop, or throw to cancel. */
export type YieldWhenDue = () => Promise<void> | undefined;

/** What is known of a page after compilation. */
export interface CheckedPage {
  readonly page: Page;
  /** Undefined for pages without a file. */
  readonly source?: SourcePage;
  readonly links: readonly PageLink[];
  readonly advice: readonly Diagnostic[];
  /** It runs author code whose output the source does not show. */
  readonly computes: boolean;
  /** Project files that it depends on. */
  readonly dependencies: readonly string[];
  /** The content as HTML, read from the store at each call. */
  readonly html: () => string;
}

/** What the rules about links of pages need: cheap to make, because nothing of it is computed before it is used. */
export interface LinkView {
  readonly files: FileSystem;
  /** A page by its path; undefined while it is not compiled. */
  readonly pageAt: (path: string) => CheckedPage | undefined;
  readonly resolveLink: (fromFile: string, href: string) => LinkTarget;
  /** Whether docs.json redirects a site path. Excludes the automatic redirects from URLs of other generators. */
  readonly isRedirected: (path: string) => boolean;
}

/** The state of one load: immutable while the rules run. */
export interface SiteView extends LinkView {
  readonly config: SiteConfig;
  readonly pages: readonly CheckedPage[];
  /** Files with `url` in their front matter: navigation links, not pages. */
  readonly linkPages: readonly SourcePage[];
  readonly nav: NavTree;
  readonly redirects: readonly ResolvedRedirect[];
  readonly configStrings: readonly ConfigString[];
  /** Project paths of the API descriptions that the site uses. */
  readonly descriptions: readonly string[];
  /** Files that pages may include, and those that some page includes. */
  readonly snippets: readonly string[];
  readonly usedSnippets: ReadonlySet<string>;
  /** Whether a redirect matches a site path. */
  readonly covers: (redirect: ResolvedRedirect) => (path: string) => boolean;
  /** URLs in a Markdown text. */
  readonly linksIn: (markdown: string) => readonly string[];
  /** Time of the last change of a file in milliseconds; undefined when unknown. */
  readonly changedAt: (file: string) => number | undefined;
}
