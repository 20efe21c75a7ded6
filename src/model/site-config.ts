/**
 * `docs.json` as resolved: defaults filled, `$ref`s followed, old spellings read. After `config/` nobody sees the file
 * as written. Nothing here is optional unless the absence means something.
 */

import type { AuthSettings } from '../shared/site/site-record.ts';
import type { Contextual } from './contextual.ts';
import type { SourceLocation } from './diagnostic.ts';
import type { IconLibrary, IconRef } from './icon.ts';

/** The nine layouts (docs-json-spec 2); each is a folder of `templates/`. */
export type ThemeName = 'mint' | 'maple' | 'palm' | 'willow' | 'linden' | 'almond' | 'aspen' | 'sequoia' | 'luma';

/** Parts around the content that a project can write itself. */
export type FramePart = 'header' | 'sidebar' | 'footer';

/** The same setting for both modes; where an author gives one value, it stands in both. */
export interface LightDark<T> {
  readonly light: T;
  readonly dark: T;
}

/** A link of the footer; `href` is a site path or an address that a page may have. */
export interface Link {
  readonly label: string;
  readonly href: string;
}

/** docs-json-spec 5.1. Without a label of its own it has the name of its type. */
export interface NavbarLink {
  readonly label: string;
  readonly href: string;
  readonly type?: 'github' | 'discord' | (string & {});
  readonly icon?: IconRef;
}

/** docs-json-spec 5.1; without links and button the list is empty and `primary` is not there. */
export interface Navbar {
  readonly links: readonly NavbarLink[];
  readonly primary?: { readonly type: 'button' | 'github' | 'discord'; readonly label: string; readonly href: string };
}

/** docs-json-spec 5.2; both lists may be empty, and then no footer is drawn. */
export interface Footer {
  /** Platform name → absolute URL, in the author's order. */
  readonly socials: readonly { readonly platform: string; readonly href: string }[];
  readonly columns: readonly { readonly header?: string; readonly items: readonly Link[] }[];
}

/** docs-json-spec 5.3; a language's own stands in place of the site's. */
export interface Banner {
  /** Markdown text: bold, italic, links. */
  readonly content: string;
  readonly dismissible: boolean;
  readonly type: 'info' | 'warning' | 'critical';
  readonly color?: LightDark<string>;
}

/** One family for headings or for the text (docs-json-spec 3.5). */
export interface FontFace {
  readonly family: string;
  readonly weight?: number;
  /** Site path or URL of the font file; absent = a Google Fonts name. */
  readonly source?: string;
  readonly format?: 'woff' | 'woff2';
}

/** A rule as the author gives it (docs-json-spec 7); `navigation/` makes it a `ResolvedRedirect` or tells what is wrong with it. */
export interface Redirect {
  /** As written: starts with `/`, may hold `*`, `:name`, `:name*`. */
  readonly source: string;
  readonly destination: string;
  readonly permanent: boolean;
  readonly location: SourceLocation;
}

/** A reference to an OpenAPI or AsyncAPI document (docs-json-spec 6.1). */
export interface SpecRef {
  readonly kind: 'openapi' | 'asyncapi';
  /** Project path without leading slash, or an absolute https URL. */
  readonly source: string;
  /** URL prefix for generated pages without slashes at the ends; undefined = the default. */
  readonly directory?: string;
  readonly overlays: readonly string[];
  readonly location: SourceLocation;
}

/** `api` of docs.json with its defaults in place (docs-json-spec 6); a page's front matter may say otherwise for itself. */
export interface ApiSettings {
  readonly specs: readonly SpecRef[];
  readonly playground: {
    readonly display: 'interactive' | 'simple' | 'none' | 'auth';
    readonly proxy: boolean;
    readonly credentials: boolean;
  };
  readonly params: { readonly expanded: 'all' | 'closed'; readonly post: readonly string[] };
  /** `api.url` and `api.playground.url` are one setting. */
  readonly fullUrl: boolean;
  readonly examples: {
    readonly languages: readonly string[] | undefined;
    readonly defaults: 'all' | 'required';
    readonly prefill: boolean;
    readonly autogenerate: boolean;
  };
  readonly mdx: {
    readonly servers: readonly string[];
    readonly auth?: { readonly method: 'bearer' | 'basic' | 'key' | 'cobo' | 'none'; readonly name?: string };
  };
}

/** Kinds of navigation division (docs-json-spec 4). `root` is the `navigation` object itself. */
export type DivisionKind = 'root' | 'language' | 'version' | 'product' | 'tab' | 'dropdown' | 'anchor' | 'item' | 'group';

/** A division of the navigation as configured. Any division may hold any other: real sites do. */
export interface NavDivision {
  readonly kind: DivisionKind;
  /** The label: language code, version name, tab title, … Empty for `root`. */
  readonly name: string;
  /** The path as one writes it, e.g. `navigation.tabs[0].groups[1]`. */
  readonly path: string;
  readonly location: SourceLocation;
  readonly icon?: IconRef;
  readonly tag?: string;
  readonly description?: string;
  readonly color?: LightDark<string>;
  readonly href?: string;
  /** `default: true` on a version or language; after resolution exactly one sibling has it. */
  readonly isDefault: boolean;
  readonly hidden: boolean;
  readonly searchable?: boolean;
  readonly public?: boolean;
  readonly boost?: number;
  /** Page path of `root` (groups), normalised like a page entry. */
  readonly rootPage?: NavPageEntry;
  readonly expanded: boolean;
  readonly directory?: 'none' | 'accordion' | 'card';
  readonly align?: 'start' | 'end';
  /** Own specs, or those inherited from the nearest ancestor; empty when there are none. */
  readonly specs: readonly SpecRef[];
  /** Whether `specs` stands on this very node (then a node without pages generates all endpoints). */
  readonly ownsSpecs: boolean;
  readonly banner?: Banner;
  readonly footer?: Footer;
  readonly navbar?: Navbar;
  readonly entries: readonly NavEntry[];
}

/** A page by its path alone: whether there is such a page is found out in `navigation/`. */
export interface NavPageEntry {
  readonly kind: 'page';
  /** Path from the docs folder without leading slash and without extension; inner dots kept. */
  readonly page: string;
  readonly location: SourceLocation;
}

/** `METHOD /path` among the pages of a division: the page is made from a description (docs-json-spec 15.2). */
export interface NavEndpointEntry {
  readonly kind: 'endpoint';
  /** Upper case. `WEBHOOK` for `webhook name` entries. */
  readonly method: string;
  readonly path: string;
  /** The spec named in the entry itself, as written. */
  readonly spec?: string;
  /** The entry as written. */
  readonly text: string;
  readonly location: SourceLocation;
}

/** What `pages`, `groups`, `tabs` and so on hold, in one list and in the author's order. */
export type NavEntry = NavDivision | NavPageEntry | NavEndpointEntry;

/** An item of `navigation.global` (or of a node's own `global`): shown everywhere below. */
export interface GlobalLink {
  readonly kind: Exclude<DivisionKind, 'root' | 'item' | 'group'>;
  readonly name: string;
  readonly href: string;
  readonly icon?: IconRef;
  readonly color?: LightDark<string>;
  readonly description?: string;
  readonly hidden: boolean;
  /** Path of the division whose `global` holds it: `navigation` for the site-wide ones. */
  readonly scope: string;
}

/** Who may sign in and how (docs-json-spec 10.4), with what needs no sign-in. */
export type SiteAuth = AuthSettings & {
  /** Files, and folders (with a `/` at the end), that everybody may have. Project paths. */
  readonly publicFiles: readonly string[];
};

/** Everything that docs.json and the command line decide, for every stage after `config/`. */
export interface SiteConfig {
  /** `docs.json` or `mint.json`, relative to the project. */
  readonly file: string;
  readonly theme: ThemeName;
  readonly name: string;
  readonly description?: string;
  readonly colors: { readonly primary: string; readonly light: string; readonly dark: string };
  readonly logo?: LightDark<string> & { readonly href?: string };
  readonly favicon?: LightDark<string>;
  readonly appearance: { readonly default: 'system' | 'light' | 'dark'; readonly strict: boolean };
  readonly fonts: { readonly body?: FontFace; readonly heading?: FontFace };
  readonly icons: { readonly library: IconLibrary };
  readonly background: {
    readonly decoration?: 'gradient' | 'grid' | 'windows';
    readonly color?: Partial<LightDark<string>>;
    readonly image?: LightDark<string>;
  };
  readonly styling: {
    readonly eyebrows: 'section' | 'breadcrumbs';
    readonly latex?: boolean;
    readonly codeblocks: {
      /** `system`: blocks of code are of the colours of the page. */
      readonly mode: 'system' | 'dark' | 'theme';
      readonly theme: LightDark<string>;
      readonly customLanguages: readonly string[];
    };
  };
  readonly thumbnails: { readonly appearance?: 'light' | 'dark'; readonly background?: string; readonly fontFamily?: string };
  readonly navigation: NavDivision;
  readonly globalLinks: readonly GlobalLink[];
  readonly navbar: Navbar;
  readonly footer: Footer;
  readonly banner?: Banner;
  readonly interaction: { readonly drilldown?: boolean };
  readonly contextual: Contextual;
  readonly api: ApiSettings;
  readonly search: { readonly prompt?: string };
  readonly seo: {
    readonly indexing: 'navigable' | 'all';
    readonly metatags: Readonly<Record<string, string>>;
    readonly paths: readonly { readonly path: string; readonly metatags: Readonly<Record<string, string>> }[];
    readonly organization?: {
      readonly id?: string;
      readonly name?: string;
      readonly legalName?: string;
      readonly url?: string;
      readonly logo?: string;
      readonly sameAs: readonly string[];
    };
    readonly trailingSlash: boolean;
  };
  readonly metadata: { readonly timestamp: boolean };
  readonly markdown: { readonly schema: boolean; readonly instructions?: string };
  /** Values already stripped of HTML. */
  readonly variables: Readonly<Record<string, string>>;
  readonly errors: { readonly notFound: { readonly redirect: boolean; readonly title?: string; readonly description?: string } };
  readonly redirects: readonly Redirect[];
  /** Integration name → its keys, as validated. */
  readonly integrations: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly public?: boolean;
  /** Our own settings, under the top-level key `docsgen`. */
  readonly docsgen: {
    readonly limits: {
      readonly pageBytes: number;
      readonly pageSeconds: number;
      readonly pageHeapMiB: number;
      readonly mdxNesting: number;
    };
    readonly hasAuth: boolean;
    /** Sign-in; undefined on a site that everybody may see. */
    readonly auth?: SiteAuth;
    /** Where the site's MCP server is, when that is not `/mcp` of the site. */
    readonly mcpUrl?: string;
    /** Where the answers to whether a page has helped are sent. Without it no page asks. */
    readonly feedbackUrl?: string;
    /** Pictures of pages for places where they are shared; undefined = when the site says where it stands. */
    readonly socialImages?: boolean;
    readonly search: {
      readonly enabled: boolean;
      /** Pages shown at most. */
      readonly results: number;
    };
    /** Other origins (`https://host`) that built pages may reach, by use. Empty = none. */
    readonly security: {
      readonly scripts: readonly string[];
      readonly styles: readonly string[];
      readonly frames: readonly string[];
      readonly connect: readonly string[];
      /** Hosts from which descriptions may be fetched: `api.example.com`, `*.example.com`, `*`. */
      readonly remote: { readonly allow: readonly string[] };
    };
    /** What the project replaces. Paths of project files. */
    readonly overrides: {
      readonly parts: ReadonlyMap<FramePart, string>;
      /** Name of a built-in component → the file that exports the one in its place. */
      readonly components: ReadonlyMap<string, string>;
      /** Where each path stands in docs.json, by its key under `docsgen.overrides`: `header`, `components.Card`. */
      readonly locations: ReadonlyMap<string, SourceLocation>;
    };
    readonly raw: Readonly<Record<string, unknown>>;
  };
  /** URL prefix of the built site: `` or `/docs`, never with a trailing slash. From `--base`. */
  readonly base: string;
  /** All files that were read to make this value, for the cache and for `dev`. */
  readonly files: readonly string[];
}
