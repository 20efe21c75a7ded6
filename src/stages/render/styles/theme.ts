/**
 * A theme is a folder of `templates/`: its `theme.json` says where the parts of the page live, its `theme.css` how they
 * look. What two themes share beyond the base is a stylesheet of `templates/parts/`.
 */
import type { FontFace, ThemeName } from '../../../model/site-config.ts';
import { ownFile } from '../package-files.ts';

/** Beside docs.json, which decides first where it says something. */
export interface ThemeLayout {
  /**
   * Where the tabs live on wide screens: in a row under the header, in the header itself, or as a list in the sidebar
   * (on pages without one: in the header).
   */
  readonly tabs: 'row' | 'bar' | 'side';
  /** Groups at the top of the sidebar: headings that lie open, or folds of which the current one is open. */
  readonly groups: 'open' | 'folded';
  /** Whether opening a group goes to its first page, for sites that leave `interaction.drilldown` out. */
  readonly drilldown: boolean;
}

/** A theme as read from its folder; the same object may serve any number of sites. */
export interface Theme {
  readonly layout: ThemeLayout;
  /** Fonts of sites that name none. */
  readonly fonts: { readonly body?: FontFace; readonly heading?: FontFace };
  /** Text of its stylesheets, the shared ones first. */
  readonly css: string;
}

interface ThemeFile {
  readonly layout: ThemeLayout;
  readonly fonts?: Theme['fonts'];
  readonly parts?: readonly string[];
}

/** Reads from the package, never from the project; a theme that is not there is a fault of ours. */
export function loadTheme(name: ThemeName): Theme {
  const folder = `templates/${name}`;
  const { layout, fonts = {}, parts = [] } = JSON.parse(ownFile(`${folder}/theme.json`).toString()) as ThemeFile;
  const styles = [...parts.map((part) => `templates/parts/${part}.css`), `${folder}/theme.css`];
  return { layout, fonts, css: styles.map((file) => ownFile(file).toString()).join('\n') };
}
