/** The plugins and hooks of a loaded site. A site without any loads nothing of them. */
import type { Diagnostic, Result } from '../../../model/diagnostic.ts';
import type { FileSystem } from '../../../model/file-system.ts';
import type { Page } from '../../../model/page.ts';
import type { SiteConfig } from '../../../model/site-config.ts';
import { hooksFile } from '../../../model/site-hooks.ts';
import { pluginsOff } from '../errors.ts';
import type { LoadedSite } from '../load-site.ts';
import type { CompiledEntry } from '../pages/page-builder.ts';
import type { PageStore } from '../pages/page-store.ts';
import type { OpenPlugins } from './open-plugins.ts';
import type { HookedPage } from './site-hooks.ts';

/** Where the project is, and whether its plugins and hooks may run. */
export interface PluginOptions {
  readonly dir: string;
  /** Default true. Plugins are code that runs in Node.js. */
  readonly usePlugins?: boolean | undefined;
  /** As for a build. */
  readonly groups?: readonly string[] | undefined;
}

/** Whether docs.json names plugins, or the project has hooks. */
export function hasPlugins({ docsgen: { markdown } }: SiteConfig, files: Pick<FileSystem, 'has'>): boolean {
  return markdown.remarkPlugins.length + markdown.rehypePlugins.length > 0 || hooksFile(files) !== undefined;
}

/**
 * The site with its plugins loaded, as its hooks change it; the caller must close them (`site.plugins`). The diagnostics
 * include those of `loaded` that still apply. `previous`: the plugins of an earlier state of the site, which are reused
 * or closed.
 */
export async function withPlugins(loaded: Result<LoadedSite>, options: PluginOptions, previous?: OpenPlugins): Promise<Result<LoadedSite>> {
  const { value: site, diagnostics } = loaded;
  if (!hasPlugins(site.config, site.files) || options.usePlugins === false) {
    previous?.close();
    const off = hasPlugins(site.config, site.files) ? [pluginsOff(hooksFile(site.files) ?? site.config.file)] : [];
    return { value: site, diagnostics: [...diagnostics, ...off] };
  }
  const opened = await open(site, options, previous);
  const { value: plugins } = opened;
  const all = [...diagnostics, ...opened.diagnostics];
  if (plugins === undefined) return { value: site, diagnostics: all };
  const value = { ...site, plugins };
  if (plugins.hooks === undefined) return { value, diagnostics: all };
  const { withHooks } = await import('./site-hooks.ts');
  return withHooks({ value, diagnostics: all }, options.groups);
}

async function open({ config, files }: LoadedSite, { dir }: PluginOptions, previous: OpenPlugins | undefined) {
  if (previous?.isCurrent(config, files)) return { value: previous, diagnostics: [] };
  previous?.close();
  const { openPlugins } = await import('./open-plugins.ts');
  return openPlugins(config, files, dir);
}

/** Calls `pageCompiled` for a page; undefined without this hook. */
export async function hookedPage(site: LoadedSite, page: Page, entry: CompiledEntry, store: PageStore): Promise<HookedPage | undefined> {
  if (!site.plugins?.hooks?.names.includes('pageCompiled')) return undefined;
  const hooks = await import('./site-hooks.ts');
  return hooks.hookedPage(site, page, entry, store);
}

type Compiled = ReadonlyMap<string, CompiledEntry>;

/** The content of the outputs of a compiled site; `report` receives the problems when it is made. Undefined without outputs. */
export async function outputContents(
  site: LoadedSite,
  compiled: Compiled,
  store: PageStore,
  report: (diagnostics: readonly Diagnostic[]) => void,
): Promise<((path: string) => string | Uint8Array) | undefined> {
  if (!site.customOutputs?.length) return undefined;
  const hooks = await import('./site-hooks.ts');
  return hooks.outputContents(site, compiled, store, report);
}

/** The problems of making the outputs. */
export async function outputFindings(site: LoadedSite, compiled: Compiled, store: PageStore): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  const contents = await outputContents(site, compiled, store, (diagnostics) => found.push(...diagnostics));
  for (const { path } of site.customOutputs ?? []) contents?.(path);
  return found;
}
