/** Step one: loads everything about a project except the compiled pages. */

import type { Diagnostic, Result } from '../../model/diagnostic.ts';
import type { FileSystem } from '../../model/file-system.ts';
import type { ResolvedRedirect } from '../../model/link-target.ts';
import type { Page } from '../../model/page.ts';
import type { Site } from '../../model/site.ts';
import type { FramePart, SiteConfig } from '../../model/site-config.ts';
import { loadConfig } from '../../stages/config/index.ts';
import type { ContentMemo } from '../../stages/content/content-memo.ts';
import { type ProjectContent, readPages } from '../../stages/content/read-pages.ts';
import { buildNav } from '../../stages/navigation/build-nav.ts';
import { homePage } from '../../stages/navigation/home-page.ts';
import { createLinkResolver, type LinkResolver } from '../../stages/navigation/links.ts';
import type { EndpointPages } from '../../stages/openapi/endpoint-pages.ts';
import type { CustomFile } from '../../stages/outputs/outputs-input.ts';
import { type WrittenPaths, writtenPaths } from '../../stages/outputs/written-paths.ts';
import { authorSkill } from './author-skill.ts';
import { groupsNeedSignIn, playgroundNeedsSignIn } from './errors.ts';
import { siteEndpoints } from './pages/endpoint-sources.ts';
import { type FramePartSource, frameParts } from './pages/frame-parts.ts';
import type { OpenPlugins } from './plugins/open-plugins.ts';

/** Plain data and lookups. Immutable, except for page sources in a watched site (`live-project.ts`). */
export interface LoadedSite extends Site {
  /** Frame parts that the project replaces: compiled like pages, but not pages of the site. */
  readonly parts: ReadonlyMap<FramePart, Page>;
  readonly redirects: readonly ResolvedRedirect[];
  /** Listed pages without a file: path in the site → path in the project, without extension. */
  readonly missing: ReadonlyMap<string, string>;
  /** Redirect target of `/` when there is no page at it. */
  readonly homeHref?: string;
  readonly resolveLink: LinkResolver;
  /** Paths of the generated files. */
  readonly written: WrittenPaths;
  /** The operations of reference pages. */
  readonly endpoints: EndpointPages;
  /** Plugins and hooks of the project; absent without any, and where they must not run. */
  readonly plugins?: OpenPlugins;
  /** Descriptions that are published together with the files that they refer to: path → their text. */
  readonly joined?: ReadonlyMap<string, () => string>;
  /** The outputs that a hook declares. */
  readonly customOutputs?: readonly HookOutput[];
  /** The diagnostics of planning it, which hooks make obsolete when they change the plan. */
  readonly planned: readonly Diagnostic[];
}

/** An output of a hook, with its position in the list that the hook returned. */
export type HookOutput = CustomFile & { readonly index: number };

interface LoadSiteOptions {
  /** The cache of earlier reads. */
  readonly memo?: ContentMemo;
  /** As in `LoadConfigOptions`. */
  readonly isNamed?: (url: string) => boolean;
}

/** Loads configuration, pages and navigation. No value without a usable docs.json. Throws `FileError`. */
export function loadSite(files: FileSystem, base: string, { memo, isNamed }: LoadSiteOptions = {}): Result<LoadedSite | undefined> {
  const { value: config, diagnostics } = loadConfig({ files, base, ...(isNamed && { isNamed }) });
  if (config === undefined) return { value: undefined, diagnostics };
  const planned = planSite(files, config, () => readPages({ files, config, ...(memo && { memo }) }));
  return { value: planned.value, diagnostics: [...diagnostics, ...planned.diagnostics] };
}

/**
 * The site of a loaded configuration; `read` returns its pages; `groups` are those of a single audience. Throws
 * `FileError`.
 */
export function planSite(
  files: FileSystem,
  config: SiteConfig,
  read: () => Result<ProjectContent>,
  groups?: readonly string[],
): Result<LoadedSite> {
  const diagnostics: Diagnostic[] = [];
  const keep = <T>(result: Result<T>): T => {
    diagnostics.push(...result.diagnostics);
    return result.value;
  };
  const parts = keep(frameParts(files, config));
  const content = withoutParts(keep(read()), parts);
  const endpoints = siteEndpoints(files, config, content.pages);
  const { pages, nav, redirects, assets, missing } = keep(
    buildNav({ config, sources: content.pages, assets: content.assets, endpoints, ignored: files.ignored }),
  );
  const signedIn = pages.filter(({ access }) => access.playgroundGroups !== undefined);
  if (signedIn[0] && !config.docsgen.hasAuth && config.api.playground.display !== 'auth')
    diagnostics.push(playgroundNeedsSignIn(signedIn[0].file ?? config.file, signedIn.length));
  const guarded = config.docsgen.hasAuth || groups ? [] : pages.filter(({ access }) => access.groups.length > 0);
  if (guarded[0]) diagnostics.push(groupsNeedSignIn(guarded[0].file ?? config.file, guarded.length));
  const home = homePage(pages, nav, redirects);
  const homeHref = home?.kind === 'redirect' ? { homeHref: home.href } : {};
  const { styles, scripts } = content;
  const planned = { config, files, pages, nav, assets, styles, scripts, redirects, missing, endpoints, ...homeHref };
  return {
    value: {
      ...planned,
      ...addressesOf(planned),
      sources: new Map([...content.pages, ...[...parts.values()].map(({ source }) => source)].map((source) => [source.file, source])),
      parts: new Map([...parts].map(([part, { page }]) => [part, page])),
      planned: diagnostics,
    },
    diagnostics,
  };
}

/** The site with outputs of its hooks. */
export function withOutputs(site: LoadedSite, customOutputs: readonly HookOutput[]): LoadedSite {
  const whole = { ...site, customOutputs };
  return { ...whole, ...addressesOf(whole) };
}

type Addressed = Pick<
  LoadedSite,
  'config' | 'files' | 'pages' | 'assets' | 'styles' | 'scripts' | 'redirects' | 'homeHref' | 'customOutputs'
>;

/** What the links of a site can point to. */
function addressesOf(site: Addressed): Pick<LoadedSite, 'written' | 'resolveLink'> {
  const { config, pages, assets, styles, scripts, redirects } = site;
  const written = writtenPaths({ ...site, ...authorSkill(site) }, config.docsgen.hasAuth);
  const resolveLink = createLinkResolver({
    pages,
    assets: [...assets, ...styles, ...scripts],
    redirects,
    base: config.base,
    generatedAt: written.at,
  });
  return { written, resolveLink };
}

/** Frame part files are not pages, in any folder. */
function withoutParts(content: ProjectContent, parts: ReadonlyMap<FramePart, FramePartSource>): ProjectContent {
  const files = new Set([...parts.values()].map(({ source }) => source.file));
  return files.size === 0 ? content : { ...content, pages: content.pages.filter(({ file }) => !files.has(file)) };
}
