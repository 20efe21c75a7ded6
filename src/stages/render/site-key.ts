import { hash } from 'node:crypto';
import type { FramePart } from '../../model/site-config.ts';
import type { LayoutContext } from './layout/layout-context.ts';
import { packageKey } from './package-files.ts';
import type { PageParts } from './page/page-document.tsx';
import type { PageFacts } from './page/page-frame.tsx';
import type { ThemeLayout } from './styles/theme.ts';

/** The inputs of frames besides the site. */
export interface FrameSources {
  readonly layout: ThemeLayout;
  /** Parts that the project replaces. */
  readonly parts: ReadonlyMap<FramePart, string>;
  readonly imageSize: LayoutContext['imageSize'];
}

const nothing = { math: false, mermaid: false, playground: false, modules: [] };

/**
 * A digest of everything that affects all pages: two renderers with the same key give the same result. It reads all
 * pages, so the renderer computes it once.
 */
export function siteKey({ site, shared, frames }: PageParts, { layout, parts, imageSize }: FrameSources): string {
  const { config, nav, pages, styles, scripts } = site;
  const sum = [
    packageKey(),
    config,
    layout,
    parts,
    config.logo && [config.logo.light, config.logo.dark].map((src) => imageSize(src.replace(/^\//, ''))),
    [nav.root, nav.globalLinks],
    pages.map(({ path, url, title, description }): PageFacts => ({ path, url, title, ...(description !== undefined && { description }) })),
    [styles, scripts],
    [shared.boot, shared.fontOrigins, shared.fontSheet, shared.searchScript, shared.pageStyles !== undefined, shared.commonSheet?.href],
    [shared.ruleSheets(), shared.headAssets(nothing)],
    [...new Set(pages.map(({ language, version }) => JSON.stringify([language, version])))].map((found) => {
      const [language, version] = JSON.parse(found) as [string | null, string | null];
      return frames.context(language ?? undefined).search?.folder(version ?? undefined);
    }),
  ];
  return hash('sha256', JSON.stringify(sum, withCollections), 'hex').slice(0, 40);
}

function withCollections(_: string, value: unknown): unknown {
  return value instanceof Map || value instanceof Set ? [...value] : value;
}
