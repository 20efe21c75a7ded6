/** Small values that occur in several parts of docs.json: icons, images, colours, API descriptions, page frame. */

import { type IconLibrary, toIconRef } from '../../model/icon.ts';
import type { Banner, Footer, LightDark, Navbar, SpecRef } from '../../model/site-config.ts';
import { isExternal, urlScheme } from '../../shared/url.ts';
import type { RawBanner, RawFooter, RawNavbar, RawSpec, RawSpecs } from './docs-json.ts';
import type { ConfigLocations } from './locations.ts';

/** A string applies to both modes; an empty one is none. */
export function resolvePair(value: string | LightDark<string> | undefined): LightDark<string> | undefined {
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string') return { light: sitePath(value), dark: sitePath(value) };
  return { light: sitePath(value.light), dark: sitePath(value.dark) };
}

/** A missing colour takes the value of the other mode. */
export function resolveColor(color: Partial<LightDark<string>> | undefined): LightDark<string> | undefined {
  const light = color?.light ?? color?.dark;
  const dark = color?.dark ?? color?.light;
  return light === undefined || dark === undefined ? undefined : { light, dark };
}

/** Keeps URLs; makes paths root-relative. */
export function sitePath(path: string): string {
  if (isExternal(path)) return path;
  return `/${path.trim().replace(/^(?:\.?[\\/])+/, '')}`;
}

/** Like `sitePath`, but leaves fragments and `mailto:` unchanged. */
export function resolveHref(href: string): string {
  return href.startsWith('#') || href.startsWith('?') ? href : sitePath(href);
}

/**
 * `owner[key]` as API descriptions of the site; undefined when the key is absent, an empty list when it lists none.
 * Paths lose their leading slash.
 */
export function resolveSpecs(kind: SpecRef['kind'], owner: object, key: string, places: ConfigLocations): readonly SpecRef[] | undefined {
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

/** `content` stays Markdown. */
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

/** A link of a known `type` without a label gets the name of the type; `library` is the default for icons. */
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

/** Keeps the order; a site without a footer has empty lists. */
export function resolveFooter(footer: RawFooter | undefined): Footer {
  return {
    socials: Object.entries(footer?.socials ?? {}).map(([platform, href]) => ({ platform, href })),
    columns: (footer?.links ?? []).map(({ header, items }) => ({
      ...(header === undefined ? {} : { header }),
      items: items.map(({ label, href }) => ({ label, href: resolveHref(href) })),
    })),
  };
}
