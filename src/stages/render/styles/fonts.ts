/**
 * The site's fonts: the bundled ones (Inter, JetBrains Mono), files from docs.json, and installed `@fontsource`
 * packages. Pages load fonts from other hosts only when docs.json has their URL.
 */

import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { FontFace, SiteConfig } from '../../../model/site-config.ts';
import { siteHref } from '../../../shared/site-href.ts';
import { isExternal, isSafeUrl } from '../../../shared/url.ts';
import { fontNotBundled } from '../errors.ts';
import { dependencyFile, docsgenFileIfExists } from '../package-files.ts';
import type { SiteAssets } from '../site-assets.ts';
import { faceRule } from './font-faces.ts';
import type { Theme } from './theme.ts';

/** The font files are already among the site's assets. */
export interface SiteFonts {
  /** The `@font-face` rules, with URLs relative to the assets folder. */
  readonly faces: string;
  /** The variables that assign families to headings, text and code. */
  readonly css: string;
  /** Hrefs of the font files that nearly every page needs immediately. */
  readonly preload: readonly string[];
  /** Hrefs of those that pages with code need immediately. */
  readonly preloadForCode: readonly string[];
  /** Hosts of font files that docs.json names by URL. */
  readonly origins: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

// Short, because while a font loads, browsers look up each of these names in each size before they paint.
const system = 'system-ui,sans-serif';
const systemMono = 'ui-monospace,monospace';
/** The generic family shown while a font loads and for characters that it lacks. */
const systemLike = (family = '') => (/\bmono\b/i.test(family) ? systemMono : system);
const inter = '"Inter","Inter Fallback"';
/** Installed fonts that take the place of a bundled one while it loads, scaled to its widths, so that text does not move. */
interface Fallback {
  readonly family: string;
  readonly faces: readonly {
    readonly names: readonly string[];
    readonly weights: string;
    /** Percent, as in CSS Fonts 5, "Default font metrics overriding". */
    readonly ascent: number;
    readonly descent: number;
    readonly size: number;
  }[];
}

/** By package name of the bundled font. The letters of JetBrains Mono are as wide as those of the usual monospace fonts. */
const fallbacks: Readonly<Record<string, Fallback>> = {
  inter: {
    family: 'Inter Fallback',
    // Bold has its own face, because browsers synthesize it by drawing letters twice.
    faces: [
      { names: ['Arial', 'Liberation Sans'], weights: '1 599', ascent: 90.2, descent: 22.48, size: 107.4 },
      { names: ['Arial Bold', 'Liberation Sans Bold'], weights: '600 1000', ascent: 95.92, descent: 23.88, size: 101 },
    ],
  },
  'jetbrains-mono': {
    family: 'JetBrains Mono Fallback',
    faces: [
      { names: ['Menlo', 'Courier New', 'Liberation Mono', 'DejaVu Sans Mono'], weights: '1 1000', ascent: 102, descent: 30, size: 100 },
    ],
  },
};

function fallbackFaces({ family, faces }: Fallback): string {
  return faces
    .map(
      ({ names, weights, ascent, descent, size }) =>
        `@font-face{font-family:${quote(family)};src:${names.map((name) => `local("${name}")`)};font-weight:${weights};ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%;size-adjust:${size}%}`,
    )
    .join('');
}

/** Fonts missing in docs.json come from the theme, else from docsgen. */
export function siteFonts(config: SiteConfig, theme: Pick<Theme, 'fonts'>, assets: SiteAssets): SiteFonts {
  const diagnostics: Diagnostic[] = [];
  const css: string[] = [];
  const preload: string[] = [];
  const origins = new Set<string>();
  const variables: string[] = [];

  /** The CSS family of a face, after adding its rules; undefined when it is not available. */
  const load = (face: FontFace): string | undefined => {
    if (face.source !== undefined) {
      if (!isSafeUrl(face.source)) return undefined;
      if (isExternal(face.source)) origins.add(new URL(face.source, 'https://x').origin);
      const url = siteHref(config.base, face.source);
      const format = face.format ?? (/\.woff2(?:$|\?)/.test(face.source) ? 'woff2' : undefined);
      css.push(
        `@font-face{font-family:${quote(face.family)};src:url(${quote(url)})${format ? ` format("${format}")` : ''};font-weight:${face.weight ?? '100 900'};font-display:swap}`,
      );
      return quote(face.family);
    }
    if (/^inter( variable)?$/i.test(face.family)) return inter;
    const packaged = packagedFont(face.family, assets);
    if (packaged === undefined) {
      diagnostics.push(fontNotBundled(face.family, config.file));
      // Used by readers who have it installed.
      return `${quote(face.family)},${inter}`;
    }
    css.push(packaged.css);
    // Text in this font would move if it loaded late.
    if (face === body) preload.push(...packaged.latin.map((file) => assets.href(file)));
    return packaged.family;
  };

  const { body, heading } = { ...theme.fonts, ...config.fonts };
  const bodyFamily = body && load(body);
  const headingFamily = heading && (heading.family === body?.family && heading.source === body.source ? bodyFamily : load(heading));
  if (bodyFamily === undefined || bodyFamily.includes(inter) || headingFamily?.includes(inter)) {
    const packaged = packagedFont('Inter', assets);
    if (packaged !== undefined) {
      css.push(packaged.css);
      preload.push(...packaged.latin.map((file) => assets.href(file)));
    }
  }
  const mono = packagedFont('JetBrains Mono', assets);
  if (mono !== undefined) css.push(mono.css);
  const preloadForCode = mono?.latin.map((file) => assets.href(file)) ?? [];

  variables.push(`--dg-font:${bodyFamily ?? inter},${systemLike(bodyFamily)}`);
  if (headingFamily !== undefined) variables.push(`--dg-font-heading:${headingFamily},${systemLike(headingFamily)}`);
  if (heading?.weight !== undefined) variables.push(`--dg-heading-weight:${heading.weight}`);
  variables.push(`--dg-font-mono:${mono ? `${mono.family},` : ''}${systemMono}`);
  const uses = `@layer theme{:root{${variables.join(';')}}}`;
  return { faces: css.join('\n'), css: uses, preload, preloadForCode, origins: [...origins].sort(), diagnostics };
}

/**
 * The upright files of an installed family, each with a subset of its characters, the most common first; empty when it
 * is not installed.
 */
export function packageFonts(family: string): Uint8Array[] {
  const slug = slugOf(family);
  return fontSubsets.flatMap((subset) => {
    const file =
      dependencyFile(`@fontsource-variable/${slug}/files/${slug}-${subset}-wght-normal.woff2`) ??
      dependencyFile(`@fontsource/${slug}/files/${slug}-${subset}-400-normal.woff2`);
    return file === undefined ? [] : [new Uint8Array(file)];
  });
}

const fontSubsets = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese', 'cyrillic-ext', 'greek-ext'];

function slugOf(family: string): string {
  return family
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
}

/** An installed `@fontsource-variable/<name>` or `@fontsource/<name>`: its rules with the names of the copied files. */
function packagedFont(family: string, assets: SiteAssets): { css: string; family: string; latin: string[] } | undefined {
  const slug = slugOf(family);
  for (const name of [`@fontsource-variable/${slug}`, `@fontsource/${slug}`]) {
    const fallback = Object.hasOwn(fallbacks, slug) ? fallbacks[slug] : undefined;
    const standing = dependencyFile(`${name}/index.css`)?.toString();
    if (standing === undefined) continue;
    const rules = standing + italics(dependencyFile(`${name}/wght-italic.css`)?.toString() ?? '');
    const texts = textFonts(slug);
    const upright = texts.size === 0 ? /-latin-(?!ext).*normal/ : /-latin-text-normal/;
    const latin: string[] = [];
    const paths = new Map<string, string>();
    // Renames `Inter Variable` to `Inter`, the name in authors' own styles.
    const css = splitWeights(rules, slug, texts)
      // Only a fallback of the same widths can be replaced while text is read: with another, the next page uses the font.
      .replaceAll('font-display: swap', fallback === undefined ? 'font-display: optional' : 'font-display: swap')
      .replace(/(font-family:\s*['"][^'"]+?) Variable(['"])/g, '$1$2')
      .replace(/url\(\.\/files\/([\w.-]+\.woff2?)\)/g, (whole, file: string) => {
        let path = paths.get(file);
        if (path === undefined) {
          const data = texts.get(file) ?? dependencyFile(`${name}/files/${file}`);
          if (data === undefined) return whole;
          path = assets.add(`fonts/${file}`, data);
          paths.set(file, path);
          if (upright.test(file)) latin.push(path);
        }
        return `url(${path})`;
      });
    const own = /font-family:\s*('[^']+'|"[^"]+")/.exec(css)?.[1]?.replaceAll("'", '"') ?? quote(family);
    if (fallback === undefined) return { css, family: own, latin };
    return { css: css + fallbackFaces(fallback), family: `${own},${quote(fallback.family)}`, latin };
  }
  return undefined;
}

/**
 * Latin letters use a smaller bundled file for text weights, if there is one (`scripts/text-fonts.mjs`). Pages with
 * lighter or heavier letters load the package's file.
 */
function splitWeights(rules: string, slug: string, texts: ReadonlyMap<string, unknown>): string {
  return rules.replace(faceRule, (rule) => {
    const style = /-latin-wght-(normal|italic)\.woff2/.exec(rule)?.[1];
    const text = `${slug}-latin-text-${style}.woff2`;
    const weights = /font-weight:\s*(\d+) (\d+)/.exec(rule);
    if (weights === null || !texts.has(text)) return rule;
    const whole = `${slug}-latin-wght-${style}.woff2`;
    const of = (first: number, last: number, file: string) =>
      rule.replace(weights[0], `font-weight: ${first} ${last}`).replace(whole, file);
    return [of(Number(weights[1]), 399, whole), of(701, Number(weights[2]), whole), of(400, 700, text)].join('\n');
  });
}

/** The smaller files of a bundled family by name; none for others. */
function textFonts(slug: string): ReadonlyMap<string, Buffer> {
  const names = ['normal', 'italic'].map((style) => `${slug}-latin-text-${style}.woff2`);
  return new Map(
    names.flatMap((name) => {
      const data = docsgenFileIfExists(`dist/fonts/${name}`);
      return data === undefined ? [] : [[name, data] as const];
    }),
  );
}

/** Italic faces of the Latin script; for other scripts the browser slants the upright letters. */
function italics(rules: string): string {
  return (rules.match(faceRule) ?? []).filter((rule) => rule.includes('-latin-')).join('\n');
}

function quote(text: string): string {
  return `"${text.replace(/["\\\n\r\f<]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`;
}
