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
    /** Accent colour in light mode. */
    readonly primary: Hex;
    /** Accent colour in dark mode. */
    readonly light?: Hex;
    /** Colour of buttons and hover effects, in both modes. */
    readonly dark?: Hex;
  };
  /** A path, or one for each mode. */
  readonly logo?: string | {
    /** For light mode. */
    readonly light: Asset;
    /** For dark mode. */
    readonly dark: Asset;
    /** Destination of the logo link. */
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
    /** Colour mode on the first visit. */
    readonly default?: 'system' | 'light' | 'dark';
    /** Hide the theme toggle. */
    readonly strict?: boolean;
  };
  /** Fonts. */
  readonly fonts?: {
    /** Font family. Without source, the name of a Google font. */
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
  /** Icon library of the site. */
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
    /** Always or never load the styles for maths. Default: on pages with maths. */
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
      /** Name of a Google font. */
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
    /** Whether opening a group goes to its first page (true) or only expands it (false). */
    readonly drilldown?: boolean;
  };
  /** Page menu, for copying the page or opening it in an AI assistant. */
  readonly contextual?: {
    /** Entries of the page menu, in order; the first is the default action. */
    readonly options: readonly ('copy' | 'assistant' | 'view' | 'download-pdf' | 'download-spec' | 'chatgpt' | 'claude' | 'perplexity' | 'grok' | 'aistudio' | 'devin' | 'devin-desktop' | 'windsurf' | 'mcp' | 'add-mcp' | 'cursor' | 'vscode' | 'devin-mcp' | {
      /** Text. */
      readonly title: string;
      /** Line below the title. */
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
    /** Position of the menu. */
    readonly display?: 'header' | 'toc';
  };
  /** API reference. */
  readonly api?: {
    readonly openapi?: Openapi;
    readonly asyncapi?: Asyncapi;
    readonly playground?: {
      /** Kind of playground. */
      readonly display?: 'interactive' | 'simple' | 'none' | 'auth';
      /** Send requests through the proxy of the server. */
      readonly proxy?: boolean;
      /** Send cookies in cross-origin requests. */
      readonly credentials?: boolean;
      /** Always show the base URL. */
      readonly url?: 'full';
    };
    readonly params?: {
      /** Initial state of nested fields. */
      readonly expanded?: 'all' | 'closed';
      /** Keys of the API description to show as labels after each parameter. */
      readonly post?: readonly (string)[];
    };
    /** Always show the base URL. */
    readonly url?: 'full';
    readonly examples?: {
      /** Languages of code samples, in order. */
      readonly languages?: readonly (string)[];
      /** Whether samples initially show all parameters or only the required ones. */
      readonly defaults?: 'all' | 'required';
      /** Fill the form with all examples (true) or none (false). Default: with the examples of the body and of required parameters. */
      readonly prefill?: boolean;
      /** Generate code samples. false: show only hand-written ones. */
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
    /** With all, hidden and unlisted pages are also in the sitemap and in search. */
    readonly indexing?: 'navigable' | 'all';
    /** Names of meta tags and their content. */
    readonly metatags?: Readonly<Record<string, string>>;
    readonly paths?: readonly ({
      /** Folder, without a leading slash. */
      readonly path: string;
      /** Names of meta tags and their content. */
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
    /** Show the date of the last change of each page. */
    readonly timestamp?: boolean;
  };
  readonly markdown?: {
    /** Include the API description in the Markdown copies of API pages. */
    readonly schema?: boolean;
    /** Instructions for agents. */
    readonly instructions?: string | readonly (string)[];
  };
  /** Values for {{name}} in pages. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly errors?: {
    readonly '404': {
      /** Go to the home page after five seconds, unless the reader clicks, types or scrolls. */
      readonly redirect?: boolean;
      /** Title. */
      readonly title?: string;
      /** Text (MDX). */
      readonly description?: string;
    };
  };
  readonly redirects?: readonly ({
    /** Old path: starts with a slash, may contain * and :name. */
    readonly source: string;
    /** New path or absolute URL. */
    readonly destination: string;
    /** Redirect with status 308 instead of 307. */
    readonly permanent?: boolean;
  })[];
  /** Third-party services. Pages contact only those that are configured here. */
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
      /** URL of a self-hosted server. */
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
      /** Whether to collect telemetry. false also removes the feedback buttons. */
      readonly enabled?: boolean;
    };
    /** Load analytics only when this local-storage pair is set. */
    readonly cookies?: {
      /** Local-storage key. */
      readonly key?: string;
      /** Value that the key must have. */
      readonly value?: string;
    };
    readonly transcend?: {
      /** Bundle id. */
      readonly bundleId: string;
      /** Purpose. */
      readonly analyticsPurpose?: string;
    };
  };
  /** Make all pages public, even if sign-in is configured. */
  readonly public?: boolean;
  /** Accepted, but has no effect. */
  readonly variations?: {
    readonly options?: readonly ({
      readonly id: string;
      readonly label: string;
    })[];
  };
  /** Settings that only docsgen has. */
  readonly docsgen?: {
    /** Requests of the playground. */
    readonly api?: {
      /** How the style deepObject serializes lists: a=1&a=2, a[]=1&a[]=2 or a[0]=1&a[1]=2. Default: indices for objects and lists, brackets for other items. */
      readonly arrays?: 'repeat' | 'brackets' | 'indices';
      /** Readers can enter another base URL in the playground. The security policy of reference pages then allows every https and loopback URL. Default: false. */
      readonly otherServers?: boolean;
    };
    /** Sign-in for sites that docsgen serve delivers. The server reads secrets from environment variables. */
    readonly auth?: {
      /** How readers sign in: a shared password, user accounts, OpenID Connect, or a token from your own login service. */
      readonly method: 'password' | 'users' | 'oidc' | 'jwt';
      /** password: groups of all readers who sign in. */
      readonly groups?: readonly (string)[];
      /** oidc: URL of the provider. jwt: issuer of the tokens (iss). */
      readonly issuer?: string;
      /** oidc: client ID of the site at the provider. */
      readonly clientId?: string;
      /** oidc: scopes to request in addition to openid. */
      readonly scopes?: readonly (string)[];
      /** oidc, jwt: claim that lists the groups of a reader. */
      readonly groupsClaim?: string;
      /** jwt: URL of your login service. */
      readonly loginUrl?: string;
      /** jwt: audience of the tokens (aud). */
      readonly audience?: string;
      /** jwt: signature algorithm. Tokens with another algorithm are rejected. */
      readonly algorithm?: 'EdDSA' | 'RS256' | 'ES256' | 'HS256';
      /** jwt: URL of the public keys. */
      readonly jwksUrl?: string;
      /** Minutes without a request after which readers must sign in again. */
      readonly idleMinutes?: number;
      /** Maximum number of minutes until readers must sign in again. */
      readonly longestMinutes?: number;
      /** Files that are public. The path of a folder ends with a slash. */
      readonly publicFiles?: readonly (string)[];
    };
    /** MCP server of the site. */
    readonly mcp?: {
      /** URL of the server. Default: /mcp on the site. */
      readonly url?: string;
    };
    /** Asks at the end of each page whether it was helpful. */
    readonly feedback?: {
      /** URL that receives the answers as form data: page (its path) and helpful (yes or no). */
      readonly url: string;
    };
    /** Generate social images for pages. Default: true if seo.metatags.canonical is set. */
    readonly socialImages?: boolean;
    /** Search settings. */
    readonly search?: {
      /** Whether the site has search. */
      readonly enabled?: boolean;
      /** Maximum number of pages in the search results. */
      readonly results?: number;
    };
    /** Markdown processing. */
    readonly markdown?: {
      /** remark plugins, in the order in which they run on the Markdown of every page. */
      readonly remarkPlugins?: readonly (Plugin)[];
      /** rehype plugins, in the order in which they run on the HTML of every page. */
      readonly rehypePlugins?: readonly (Plugin)[];
    };
    /** Replacements for parts of the page and for built-in components. */
    readonly overrides?: {
      /** MDX file with the content of the header. */
      readonly header?: Asset;
      /** MDX file with the content of the sidebar. */
      readonly sidebar?: Asset;
      /** MDX file with the content of the footer. */
      readonly footer?: Asset;
      /** Names of built-in components, and the files that export their replacements. */
      readonly components?: Readonly<Record<string, Asset>>;
    };
    /** Permissions of pages and API descriptions. */
    readonly security?: {
      /** Origins from which pages may load scripts. */
      readonly scripts?: readonly (string)[];
      /** Origins from which pages may load stylesheets and fonts. */
      readonly styles?: readonly (string)[];
      /** Origins that pages may embed in frames. */
      readonly frames?: readonly (string)[];
      /** Origins to which scripts may connect. */
      readonly connect?: readonly (string)[];
      /** Hosts from which API descriptions may be loaded. */
      readonly remote?: {
        readonly allow?: readonly (string)[];
      };
    };
    readonly limits?: {
      /** Maximum size of a page source in bytes. */
      readonly pageBytes?: number;
      /** Maximum processor time for the code of a page, in seconds. */
      readonly pageSeconds?: number;
      /** Maximum memory for the code of a page, in MiB. */
      readonly pageHeapMiB?: number;
      /** Maximum nesting depth of a page. */
      readonly mdxNesting?: number;
    };
  };
};

/** A colour: # and 3 or 6 hexadecimal digits. */
export type Hex = string;

/** A colour for each mode. A single one applies to both. */
export type ColorPair = {
  readonly light?: Hex;
  readonly dark?: Hex;
};

/** An absolute URL, mailto: or a site path. */
export type Href = string;

/** An absolute URL. */
export type Url = string;

/** A plugin: the name of an installed package or a path such as ./plugins/badge.mjs, or a list of the plugin and its options. */
export type Plugin = string | readonly unknown[];

/** A path in the docs folder, or a URL. */
export type Asset = string;

/** Style of a Font Awesome icon: regular, solid, light, thin, sharp-solid, duotone, brands. */
export type IconType = string;

/** A name in the icon library, a URL, a site path, inline SVG, or an object with name, style and library. */
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

/** An API description: a path in the docs folder, or a URL. */
export type SpecSource = string;

/** OpenAPI documents for this entry and its nested entries: a path or URL, a list of them, or an object with source and directory. */
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

/** AsyncAPI documents for this entry and its nested entries: a path or URL, a list of them, or an object with source and directory. */
export type Asyncapi = string | readonly (SpecSource)[] | {
  readonly source: SpecSource;
  /** URL prefix of the generated pages (default api-reference). */
  readonly directory?: string;
};

/** GraphQL schema: a path, an https URL, or an object with source and directory. */
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
  /** Full name. */
  readonly name?: string;
  /** Line under the name. */
  readonly description?: string;
  readonly icon?: Icon;
  readonly iconType?: IconType;
  /** Accent colour in both modes. */
  readonly color?: ColorPair;
  /** Remove the entry from the navigation, search, sitemap and files for AI agents. Its pages stay available at their URLs. */
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
  /** Remove the entry from the navigation, search, sitemap and files for AI agents. Its pages stay available at their URLs. */
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
  /** Label in the switcher. */
  readonly tag?: string;
  /** Remove the entry from the navigation, search, sitemap and files for AI agents. Its pages stay available at their URLs. */
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
  /** Side of the bar on which the tab is shown. */
  readonly align?: 'start' | 'end';
  /** On a hidden tab: keep its pages in search and sitemap. */
  readonly searchable?: boolean;
  readonly graphql?: Graphql;
  readonly sdk?: Sdk;
  /** Remove the entry from the navigation, search, sitemap and files for AI agents. Its pages stay available at their URLs. */
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
  /** Remove the entry from the navigation, search, sitemap and files for AI agents. Its pages stay available at their URLs. */
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
  /** Remove the entry from the navigation, search, sitemap and files for AI agents. Its pages stay available at their URLs. */
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
  /** Remove the entry from the navigation, search, sitemap and files for AI agents. Its pages stay available at their URLs. */
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
  /** Label after the name. */
  readonly tag?: string;
  /** Page that the title of the group opens. */
  readonly root?: Page;
  /** Initial state of a nested group. */
  readonly expanded?: boolean;
  /** Make the pages of the group public, on a site with sign-in. */
  readonly public?: boolean;
  /** Search weight of the pages of the group. 1 is neutral. */
  readonly boost?: number;
  /** On a hidden group: keep its pages in search and sitemap. */
  readonly searchable?: boolean;
  readonly sdk?: Sdk;
  readonly graphql?: unknown;
  /** Remove the entry from the navigation, search, sitemap and files for AI agents. Its pages stay available at their URLs. */
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

/** A section inside a list of pages. Its name key determines the kind; the default is a group. */
export type Entry = unknown;

/** Links on all pages of the entry. */
export type Global = {
  readonly tabs?: readonly ({
    /** Label. */
    readonly tab: string;
    /** Absolute URL or site path. */
    readonly href: Href;
    /** Hide the entry. */
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
    /** Hide the entry. */
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
    /** Hide the entry. */
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
    /** Hide the entry. */
    readonly hidden?: boolean;
    /** The default entry. */
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
    /** Hide the entry. */
    readonly hidden?: boolean;
    /** The default entry. */
    readonly default?: boolean;
    /** Label in the switcher. */
    readonly tag?: string;
  })[];
  readonly products?: readonly ({
    /** Label. */
    readonly product: string;
    /** Absolute URL or site path. */
    readonly href: Href;
    /** Hide the entry. */
    readonly hidden?: boolean;
    readonly icon?: Icon;
    readonly iconType?: IconType;
    /** Accent colour in both modes. */
    readonly color?: ColorPair;
    /** Line under the label. */
    readonly description?: string;
    /** Full name. */
    readonly name?: string;
  })[];
};

/** Links and button of the header. */
export type Navbar = {
  readonly links?: readonly ({
    /** Text. */
    readonly label?: string;
    readonly href: Href;
    /** Type of the link: github or discord. */
    readonly type?: string;
    readonly icon?: Icon;
    readonly iconType?: IconType;
  })[];
  readonly primary?: {
    /** Kind of button. */
    readonly type: 'button' | 'github' | 'discord';
    /** Text. */
    readonly label?: string;
    /** Destination of the link. */
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
  /** Whether readers can close the banner. */
  readonly dismissible?: boolean;
  /** Style of the banner. */
  readonly type?: 'info' | 'warning' | 'critical';
  /** Background colour. Overrides type. */
  readonly color?: ColorPair;
};

/** The definition "fontFace" of the schema. */
export type FontFace = {
  /** Font family. Without source, the name of a Google font. */
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
  /** How requests are authorized. */
  readonly method?: 'bearer' | 'basic' | 'key' | 'cobo' | 'none';
  /** Name of the header with the method key. */
  readonly name?: string;
};
