/** Resolves docs.json as authored to a SiteConfig. All defaults are here and in the `resolve-…` files beside it. */

import { toContextual } from '../../model/contextual.ts';
import type { SourceLocation } from '../../model/diagnostic.ts';
import type { Plugin } from '../../model/docs-schema.generated.ts';
import type { ApiSettings, FontFace, FramePart, PluginSetting, SiteConfig } from '../../model/site-config.ts';
import { urlScheme } from '../../shared/url.ts';
import { plainVariables } from '../../shared/variables.ts';
import type { DocsJson } from './docs-json.ts';
import type { ConfigLocations } from './locations.ts';
import { resolveNavigation } from './resolve-navigation.ts';
import { resolveBanner, resolveFooter, resolveHref, resolveNavbar, resolvePair, resolveSpecs, sitePath } from './resolve-parts.ts';
import { resolveAuth } from './rules/auth-rules.ts';

/** Inputs that are not in docs.json. */
export interface ResolveOptions {
  /** The source file: `docs.json` or `mint.json`. */
  readonly file: string;
  /** All source files, starting with `file`. */
  readonly files: readonly string[];
  /** As given by the caller; slashes are normalised here. */
  readonly base: string;
  /** Indexes of redirects to leave out. */
  readonly withoutRedirects: ReadonlySet<number>;
  readonly places: ConfigLocations;
}

const defaultThemes = { light: 'github-light-default', dark: 'dark-plus' };
const defaultLimits = { pageBytes: 2 * 1024 * 1024, pageSeconds: 10, pageHeapMiB: 512, mdxNesting: 100 };

/** Cannot fail: the only schema errors that get here are unknown keys. */
export function resolveConfig(docs: DocsJson, { file, files, base, withoutRedirects, places }: ResolveOptions): SiteConfig {
  const library = docs.icons?.library ?? 'fontawesome';
  const api = resolveApi(docs, places);
  return {
    file,
    theme: docs.theme,
    name: docs.name,
    ...optional('description', docs.description),
    ...resolveLook(docs),
    icons: { library },
    ...resolveNavigation(docs.navigation, api.specs, library, places),
    navbar: resolveNavbar(docs.navbar, library),
    footer: resolveFooter(docs.footer),
    ...optional('banner', resolveBanner(docs.banner)),
    interaction: optional('drilldown', docs.interaction?.drilldown),
    contextual: toContextual(docs.contextual ?? {}, library) ?? { options: [], display: 'header' },
    api,
    search: optional('prompt', docs.search?.prompt),
    seo: resolveSeo(docs.seo),
    metadata: { timestamp: docs.metadata?.timestamp ?? false },
    markdown: resolveMarkdown(docs.markdown),
    variables: plainVariables(docs.variables),
    errors: {
      notFound: {
        redirect: docs.errors?.['404'].redirect ?? false,
        ...optional('title', docs.errors?.['404'].title),
        ...optional('description', docs.errors?.['404'].description),
      },
    },
    redirects: resolveRedirects(docs, withoutRedirects, places),
    integrations: Object.fromEntries(Object.entries(docs.integrations ?? {}).map(([name, keys]) => [name, { ...keys }])),
    ...optional('public', docs.public),
    docsgen: resolveOwnSettings(docs, places),
    base: normaliseBase(base),
    files,
  };
}

type Look = 'colors' | 'logo' | 'favicon' | 'appearance' | 'fonts' | 'background' | 'styling' | 'thumbnails';

function resolveLook(docs: DocsJson): Pick<SiteConfig, Look> {
  const logo = resolvePair(docs.logo);
  const logoHref = typeof docs.logo === 'object' ? docs.logo.href : undefined;
  return {
    colors: {
      primary: docs.colors.primary,
      light: docs.colors.light ?? docs.colors.primary,
      dark: docs.colors.dark ?? docs.colors.primary,
    },
    ...optional('logo', logo && { ...logo, ...optional('href', logoHref === undefined ? undefined : resolveHref(logoHref)) }),
    ...optional('favicon', resolvePair(docs.favicon)),
    appearance: { default: docs.appearance?.default ?? 'system', strict: docs.appearance?.strict ?? false },
    fonts: resolveFonts(docs.fonts),
    background: {
      ...optional('decoration', docs.background?.decoration),
      ...optional('color', docs.background?.color && { ...docs.background.color }),
      ...optional('image', resolvePair(docs.background?.image)),
    },
    styling: {
      eyebrows: docs.styling?.eyebrows ?? 'section',
      ...optional('latex', docs.styling?.latex),
      codeblocks: resolveCodeblocks(docs.styling?.codeblocks),
    },
    thumbnails: {
      ...optional('appearance', docs.thumbnails?.appearance),
      ...optional('background', drawable(docs.thumbnails?.background)),
      ...optional('fontFamily', docs.thumbnails?.fonts?.family),
    },
  };
}

function resolveSeo(seo: DocsJson['seo']): SiteConfig['seo'] {
  return {
    indexing: seo?.indexing ?? 'navigable',
    metatags: { ...seo?.metatags },
    paths: (seo?.paths ?? []).map(({ path, metatags }) => ({ path, metatags: { ...metatags } })),
    ...optional('organization', seo?.organization && { ...seo.organization, sameAs: seo.organization.sameAs ?? [] }),
    trailingSlash: seo?.trailingSlash ?? false,
  };
}

function resolveMarkdown(markdown: DocsJson['markdown']): SiteConfig['markdown'] {
  const instructions = markdown?.instructions;
  return {
    schema: markdown?.schema ?? true,
    ...optional('instructions', instructions === undefined ? undefined : list(instructions).join('\n')),
  };
}

/** The settings under `docsgen`. */
function resolveOwnSettings({ docsgen, integrations }: DocsJson, places: ConfigLocations): SiteConfig['docsgen'] {
  return {
    limits: { ...defaultLimits, ...docsgen?.limits },
    hasAuth: docsgen?.auth !== undefined,
    ...optional('auth', docsgen?.auth && resolveAuth(docsgen.auth)),
    ...optional('mcpUrl', docsgen?.mcp?.url),
    markdown: {
      remarkPlugins: resolvePlugins(docsgen?.markdown?.remarkPlugins, places),
      rehypePlugins: resolvePlugins(docsgen?.markdown?.rehypePlugins, places),
    },
    overrides: resolveOverrides(docsgen?.overrides, places),
    // Disabling telemetry also disables the feedback question.
    ...optional('feedbackUrl', integrations?.telemetry?.enabled === false ? undefined : docsgen?.feedback?.url),
    ...optional('socialImages', docsgen?.socialImages),
    search: { enabled: true, results: 8, ...docsgen?.search },
    security: {
      scripts: [],
      styles: [],
      frames: [],
      connect: [],
      ...docsgen?.security,
      remote: { allow: docsgen?.security?.remote?.allow ?? [] },
    },
    settings: { ...docsgen },
  };
}

function resolveApi(docs: DocsJson, places: ConfigLocations): ApiSettings {
  const { api } = docs;
  const auth = api?.mdx?.auth ?? api?.auth;
  const servers = api?.mdx?.server ?? api?.baseUrl;
  const specs =
    api === undefined
      ? []
      : [...(resolveSpecs('openapi', api, 'openapi', places) ?? []), ...(resolveSpecs('asyncapi', api, 'asyncapi', places) ?? [])];
  return {
    specs,
    playground: {
      display: api?.playground?.display ?? 'interactive',
      proxy: api?.playground?.proxy ?? true,
      credentials: api?.playground?.credentials ?? false,
      otherServers: docs.docsgen?.api?.otherServers ?? false,
    },
    params: {
      expanded: api?.params?.expanded ?? 'closed',
      post: api?.params?.post ?? [],
      ...optional('arrays', docs.docsgen?.api?.arrays),
    },
    fullUrl: api?.url === 'full' || api?.playground?.url === 'full',
    examples: {
      languages: api?.examples?.languages,
      ...optional('defaults', api?.examples?.defaults),
      ...optional('prefill', api?.examples?.prefill),
      autogenerate: api?.examples?.autogenerate ?? true,
    },
    mdx: {
      servers: servers === undefined ? [] : list(servers),
      ...optional('auth', auth?.method && { method: auth.method, ...optional('name', auth.name) }),
    },
  };
}

function resolvePlugins(list: readonly Plugin[] | undefined, places: ConfigLocations): PluginSetting[] {
  return (list ?? []).map((entry, index) => {
    const location = places.value(list as object, index);
    if (typeof entry === 'string') return { name: entry, location };
    const [name, ...options] = entry;
    return { name: String(name), ...(options.length > 0 && { options: options[0] }), location: places.value(entry, 0) };
  });
}

function resolveOverrides(raw: NonNullable<DocsJson['docsgen']>['overrides'], places: ConfigLocations): SiteConfig['docsgen']['overrides'] {
  const file = (path: string) => sitePath(path).replace(/^\//, '');
  const parts = new Map<FramePart, string>();
  const components = new Map<string, string>();
  const locations = new Map<string, SourceLocation>();
  if (raw === undefined) return { parts, components, locations };
  for (const name of ['header', 'sidebar', 'footer'] as const) {
    if (raw[name] === undefined) continue;
    parts.set(name, file(raw[name]));
    locations.set(name, places.value(raw, name));
  }
  const own = raw.components ?? {};
  for (const [name, path] of Object.entries(own)) {
    components.set(name, file(path));
    locations.set(`components.${name}`, places.value(own, name));
  }
  return { parts, components, locations };
}

/** `heading` and `body` override the common form. */
function resolveFonts(fonts: DocsJson['fonts']): SiteConfig['fonts'] {
  const face = (raw: Partial<FontFace> | undefined): FontFace | undefined => {
    if (raw?.family === undefined || raw.family === '') return undefined;
    return {
      family: raw.family,
      ...optional('weight', raw.weight),
      ...optional('source', raw.source === undefined ? undefined : sitePath(raw.source)),
      ...optional('format', raw.format),
    };
  };
  return { ...optional('body', face(fonts?.body) ?? face(fonts)), ...optional('heading', face(fonts?.heading) ?? face(fonts)) };
}

function resolveCodeblocks(raw: NonNullable<DocsJson['styling']>['codeblocks']): SiteConfig['styling']['codeblocks'] {
  if (raw === 'dark') return { mode: 'dark', theme: { light: defaultThemes.dark, dark: defaultThemes.dark }, customLanguages: [] };
  if (raw === undefined || raw === 'system') return { mode: 'system', theme: defaultThemes, customLanguages: [] };
  // `light` and `dark` without `theme` are documented too.
  const theme =
    raw.theme ??
    (raw.light === undefined && raw.dark === undefined ? undefined : { light: raw.light ?? raw.dark, dark: raw.dark ?? raw.light });
  return {
    mode: theme === undefined ? 'system' : 'theme',
    theme:
      theme === undefined
        ? defaultThemes
        : typeof theme === 'string'
          ? { light: theme, dark: theme }
          : (theme as { light: string; dark: string }),
    customLanguages: (raw.languages?.custom ?? []).map((path) => sitePath(path).replace(/^\//, '')),
  };
}

function resolveRedirects(docs: DocsJson, without: ReadonlySet<number>, places: ConfigLocations): SiteConfig['redirects'] {
  const redirects = docs.redirects ?? [];
  return redirects.flatMap((redirect, index) =>
    without.has(index)
      ? []
      : [
          {
            source: sitePath(redirect.source),
            destination: resolveHref(redirect.destination),
            permanent: redirect.permanent ?? true,
            location: places.value(redirect, 'source'),
          },
        ],
  );
}

/** `docs/` and `/docs/` are `/docs`; `/` is the root. */
function normaliseBase(base: string): string {
  const inner = base.replace(/^\/+|\/+$/g, '');
  return inner === '' ? '' : `/${inner}`;
}

/** `{ [key]: value }`, or an empty object for undefined, so that absent keys stay absent. */
function optional<K extends string, V>(key: K, value: V | undefined): { readonly [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: V };
}

function list(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}

/** Other schemes, such as `data:`, were reported when the file was validated. */
function drawable(background: string | undefined): string | undefined {
  const scheme = urlScheme(background ?? '');
  return scheme === undefined || /^https?$/.test(scheme) ? background : undefined;
}
