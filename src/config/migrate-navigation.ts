/**
 * The navigation of mint.json: one list of groups, and tabs, anchors and versions that take their groups by the URL
 * prefix of the pages or by a `version` key.
 *
 *   groups [a/1] [api/1], tabs [{API, url: api}]   →   tabs: Documentation [a/1], API [api/1]
 */
import type { PlainObject } from './places.ts';

export interface MintNavigation {
  readonly groups: readonly PlainObject[];
  readonly tabs: readonly PlainObject[];
  readonly anchors: readonly PlainObject[];
  readonly versions: unknown;
  readonly primaryTab: PlainObject | undefined;
  readonly topAnchor: PlainObject | undefined;
}

export function migrateNavigation(mint: MintNavigation): PlainObject {
  const links = mint.anchors.filter((anchor) => !hasGroups(anchor, mint.groups));
  const versions = versionNames(mint.versions);
  const body = versions.length === 0 ? divideByTab(mint, mint.groups) : { versions: versions.map((version) => versionOf(version, mint)) };
  if (links.length === 0) return body;
  return { ...body, global: { anchors: links.map((anchor) => ({ ...decorate('anchor', anchor), href: linkOf(anchor) })) } };
}

function versionOf(version: PlainObject, mint: MintNavigation): PlainObject {
  const { name } = version;
  const groups = mint.groups.filter((group) => group.version === undefined || group.version === name);
  const isDefault = version.default === true ? { default: true } : {};
  if (typeof version.url === 'string') return { version: name, ...isDefault, href: linkOf(version) };
  return { version: name, ...isDefault, ...divideByTab(mint, groups) };
}

/** The groups of each tab; what belongs to none is the first tab. */
function divideByTab(mint: MintNavigation, groups: readonly PlainObject[]): PlainObject {
  if (mint.tabs.length === 0) return divideByAnchor(mint, groups);
  const rest = groups.filter((group) => !mint.tabs.some((tab) => isUnder(group, tab)));
  const first = rest.length > 0 ? [{ tab: mint.primaryTab?.name ?? 'Documentation', ...divideByAnchor(mint, rest) }] : [];
  const others = mint.tabs.map((tab) => {
    const own = groups.filter((group) => isUnder(group, tab));
    const openapi = tab.openapi === undefined ? {} : { openapi: tab.openapi };
    if (own.length > 0) return { tab: tab.name, ...openapi, ...listOf(own) };
    return 'openapi' in openapi ? { tab: tab.name, ...openapi } : { tab: tab.name, href: linkOf(tab) };
  });
  return { tabs: [...first, ...others] };
}

/** The same with anchors; those without groups of their own are links and stand in `global`. */
function divideByAnchor(mint: MintNavigation, groups: readonly PlainObject[]): PlainObject {
  const sections = mint.anchors.filter((anchor) => hasGroups(anchor, groups));
  if (sections.length === 0) return listOf(groups);
  const rest = groups.filter((group) => !sections.some((anchor) => isUnder(group, anchor)));
  const top = { ...decorate('anchor', { name: 'Documentation', icon: 'book-open', ...mint.topAnchor }), ...listOf(rest) };
  const others = sections.map((anchor) => ({ ...decorate('anchor', anchor), ...listOf(groups.filter((group) => isUnder(group, anchor))) }));
  return { anchors: rest.length > 0 ? [top, ...others] : others };
}

/** A group without a name is a plain run of pages. */
function listOf(groups: readonly PlainObject[]): PlainObject {
  const clean = groups.map(withoutVersion);
  if (clean.length > 0 && clean.every((group) => group.group !== '')) return { groups: clean };
  return { pages: clean.flatMap((group) => (group.group === '' && Array.isArray(group.pages) ? group.pages : [group])) };
}

function withoutVersion(group: PlainObject): PlainObject {
  if (!('version' in group)) return group;
  const { version: _, ...rest } = group;
  return rest;
}

function decorate(nameKey: string, { name, icon, iconType }: PlainObject): PlainObject {
  return { [nameKey]: name, ...(icon === undefined ? {} : { icon }), ...(iconType === undefined ? {} : { iconType }) };
}

function hasGroups(owner: PlainObject, groups: readonly PlainObject[]): boolean {
  return groups.some((group) => isUnder(group, owner));
}

/** Whether the first page of a group stands under the URL of a tab or anchor. */
function isUnder(group: PlainObject, { url }: PlainObject): boolean {
  if (typeof url !== 'string' || /^[a-z]+:/i.test(url)) return false;
  const prefix = url.replace(/^\/+|\/+$/g, '');
  const page = firstPage(group)?.replace(/^\/+/, '');
  return page !== undefined && prefix !== '' && (page === prefix || page.startsWith(`${prefix}/`));
}

function firstPage(group: PlainObject): string | undefined {
  let pages = group.pages;
  while (Array.isArray(pages)) {
    const [first] = pages;
    if (typeof first === 'string') return first;
    pages = (first as PlainObject | null | undefined)?.pages;
  }
  return undefined;
}

function linkOf({ url }: PlainObject): unknown {
  return typeof url === 'string' && !/^(?:[a-z]+:|\/)/i.test(url) ? `/${url}` : url;
}

function versionNames(versions: unknown): PlainObject[] {
  if (!Array.isArray(versions)) return [];
  return versions.map((version) => (typeof version === 'object' && version !== null ? (version as PlainObject) : { name: version }));
}
