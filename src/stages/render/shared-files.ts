/**
 * The files that pages link: stylesheets, browser code, the boot script, the favicon. Created once, before the first
 * page.
 */
import type { Result } from '../../model/diagnostic.ts';
import type { OutputFile } from '../../model/output-file.ts';
import type { Site } from '../../model/site.ts';
import { siteHref } from '../../shared/site-href.ts';
import { dependencyFile, docsgenFile, docsgenFiles } from './package-files.ts';
import type { SiteServices } from './page/integrations.ts';
import type { HeadAssets } from './page/page-head.ts';
import { defaultSection } from './page/section.ts';
import { signInPage, signInPath } from './sign-in/sign-in-page.ts';
import type { SiteAssets } from './site-assets.ts';
import type { SiteFonts } from './styles/fonts.ts';
import { CommonStyles, classesOf, PageStyles } from './styles/page-styles.ts';
import { type CachedStyles, commonClasses, minifyStyles, playgroundStyles, siteStyles } from './styles/site-styles.ts';
import { tailwindStyles } from './styles/tailwind.ts';
import type { Theme } from './styles/theme.ts';

/** The additional files that one page loads. */
export interface PageNeeds {
  readonly math: boolean;
  readonly mermaid: boolean;
  readonly playground: boolean;
  /** Hrefs of the scripts of its islands. */
  readonly modules: readonly string[];
}

/** Files are created on demand: a stylesheet or script that no page uses is not in the site. */
export interface SharedFiles {
  /** Text of the script that runs before the first paint. */
  readonly boot: string;
  /** Hosts of font files that docs.json names by URL. */
  readonly fontOrigins: readonly string[];
  /** Hrefs of the fonts that pages with code need before they are painted. */
  readonly codeFonts: readonly string[];
  /** Hrefs of the stylesheets with all rules that a page may use later. */
  ruleSheets(): readonly string[];
  /** Href of the stylesheet with the font faces. */
  readonly fontSheet: string;
  /** Set when pages contain the styles of their first paint. */
  readonly pageStyles?: PageStyles;
  /** Href of the stylesheet that most pages share for their first paint, and whether it has all rules for that of a document. */
  readonly commonSheet?: { readonly href: string; suffices(html: string): boolean };
  /** Services that docs.json configures. */
  readonly services?: SiteServices;
  /** Href of the search dialog's code; undefined on a site without search. */
  readonly searchScript?: string;
  /** Href of the script of the 404 page. */
  readonly notFoundScript: string;
  /** Without the assets; grows as pages are rendered. */
  readonly files: readonly OutputFile[];
  /** Creates `commonSheet`, on sites that have it; the document has the frame of most pages. */
  addCommonSheet(html: string): void;
  /** The head of such a page; creates files on first use. */
  headAssets(needs: PageNeeds): HeadAssets;
}

/** Where pages have the styles of their first paint: each in itself, or most in a stylesheet that they share. */
export type FirstStyles = 'page' | 'shared';

interface Input {
  readonly site: Site;
  readonly theme: Theme;
  readonly classNames: Iterable<string>;
  readonly codeStyles: string;
  readonly fonts: SiteFonts;
  readonly assets: SiteAssets;
  readonly hasSearch: boolean;
  /** Undefined = all pages link the whole stylesheet in their heads. */
  readonly firstStyles: FirstStyles | undefined;
  readonly services: SiteServices | undefined;
  readonly cachedStyles: CachedStyles | undefined;
}

/**
 * Hrefs contain a hash of their content, so all inputs of the styles must be known. The diagnostics are those of
 * utility classes.
 */
export async function sharedFiles(input: Input): Promise<Result<SharedFiles>> {
  const { fonts, assets, services } = input;
  const { value: sheets, diagnostics } = await siteSheets(input);
  const ruleSheets = [assets.href(assets.add('site.css', sheets.site))];
  const fontSheet = assets.href(assets.add('fonts.css', sheets.faces));
  const frameModule = clientScript(assets, 'main.js');
  // In a function, so that its names do not become globals of the page.
  const boot = `(()=>{${docsgenFile('dist/client/boot.js').toString().trim()}})()`;
  const files: OutputFile[] = [{ path: '.nojekyll', data: '' }];
  const headAssets = headAssetsOf(input, { boot, frameModule, files, playgroundSheet: sheets.playground });
  let commonSheet: SharedFiles['commonSheet'];

  return {
    diagnostics,
    value: {
      boot,
      get commonSheet() {
        return commonSheet;
      },
      addCommonSheet(html) {
        if (input.firstStyles !== 'shared') return;
        const styles = new CommonStyles(sheets.site, [...classesOf(html), ...commonClasses(input.codeStyles)]);
        const href = assets.href(assets.add('first.css', sheets.faces + styles.css));
        commonSheet = { href, suffices: (document) => styles.suffice(document) };
      },
      ruleSheets: () => ruleSheets,
      fontSheet,
      ...(input.firstStyles === 'page' && { pageStyles: new PageStyles(sheets.site, sheets.faces, assets.href('')) }),
      fontOrigins: fonts.origins,
      codeFonts: fonts.preloadForCode.filter((href) => !fonts.preload.includes(href)),
      ...(services && { services }),
      notFoundScript: clientScript(assets, 'not-found.js'),
      ...(input.hasSearch && { searchScript: clientScript(assets, 'search.js') }),
      files,
      headAssets,
    },
  };
}

interface Sheets {
  readonly site: string;
  readonly faces: string;
  readonly playground: string;
}

/** The text of the stylesheets. */
async function siteSheets({ site, theme, classNames, codeStyles, fonts, cachedStyles }: Input): Promise<Result<Sheets>> {
  const { css: utilities, diagnostics } = await tailwindStyles(classNames);
  const sources = { config: site.config, theme, fonts: fonts.css, code: codeStyles, utilities };
  return {
    value: {
      site: await minifyStyles(siteStyles(sources), cachedStyles),
      faces: await minifyStyles(fonts.faces, cachedStyles),
      playground: await minifyStyles(playgroundStyles(), cachedStyles),
    },
    diagnostics: [...diagnostics],
  };
}

interface AllPages {
  readonly boot: string;
  /** Href of the script of the frame. */
  readonly frameModule: string;
  /** Receives the files that pages need. */
  readonly files: OutputFile[];
  /** Text of the stylesheet of the playground. */
  readonly playgroundSheet: string;
}

/** The head of a page, from what every page loads and what it needs in addition. */
function headAssetsOf(
  { site, fonts, assets, services }: Input,
  { boot, frameModule, files, playgroundSheet }: AllPages,
): SharedFiles['headAssets'] {
  const ownHref = (path: string) => siteHref(site.config.base, `/${path}`);
  const ownStyles = site.styles.map(ownHref);
  const ownScripts = site.scripts.map(ownHref);
  const serviceLoader = services ? [clientScript(assets, 'integrations.js')] : [];
  const math = once(() => assets.href(assets.add('katex.css', mathStyles(assets))));
  const diagrams = once(() => scriptInParts(assets, 'mermaid'));
  const playground = once(() => {
    const href = scriptInParts(assets, 'playground');
    const language = defaultSection(site.nav.root).trail.find(({ kind }) => kind === 'language')?.name;
    files.push({ path: signInPath, data: signInPage(href, language) });
    return href;
  });
  // Loaded on first use (`browser/playground/lazy-playground.ts`).
  const playgroundStylesheet = once(() => assets.href(assets.add('playground.css', playgroundSheet)));
  return (needs) => ({
    boot,
    preloadFonts: fonts.preload,
    styles: [...(needs.math ? [math()] : []), ...ownStyles],
    frameModule,
    modules: [...serviceLoader, ...(needs.mermaid ? [diagrams()] : []), ...(needs.playground ? [playground()] : []), ...needs.modules],
    scripts: ownScripts,
    ...(needs.playground && { playgroundStyles: playgroundStylesheet() }),
    ...(services && { services: services.page }),
  });
}

/** Href of a script of docsgen. */
function clientScript(assets: SiteAssets, name: string): string {
  return assets.href(assets.add(name, docsgenFile(`dist/client/${name}`)));
}

/** KaTeX's stylesheet, with only the fonts that current browsers use; only pages with maths link it. */
function mathStyles(assets: SiteAssets): string {
  const css = dependencyFile('katex/dist/katex.min.css')?.toString() ?? '';
  return css.replace(/src:url\(fonts\/([\w-]+\.woff2)\)[^;}]*/g, (whole, name: string) => {
    const font = dependencyFile(`katex/dist/fonts/${name}`);
    return font === undefined ? whole : `src:url(${assets.add(`fonts/${name}`, font)}) format("woff2")`;
  });
}

/**
 * A script with parts that it loads on demand. They refer to each other by relative paths, so they keep their names in
 * a folder named by the hash of the first.
 */
function scriptInParts(assets: SiteAssets, name: string): string {
  const entry = `${name}.js`;
  const source = `dist/client/${name}`;
  const files = new Map(docsgenFiles(source).map((part) => [part, docsgenFile(`${source}/${part}`)]));
  return assets.href(`${assets.addFolder(name, files, entry)}/${entry}`);
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
