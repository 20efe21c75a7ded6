/**
 * Converts the navigation of mint.json: one list of groups, and tabs, anchors and versions that select their groups by
 * the URL prefix of the pages or by a `version` key. Tabs and anchors with a `version` belong to that version only;
 * those with their own API description have pages generated from it.
 *
 *   groups [a/1] [api/1], tabs [{API, url: api}] → tabs: Documentation [a/1], API [api/1]
 */
import type { PlainObject } from '../locations.ts';

/** The keys of a mint.json that determine the navigation; non-objects are already removed from the lists. */
export interface MintNavigation {
  readonly groups: readonly PlainObject[];
  readonly tabs: readonly PlainObject[];
  readonly anchors: readonly PlainObject[];
  /** As written: names, or objects with a `name`. */
  readonly versions: unknown;
  /** The tab of all groups that belong to no other tab. */
  readonly primaryTab: PlainObject | undefined;
  /** The same for anchors. */
  readonly topAnchor: PlainObject | undefined;
}

/** The value of `navigation`. Groups are reused unchanged where possible, so that their locations stay known. */
export function migrateNavigation(mint: MintNavigation): PlainObject {
  const versions = versionNames(mint.versions);
  if (versions.length === 0) return { ...divideByTab(mint, mint.groups), ...linksBeside(mint.anchors, mint.groups) };
  const own = versions.filter((version) => typeof version.url !== 'string');
  const main = own.find((version) => version.default === true) ?? own[0];
  return {
    versions: versions.map((version) => versionOf(version, version === main, mint)),
    ...linksBeside(mint.anchors.filter(isForAll), mint.groups),
  };
}

/** The version of generated pages: their own, or the default one. */
function versionOf(version: PlainObject, isMain: boolean, mint: MintNavigation): PlainObject {
  const { name } = version;
  const isDefault = version.default === true ? { default: true } : {};
  if (typeof version.url === 'string') return { version: name, ...isDefault, href: linkOf(version) };
  const groups = mint.groups.filter((group) => isForAll(group) || group.version === name);
  const isShown = (entry: PlainObject) => entry.version === name || (isForAll(entry) && (isMain || !isGenerated(entry, mint.groups)));
  const [tabs, anchors] = [mint.tabs.filter(isShown), mint.anchors.filter(isShown)];
  const own = anchors.filter((anchor) => !isForAll(anchor));
  return { version: name, ...isDefault, ...divideByTab({ ...mint, tabs, anchors }, groups), ...linksBeside(own, groups) };
}

function isForAll({ version }: PlainObject): boolean {
  return version === undefined;
}

/** Anchors without pages become links on every page. */
function linksBeside(anchors: readonly PlainObject[], groups: readonly PlainObject[]): PlainObject {
  const links = anchors.filter((anchor) => !hasGroups(anchor, groups) && !hasDescription(anchor));
  return links.length === 0
    ? {}
    : { global: { anchors: links.map((anchor) => ({ ...decorate('anchor', anchor), href: linkOf(anchor) })) } };
}

/** The groups of each tab; the first tab gets those that match no other. */
function divideByTab(mint: MintNavigation, groups: readonly PlainObject[]): PlainObject {
  if (mint.tabs.length === 0) return divideByAnchor(mint, groups);
  const rest = groups.filter((group) => !mint.tabs.some((tab) => isUnder(group, tab)));
  const hasFirst = rest.length > 0 || mint.anchors.some((anchor) => isGenerated(anchor, mint.groups));
  const first = hasFirst ? [{ tab: mint.primaryTab?.name ?? 'Documentation', ...divideByAnchor(mint, rest) }] : [];
  const others = mint.tabs.map((tab) => {
    const own = groups.filter((group) => isUnder(group, tab));
    if (own.length > 0) return { tab: tab.name, ...descriptionsOf(tab), ...listOf(own) };
    return { tab: tab.name, ...(hasDescription(tab) ? descriptionsOf(tab) : { href: linkOf(tab) }) };
  });
  return { tabs: [...first, ...others] };
}

/** The same for anchors; those without pages become links in `global`. */
function divideByAnchor(mint: MintNavigation, groups: readonly PlainObject[]): PlainObject {
  const sections = mint.anchors.filter((anchor) => hasGroups(anchor, groups) || isGenerated(anchor, mint.groups));
  if (sections.length === 0) return listOf(groups);
  const rest = groups.filter((group) => !sections.some((anchor) => isUnder(group, anchor)));
  const top = { ...decorate('anchor', { name: 'Documentation', icon: 'book-open', ...mint.topAnchor }), ...listOf(rest) };
  const others = sections.map((anchor) => {
    const own = groups.filter((group) => isUnder(group, anchor));
    return { ...decorate('anchor', anchor), ...descriptionsOf(anchor), ...(own.length > 0 && listOf(own)) };
  });
  return { anchors: rest.length > 0 ? [top, ...others] : others };
}

/** A group without a name becomes a plain list of pages. */
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

function decorate(nameKey: string, { name, icon, iconType, color }: PlainObject): PlainObject {
  return {
    [nameKey]: name,
    ...(icon === undefined ? {} : { icon }),
    ...(iconType === undefined ? {} : { iconType }),
    ...(typeof color === 'string' && { color: { light: color, dark: color } }),
  };
}

function descriptionsOf({ openapi, asyncapi }: PlainObject): PlainObject {
  return { ...(openapi === undefined ? {} : { openapi }), ...(asyncapi === undefined ? {} : { asyncapi }) };
}

function hasDescription(owner: PlainObject): boolean {
  return owner.openapi !== undefined || owner.asyncapi !== undefined;
}

/** Whether all its pages are generated from an API description. */
function isGenerated(owner: PlainObject, groups: readonly PlainObject[]): boolean {
  return hasDescription(owner) && !hasGroups(owner, groups);
}

function hasGroups(owner: PlainObject, groups: readonly PlainObject[]): boolean {
  return groups.some((group) => isUnder(group, owner));
}

/** Whether the first page of a group is under the URL of a tab or anchor. */
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
