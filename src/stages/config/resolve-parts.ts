/** The small shapes that stand in several places of docs.json: icons, pictures, colours, specifications, page frame. */

import { type IconLibrary, toIconRef } from '../../model/icon.ts';
import type { Banner, Footer, LightDark, Navbar, SpecRef } from '../../model/site-config.ts';
import { isExternal, urlScheme } from '../../shared/url.ts';
import type { RawBanner, RawFooter, RawNavbar, RawSpec, RawSpecs } from './docs-json.ts';
import type { Places } from './locations.ts';

/** A string stands for both modes; an empty one for none. */
export function resolvePair(value: string | LightDark<string> | undefined): LightDark<string> | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string') return { light: sitePath(value), dark: sitePath(value) };
  return { light: sitePath(value.light), dark: sitePath(value.dark) };
}

/** One of the two may be left out and serves both. */
export function resolveColor(color: Partial<LightDark<string>> | undefined): LightDark<string> | undefined {
  const light = color?.light ?? color?.dark;
  const dark = color?.dark ?? color?.light;
  return light === undefined || dark === undefined ? undefined : { light, dark };
}

/** URLs stay; paths start at the root of the site. */
export function sitePath(path: string): string {
  if (isExternal(path)) return path;
  return `/${path.trim().replace(/^(?:\.?[\\/])+/, '')}`;
}

/** As `sitePath`, but leaves fragments and `mailto:` alone. */
export function resolveHref(href: string): string {
  return href.startsWith('#') || href.startsWith('?') ? href : sitePath(href);
}

/**
 * `owner[key]` as specifications of the site (docs-json-spec 6.1); undefined when it says nothing, an empty list when
 * it says none. Paths lose their leading slash.
 */
export function resolveSpecs(kind: SpecRef['kind'], owner: object, key: string, places: Places): readonly SpecRef[] | undefined {
  const raw = (owner as Record<string, unknown>)[key] as RawSpecs | undefined;
  if (raw === undefined) return undefined;
  const isList = Array.isArray(raw);
  const entries: readonly (string | RawSpec)[] = isList ? raw : [raw as string | RawSpec];
  return entries.map((entry, index) => {
    const spec: RawSpec = typeof entry === 'string' ? { source: entry } : entry;
    const directory = spec.directory?.replace(/^\/+|\/+$/g, '');
    return {
      kind,
      source: urlScheme(spec.source) === undefined ? sitePath(spec.source).slice(1) : spec.source,
      ...(directory === undefined || directory === '' ? {} : { directory }),
      overlays: (spec.overlays ?? []).map((overlay) => sitePath(overlay).replace(/^\//, '')),
      location: typeof entry === 'string' ? places.value(isList ? raw : owner, isList ? index : key) : places.value(entry, 'source'),
    };
  });
}

/** docs-json-spec 5.3. `content` stays Markdown. */
export function resolveBanner(banner: RawBanner | undefined): Banner | undefined {
  if (banner === undefined) return undefined;
  const color = resolveColor(banner.color);
  return {
    content: banner.content,
    dismissible: banner.dismissible ?? false,
    type: banner.type ?? 'info',
    ...(color === undefined ? {} : { color }),
  };
}

/** docs-json-spec 5.1. A link of a known `type` without a label is called by it; `library` is that of icons without their own. */
export function resolveNavbar(navbar: RawNavbar | undefined, library: IconLibrary): Navbar {
  const links = (navbar?.links ?? []).map((link) => {
    const icon = toIconRef(link.icon, library, link.iconType);
    return {
      label: link.label ?? namesOfTypes[link.type ?? ''] ?? '',
      href: resolveHref(link.href),
      ...(link.type === undefined ? {} : { type: link.type }),
      ...(icon === undefined ? {} : { icon }),
    };
  });
  const primary = navbar?.primary;
  if (primary === undefined) return { links };
  return {
    links,
    primary: { type: primary.type, label: primary.label ?? namesOfTypes[primary.type] ?? '', href: resolveHref(primary.href) },
  };
}

const namesOfTypes: Readonly<Record<string, string>> = { github: 'GitHub', discord: 'Discord' };

/** docs-json-spec 5.2. Order as written; a site without a footer has empty lists. */
export function resolveFooter(footer: RawFooter | undefined): Footer {
  return {
    socials: Object.entries(footer?.socials ?? {}).map(([platform, href]) => ({ platform, href })),
    columns: (footer?.links ?? []).map(({ header, items }) => ({
      ...(header === undefined ? {} : { header }),
      items: items.map(({ label, href }) => ({ label, href: resolveHref(href) })),
    })),
  };
}
