/**
 * `docs.json` as authored, after the schema has accepted it: the part of the type that `resolve*.ts` reads. The schema
 * (`docs.schema.json`) is the source; keys that nothing reads are not repeated here.
 */
import type { FontFace, LightDark, Link, ThemeName } from '../../model/site-config.ts';

interface RawIcon {
  readonly name: string;
  readonly style?: string;
  readonly library?: 'fontawesome' | 'lucide' | 'tabler';
}

/** docs-json-spec 3.6 and 4.2: `iconType` is the older spelling of an icon's `style`. */
export interface RawDecoration {
  readonly icon?: string | RawIcon;
  readonly iconType?: string;
}

/** docs-json-spec 6.1. `overlays` are applied in their order. */
export interface RawSpec {
  readonly source: string;
  readonly directory?: string;
  readonly overlays?: readonly string[];
}

/** A string stands for `{ source }`. Lists may mix both forms. */
export type RawSpecs = string | RawSpec | readonly (string | RawSpec)[];

/** docs-json-spec 5.3. Of `color` one may be left out and serves both. */
export interface RawBanner {
  readonly content: string;
  readonly dismissible?: boolean;
  readonly type?: 'info' | 'warning' | 'critical';
  readonly color?: Partial<LightDark<string>>;
}

/** docs-json-spec 5.1. A link without a label has a `type` that names it. */
export interface RawNavbar {
  readonly links?: readonly (RawDecoration & { readonly label?: string; readonly href: string; readonly type?: string })[];
  readonly primary?: { readonly type: 'button' | 'github' | 'discord'; readonly label?: string; readonly href: string };
}

/** docs-json-spec 5.2. `socials`: platform → URL. */
export interface RawFooter {
  readonly socials?: Readonly<Record<string, string>>;
  readonly links?: readonly { readonly header?: string; readonly items: readonly Link[] }[];
}

type RawAuth = { readonly method?: 'bearer' | 'basic' | 'key' | 'cobo' | 'none'; readonly name?: string };
type CodeTheme = string | LightDark<string>;

/** Any node of the navigation, the root included. */
export interface RawDivision extends RawDecoration {
  readonly [key: string]: unknown;
  readonly href?: string;
  readonly description?: string;
  readonly tag?: string;
  readonly color?: Partial<LightDark<string>>;
  readonly default?: boolean;
  readonly hidden?: boolean;
  readonly searchable?: boolean;
  readonly public?: boolean;
  readonly boost?: number;
  readonly root?: string;
  readonly expanded?: boolean;
  readonly directory?: 'none' | 'accordion' | 'card';
  readonly align?: 'start' | 'end';
  readonly openapi?: RawSpecs;
  readonly asyncapi?: RawSpecs;
  readonly banner?: RawBanner;
  readonly footer?: RawFooter;
  readonly navbar?: RawNavbar;
  readonly global?: Readonly<Record<string, readonly RawDivision[]>>;
}

/** Sections 2 to 8 of docs-json-spec. Only this room sees it: from `resolveConfig` on everything has its default. */
export interface DocsJson {
  readonly theme: ThemeName;
  readonly name: string;
  readonly description?: string;
  readonly colors: { readonly primary: string; readonly light?: string; readonly dark?: string };
  readonly logo?: string | (LightDark<string> & { readonly href?: string });
  readonly favicon?: string | LightDark<string>;
  readonly appearance?: { readonly default?: 'system' | 'light' | 'dark'; readonly strict?: boolean };
  readonly fonts?: Partial<FontFace> & { readonly heading?: FontFace; readonly body?: FontFace };
  readonly icons?: { readonly library: 'fontawesome' | 'lucide' | 'tabler' };
  readonly background?: {
    readonly decoration?: 'gradient' | 'grid' | 'windows';
    readonly color?: Partial<LightDark<string>>;
    readonly image?: string | LightDark<string>;
  };
  readonly styling?: {
    readonly eyebrows?: 'section' | 'breadcrumbs';
    readonly latex?: boolean;
    readonly codeblocks?:
      | 'system'
      | 'dark'
      | {
          readonly theme?: CodeTheme;
          readonly languages?: { readonly custom?: readonly string[] };
          readonly light?: string;
          readonly dark?: string;
        };
  };
  readonly thumbnails?: {
    readonly appearance?: 'light' | 'dark';
    readonly background?: string;
    readonly fonts?: { readonly family: string };
  };
  readonly navigation: RawDivision;
  readonly navbar?: RawNavbar;
  readonly footer?: RawFooter;
  readonly banner?: RawBanner;
  readonly interaction?: { readonly drilldown?: boolean };
  readonly contextual?: { readonly options: readonly (string | RawContextual)[]; readonly display?: 'header' | 'toc' };
  readonly api?: {
    readonly openapi?: RawSpecs;
    readonly asyncapi?: RawSpecs;
    readonly playground?: {
      readonly display?: 'interactive' | 'simple' | 'none' | 'auth';
      readonly proxy?: boolean;
      readonly credentials?: boolean;
      readonly url?: 'full';
    };
    readonly params?: { readonly expanded?: 'all' | 'closed'; readonly post?: readonly string[] };
    readonly url?: 'full';
    readonly examples?: {
      readonly languages?: readonly string[];
      readonly defaults?: 'all' | 'required';
      readonly prefill?: boolean;
      readonly autogenerate?: boolean;
    };
    readonly mdx?: { readonly server?: string | readonly string[]; readonly auth?: RawAuth };
    readonly baseUrl?: string | readonly string[];
    readonly auth?: RawAuth;
  };
  readonly search?: { readonly prompt?: string };
  readonly seo?: {
    readonly indexing?: 'navigable' | 'all';
    readonly metatags?: Readonly<Record<string, string>>;
    readonly paths?: readonly { readonly path: string; readonly metatags: Readonly<Record<string, string>> }[];
    readonly organization?: {
      readonly id?: string;
      readonly name?: string;
      readonly legalName?: string;
      readonly url?: string;
      readonly logo?: string;
      readonly sameAs?: readonly string[];
    };
    readonly trailingSlash?: boolean;
  };
  readonly metadata?: { readonly timestamp?: boolean };
  readonly markdown?: { readonly schema?: boolean; readonly instructions?: string | readonly string[] };
  readonly variables?: Readonly<Record<string, string>>;
  readonly errors?: { readonly '404': { readonly redirect?: boolean; readonly title?: string; readonly description?: string } };
  readonly redirects?: readonly RawRedirect[];
  readonly integrations?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly public?: boolean;
  readonly docsgen?: {
    readonly [key: string]: unknown;
    readonly auth?: RawSignIn;
    readonly mcp?: { readonly url?: string };
    readonly feedback?: { readonly url: string };
    readonly socialImages?: boolean;
    readonly overrides?: {
      readonly header?: string;
      readonly sidebar?: string;
      readonly footer?: string;
      readonly components?: Readonly<Record<string, string>>;
    };
    readonly search?: { readonly enabled?: boolean; readonly results?: number };
    readonly security?: {
      readonly scripts?: readonly string[];
      readonly styles?: readonly string[];
      readonly frames?: readonly string[];
      readonly connect?: readonly string[];
      readonly remote?: { readonly allow?: readonly string[] };
    };
    readonly limits?: {
      readonly pageBytes?: number;
      readonly pageSeconds?: number;
      readonly pageHeapMiB?: number;
      readonly mdxNesting?: number;
    };
  };
}

/** Methods need different fields: `auth-rules.ts` asks for them. */
export interface RawSignIn {
  readonly method: 'password' | 'users' | 'oidc' | 'jwt';
  readonly groups?: readonly string[];
  readonly issuer?: string;
  readonly clientId?: string;
  readonly scopes?: readonly string[];
  readonly groupsClaim?: string;
  readonly loginUrl?: string;
  readonly audience?: string;
  readonly algorithm?: 'EdDSA' | 'RS256' | 'ES256' | 'HS256';
  readonly jwksUrl?: string;
  readonly idleMinutes?: number;
  readonly longestMinutes?: number;
  readonly publicFiles?: readonly string[];
}

/** docs-json-spec 7. `permanent` is true where nothing is said. */
export interface RawRedirect {
  readonly source: string;
  readonly destination: string;
  readonly permanent?: boolean;
}

/** An entry of one's own in the page menu (docs-json-spec 5.5). */
export interface RawContextual extends RawDecoration {
  readonly title: string;
  readonly description: string;
  readonly href: string | { readonly base: string; readonly query?: readonly { readonly key: string; readonly value: string }[] };
}
