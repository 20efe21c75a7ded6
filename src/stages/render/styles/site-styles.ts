/** The one stylesheet of a site: tokens, layout, components, theme, the site's colours, code colours, utilities. */
import { hash } from 'node:crypto';
import type { TransformOptions } from 'esbuild';
import type { SiteConfig } from '../../../model/site-config.ts';
import { contrast, parseHex } from '../../../shared/contrast.ts';
import { siteHref } from '../../../shared/site-href.ts';
import { withEsbuild } from '../esbuild-process.ts';
import { componentStyles, ownFile, ownFiles, packageKey } from '../package-files.ts';
import { fillColors, readable } from './colors.ts';
import type { Theme } from './theme.ts';

/** Later layers win; the author's own stylesheets stand in none and win over all. */
const layers = '@layer tokens, base, components, layout, theme, utilities;';

const minifying = { loader: 'css', minify: true, legalComments: 'none', logLevel: 'silent', target: 'es2022' } satisfies TransformOptions;

interface StyleSources {
  readonly config: SiteConfig;
  readonly theme: Theme;
  readonly fonts: string;
  readonly code: string;
  readonly utilities: string;
}

/** The same, not minified. */
export function siteStyles({ config, theme, fonts, code, utilities }: StyleSources): string {
  const css = [layers, ...componentStyles(), ...styleFiles('templates/base'), theme.css, fonts, siteColors(config), code, utilities];
  return css.join('\n');
}

/** What only pages with a playground show, not minified. */
export function playgroundStyles(): string {
  return [layers, ...styleFiles('templates/playground')].join('\n');
}

/** Minified stylesheets of earlier builds: what minifies is a program of its own, and starting it is a tenth of a warm build. */
export interface CachedStyles {
  get(key: string): string | undefined;
  set(key: string, css: string): void;
}

/** `kept` is asked first, and given what had to be made; undefined = nothing is remembered. */
export async function minifyStyles(css: string, kept: CachedStyles | undefined): Promise<string> {
  const key = `styles-${hash('sha256', packageKey() + css, 'hex').slice(0, 40)}`;
  const known = kept?.get(key);
  if (known !== undefined) return known;
  const { code } = await withEsbuild(({ transform }) => transform(css, minifying));
  const styles = withPlainSigns(code);
  kept?.set(key, styles);
  return styles;
}

/** Signs that screen readers pass over: browsers before Safari 17.4 and Firefox 128 drop what says so, and the sign with it. */
function withPlainSigns(css: string): string {
  return css.replace(/content:("[^"]*") ?\/ ?""/g, 'content:$1;$&');
}

/** Starts what minifies beside what is done before there are stylesheets. */
export async function prepareStyles(): Promise<void> {
  await withEsbuild(({ transform }) => transform('', minifying));
}

/** All stylesheets below a folder. Layers decide what wins, so their order is only that of their names. */
function styleFiles(folder: string): string[] {
  return ownFiles(folder)
    .filter((name) => name.endsWith('.css'))
    .map((name) => ownFile(`${folder}/${name}`).toString());
}

/** The colours of docs.json as tokens. Text gets the nearest shade that can be read, fills keep the exact brand colour. */
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
    `--dg-primary-text:${readable(emphasis, ground, 5.2)}`,
    `--dg-button:${filled.fill}`,
    `--dg-button-text:${filled.text}`,
  ];
  if (ground !== usual) {
    values.push(`--dg-bg:${ground}`);
    // A dark background given for the light mode (or the other way round) would swallow the text.
    if (contrast(text, ground) < 7) {
      const readableText = readable(text, ground, 7);
      values.push(`--dg-text:${readableText}`, `--dg-text-soft:${readableText}`, `--dg-text-faint:${readableText}`);
    }
  }
  return values.join(';');
}

function cssUrl(href: string): string {
  return `url("${href.replace(/["\\\n]/g, encodeURIComponent)}")`;
}
