/** A loaded and compiled site as a check sees it: handed in by the driver, which alone knows the stages. */
import type { PageLink } from '../../model/compiled-page.ts';
import type { Diagnostic, SourceLocation } from '../../model/diagnostic.ts';
import type { FileSystem } from '../../model/file-system.ts';
import type { LinkTarget } from '../../model/link-target.ts';
import type { NavTree } from '../../model/nav-tree.ts';
import type { Page } from '../../model/page.ts';
import type { ResolvedRedirect } from '../../model/redirect.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import type { SourcePage } from '../../model/source-page.ts';

/** A string of docs.json or of a file that it refers to. */
export interface ConfigString {
  readonly value: string;
  readonly path: readonly (string | number)[];
  readonly location: SourceLocation;
}

/** Called between pages: who watches over a long check may give others their turn, or throw to end it. */
export type YieldWhenDue = () => Promise<void> | undefined;

/** What is known of a page after compilation. */
export interface CheckedPage {
  readonly page: Page;
  /** Undefined for pages without a file. */
  readonly source?: SourcePage;
  readonly links: readonly PageLink[];
  readonly advice: readonly Diagnostic[];
  /** Its own code draws parts of it, which the source does not show. */
  readonly computes: boolean;
  /** Project files that went into it. */
  readonly dependencies: readonly string[];
  /** The content as HTML; read anew at each call. */
  readonly html: () => string;
}

/** Everything of one load: nothing in it changes while the rules run. */
export interface SiteView {
  readonly config: SiteConfig;
  readonly files: FileSystem;
  readonly pages: readonly CheckedPage[];
  /** Files with `url` in their front matter: entries that lead elsewhere, and no pages. */
  readonly linkPages: readonly SourcePage[];
  readonly nav: NavTree;
  readonly redirects: readonly ResolvedRedirect[];
  readonly configStrings: readonly ConfigString[];
  /** Project paths of the API descriptions that the site uses. */
  readonly descriptions: readonly string[];
  /** Files that pages may include, and those of them that some page does. */
  readonly snippets: readonly string[];
  readonly usedSnippets: ReadonlySet<string>;
  readonly resolveLink: (fromFile: string, href: string) => LinkTarget;
  /** Whether a redirect answers for a site path. */
  readonly covers: (redirect: ResolvedRedirect) => (path: string) => boolean;
  /** Whether docs.json itself redirects a site path. Other redirects only lead from the addresses of other generators to ours. */
  readonly isRedirected: (path: string) => boolean;
  /** Addresses in a Markdown text. */
  readonly linksIn: (markdown: string) => readonly string[];
  /** When a file was last changed, in milliseconds; undefined when nothing reliable says so. */
  readonly changedAt: (file: string) => number | undefined;
}
