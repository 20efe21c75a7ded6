/**
 * Compares docs.json before and after a change: which API descriptions it names, and settings that affect more than pages. It compares
 * values with every `$ref` resolved, so that neither spelling nor another file can hide a change.
 */
import { isDeepStrictEqual } from 'node:util';
import { FileError, type FileSystem } from '../../../model/file-system.ts';
import { hooksFile } from '../../../model/site-hooks.ts';
import { normalisePage, parsePageEntry, readWrittenConfig } from '../../../stages/config/index.ts';
import type { Allowance } from './path-rules.ts';

/** The settings of a site; `value` is undefined when docs.json cannot be read. */
export interface SiteSettings {
  readonly value: Readonly<Record<string, unknown>> | undefined;
  /** docs.json and every file that it refers to. */
  readonly files: ReadonlySet<string>;
  /** Whether the site has hooks (`docsgen.config.ts`), which may import any other module of the project. */
  readonly hasHooks?: boolean;
}

/** @param textOf returns the content of a file; undefined when it does not exist. */
export function readSiteSettings(textOf: (path: string) => string | undefined): SiteSettings {
  if (textOf('docs.json') === undefined) return { value: {}, files: new Set(['docs.json']) };
  const files = filesOf(textOf);
  const read = readWrittenConfig(files);
  return {
    value: isObject(read?.value) ? read.value : undefined,
    files: new Set(['docs.json', ...(read?.files ?? [])]),
    hasHooks: hooksFile(files) !== undefined,
  };
}

function filesOf(textOf: (path: string) => string | undefined): FileSystem {
  const text = (path: string): string => {
    const text = textOf(path);
    if (text === undefined) throw new FileError('vanished', path, 'there is no such file');
    return text.replace(/^\uFEFF/, '');
  };
  return {
    list: () => [],
    has: (path) => textOf(path) !== undefined,
    read: (path) => Buffer.from(text(path)),
    readText: text,
    absolute: () => undefined,
  };
}

/** The API descriptions, and folders of them, that docs.json names anywhere, as written. */
export function namedDescriptions({ value }: SiteSettings): readonly string[] {
  const names: string[] = [];
  const add = (entry: unknown): void => {
    if (typeof entry === 'string') names.push(fileOf(entry));
    else if (Array.isArray(entry)) for (const each of entry) add(each);
    else if (isObject(entry)) {
      add(entry.source);
      add(entry.overlays);
    }
  };
  walk(value, (key, member) => {
    if (key === 'openapi' || key === 'asyncapi') add(member);
    // An entry in a list of pages: "api/openapi.json GET /users".
    else if (typeof member === 'string' && /\s[A-Z]+\s+\//i.test(member)) names.push(fileOf(member));
  });
  return names.filter((name) => name !== '');
}

/** The file in front of an operation, relative to the root of the documentation. Front matter uses the same form. */
export function fileOf(written: string): string {
  const [file = ''] = written.trim().split(/\s+/);
  return /^[a-z][a-z0-9+.-]*:/i.test(file) ? '' : file.replace(/^(?:\.?\/+)+/, '').replace(/\/+$/, '');
}

/** Whether one of the names is this file or a folder that contains it. */
export function isNamed(path: string, names: readonly string[]): boolean {
  return names.some((name) => path === name || path.startsWith(`${name}/`));
}

/** A change of a guarded setting, and the allowance that would permit it; none would if it is absent. */
export interface GuardedChange {
  readonly setting: string;
  readonly allowance?: Allowance | undefined;
}

/** Top-level keys that affect only pages, their order and their look. All others are guarded, including unknown ones. */
const free = new Set(
  '$schema theme name description colors logo favicon appearance fonts icons background styling thumbnails navigation navbar footer banner interaction contextual api search seo metadata variables errors redirects'.split(
    ' ',
  ),
);
const guardedKeys: Readonly<Record<string, Allowance>> = { integrations: 'integrations', public: 'access' };
/** Keys of `docsgen` with their own allowance, or none. All other keys of `docsgen` may be changed only by people. */
const guardedOwn: Readonly<Record<string, Allowance>> = {
  security: 'security',
  auth: 'access',
  overrides: 'plugins',
  plugins: 'plugins',
  components: 'plugins',
};
/** Names code that runs in Node.js, with the permissions of whoever builds the site. */
const onlyPeople = new Set(['markdown']);
const freeOwn = new Set(['search', 'socialImages']);

/**
 * Returns the guarded settings that changed.
 * @param routes routes of the existing pages. A new page may be public; an existing page must not become public.
 */
export function guardedChanges(before: SiteSettings, after: SiteSettings, routes: ReadonlySet<string>): readonly GuardedChange[] {
  const [was, is] = [before.value ?? {}, after.value ?? {}];
  const changes: GuardedChange[] = [];
  const compare = (setting: string, allowance: Allowance | undefined, a: unknown, b: unknown) => {
    if (!isDeepStrictEqual(a, b)) changes.push({ setting, allowance });
  };
  for (const key of keysOf(was, is)) {
    if (key === 'docsgen') continue;
    if (!free.has(key)) compare(key, guardedKeys[key] ?? 'settings', was[key], is[key]);
  }
  const [own, newOwn] = [objectOf(was.docsgen), objectOf(is.docsgen)];
  if (!isDeepStrictEqual(was.docsgen, is.docsgen) && !(isPlain(was.docsgen) && isPlain(is.docsgen)))
    changes.push({ setting: 'docsgen', allowance: 'settings' });
  for (const key of keysOf(own, newOwn))
    if (!freeOwn.has(key))
      compare(`docsgen.${key}`, onlyPeople.has(key) ? undefined : (guardedOwn[key] ?? 'settings'), own[key], newOwn[key]);
  // Readers send form input to the servers and through the proxy that these settings name.
  const [api, newApi] = [objectOf(was.api), objectOf(is.api)];
  for (const key of ['playground', 'mdx', 'baseUrl', 'auth']) compare(`api.${key}`, 'settings', api[key], newApi[key]);
  compare('seo.metatags', 'settings', guardedTags(was.seo), guardedTags(is.seo));
  if (opensMore(before, after, routes)) changes.push({ setting: 'navigation', allowance: 'access' });
  const oldRedirects = new Set(outerRedirects(was.redirects));
  if (outerRedirects(is.redirects).some((each) => !oldRedirects.has(each))) changes.push({ setting: 'redirects', allowance: 'redirects' });
  return changes;
}

/** Whether the site has plugins or hooks in files of the project. They may import any other module of it. */
export function hasOwnPlugins({ value, hasHooks = false }: SiteSettings): boolean {
  let found = hasHooks;
  walk(objectOf(objectOf(value?.docsgen).markdown), (_, member) => {
    found ||= typeof member === 'string' && /^\.{0,2}\//.test(member);
  });
  return found;
}

/** Redirects to other sites, with destinations resolved as browsers do. */
function outerRedirects(redirects: unknown): string[] {
  const own = 'https://own.invalid';
  return (Array.isArray(redirects) ? redirects : []).flatMap((each) => {
    const destination = isObject(each) ? each.destination : undefined;
    const isInner = typeof destination === 'string' && URL.canParse(destination, own) && new URL(destination, own).origin === own;
    return isInner ? [] : [JSON.stringify(each) ?? ''];
  });
}

/**
 * The names of meta tags that prove ownership of a site, affect security, or name another address for its pages. Bing asks for
 * `msvalidate.01`, Pinterest for `p:domain_verify`, Seznam for `seznam-wmt`; the other search engines have `verif` in their names.
 */
const guardedTag = /verif|validat|seznam-wmt|http-equiv|refresh|security|referrer|canonical/i;

/** Returns each guarded meta tag below a value as `name=value`, sorted. */
export function guardedTags(settings: unknown): string[] {
  const tags: string[] = [];
  walk(settings, (key, member) => {
    if (guardedTag.test(key)) tags.push(`${key}=${JSON.stringify(member)}`);
  });
  return tags.sort();
}

/** The route of a page: `guides` for `guides/index.mdx` and `/guides/`. */
export function routeOf(page: string): string {
  return normalisePage(page).replace(/\/index$/, '');
}

/** What the navigation entries of a page, an operation or a description set: public (true), restricted (false), or nothing. */
type Claims = Map<string, (boolean | undefined)[]>;

/** Whether the navigation makes existing restricted content public. Implements the same rule as `pageAccess` of `stages/navigation/access.ts`. */
function opensMore(wasSettings: SiteSettings, isSettings: SiteSettings, routes: ReadonlySet<string>): boolean {
  const [was, is] = [wasSettings.value ?? {}, isSettings.value ?? {}];
  const [before, after] = [claimsOf(was), claimsOf(is)];
  const descriptions = new Set(namedDescriptions(wasSettings).map((file) => `description ${file}`));
  const isOpen = (claims: Claims, name: string, byDefault: boolean) => {
    const places = (claims.get(name) ?? []).map((place) => place ?? byDefault);
    if (claims.get(name)?.includes(false) === true) return false;
    return places.length === 0 ? byDefault : places.some((place) => place);
  };
  const wasThere = (name: string) => routes.has(name) || descriptions.has(name) || (name.startsWith('operation ') && before.has(name));
  return [...new Set([...before.keys(), ...after.keys()])].some(
    (name) => wasThere(name) && isOpen(after, name, is.public === true) && !isOpen(before, name, was.public === true),
  );
}

function claimsOf({ navigation, api }: Readonly<Record<string, unknown>>): Claims {
  const claims: Claims = new Map();
  const claim = (name: string, place: boolean | undefined) => claims.set(name, [...(claims.get(name) ?? []), place]);
  const claimEntry = (text: string, place: boolean | undefined, inherited: readonly string[]) => {
    const entry = parsePageEntry(text);
    if (entry.kind === 'page') claim(routeOf(entry.page), place);
    else if (entry.kind === 'endpoint') {
      if (entry.spec !== undefined) claim(`description ${fileOf(entry.spec)}`, place);
      for (const spec of entry.spec === undefined ? inherited : [fileOf(entry.spec)])
        claim(`operation ${entry.method} ${entry.path} of ${spec}`, place);
    }
  };
  const visit = (value: unknown, key: string, from: boolean | undefined, inherited: readonly string[]): void => {
    if (typeof value === 'string') {
      if (key === 'pages' || key === 'root') claimEntry(value, from, inherited);
      else if (key === 'openapi' || key === 'asyncapi' || key === 'source') claim(`description ${fileOf(value)}`, from);
    } else if (Array.isArray(value)) for (const each of value) visit(each, key, from, inherited);
    else if (isObject(value)) {
      const place = typeof value.public === 'boolean' ? value.public : from;
      const own = namedDescriptions({ value: { openapi: value.openapi, asyncapi: value.asyncapi }, files: new Set() });
      for (const [name, member] of Object.entries(value)) visit(member, name, place, own.length > 0 ? own : inherited);
    }
  };
  visit(navigation, '', undefined, namedDescriptions({ value: { api }, files: new Set() }));
  return claims;
}

/** Visits every member of every nested object and list. Shared objects are visited once. */
function walk(value: unknown, visit: (key: string, member: unknown) => void, seen = new Set<object>(), key = ''): void {
  if (typeof value === 'string' && key !== '') visit(key, value);
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  for (const [name, member] of Object.entries(value)) {
    const own = Array.isArray(value) ? key : name;
    if (typeof member !== 'string') visit(own, member);
    walk(member, visit, seen, own);
  }
}

function keysOf(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])];
}

function isPlain(value: unknown): boolean {
  return value === undefined || isObject(value);
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
