/** The result of loading: everything that the later stages need, and nothing of how it was found. */
import type { FileSystem } from './file-system.ts';
import type { NavTree } from './nav-tree.ts';
import type { Page } from './page.ts';
import type { SiteConfig } from './site-config.ts';
import type { SourcePage } from './source-page.ts';

/** One project, or what one audience may see of it: later stages cannot tell the two apart, and need not. */
export interface Site {
  readonly config: SiteConfig;
  readonly files: FileSystem;
  /** All pages in a stable order (navigation order, then unlisted ones by path). */
  readonly pages: readonly Page[];
  /** Source file → parsed source. */
  readonly sources: ReadonlyMap<string, SourcePage>;
  readonly nav: NavTree;
  /** Project paths published as they are (images, fonts, …), without ignored files and sources. */
  readonly assets: readonly string[];
  /** Project paths of the author's site-wide stylesheets and scripts, sorted. */
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}
