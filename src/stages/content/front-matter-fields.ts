/**
 * Converts front matter values to the typed `FrontMatter`. Accepts common variations (`title: 404`, `noindex: "true"`),
 * except for `public`, which must be the boolean true because it opens a page to everyone.
 */

import { definedOnly } from '../../model/defined-only.ts';
import { type IconLibrary, toIconRef } from '../../model/icon.ts';
import type { FrontMatter, PageMode } from '../../model/source-page.ts';
import { beginsWithDay } from '../../shared/calendar-day.ts';
import { nearestName } from '../../shared/nearest-name.ts';
import { isMetaUrl, isSafeUrl } from '../../shared/url.ts';
import type { YamlMapping } from './front-matter-yaml.ts';

/** Called for each key whose value is ignored or converted; the caller finds the line of the key. */
export type ReportField = (key: string, message: string, hint: string) => void;

/** The values of `mode`. */
export const pageModes: readonly string[] = ['default', 'wide', 'custom', 'frame', 'center', 'assistant'] satisfies PageMode[];

/** All typed keys; other keys are meta names (with a colon) or are kept in `extra`. */
export const frontMatterKeys: ReadonlySet<string> = new Set(
  `title description sidebarTitle icon iconType tag mode hidden noindex searchable boost deprecated hideFooterPagination
  hideApiMarker related contextual groups public url openapi openapi-schema asyncapi api authMethod playground version keywords
  canonical robots timestamp lastUpdatedDate rss`.split(/\s+/),
);

/**
 * Accepts `Sidebar-Title` and `sidebar_title` as spellings of `sidebarTitle`; no other tool uses these as keys of its
 * own.
 */
const keyByLetters = new Map([...frontMatterKeys].map((key) => [lettersOf(key), key]));

function lettersOf(key: string): string {
  return key.toLowerCase().replace(/[-_ ]/g, '');
}

/**
 * A key that cannot be parsed takes its default, except where that would publish a page: `hidden`, `noindex` and
 * `groups` in `lost` restrict it. Keys without a value are not in the result.
 */
export function typeFrontMatter({ values, lost }: YamlMapping, iconLibrary: IconLibrary, report: ReportField): FrontMatter {
  const text = (key: string): string | undefined => {
    const value = values.get(key);
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'string' || typeof value === 'boolean') return String(value);
    report(key, `${key} must be text, got ${kindOf(value)}`, `write \`${key}: some text\``);
    return undefined;
  };
  const flag = (key: string): boolean | undefined => {
    const value = values.get(key);
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'boolean') return value;
    if (key !== 'public' && typeof value === 'string' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true';
    report(key, `${key} must be true or false, got ${quoted(value)}`, `write \`${key}: true\` without quotes`);
    return undefined;
  };
  const link = (key: string): string | undefined => {
    const value = text(key);
    if (value === undefined || isSafeUrl(value)) return value;
    report(key, `${key} ${quoted(value)} is not an allowed link`, 'use http, https, mailto or a site path');
    return undefined;
  };

  const fields: { -readonly [K in keyof FrontMatter]?: FrontMatter[K] | undefined } = {
    title: text('title'),
    description: text('description'),
    sidebarTitle: text('sidebarTitle'),
    icon: iconOf(values, iconLibrary, report),
    tag: text('tag'),
    mode: modeOf(text('mode'), report),
    hidden: flag('hidden') ?? lost.includes('hidden'),
    noindex: flag('noindex') ?? lost.includes('noindex'),
    searchable: flag('searchable'),
    boost: boostOf(values.get('boost'), report),
    deprecated: flag('deprecated') ?? false,
    hideFooterPagination: flag('hideFooterPagination') ?? false,
    hideApiMarker: flag('hideApiMarker') ?? false,
    related: relatedOf(values.get('related'), report),
    contextual: values.get('contextual') ?? undefined,
    groups: groupsOf(values.get('groups'), lost.includes('groups'), report),
    public: flag('public'),
    url: link('url'),
    openapi: text('openapi'),
    openapiSchema: text('openapi-schema'),
    asyncapi: text('asyncapi'),
    api: text('api'),
    authMethod: text('authMethod'),
    playground: text('playground'),
    version: text('version'),
    keywords: keywordsOf(values.get('keywords'), report),
    canonical: link('canonical'),
    robots: text('robots'),
    timestamp: flag('timestamp'),
    lastUpdatedDate: dateOf(text('lastUpdatedDate'), report),
    rss: flag('rss') ?? false,
    ...otherKeys(values, report),
  };
  return definedOnly(fields) as unknown as FrontMatter;
}

function iconOf(values: ReadonlyMap<string, unknown>, library: IconLibrary, report: ReportField): FrontMatter['icon'] {
  const value = values.get('icon');
  if (value === undefined || value === null || value === '') return undefined;
  const style = values.get('iconType');
  const icon = toIconRef(value, library, typeof style === 'string' ? style : undefined);
  if (!icon)
    report('icon', `icon must be a name, a path or { name, style, library }, got ${kindOf(value)}`, 'write, for example, `icon: rocket`');
  return icon;
}

function modeOf(value: string | undefined, report: ReportField): PageMode {
  if (value === undefined || value === '') return 'default';
  if (pageModes.includes(value)) return value as PageMode;
  const meant = nearestName(value, pageModes);
  report('mode', `mode "${value}" does not exist`, meant === undefined ? `use one of ${pageModes.slice(1).join(', ')}` : `use ${meant}`);
  return 'default';
}

function boostOf(value: unknown, report: ReportField): number | undefined {
  if (value === undefined || value === null) return undefined;
  const boost = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  if (Number.isFinite(boost) && boost > 0) return boost;
  report('boost', `boost must be a number greater than 0, got ${quoted(value)}`, 'use a value from 0.1 to 10; 1 is the default');
  return undefined;
}

/**
 * An error must never publish a page: a single name becomes a list, and an unreadable value a group without members.
 */
function groupsOf(value: unknown, isLost: boolean, report: ReportField): readonly string[] | undefined {
  if (isLost) return [''];
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  report('groups', `groups must be a list of names, got ${quoted(value)}`, 'write `groups: [name]`');
  return [typeof value === 'string' ? value : ''];
}

function relatedOf(value: unknown, report: ReportField): FrontMatter['related'] {
  if (value === undefined || value === null) return undefined;
  if (value === false) return false;
  const items = Array.isArray(value) ? value.flatMap(relatedItem) : [];
  if (Array.isArray(value) && items.length === value.length) return items;
  report('related', 'related must be false or a list of paths, links or `Title: link`', 'write, for example, `related: [/guides/start]`');
  return items.length > 0 ? items : undefined;
}

function relatedItem(item: unknown): { title?: string; href: string }[] {
  if (typeof item === 'string') {
    // `"Title: link"` in quotes is text. A URL has no blank.
    const [, title, href = item] = /^([^\s/:#][^:]*):\s+(\S+)$/.exec(item.trim()) ?? [];
    return isSafeUrl(href) ? [title === undefined ? { href } : { title, href }] : [];
  }
  if (typeof item !== 'object' || item === null) return [];
  const entries = Object.entries(item);
  const { title, href } = item as { title?: unknown; href?: unknown };
  const [name, target] = typeof href === 'string' ? [title, href] : (entries[0] ?? []);
  if (typeof target !== 'string' || !isSafeUrl(target)) return [];
  return [typeof name === 'string' ? { title: name, href: target } : { href: target }];
}

function keywordsOf(value: unknown, report: ReportField): readonly string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return value.split(',').flatMap((word) => word.trim() || []);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'boolean' || item === null))
    return value.flatMap((word) => (word === null || word === '' ? [] : String(word)));
  report('keywords', `keywords must be a list of words, got ${kindOf(value)}`, 'write `keywords: [one, two]`');
  return [];
}

function dateOf(value: string | undefined, report: ReportField): string | undefined {
  if (value === undefined) return undefined;
  const iso = value.trim().replace(/^(\d{4}-\d{2}-\d{2})[ \t]+(\d)/, '$1T$2');
  if (/^\d{4}-\d{2}-\d{2}(?:T|$)/.test(iso) && beginsWithDay(iso) && !Number.isNaN(Date.parse(iso))) return iso;
  report('lastUpdatedDate', `lastUpdatedDate must be a date, got "${value}"`, 'write it as 2026-01-31 or 2026-01-31T12:00:00Z');
  return undefined;
}

/** `meta` are names with a colon (`og:title`), `extra` are keys that the format does not define. */
function otherKeys(values: ReadonlyMap<string, unknown>, report: ReportField): Pick<FrontMatter, 'meta' | 'extra'> {
  const meta: Record<string, string> = Object.create(null);
  const extra: Record<string, unknown> = Object.create(null);
  for (const [key, value] of values) {
    if (frontMatterKeys.has(key)) continue;
    if (isMetaUrl(key) && typeof value === 'string' && key.includes(':') && !isSafeUrl(value))
      report(key, `${key} ${quoted(value)} is not an allowed link`, 'use https or a site path');
    else if (key.includes(':') && (typeof value === 'string' || typeof value === 'boolean')) meta[key] = String(value);
    else {
      extra[key] = value;
      const meant = keyByLetters.get(lettersOf(key)) ?? misspelled(key);
      if (meant !== undefined && !values.has(meant)) report(key, `${key} has no effect`, `write \`${meant}:\``);
    }
  }
  return { meta, extra };
}

/** The key that is meant by one with a typing error. Short names and plurals are names that authors chose, such as `tags`. */
function misspelled(key: string): string | undefined {
  const meant = key.length < 5 ? undefined : nearestName(key, [...frontMatterKeys]);
  if (meant === undefined || key === `${meant}s` || meant === `${key}s`) return undefined;
  const isSwapped = [...key.toLowerCase()].sort().join() === [...meant.toLowerCase()].sort().join();
  return isSwapped || key.length > 5 ? meant : undefined;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a mapping' : typeof value === 'boolean' ? String(value) : `"${value}"`;
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : kindOf(value);
}
