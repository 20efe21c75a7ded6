/** The plugins of a loaded site. A site without plugins loads nothing of them. */
import type { Result } from '../../../model/diagnostic.ts';
import type { SiteConfig } from '../../../model/site-config.ts';
import { pluginsOff } from '../errors.ts';
import type { LoadedSite } from '../load-site.ts';
import type { OpenPlugins } from './open-plugins.ts';

/** Where the project is, and whether its plugins may run. */
export interface PluginOptions {
  readonly dir: string;
  /** Default true. Plugins are code that runs in Node.js. */
  readonly usePlugins?: boolean | undefined;
}

/** Whether docs.json names any. */
export function hasPlugins({ docsgen: { markdown } }: SiteConfig): boolean {
  return markdown.remarkPlugins.length + markdown.rehypePlugins.length > 0;
}

/**
 * The site with its plugins loaded; the caller must close them (`site.plugins`). `previous`: those of an earlier state of
 * the site, which are reused or closed.
 */
export async function withPlugins(site: LoadedSite, options: PluginOptions, previous?: OpenPlugins): Promise<Result<LoadedSite>> {
  if (!hasPlugins(site.config) || options.usePlugins === false) {
    previous?.close();
    return { value: site, diagnostics: hasPlugins(site.config) ? [pluginsOff(site.config.file)] : [] };
  }
  if (previous?.isCurrent(site.config)) return { value: { ...site, plugins: previous }, diagnostics: [] };
  previous?.close();
  const { openPlugins } = await import('./open-plugins.ts');
  const { value: plugins, diagnostics } = openPlugins(site.config, site.files, options.dir);
  return { value: plugins ? { ...site, plugins } : site, diagnostics };
}
