/** The one stylesheet of a site: tokens, layout, components, theme, the site's colours, code colours, utilities. */
import { hash } from 'node:crypto';
import type { TransformOptions } from 'esbuild';
import type { SiteConfig } from '../../../model/site-config.ts';
import { contrast, parseHex } from '../../../shared/contrast.ts';
import { siteHref } from '../../../shared/site-href.ts';
import { withEsbuild } from '../esbuild-process.ts';
import { componentStyles, docsgenFile, docsgenFiles, packageKey } from '../package-files.ts';
import { fillColors, readableColor } from './colors.ts';
import { cascadeLayers } from './tailwind.ts';
import type { Theme } from './theme.ts';

const minifying = { loader: 'css', minify: true, legalComments: 'none', logLevel: 'silent', target: 'es2022' } satisfies TransformOptions;

interface StyleSources {
  readonly config: SiteConfig;
  readonly theme: Theme;
  readonly fonts: string;
  readonly code: string;
  readonly utilities: string;
}

/** The stylesheet before minification. */
export function siteStyles({ config, theme, fonts, code, utilities }: StyleSources): string {
  const css = [cascadeLayers, ...componentStyles(), ...styleFiles('templates/base'), theme.css, fonts, siteColors(config), code, utilities];
  return css.join('\n');
}

/** Components that many pages contain. */
const commonComponents = ['accordion', 'badge', 'callout', 'card', 'code', 'columns', 'frame', 'icon', 'steps', 'tabs'];
/** Parts of the text, of the frame and of its switchers that many pages have, but not all. */
const commonParts = ['.table-wrap', '.table-scroll', '.visually-hidden', '.menu-item-description', '.nav-tag-pill'];

/** The classes that many pages have in their content, with their dots. `code`: the rules for the colours of code. */
export function commonClasses(code: string): Set<string> {
  const css = [...componentStyles(commonComponents), code].join('');
  return new Set([...commonParts, ...(css.match(/\.[a-z][\w-]*/g) ?? [])]);
}

/** Styles of the playground before minification. */
export function playgroundStyles(): string {
  return [cascadeLayers, ...styleFiles('templates/playground')].join('\n');
}

/** Minified stylesheets of earlier builds: starting the minifier takes a tenth of a warm build. */
export interface CachedStyles {
  get(key: string): string | undefined;
  set(key: string, css: string): void;
}

/** Looks in `kept` first and stores new results there; undefined = no cache. */
export async function minifyStyles(css: string, kept: CachedStyles | undefined): Promise<string> {
  const key = `styles-${hash('sha256', packageKey() + css, 'hex').slice(0, 40)}`;
  const known = kept?.get(key);
  if (known !== undefined) return known;
  const { code } = await withEsbuild(({ transform }) => transform(css, minifying));
  const styles = withPlainSigns(code);
  kept?.set(key, styles);
  return styles;
}

/**
 * Adds a fallback for symbols with an empty alternative text: browsers before Safari 17.4 and Firefox 128 drop such
 * declarations.
 */
function withPlainSigns(css: string): string {
  return css.replace(/content:("[^"]*") ?\/ ?""/g, 'content:$1;$&');
}

/** Starts the minifier early, while the stylesheets are not ready. */
export async function prepareStyles(): Promise<void> {
  await withEsbuild(({ transform }) => transform('', minifying));
}

/** All stylesheets below a folder, sorted by name. Their order does not matter because layers decide precedence. */
function styleFiles(folder: string): string[] {
  return docsgenFiles(folder)
    .filter((name) => name.endsWith('.css'))
    .map((name) => docsgenFile(`${folder}/${name}`).toString());
}

/** The colours of docs.json as CSS variables. Text uses the nearest readable shade, fills the exact brand colour. */
function siteColors(config: SiteConfig): string {
  const { colors, background } = config;
  const light = mode(colors.primary, colors.dark, background.color?.light, '#ffffff', '#111318');
  const dark = mode(colors.light, colors.dark, background.color?.dark, '#0c0d10', '#f1f2f4');
  const rules = [`:root{${light}}`, `html.dark{${dark}}`];
  const { image } = background;
  if (image !== undefined) {
    rules.push(`:root{--site-background:${cssUrl(siteHref(config.base, image.light))}}`);
    if (image.dark !== image.light) rules.push(`html.dark{--site-background:${cssUrl(siteHref(config.base, image.dark))}}`);
  }
  return `@layer theme{${rules.join('')}}`;
}

function mode(emphasis: string, button: string, background: string | undefined, usual: string, text: string): string {
  const ground = background !== undefined && parseHex(background) !== undefined ? background : usual;
  const filled = fillColors(contrast(button, ground) >= 1.6 ? button : emphasis);
  const values = [
    `--dg-primary:${emphasis}`,
    `--dg-primary-text:${readableColor(emphasis, ground, 5.2)}`,
    `--dg-button:${filled.fill}`,
    `--dg-button-text:${filled.text}`,
  ];
  if (ground !== usual) {
    values.push(`--dg-bg:${ground}`);
    // A dark background configured for the light mode (or the reverse) would make text unreadable.
    if (contrast(text, ground) < 7) {
      const readableText = readableColor(text, ground, 7);
      values.push(`--dg-text:${readableText}`, `--dg-text-soft:${readableText}`, `--dg-text-faint:${readableText}`);
    }
  }
  return values.join(';');
}

function cssUrl(href: string): string {
  return `url("${href.replace(/["\\\n]/g, encodeURIComponent)}")`;
}
