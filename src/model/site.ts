/** The result of loading a project: everything that later stages need. */
import type { FileSystem } from './file-system.ts';
import type { NavTree } from './nav-tree.ts';
import type { Page } from './page.ts';
import type { SiteConfig } from './site-config.ts';
import type { SourcePage } from './source-page.ts';

/** A project, or the part of it that one audience may see. Later stages treat both alike. */
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
