/** What every tool module makes of its site, and what the writer and the proof read. All paths have forward slashes. */
import type { ForeignTool } from '../../model/foreign-tool.ts';

/** How the Markdown of a tool is written. */
export type Dialect = Exclude<ForeignTool, 'mint'>;

/** A page of the old site. */
export interface DraftPage {
  /** Source file; empty for a page that the tool generates. */
  readonly source: string;
  /** URL in the old site without base path, `.html` and trailing slash; `/` for the home page. */
  readonly url: string;
  /** Other URLs that the tool answers with this page. */
  readonly aliases?: readonly string[];
  /** Front matter that the configuration implies; the page's own values win. */
  readonly frontMatter?: Readonly<Record<string, unknown>>;
  /** Markdown of a generated page. */
  readonly text?: string;
}

/** An entry of the old navigation. */
export type NavEntry =
  | { readonly kind: 'page'; readonly source: string; readonly label?: string | undefined }
  | { readonly kind: 'link'; readonly label: string; readonly href: string }
  | {
      readonly kind: 'group';
      readonly label: string;
      readonly root?: string | undefined;
      readonly entries: readonly NavEntry[];
      readonly isExpanded?: boolean;
    };

/** A part of the navigation with its own sidebar. */
export interface NavSection {
  readonly language?: string;
  readonly version?: string;
  readonly tab?: string;
  readonly entries: readonly NavEntry[];
}

/** Something that the migration could not convert. */
export interface Unconverted {
  readonly file: string;
  readonly line: number;
  /** The construct as the author knows it. */
  readonly what: string;
  /** How to rewrite it. */
  readonly hint: string;
}

/** A redirect of the old site. */
export interface DraftRedirect {
  readonly source: string;
  readonly destination: string;
}

/** An operation of an API description, as far as the URL of its old page depends on it. */
export interface DraftOperation {
  readonly method: string;
  readonly path: string;
  readonly title: string;
  readonly operationId?: string;
}

/** An API description of which a plugin of the old tool made pages. */
export interface DraftApi {
  /** Project path, or URL. */
  readonly source: string;
  /** Title of its part of the navigation. */
  readonly label: string;
  /** Folder of its new pages. */
  readonly directory: string;
  /** The old URLs of an operation. */
  readonly urlsOf: (operation: DraftOperation) => readonly string[];
  /** Old URLs of pages about the whole description: the first operation answers them. */
  readonly homes?: readonly string[];
}

/** The settings that docs.json has too. */
export interface DraftSettings {
  readonly name: string;
  readonly description?: string | undefined;
  /** Project paths of files, or URLs. */
  readonly logo?: string | { readonly light: string; readonly dark: string } | undefined;
  readonly favicon?: string | undefined;
  readonly primaryColor?: string | undefined;
  /** URL at which the site was published. */
  readonly siteUrl?: string | undefined;
  readonly links?: readonly { readonly label: string; readonly href: string }[];
  /** Profile URLs by platform. */
  readonly socials?: Readonly<Record<string, string>>;
  readonly integrations?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A whole site of another tool. */
export interface SourceSite {
  readonly dialect: Dialect;
  /** Folder of the pages; links that begin with `/` are also resolved from it. */
  readonly contentFolder: string;
  /** Folders whose files have the URL of their path: `static`, `public`. */
  readonly staticFolders: readonly string[];
  /** URL path under which the old site was served, `` or `/docs`. */
  readonly base: string;
  readonly pages: readonly DraftPage[];
  readonly sections: readonly NavSection[];
  readonly redirects: readonly DraftRedirect[];
  /** Default: none. */
  readonly apis?: readonly DraftApi[];
  readonly settings: DraftSettings;
  readonly unconverted: readonly Unconverted[];
  /** Whether relative links of a page start at its URL with a trailing slash (`a/` → `a/x`). */
  readonly hasFolderUrls: boolean;
  /** Aliases of import paths: `@site` → ``. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Folders of included files, for dialects with such paths. */
  readonly includeFolders?: readonly string[];
}
