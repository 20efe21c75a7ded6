/** Generated from src/docs.schema.json by `npm run generate`. Do not edit. */

/** Configuration of a documentation site. */
export type DocsSchema = {
  /** URL or relative path of this schema. For editors only. */
  readonly $schema?: string;
  /** Page layout. */
  readonly theme: 'mint' | 'maple' | 'palm' | 'willow' | 'linden' | 'almond' | 'aspen' | 'sequoia' | 'luma';
  /** Name of the site. */
  readonly name: string;
  /** Description of the site for search engines and AI files. */
  readonly description?: string;
  /** Colours of the site. */
  readonly colors: {
    /** Emphasis in light mode. */
    readonly primary: Hex;
    /** Emphasis in dark mode. */
    readonly light?: Hex;
    /** Buttons and hover in both modes. */
    readonly dark?: Hex;
  };
  /** A path, or one for each mode. */
  readonly logo?: string | {
    /** For light mode. */
    readonly light: Asset;
    /** For dark mode. */
    readonly dark: Asset;
    /** Where the logo leads. */
    readonly href?: Href;
  };
  /** A path, or one for each mode. */
  readonly favicon?: string | {
    /** For light mode. */
    readonly light: Asset;
    /** For dark mode. */
    readonly dark: Asset;
  };
  readonly appearance?: {
    /** Mode at the first visit. */
    readonly default?: 'system' | 'light' | 'dark';
    /** Hide the mode switch. */
    readonly strict?: boolean;
  };
  /** Fonts of the site. */
  readonly fonts?: {
    /** Font family; alone it is a Google Fonts name. */
    readonly family?: string;
    /** Weight. */
    readonly weight?: number;
    /** Path or URL of the font file. */
    readonly source?: Asset;
    /** Format of the file. */
    readonly format?: 'woff' | 'woff2';
    /** For headings. */
    readonly heading?: FontFace;
    /** For text. */
    readonly body?: FontFace;
  };
  /** Library of icon names. */
  readonly icons?: {
    readonly library: IconLibrary;
  };
  readonly background?: {
    /** Pattern. */
    readonly decoration?: 'gradient' | 'grid' | 'windows';
    /** Background colour. */
    readonly color?: ColorPair;
    /** A path or URL, or one for each mode. */
    readonly image?: string | {
      /** For light mode. */
      readonly light: Asset;
      /** For dark mode. */
      readonly dark: Asset;
    };
  };
  readonly styling?: {
    /** Label above the title. */
    readonly eyebrows?: 'section' | 'breadcrumbs';
    /** Force or prevent maths styles; found out otherwise. */
    readonly latex?: boolean;
    /** Colours of code blocks. */
    readonly codeblocks?: 'system' | 'dark' | {
      /** Shiki theme, or one for each mode. */
      readonly theme?: 'andromeeda' | 'aurora-x' | 'ayu-dark' | 'catppuccin-frappe' | 'catppuccin-latte' | 'catppuccin-macchiato' | 'catppuccin-mocha' | 'dark-plus' | 'dracula' | 'dracula-soft' | 'everforest-dark' | 'everforest-light' | 'github-dark' | 'github-dark-default' | 'github-dark-dimmed' | 'github-dark-high-contrast' | 'github-light' | 'github-light-default' | 'github-light-high-contrast' | 'gruvbox-dark-hard' | 'gruvbox-dark-medium' | 'gruvbox-dark-soft' | 'gruvbox-light-hard' | 'gruvbox-light-medium' | 'gruvbox-light-soft' | 'houston' | 'kanagawa-dragon' | 'kanagawa-lotus' | 'kanagawa-wave' | 'laserwave' | 'light-plus' | 'material-theme' | 'material-theme-darker' | 'material-theme-lighter' | 'material-theme-ocean' | 'material-theme-palenight' | 'min-dark' | 'min-light' | 'monokai' | 'night-owl' | 'nord' | 'one-dark-pro' | 'one-light' | 'plastic' | 'poimandres' | 'red' | 'rose-pine' | 'rose-pine-dawn' | 'rose-pine-moon' | 'slack-dark' | 'slack-ochin' | 'snazzy-light' | 'solarized-dark' | 'solarized-light' | 'synthwave-84' | 'tokyo-night' | 'vesper' | 'vitesse-black' | 'vitesse-dark' | 'vitesse-light' | 'css-variables' | {
        readonly light: 'andromeeda' | 'aurora-x' | 'ayu-dark' | 'catppuccin-frappe' | 'catppuccin-latte' | 'catppuccin-macchiato' | 'catppuccin-mocha' | 'dark-plus' | 'dracula' | 'dracula-soft' | 'everforest-dark' | 'everforest-light' | 'github-dark' | 'github-dark-default' | 'github-dark-dimmed' | 'github-dark-high-contrast' | 'github-light' | 'github-light-default' | 'github-light-high-contrast' | 'gruvbox-dark-hard' | 'gruvbox-dark-medium' | 'gruvbox-dark-soft' | 'gruvbox-light-hard' | 'gruvbox-light-medium' | 'gruvbox-light-soft' | 'houston' | 'kanagawa-dragon' | 'kanagawa-lotus' | 'kanagawa-wave' | 'laserwave' | 'light-plus' | 'material-theme' | 'material-theme-darker' | 'material-theme-lighter' | 'material-theme-ocean' | 'material-theme-palenight' | 'min-dark' | 'min-light' | 'monokai' | 'night-owl' | 'nord' | 'one-dark-pro' | 'one-light' | 'plastic' | 'poimandres' | 'red' | 'rose-pine' | 'rose-pine-dawn' | 'rose-pine-moon' | 'slack-dark' | 'slack-ochin' | 'snazzy-light' | 'solarized-dark' | 'solarized-light' | 'synthwave-84' | 'tokyo-night' | 'vesper' | 'vitesse-black' | 'vitesse-dark' | 'vitesse-light' | 'css-variables';
        readonly dark: 'andromeeda' | 'aurora-x' | 'ayu-dark' | 'catppuccin-frappe' | 'catppuccin-latte' | 'catppuccin-macchiato' | 'catppuccin-mocha' | 'dark-plus' | 'dracula' | 'dracula-soft' | 'everforest-dark' | 'everforest-light' | 'github-dark' | 'github-dark-default' | 'github-dark-dimmed' | 'github-dark-high-contrast' | 'github-light' | 'github-light-default' | 'github-light-high-contrast' | 'gruvbox-dark-hard' | 'gruvbox-dark-medium' | 'gruvbox-dark-soft' | 'gruvbox-light-hard' | 'gruvbox-light-medium' | 'gruvbox-light-soft' | 'houston' | 'kanagawa-dragon' | 'kanagawa-lotus' | 'kanagawa-wave' | 'laserwave' | 'light-plus' | 'material-theme' | 'material-theme-darker' | 'material-theme-lighter' | 'material-theme-ocean' | 'material-theme-palenight' | 'min-dark' | 'min-light' | 'monokai' | 'night-owl' | 'nord' | 'one-dark-pro' | 'one-light' | 'plastic' | 'poimandres' | 'red' | 'rose-pine' | 'rose-pine-dawn' | 'rose-pine-moon' | 'slack-dark' | 'slack-ochin' | 'snazzy-light' | 'solarized-dark' | 'solarized-light' | 'synthwave-84' | 'tokyo-night' | 'vesper' | 'vitesse-black' | 'vitesse-dark' | 'vitesse-light' | 'css-variables';
      };
      readonly languages?: {
        /** TextMate grammars (JSON). */
        readonly custom?: readonly (Asset)[];
      };
      /** Shiki theme in light mode. */
      readonly light?: 'andromeeda' | 'aurora-x' | 'ayu-dark' | 'catppuccin-frappe' | 'catppuccin-latte' | 'catppuccin-macchiato' | 'catppuccin-mocha' | 'dark-plus' | 'dracula' | 'dracula-soft' | 'everforest-dark' | 'everforest-light' | 'github-dark' | 'github-dark-default' | 'github-dark-dimmed' | 'github-dark-high-contrast' | 'github-light' | 'github-light-default' | 'github-light-high-contrast' | 'gruvbox-dark-hard' | 'gruvbox-dark-medium' | 'gruvbox-dark-soft' | 'gruvbox-light-hard' | 'gruvbox-light-medium' | 'gruvbox-light-soft' | 'houston' | 'kanagawa-dragon' | 'kanagawa-lotus' | 'kanagawa-wave' | 'laserwave' | 'light-plus' | 'material-theme' | 'material-theme-darker' | 'material-theme-lighter' | 'material-theme-ocean' | 'material-theme-palenight' | 'min-dark' | 'min-light' | 'monokai' | 'night-owl' | 'nord' | 'one-dark-pro' | 'one-light' | 'plastic' | 'poimandres' | 'red' | 'rose-pine' | 'rose-pine-dawn' | 'rose-pine-moon' | 'slack-dark' | 'slack-ochin' | 'snazzy-light' | 'solarized-dark' | 'solarized-light' | 'synthwave-84' | 'tokyo-night' | 'vesper' | 'vitesse-black' | 'vitesse-dark' | 'vitesse-light' | 'css-variables';
      /** Shiki theme in dark mode. */
      readonly dark?: 'andromeeda' | 'aurora-x' | 'ayu-dark' | 'catppuccin-frappe' | 'catppuccin-latte' | 'catppuccin-macchiato' | 'catppuccin-mocha' | 'dark-plus' | 'dracula' | 'dracula-soft' | 'everforest-dark' | 'everforest-light' | 'github-dark' | 'github-dark-default' | 'github-dark-dimmed' | 'github-dark-high-contrast' | 'github-light' | 'github-light-default' | 'github-light-high-contrast' | 'gruvbox-dark-hard' | 'gruvbox-dark-medium' | 'gruvbox-dark-soft' | 'gruvbox-light-hard' | 'gruvbox-light-medium' | 'gruvbox-light-soft' | 'houston' | 'kanagawa-dragon' | 'kanagawa-lotus' | 'kanagawa-wave' | 'laserwave' | 'light-plus' | 'material-theme' | 'material-theme-darker' | 'material-theme-lighter' | 'material-theme-ocean' | 'material-theme-palenight' | 'min-dark' | 'min-light' | 'monokai' | 'night-owl' | 'nord' | 'one-dark-pro' | 'one-light' | 'plastic' | 'poimandres' | 'red' | 'rose-pine' | 'rose-pine-dawn' | 'rose-pine-moon' | 'slack-dark' | 'slack-ochin' | 'snazzy-light' | 'solarized-dark' | 'solarized-light' | 'synthwave-84' | 'tokyo-night' | 'vesper' | 'vitesse-black' | 'vitesse-dark' | 'vitesse-light' | 'css-variables';
    };
  };
  readonly thumbnails?: {
    /** Mode of social images. */
    readonly appearance?: 'light' | 'dark';
    /** Background image. */
    readonly background?: Asset;
    readonly fonts?: {
      /** Google Fonts name. */
      readonly family: string;
    };
  };
  /** Exactly one of products, languages, versions, tabs, dropdowns, anchors, groups and pages. */
  readonly navigation: {
    readonly products?: Products;
    readonly languages?: Languages;
    readonly versions?: Versions;
    readonly tabs?: Tabs;
    readonly dropdowns?: Dropdowns;
    readonly anchors?: Anchors;
    readonly groups?: Groups;
    readonly pages?: Pages;
    readonly global?: Global;
    readonly directory?: Directory;
    readonly openapi?: Openapi;
    readonly asyncapi?: Asyncapi;
    readonly graphql?: unknown;
    readonly sdk?: unknown;
  };
  readonly navbar?: Navbar;
  readonly footer?: Footer;
  readonly banner?: Banner;
  readonly interaction?: {
    /** true: opening a group goes to its first page; false: it only folds. */
    readonly drilldown?: boolean;
  };
  /** Menu on pages to copy them or open them in a chat. */
  readonly contextual?: {
    /** Entries of the page menu, in order; the first is the default action. */
    readonly options: readonly ('copy' | 'assistant' | 'view' | 'download-pdf' | 'download-spec' | 'chatgpt' | 'claude' | 'perplexity' | 'grok' | 'aistudio' | 'devin' | 'devin-desktop' | 'windsurf' | 'mcp' | 'add-mcp' | 'cursor' | 'vscode' | 'devin-mcp' | {
      /** Text. */
      readonly title: string;
      /** Line under it. */
      readonly description: string;
      readonly icon?: Icon;
      readonly iconType?: IconType;
      readonly href: string | {
        readonly base: Href;
        readonly query?: readonly ({
          readonly key: string;
          readonly value: string;
        })[];
      };
    })[];
    /** Where the menu stands. */
    readonly display?: 'header' | 'toc';
  };
  /** API reference. */
  readonly api?: {
    readonly openapi?: Openapi;
    readonly asyncapi?: Asyncapi;
    readonly playground?: {
      /** Kind of playground. */
      readonly display?: 'interactive' | 'simple' | 'none' | 'auth';
      /** Send requests through the host. */
      readonly proxy?: boolean;
      /** Send cookies cross-origin. */
      readonly credentials?: boolean;
      /** Always show the base URL. */
      readonly url?: 'full';
    };
    readonly params?: {
      /** Nested fields at load. */
      readonly expanded?: 'all' | 'closed';
      /** Specification keys shown as pills after each parameter. */
      readonly post?: readonly (string)[];
    };
    /** Always show the base URL. */
    readonly url?: 'full';
    readonly examples?: {
      /** Languages of code samples, in order. */
      readonly languages?: readonly (string)[];
      /** Optional fields in samples. */
      readonly defaults?: 'all' | 'required';
      /** Fill the form from examples. */
      readonly prefill?: boolean;
      /** false: only hand-written samples. */
      readonly autogenerate?: boolean;
    };
    readonly mdx?: {
      /** Base URLs of hand-written endpoint pages. */
      readonly server?: string | readonly (Url)[];
      readonly auth?: MdxAuth;
    };
    /** Old name of mdx.server. */
    readonly baseUrl?: string | readonly (Url)[];
    /** Old name of mdx.auth. */
    readonly auth?: MdxAuth;
  };
  readonly search?: {
    /** Placeholder of the search field. */
    readonly prompt?: string;
  };
  readonly seo?: {
    /** all also puts hidden and unlisted pages in sitemap and search. */
    readonly indexing?: 'navigable' | 'all';
    /** Meta name and its content. */
    readonly metatags?: Readonly<Record<string, string>>;
    readonly paths?: readonly ({
      /** Folder, without a leading slash. */
      readonly path: string;
      /** Meta name and its content. */
      readonly metatags: Readonly<Record<string, string>>;
    })[];
    /** Publisher. */
    readonly organization?: {
      readonly id?: Url;
      /** Name. */
      readonly name?: string;
      /** Legal name. */
      readonly legalName?: string;
      readonly url?: Url;
      readonly logo?: Url;
      readonly sameAs?: readonly (Url)[];
    };
    /** URLs in SEO output end with a slash. */
    readonly trailingSlash?: boolean;
  };
  readonly metadata?: {
    /** Show when a page was last changed. */
    readonly timestamp?: boolean;
  };
  readonly markdown?: {
    /** Put the specification into the Markdown of API pages. */
    readonly schema?: boolean;
    /** Instructions for agents. */
    readonly instructions?: string | readonly (string)[];
  };
  /** Values for {{name}} in pages. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly errors?: {
    readonly '404': {
      /** Go to the home page. */
      readonly redirect?: boolean;
      /** Title. */
      readonly title?: string;
      /** Text (MDX). */
      readonly description?: string;
    };
  };
  readonly redirects?: readonly ({
    /** Old path: starts with a slash, may hold * and :name. */
    readonly source: string;
    /** New path or absolute URL. */
    readonly destination: string;
    /** 308 instead of 307. */
    readonly permanent?: boolean;
  })[];
  /** Third-party services; none is called unless it stands here. */
  readonly integrations?: {
    readonly adobe?: {
      readonly launchUrl: Url;
    };
    readonly amplitude?: {
      /** API key. */
      readonly apiKey: string;
    };
    readonly clarity?: {
      /** Project id. */
      readonly projectId: string;
    };
    readonly clearbit?: {
      /** Public key. */
      readonly publicApiKey: string;
    };
    readonly fathom?: {
      /** Site id. */
      readonly siteId: string;
    };
    readonly frontchat?: {
      /** Snippet id. */
      readonly snippetId: string;
    };
    readonly ga4?: {
      /** Starts with G. */
      readonly measurementId: string;
    };
    readonly gtm?: {
      /** Starts with G. */
      readonly tagId: string;
    };
    readonly heap?: {
      /** App id. */
      readonly appId: string;
    };
    readonly hightouch?: {
      /** Write key. */
      readonly writeKey: string;
      /** Host. */
      readonly apiHost?: string;
    };
    readonly hotjar?: {
      /** Site id, as a string. */
      readonly hjid: string;
      /** Version, as a string. */
      readonly hjsv: string;
    };
    readonly intercom?: {
      /** App id. */
      readonly appId: string;
    };
    readonly koala?: {
      /** Public key. */
      readonly publicApiKey: string;
    };
    readonly logrocket?: {
      /** App id. */
      readonly appId: string;
    };
    readonly mixpanel?: {
      /** Token. */
      readonly projectToken: string;
      /** Region. */
      readonly region?: 'us' | 'eu' | 'in';
    };
    readonly onetrust?: {
      /** Domain script. */
      readonly domainScript: string;
      /** Category. */
      readonly categoryId?: string;
      readonly scriptSource?: Url;
    };
    readonly pirsch?: {
      /** Id. */
      readonly id: string;
    };
    readonly plausible?: {
      /** Domain. */
      readonly domain: string;
      /** Own server. */
      readonly server?: string;
    };
    readonly posthog?: {
      /** Starts with phc_. */
      readonly apiKey: string;
      readonly apiHost?: Url;
      /** Record sessions. */
      readonly sessionRecording?: boolean;
    };
    readonly segment?: {
      /** Write key. */
      readonly key: string;
      readonly cdnUrl?: Url;
    };
    readonly telemetry?: {
      /** false also removes the feedback buttons. */
      readonly enabled?: boolean;
    };
    /** Load analytics only when this local-storage pair is set. */
    readonly cookies?: {
      /** Local-storage key. */
      readonly key?: string;
      /** Its value. */
      readonly value?: string;
    };
    readonly transcend?: {
      /** Bundle id. */
      readonly bundleId: string;
      /** Purpose. */
      readonly analyticsPurpose?: string;
    };
  };
  /** Open to everyone although sign-in is on. */
  readonly public?: boolean;
  /** Accepted without effect. */
  readonly variations?: {
    readonly options?: readonly ({
      readonly id: string;
      readonly label: string;
    })[];
  };
  /** Settings of docsgen that the format has no place for. */
  readonly docsgen?: {
    /** Requests of API pages. */
    readonly api?: {
      /** Names of list items in the style deepObject: a=1&a=2, a[]=1&a[]=2 or a[0]=1&a[1]=2. Default: indices for objects and lists, brackets for other items. */
      readonly arrays?: 'repeat' | 'brackets' | 'indices';
    };
    /** Sign-in of a site that docsgen serve serves. Secrets stand in the environment of the server. */
    readonly auth?: {
      /** How readers sign in: one password for all, names and passwords, OpenID Connect, or a token of your own login. */
      readonly method: 'password' | 'users' | 'oidc' | 'jwt';
      /** password: the groups of everybody who knows it. */
      readonly groups?: readonly (string)[];
      /** oidc: address of the provider. jwt: who issues tokens (iss). */
      readonly issuer?: string;
      /** oidc: the name of this site at the provider. */
      readonly clientId?: string;
      /** oidc: what is asked for beside openid. */
      readonly scopes?: readonly (string)[];
      /** oidc, jwt: the claim that lists the groups of a reader. */
      readonly groupsClaim?: string;
      /** jwt: where readers sign in. */
      readonly loginUrl?: string;
      /** jwt: for whom tokens are (aud). */
      readonly audience?: string;
      /** jwt: how tokens are signed; no other is taken. */
      readonly algorithm?: 'EdDSA' | 'RS256' | 'ES256' | 'HS256';
      /** jwt: where the public keys are. */
      readonly jwksUrl?: string;
      /** After how long without a request a reader signs in again. */
      readonly idleMinutes?: number;
      /** After how long a reader signs in again in any case. */
      readonly longestMinutes?: number;
      /** Files, and folders with a / at the end, that everybody may have. */
      readonly publicFiles?: readonly (string)[];
    };
    /** The MCP server of the site. */
    readonly mcp?: {
      /** Where it is, when that is not /mcp of the site. */
      readonly url?: string;
    };
    /** A question at the end of each page whether it has helped. */
    readonly feedback?: {
      /** Where answers are sent, as a form: page (its path) and helpful (yes or no). */
      readonly url: string;
    };
    /** Pictures of pages for places where their addresses are shared. Default: on a site that says where it stands (seo.metatags.canonical). */
    readonly socialImages?: boolean;
    /** Search. */
    readonly search?: {
      /** Whether the site has a search. */
      readonly enabled?: boolean;
      /** How many pages a search shows. */
      readonly results?: number;
    };
    /** Parts of the page and components that come from the project itself. */
    readonly overrides?: {
      /** MDX file with the content of the header. */
      readonly header?: Asset;
      /** MDX file with the content of the sidebar. */
      readonly sidebar?: Asset;
      /** MDX file with the content of the footer. */
      readonly footer?: Asset;
      /** Name of a built-in component, to the file that exports another under this name. */
      readonly components?: Readonly<Record<string, Asset>>;
    };
    /** What pages and specifications may do. */
    readonly security?: {
      /** Origins from which pages may load scripts. */
      readonly scripts?: readonly (string)[];
      /** Origins from which pages may load stylesheets and fonts. */
      readonly styles?: readonly (string)[];
      /** Origins that pages may show in frames. */
      readonly frames?: readonly (string)[];
      /** Origins to which scripts may connect. */
      readonly connect?: readonly (string)[];
      /** Hosts from which specifications may be read. */
      readonly remote?: {
        readonly allow?: readonly (string)[];
      };
    };
    readonly limits?: {
      /** Largest page source in bytes. */
      readonly pageBytes?: number;
      /** Longest time for one page that runs code. */
      readonly pageSeconds?: number;
      /** Most memory for pages that run code. */
      readonly pageHeapMiB?: number;
      /** Deepest nesting of a page. */
      readonly mdxNesting?: number;
    };
  };
};

/** A colour: # and 3 or 6 hexadecimal digits. */
export type Hex = string;

/** One may be left out and serves both modes. */
export type ColorPair = {
  readonly light?: Hex;
  readonly dark?: Hex;
};

/** An absolute URL, mailto: or a site path. */
export type Href = string;

/** An absolute URL. */
export type Url = string;

/** A path in the docs folder, or a URL. */
export type Asset = string;

/** Style of a Font Awesome icon: regular, solid, light, thin, sharp-solid, duotone, brands. */
export type IconType = string;

/** A name in the icon library, a URL, a site path, inline SVG, or name with style and library. */
export type Icon = string | {
  /** Name in the library. */
  readonly name: string;
  /** Font Awesome style. */
  readonly style?: 'brands' | 'duotone' | 'light' | 'regular' | 'sharp-duotone-solid' | 'sharp-light' | 'sharp-regular' | 'sharp-solid' | 'sharp-thin' | 'solid' | 'thin';
  readonly library?: IconLibrary;
};

/** Icon library. */
export type IconLibrary = 'fontawesome' | 'lucide' | 'tabler';

/** List the child pages and groups under the root page of a group. Inherited. */
export type Directory = 'none' | 'accordion' | 'card';

/** A page path without extension, or an endpoint: METHOD /path. */
export type Page = string;

/** A specification: path in the docs folder, or a URL. */
export type SpecSource = string;

/** OpenAPI documents for this place and below: a path or URL, a list of them, or source with directory. */
export type Openapi = string | readonly (string | {
  readonly source: SpecSource;
  /** URL prefix of the generated pages (default api-reference). */
  readonly directory?: string;
  /** OpenAPI Overlay documents, applied in order. */
  readonly overlays?: readonly (Asset)[];
})[] | {
  readonly source: SpecSource;
  /** URL prefix of the generated pages (default api-reference). */
  readonly directory?: string;
  /** OpenAPI Overlay documents, applied in order. */
  readonly overlays?: readonly (Asset)[];
};

/** AsyncAPI documents for this place and below: a path or URL, a list of them, or source with directory. */
export type Asyncapi = string | readonly (SpecSource)[] | {
  readonly source: SpecSource;
  /** URL prefix of the generated pages (default api-reference). */
  readonly directory?: string;
};

/** GraphQL schema: a path, an https URL, or source with directory. */
export type Graphql = string | {
  /** Path or https URL of the schema. */
  readonly source: string;
  /** URL prefix (default graphql-reference). */
  readonly directory?: string;
};

/** SDK reference. */
export type Sdk = {
  /** Format of the generated reference. */
  readonly format: 'typedoc' | 'docfx' | 'javadoc' | 'sphinx' | 'phpdoc';
  /** Path or https URL. */
  readonly source: string;
  /** URL prefix (default sdk-reference). */
  readonly directory?: string;
};

/** The definition "product" of the schema. */
export type Product = {
  /** Name in the product switcher. */
  readonly product: string;
  /** Longer name. */
  readonly name?: string;
  /** Line under the name. */
  readonly description?: string;
  readonly icon?: Icon;
  readonly iconType?: IconType;
  /** Accent colour in both modes. */
  readonly color?: ColorPair;
  /** Leaves the navigation, search, sitemap and AI files; still reachable by URL. */
  readonly hidden?: boolean;
  readonly directory?: Directory;
  readonly openapi?: Openapi;
  readonly asyncapi?: Asyncapi;
  readonly global?: Global;
  /** Link instead of pages: an absolute URL or a site path. */
  readonly href?: Href;
  readonly products?: Products;
  readonly languages?: Languages;
  readonly versions?: Versions;
  readonly tabs?: Tabs;
  readonly dropdowns?: Dropdowns;
  readonly anchors?: Anchors;
  readonly groups?: Groups;
  readonly pages?: Pages;
  /** Items of a drop-down menu. */
  readonly menu?: readonly (Item)[];
};

/** The definition "language" of the schema. */
export type Language = {
  /** Language code. */
  readonly language: 'ar' | 'ca' | 'cn' | 'cs' | 'da' | 'de' | 'en' | 'es' | 'fa' | 'fi' | 'fr' | 'fr-CA' | 'fr-ca' | 'he' | 'hi' | 'hu' | 'id' | 'it' | 'ja' | 'ja-JP' | 'ja-jp' | 'jp' | 'ko' | 'lv' | 'nl' | 'no' | 'pl' | 'pt' | 'pt-BR' | 'ro' | 'ru' | 'sv' | 'tr' | 'ua' | 'uk' | 'ur' | 'uz' | 'vi' | 'zh' | 'zh-CN' | 'zh-Hans' | 'zh-Hant' | 'zh-TW';
  /** This language is the default instead of the first. */
  readonly default?: boolean;
  readonly banner?: Banner;
  readonly footer?: Footer;
  readonly navbar?: Navbar;
  /** Leaves the navigation, search, sitemap and AI files; still reachable by URL. */
  readonly hidden?: boolean;
  readonly directory?: Directory;
  readonly openapi?: Openapi;
  readonly asyncapi?: Asyncapi;
  readonly global?: Global;
  /** Link instead of pages: an absolute URL or a site path. */
  readonly href?: Href;
  readonly products?: Products;
  readonly languages?: Languages;
  readonly versions?: Versions;
  readonly tabs?: Tabs;
  readonly dropdowns?: Dropdowns;
  readonly anchors?: Anchors;
  readonly groups?: Groups;
  readonly pages?: Pages;
};

/** The definition "version" of the schema. */
export type Version = {
  /** Name in the version switcher. */
  readonly version: string;
  /** This version is the default instead of the first. */
  readonly default?: boolean;
  /** Pill in the switcher. */
  readonly tag?: string;
  /** Leaves the navigation, search, sitemap and AI files; still reachable by URL. */
  readonly hidden?: boolean;
  readonly directory?: Directory;
  readonly openapi?: Openapi;
  readonly asyncapi?: Asyncapi;
  readonly global?: Global;
  /** Link instead of pages: an absolute URL or a site path. */
  readonly href?: Href;
  readonly products?: Products;
  readonly languages?: Languages;
  readonly versions?: Versions;
  readonly tabs?: Tabs;
  readonly dropdowns?: Dropdowns;
  readonly anchors?: Anchors;
  readonly groups?: Groups;
  readonly pages?: Pages;
};

/** The definition "tab" of the schema. */
export type Tab = {
  /** Label in the top bar. */
  readonly tab: string;
  readonly icon?: Icon;
  readonly iconType?: IconType;
  /** End of the bar at which the tab stands. */
  readonly align?: 'start' | 'end';
  /** On a hidden tab: keep its pages in search and sitemap. */
  readonly searchable?: boolean;
  readonly graphql?: Graphql;
  readonly sdk?: Sdk;
  /** Leaves the navigation, search, sitemap and AI files; still reachable by URL. */
  readonly hidden?: boolean;
  readonly directory?: Directory;
  readonly openapi?: Openapi;
  readonly asyncapi?: Asyncapi;
  readonly global?: Global;
  /** Link instead of pages: an absolute URL or a site path. */
  readonly href?: Href;
  readonly products?: Products;
  readonly languages?: Languages;
  readonly versions?: Versions;
  readonly tabs?: Tabs;
  readonly dropdowns?: Dropdowns;
  readonly anchors?: Anchors;
  readonly groups?: Groups;
  readonly pages?: Pages;
  /** Items of a drop-down menu. */
  readonly menu?: readonly (Item)[];
};

/** The definition "dropdown" of the schema. */
export type Dropdown = {
  /** Label. */
  readonly dropdown: string;
  readonly icon?: Icon;
  readonly iconType?: IconType;
  /** Accent colour in both modes. */
  readonly color?: ColorPair;
  /** Line under the label. */
  readonly description?: string;
  /** Leaves the navigation, search, sitemap and AI files; still reachable by URL. */
  readonly hidden?: boolean;
  readonly directory?: Directory;
  readonly openapi?: Openapi;
  readonly asyncapi?: Asyncapi;
  readonly global?: Global;
  /** Link instead of pages: an absolute URL or a site path. */
  readonly href?: Href;
  readonly products?: Products;
  readonly languages?: Languages;
  readonly versions?: Versions;
  readonly tabs?: Tabs;
  readonly dropdowns?: Dropdowns;
  readonly anchors?: Anchors;
  readonly groups?: Groups;
  readonly pages?: Pages;
};

/** The definition "anchor" of the schema. */
export type Anchor = {
  /** Label. */
  readonly anchor: string;
  readonly icon?: Icon;
  readonly iconType?: IconType;
  /** Accent colour in both modes. */
  readonly color?: ColorPair;
  /** Leaves the navigation, search, sitemap and AI files; still reachable by URL. */
  readonly hidden?: boolean;
  readonly directory?: Directory;
  readonly openapi?: Openapi;
  readonly asyncapi?: Asyncapi;
  readonly global?: Global;
  /** Link instead of pages: an absolute URL or a site path. */
  readonly href?: Href;
  readonly products?: Products;
  readonly languages?: Languages;
  readonly versions?: Versions;
  readonly tabs?: Tabs;
  readonly dropdowns?: Dropdowns;
  readonly anchors?: Anchors;
  readonly groups?: Groups;
  readonly pages?: Pages;
};

/** The definition "item" of the schema. */
export type Item = {
  /** Label in the menu. */
  readonly item: string;
  readonly icon?: Icon;
  readonly iconType?: IconType;
  /** Line under the label. */
  readonly description?: string;
  /** Leaves the navigation, search, sitemap and AI files; still reachable by URL. */
  readonly hidden?: boolean;
  readonly directory?: Directory;
  readonly openapi?: Openapi;
  readonly asyncapi?: Asyncapi;
  readonly global?: Global;
  /** Link instead of pages: an absolute URL or a site path. */
  readonly href?: Href;
  readonly products?: Products;
  readonly languages?: Languages;
  readonly versions?: Versions;
  readonly tabs?: Tabs;
  readonly dropdowns?: Dropdowns;
  readonly anchors?: Anchors;
  readonly groups?: Groups;
  readonly pages?: Pages;
};

/** The definition "group" of the schema. */
export type Group = {
  /** Heading in the sidebar. */
  readonly group: string;
  readonly icon?: Icon;
  readonly iconType?: IconType;
  /** Pill after the name. */
  readonly tag?: string;
  /** Page that the title of the group opens. */
  readonly root?: Page;
  /** Initial state of a nested group. */
  readonly expanded?: boolean;
  /** With sign-in: the pages of the group need none. */
  readonly public?: boolean;
  /** Search weight of the pages below; 1 = none. */
  readonly boost?: number;
  /** On a hidden group: keep its pages in search and sitemap. */
  readonly searchable?: boolean;
  readonly sdk?: Sdk;
  readonly graphql?: unknown;
  /** Leaves the navigation, search, sitemap and AI files; still reachable by URL. */
  readonly hidden?: boolean;
  readonly directory?: Directory;
  readonly openapi?: Openapi;
  readonly asyncapi?: Asyncapi;
  readonly global?: Global;
  readonly products?: Products;
  readonly languages?: Languages;
  readonly versions?: Versions;
  readonly tabs?: Tabs;
  readonly dropdowns?: Dropdowns;
  readonly anchors?: Anchors;
  readonly groups?: Groups;
  readonly pages?: Pages;
};

/** The definition "products" of the schema. */
export type Products = readonly (Product)[];

/** The definition "languages" of the schema. */
export type Languages = readonly (Language)[];

/** The definition "versions" of the schema. */
export type Versions = readonly (Version)[];

/** The definition "tabs" of the schema. */
export type Tabs = readonly (Tab)[];

/** The definition "dropdowns" of the schema. */
export type Dropdowns = readonly (Dropdown)[];

/** The definition "anchors" of the schema. */
export type Anchors = readonly (Anchor)[];

/** The definition "groups" of the schema. */
export type Groups = readonly (Group)[];

/** Page paths, endpoint entries (METHOD /path) and nested groups, in order. */
export type Pages = readonly (string | Readonly<Record<string, unknown>>)[];

/** A division inside a list of pages, told by its name key; a group unless it says otherwise. */
export type Entry = unknown;

/** Links shown on every page below. */
export type Global = {
  readonly tabs?: readonly ({
    /** Label. */
    readonly tab: string;
    /** Absolute URL or site path. */
    readonly href: Href;
    /** Not shown. */
    readonly hidden?: boolean;
    readonly icon?: Icon;
    readonly iconType?: IconType;
    readonly align?: 'start' | 'end';
  })[];
  readonly anchors?: readonly ({
    /** Label. */
    readonly anchor: string;
    /** Absolute URL or site path. */
    readonly href: Href;
    /** Not shown. */
    readonly hidden?: boolean;
    readonly icon?: Icon;
    readonly iconType?: IconType;
    /** Accent colour in both modes. */
    readonly color?: ColorPair;
  })[];
  readonly dropdowns?: readonly ({
    /** Label. */
    readonly dropdown: string;
    /** Absolute URL or site path. */
    readonly href: Href;
    /** Not shown. */
    readonly hidden?: boolean;
    readonly icon?: Icon;
    readonly iconType?: IconType;
    /** Accent colour in both modes. */
    readonly color?: ColorPair;
    /** Line under the label. */
    readonly description?: string;
  })[];
  readonly languages?: readonly ({
    /** Language code. */
    readonly language: 'ar' | 'ca' | 'cn' | 'cs' | 'da' | 'de' | 'en' | 'es' | 'fa' | 'fi' | 'fr' | 'fr-CA' | 'fr-ca' | 'he' | 'hi' | 'hu' | 'id' | 'it' | 'ja' | 'ja-JP' | 'ja-jp' | 'jp' | 'ko' | 'lv' | 'nl' | 'no' | 'pl' | 'pt' | 'pt-BR' | 'ro' | 'ru' | 'sv' | 'tr' | 'ua' | 'uk' | 'ur' | 'uz' | 'vi' | 'zh' | 'zh-CN' | 'zh-Hans' | 'zh-Hant' | 'zh-TW';
    /** Absolute URL or site path. */
    readonly href: Href;
    /** Not shown. */
    readonly hidden?: boolean;
    /** The default one. */
    readonly default?: boolean;
    readonly banner?: Banner;
    readonly footer?: Footer;
    readonly navbar?: Navbar;
  })[];
  readonly versions?: readonly ({
    /** Label. */
    readonly version: string;
    /** Absolute URL or site path. */
    readonly href: Href;
    /** Not shown. */
    readonly hidden?: boolean;
    /** The default one. */
    readonly default?: boolean;
    /** Pill in the switcher. */
    readonly tag?: string;
  })[];
  readonly products?: readonly ({
    /** Label. */
    readonly product: string;
    /** Absolute URL or site path. */
    readonly href: Href;
    /** Not shown. */
    readonly hidden?: boolean;
    readonly icon?: Icon;
    readonly iconType?: IconType;
    /** Accent colour in both modes. */
    readonly color?: ColorPair;
    /** Line under the label. */
    readonly description?: string;
    /** Longer name. */
    readonly name?: string;
  })[];
};

/** Links and button of the header. */
export type Navbar = {
  readonly links?: readonly ({
    /** Text. */
    readonly label?: string;
    readonly href: Href;
    /** github or discord show live figures. */
    readonly type?: string;
    readonly icon?: Icon;
    readonly iconType?: IconType;
  })[];
  readonly primary?: {
    /** Kind of button. */
    readonly type: 'button' | 'github' | 'discord';
    /** Text. */
    readonly label?: string;
    /** Where it leads. */
    readonly href: Href;
  };
};

/** Footer of every page. */
export type Footer = {
  /** Platform and absolute URL. */
  readonly socials?: {
    readonly x?: Url;
    readonly website?: Url;
    readonly facebook?: Url;
    readonly youtube?: Url;
    readonly discord?: Url;
    readonly slack?: Url;
    readonly github?: Url;
    readonly linkedin?: Url;
    readonly instagram?: Url;
    readonly 'hacker-news'?: Url;
    readonly medium?: Url;
    readonly telegram?: Url;
    readonly twitter?: Url;
    readonly 'x-twitter'?: Url;
    readonly 'earth-americas'?: Url;
    readonly bluesky?: Url;
    readonly threads?: Url;
    readonly reddit?: Url;
    readonly podcast?: Url;
  };
  /** 1 to 4 columns. */
  readonly links?: readonly ({
    /** Title of the column. */
    readonly header?: string;
    readonly items: readonly ({
      /** Text. */
      readonly label: string;
      readonly href: Href;
    })[];
  })[];
};

/** Banner above the header. */
export type Banner = {
  /** Markdown: bold, italic, links. */
  readonly content: string;
  /** Readers may close it. */
  readonly dismissible?: boolean;
  /** Look. */
  readonly type?: 'info' | 'warning' | 'critical';
  /** Background; wins over type. */
  readonly color?: ColorPair;
};

/** The definition "fontFace" of the schema. */
export type FontFace = {
  /** Font family; alone it is a Google Fonts name. */
  readonly family: string;
  /** Weight. */
  readonly weight?: number;
  /** Path or URL of the font file. */
  readonly source?: Asset;
  /** Format of the file. */
  readonly format?: 'woff' | 'woff2';
};

/** Authentication of hand-written endpoint pages. */
export type MdxAuth = {
  /** How requests are authorised. */
  readonly method?: 'bearer' | 'basic' | 'key' | 'cobo' | 'none';
  /** Header name for key. */
  readonly name?: string;
};
