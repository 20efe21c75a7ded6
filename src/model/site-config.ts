/**
 * `docs.json` as resolved: defaults applied, `$ref`s followed, old spellings converted. Later stages never see the file
 * as written. A property is optional only when its absence has a meaning.
 */

import type { AuthSettings } from '../shared/site/site-record.ts';
import type { Contextual } from './contextual.ts';
import type { SourceLocation } from './diagnostic.ts';
import type { DocsSchema } from './docs-schema.generated.ts';
import type { IconLibrary, IconRef } from './icon.ts';

/** The nine layouts; each is a folder of `templates/`. */
export type ThemeName = 'mint' | 'maple' | 'palm' | 'willow' | 'linden' | 'almond' | 'aspen' | 'sequoia' | 'luma';

/** Parts of the page frame that a project can replace with its own file. */
export type FramePart = 'header' | 'sidebar' | 'footer';

/** One setting for both colour modes; a single value applies to both. */
export interface LightDark<T> {
  readonly light: T;
  readonly dark: T;
}

/** A footer link; `href` is a site path or an allowed URL. */
export interface Link {
  readonly label: string;
  readonly href: string;
}

/** Without its own label it uses the name of its type. */
export interface NavbarLink {
  readonly label: string;
  readonly href: string;
  readonly type?: 'github' | 'discord' | (string & {});
  readonly icon?: IconRef;
}

/** Without links and button, the list is empty and `primary` is absent. */
export interface Navbar {
  readonly links: readonly NavbarLink[];
  readonly primary?: { readonly type: 'button' | 'github' | 'discord'; readonly label: string; readonly href: string };
}

/** Both lists may be empty; then no footer is rendered. */
export interface Footer {
  /** Platform name → absolute URL, in the author's order. */
  readonly socials: readonly { readonly platform: string; readonly href: string }[];
  readonly columns: readonly { readonly header?: string; readonly items: readonly Link[] }[];
}

/** The banner of a language replaces that of the site. */
export interface Banner {
  /** Markdown text: bold, italic, links. */
  readonly content: string;
  readonly dismissible: boolean;
  readonly type: 'info' | 'warning' | 'critical';
  readonly color?: LightDark<string>;
}

/** One font family, for headings or for body text. */
export interface FontFace {
  readonly family: string;
  readonly weight?: number;
  /** Site path or URL of the font file; absent = a Google Fonts name. */
  readonly source?: string;
  readonly format?: 'woff' | 'woff2';
}

/** A redirect as written; `navigation/` turns it into a `ResolvedRedirect` or reports its problems. */
export interface Redirect {
  /** As written: starts with `/`, may contain `*`, `:name`, `:name*`. */
  readonly source: string;
  readonly destination: string;
  readonly permanent: boolean;
  readonly location: SourceLocation;
}

/** A reference to an OpenAPI or AsyncAPI document. */
export interface SpecRef {
  readonly kind: 'openapi' | 'asyncapi';
  /** Project path without leading slash, or an absolute https URL. */
  readonly source: string;
  /** URL prefix for generated pages without leading or trailing slash; undefined = the default. */
  readonly directory?: string;
  readonly overlays: readonly string[];
  readonly location: SourceLocation;
}

/** `api` of docs.json with its defaults; a page's front matter can override it. */
export interface ApiSettings {
  readonly specs: readonly SpecRef[];
  readonly playground: {
    readonly display: 'interactive' | 'simple' | 'none' | 'auth';
    readonly proxy: boolean;
    readonly credentials: boolean;
    /** `docsgen.api.otherServers`. */
    readonly otherServers: boolean;
  };
  readonly params: {
    readonly expanded: 'all' | 'closed';
    readonly post: readonly string[];
    /** `docsgen.api.arrays`. */
    readonly arrays?: 'repeat' | 'brackets' | 'indices';
  };
  /** `api.url` and `api.playground.url` are one setting. */
  readonly fullUrl: boolean;
  readonly examples: {
    readonly languages: readonly string[] | undefined;
    /** Absent: samples of requests start with the smallest one, other examples have everything. */
    readonly defaults?: 'all' | 'required';
    /** Absent: the form starts with the documented examples of what the request requires. */
    readonly prefill?: boolean;
    readonly autogenerate: boolean;
  };
  readonly mdx: {
    readonly servers: readonly string[];
    readonly auth?: { readonly method: 'bearer' | 'basic' | 'key' | 'cobo' | 'none'; readonly name?: string };
  };
}

/** Kinds of navigation division. `root` is the `navigation` object itself. */
export type DivisionKind = 'root' | 'language' | 'version' | 'product' | 'tab' | 'dropdown' | 'anchor' | 'item' | 'group';

/** A division of the navigation as configured. Any division may contain any other: real sites do this. */
export interface NavDivision {
  readonly kind: DivisionKind;
  /** The label: language code, version name, tab title, … Empty for `root`. */
  readonly name: string;
  /** The path in docs.json, e.g. `navigation.tabs[0].groups[1]`. */
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
  /** Whether `specs` is set on this node itself (then a node without pages generates all endpoints). */
  readonly ownsSpecs: boolean;
  readonly banner?: Banner;
  readonly footer?: Footer;
  readonly navbar?: Navbar;
  readonly entries: readonly NavEntry[];
}

/** A page entry by path; `navigation/` finds out whether the page exists. */
export interface NavPageEntry {
  readonly kind: 'page';
  /** Path from the docs folder without leading slash and without extension; inner dots kept. */
  readonly page: string;
  readonly location: SourceLocation;
}

/** A `METHOD /path` entry: the page is generated from an API description. */
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

/** The entries of `pages`, `groups`, `tabs` and so on, in one list and in the author's order. */
export type NavEntry = NavDivision | NavPageEntry | NavEndpointEntry;

/** An item of `navigation.global` (or of a node's own `global`), shown on all pages below. */
export interface GlobalLink {
  readonly kind: Exclude<DivisionKind, 'root' | 'item' | 'group'>;
  readonly name: string;
  readonly href: string;
  readonly icon?: IconRef;
  readonly color?: LightDark<string>;
  readonly description?: string;
  readonly hidden: boolean;
  /** Path of the division whose `global` contains it: `navigation` for the site-wide ones. */
  readonly scope: string;
}

/** Sign-in settings, and what needs no sign-in. */
export type SiteAuth = AuthSettings & {
  /** Project paths of public files, and of public folders (with a trailing `/`). */
  readonly publicFiles: readonly string[];
};

/** A plugin of docs.json. */
export interface PluginSetting {
  /** The name of a package, or a path that begins with `./` or `/`. */
  readonly name: string;
  /** As written; absent = none. */
  readonly options?: unknown;
  readonly location: SourceLocation;
}

/** All settings from docs.json and the command line, for every stage after `config/`. */
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
      /** `system`: code blocks follow the page's colours. */
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
  /** docsgen's own settings, under the top-level key `docsgen`. */
  readonly docsgen: {
    readonly limits: {
      readonly pageBytes: number;
      readonly pageSeconds: number;
      readonly pageHeapMiB: number;
      readonly mdxNesting: number;
    };
    readonly hasAuth: boolean;
    /** Sign-in; undefined on a public site. */
    readonly auth?: SiteAuth;
    /** URL of the site's MCP server, when it is not at `/mcp` of the site. */
    readonly mcpUrl?: string;
    /** URL that receives page feedback. Without it, pages do not ask for feedback. */
    readonly feedbackUrl?: string;
    /** Generate social images; undefined = only when the site's URL is configured. */
    readonly socialImages?: boolean;
    readonly search: {
      readonly enabled: boolean;
      /** Maximum number of pages in the results. */
      readonly results: number;
    };
    /** Other origins (`https://host`) that built pages may contact, by use. Empty = none. */
    readonly security: {
      readonly scripts: readonly string[];
      readonly styles: readonly string[];
      readonly frames: readonly string[];
      readonly connect: readonly string[];
      /** Hosts from which API descriptions may be fetched: `api.example.com`, `*.example.com`, `*`. */
      readonly remote: { readonly allow: readonly string[] };
    };
    /** Plugins that change the pages of the site, in the order in which they run. */
    readonly markdown: { readonly remarkPlugins: readonly PluginSetting[]; readonly rehypePlugins: readonly PluginSetting[] };
    /** Built-in parts that the project replaces. Paths of project files. */
    readonly overrides: {
      readonly parts: ReadonlyMap<FramePart, string>;
      /** Name of a built-in component → the file that exports its replacement. */
      readonly components: ReadonlyMap<string, string>;
      /** Location of each path in docs.json, by its key under `docsgen.overrides`: `header`, `components.Card`. */
      readonly locations: ReadonlyMap<string, SourceLocation>;
    };
    /** The whole section as authored, for settings that need neither a check nor a default of another setting. */
    readonly settings: NonNullable<DocsSchema['docsgen']>;
  };
  /** URL prefix of the built site: empty or `/docs`, never with a trailing slash. From `--base`. */
  readonly base: string;
  /** All files that were read to resolve the configuration, for the cache and for `dev`. */
  readonly files: readonly string[];
}

/** A division of the navigation and all its descendants, parents first, in the order of docs.json. */
export function divisionsOf(navigation: NavDivision): readonly NavDivision[] {
  const found: NavDivision[] = [];
  const queue = [navigation];
  for (let division = queue.pop(); division; division = queue.pop()) {
    found.push(division);
    for (const entry of division.entries.toReversed()) if (entry.kind !== 'page' && entry.kind !== 'endpoint') queue.push(entry);
  }
  return found;
}
