/**
 * Reduces a site with sign-in to the pages, navigation, files and playgrounds of one audience. Everything generated
 * from the result is for that audience, so later stages need not check access.
 */

import type { NavDivision, SiteConfig, SpecRef } from '../../model/site-config.ts';
import { divisionsOf } from '../../model/site-config.ts';
import { loginHref, logoutHref } from '../../shared/site/sign-in.ts';
import { canUsePlayground, canView, type Reader, siteForReader } from '../../stages/navigation/audience.ts';
import { homePage } from '../../stages/navigation/home-page.ts';
import type { CompiledSite } from './compile-site.ts';
import type { LoadedSite } from './load-site.ts';
import type { CompiledEntry } from './pages/page-builder.ts';
import type { PageStore } from './pages/page-store.ts';
import { reachedFrom, referenceFinder } from './references.ts';

/** The input of `renderSite` for one audience. Hidden content is removed, not marked. */
export interface AudienceSite {
  readonly site: LoadedSite;
  readonly compiled: CompiledSite;
  /** Output files of pages whose playground these readers do not get. */
  readonly withoutPlayground: readonly string[];
}

/** Files at the root of a site that programs request without signing in. */
const alwaysOpen = /^(?:robots\.txt|favicon\.\w+|apple-touch-icon[\w.-]*|CNAME|\.nojekyll|\.well-known\/.*)$/;

/** The complete output for members of these groups, for publishing where only they can read it. */
export function siteForGroups(site: LoadedSite, compiled: CompiledSite, store: PageStore, groups: readonly string[]): AudienceSite {
  const view = audienceSites(site, compiled, store)(groups);
  const { navbar } = site.config;
  // That site has no sign-in, so it has no sign-out either.
  return { ...view, site: { ...view.site, config: { ...view.site.config, navbar } } };
}

/** Analyses the pages once; then returns the site of each audience. */
export function audienceSites(site: LoadedSite, compiled: CompiledSite, store: PageStore): (reader: Reader) => AudienceSite {
  const schemas = new Map(compiled.schemas.map((schema) => [schema.path, schema.key]));
  const parts = [...schemas.keys(), ...compiled.scripts.keys()];
  const find = referenceFinder(site.config.base, new Set([...site.assets, ...parts]));
  const uses = usesOf(site, compiled, store, find);
  const descriptions = new Set([...compiled.pages.values()].flatMap(({ descriptionFiles }) => descriptionFiles));
  for (const { source } of specsOf(site.config)) descriptions.add(source);
  const textOf = (path: string) => {
    const key = schemas.get(path);
    return key === undefined ? compiled.scripts.get(path) : store.html(key);
  };

  /** Whether an asset is published for readers of these pages. `own`: the files that they refer to. */
  const isShown = (asset: string, reader: Reader, { pages, lacking }: AudiencePages, own: ReadonlySet<string>): boolean => {
    const users = uses.pagesOf.get(asset) ?? [];
    // A description contains the playground data of all its pages.
    if (descriptions.has(asset))
      return users.length > 0 ? users.every((path) => pages.has(path) && !lacking.has(path)) : reader !== undefined;
    if (own.has(asset) || uses.ofFrame.has(asset) || alwaysOpen.test(asset) || isPublicFile(asset, site.config)) return true;
    return reader !== undefined && users.length === 0;
  };

  return (reader) => {
    const planned = siteForReader(site, reader);
    const view = pagesFor(site, compiled, reader);
    const { pages, lacking, withoutPlayground } = view;
    const own = new Set([...pages.keys()].flatMap((path) => [...(uses.ofPage.get(path) ?? [])]));
    const assets = site.assets.filter((asset) => isShown(asset, reader, view, own));
    const reached = reachedFrom(
      parts.filter((path) => own.has(path)),
      textOf,
      (text, from) => [...find(text, from)].filter((path) => schemas.has(path) || compiled.scripts.has(path)),
    );
    const { homeHref: _, ...rest } = site;
    const home = homePage(planned.pages, planned.nav, planned.redirects);
    const published = new Set(assets);
    const seesAll = planned.pages.length === site.pages.length && lacking.size === 0;
    return {
      site: {
        ...rest,
        ...planned,
        assets,
        config: configFor(site.config, reader, (source) => (/^https?:/i.test(source) ? seesAll : published.has(source))),
        ...(home?.kind === 'redirect' && { homeHref: home.href }),
      },
      compiled: {
        ...compiled,
        pages,
        schemas: compiled.schemas.filter(({ path }) => reached.has(path)),
        scripts: new Map([...compiled.scripts].filter(([path]) => reached.has(path))),
      },
      withoutPlayground,
    };
  };
}

interface AudiencePages {
  readonly pages: ReadonlyMap<string, CompiledEntry>;
  /** Paths of pages whose playground these readers do not get. */
  readonly lacking: ReadonlySet<string>;
  /** Their output files. */
  readonly withoutPlayground: readonly string[];
}

/** The pages and parts that these readers can see, with the playgrounds that they can use. */
function pagesFor(site: LoadedSite, compiled: CompiledSite, reader: Reader): AudiencePages {
  const pages = new Map<string, CompiledEntry>();
  const withoutPlayground: string[] = [];
  const lacking = new Set<string>();
  for (const path of site.parts.values()) keep(pages, path.path, compiled.pages.get(path.path));
  for (const page of site.pages) {
    const entry = canView(page.access, reader) ? compiled.pages.get(page.path) : undefined;
    if (entry?.playable && canUsePlayground(page.access, reader)) keep(pages, page.path, withPlayground(entry));
    else keep(pages, page.path, entry);
    if (entry?.playable && !canUsePlayground(page.access, reader)) {
      withoutPlayground.push(page.output);
      lacking.add(page.path);
    }
  }
  return { pages, lacking, withoutPlayground };
}

function keep(pages: Map<string, CompiledEntry>, path: string, entry: CompiledEntry | undefined): void {
  if (entry) pages.set(path, entry);
}

function withPlayground({ playable, connectOrigins: _origins, proxyTargets: _targets, ...entry }: CompiledEntry): CompiledEntry {
  return {
    ...entry,
    ...(playable && {
      endpointKey: playable.key,
      endpointContent: playable.content,
      ...(playable.connectOrigins && { connectOrigins: playable.connectOrigins }),
      ...(playable.proxyTargets && { proxyTargets: playable.proxyTargets }),
    }),
  };
}

interface Uses {
  readonly ofPage: ReadonlyMap<string, ReadonlySet<string>>;
  /** File → the pages that refer to it. */
  readonly pagesOf: ReadonlyMap<string, readonly string[]>;
  /** The files that the frame of every page refers to. */
  readonly ofFrame: ReadonlySet<string>;
}

function usesOf(site: LoadedSite, compiled: CompiledSite, store: PageStore, find: ReturnType<typeof referenceFinder>): Uses {
  const ofPage = new Map<string, Set<string>>();
  const pagesOf = new Map<string, string[]>();
  const frontMatter = new Map(site.pages.map((page) => [page.path, page.frontMatter]));
  for (const [path, { key, endpointKey, playable, sourceFiles }] of compiled.pages) {
    const texts = [key, endpointKey, playable?.key].map((each) => (each === undefined ? '' : store.html(each)));
    const found = find([...texts, JSON.stringify(frontMatter.get(path) ?? '')].join('\n'), path);
    for (const file of sourceFiles) found.add(file);
    ofPage.set(path, found);
    for (const file of found) {
      const pages = pagesOf.get(file);
      if (pages) pages.push(path);
      else pagesOf.set(file, [path]);
    }
  }
  const { navigation: _, ...config } = site.config;
  const ofFrame = find(JSON.stringify(config));
  for (const file of [...site.styles, ...site.scripts]) for (const named of find(site.files.readText(file), file)) ofFrame.add(named);
  return { ofPage, pagesOf, ofFrame };
}

function isPublicFile(asset: string, { docsgen }: SiteConfig): boolean {
  return (docsgen.auth?.publicFiles ?? []).some((place) => (place.endsWith('/') ? asset.startsWith(place) : asset === place));
}

/** Includes descriptions only when they are shown, and adds the sign-in or sign-out link to the header. */
function configFor(config: SiteConfig, reader: Reader, isShown: (source: string) => boolean): SiteConfig {
  const shown = (specs: readonly SpecRef[]) => specs.filter(({ source }) => isShown(source));
  const division = (from: NavDivision): NavDivision => ({
    ...from,
    specs: shown(from.specs),
    entries: from.entries.map((entry) => (entry.kind === 'page' || entry.kind === 'endpoint' ? entry : division(entry))),
  });
  const signLink = reader === undefined ? { label: 'Sign in', href: loginHref } : { label: 'Sign out', href: logoutHref };
  return {
    ...config,
    api: { ...config.api, specs: shown(config.api.specs) },
    navigation: division(config.navigation),
    navbar: { ...config.navbar, links: [...config.navbar.links, signLink] },
  };
}

function specsOf({ api, navigation }: SiteConfig): SpecRef[] {
  return [...api.specs, ...divisionsOf(navigation).flatMap(({ specs }) => specs)];
}
