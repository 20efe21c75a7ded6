/**
 * A theme is a folder of `templates/`: its `theme.json` has the layout, its `theme.css` the styles. Styles shared by
 * two themes are in `templates/parts/`.
 */
import type { FontFace, ThemeName } from '../../../model/site-config.ts';
import { docsgenFile } from '../package-files.ts';

/** Defaults of the theme, which docs.json overrides. */
export interface ThemeLayout {
  /**
   * Position of the tabs on wide screens: a row below the header, the header itself, or a list in the sidebar (on pages
   * without one: the header).
   */
  readonly tabs: 'row' | 'bar' | 'side';
  /** Whether expanding a group opens its first page; the default of `interaction.drilldown`. */
  readonly drilldown: boolean;
}

/** A theme read from its folder; sites can share the object. */
export interface Theme {
  readonly layout: ThemeLayout;
  /** Default fonts of the theme. */
  readonly fonts: { readonly body?: FontFace; readonly heading?: FontFace };
  /** Its stylesheets, the shared ones first. */
  readonly css: string;
}

interface ThemeFile {
  readonly layout: ThemeLayout;
  readonly fonts?: Theme['fonts'];
  readonly parts?: readonly string[];
}

/** Reads from the package, never from the project; a missing theme is an internal error. */
export function loadTheme(name: ThemeName): Theme {
  const folder = `templates/${name}`;
  const { layout, fonts = {}, parts = [] } = JSON.parse(docsgenFile(`${folder}/theme.json`).toString()) as ThemeFile;
  const styles = [...parts.map((part) => `templates/parts/${part}.css`), `${folder}/theme.css`];
  return { layout, fonts, css: styles.map((file) => docsgenFile(file).toString()).join('\n') };
}
