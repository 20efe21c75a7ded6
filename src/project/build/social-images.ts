/**
 * Social images of pages. An image is named by a hash of its content, so that pages can refer to it before it is drawn;
 * it is drawn once, in a worker thread, and cached.
 */

import { hash } from 'node:crypto';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { FileSystem } from '../../model/file-system.ts';
import type { OutputFile } from '../../model/output-file.ts';
import type { Page } from '../../model/page.ts';
import type { Site } from '../../model/site.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import { fingerprint } from '../../platform/cache/fingerprint.ts';
import { withoutMarks } from '../../shared/inline-marks.ts';
import { isExternal } from '../../shared/url.ts';
import { packageKey } from '../../stages/render/package-files.ts';
import { socialImageFor } from '../../stages/render/page/page-document.tsx';
import type { SocialImage } from '../../stages/render/page/page-head.ts';
import { navPosition } from '../../stages/render/page/section.ts';
import { readableColor } from '../../stages/render/styles/colors.ts';
import { packageFonts } from '../../stages/render/styles/fonts.ts';
import { type CardWorker, startCardWorker } from '../../stages/social-images/card-thread.ts';
import { type CardDesign, type CardText, cardSize } from '../../stages/social-images/draw-card.ts';
import type { Logo } from '../../stages/social-images/logo.ts';
import { readPng } from '../../stages/social-images/png.ts';
import { rgb } from '../../stages/social-images/shades.ts';
import { svgLogo } from '../../stages/social-images/svg-logo.ts';
import { unreadableBackdrop } from './errors.ts';
import type { PageStore } from './pages/page-store.ts';

/** Increase it when the design changes, because browsers cache images by name. */
const cardVersion = '2';
/** Site path without leading and trailing slash. */
export const socialFolder = '_docsgen/social';
/**
 * On sites with more pages, all share one image unless docs.json requests one for each: an image takes a few
 * milliseconds.
 */
const maxOwnCards = 2000;

/** The caller must close it, because it runs a worker thread. */
export interface SocialImages {
  /** The image of a page, requested on first use. Undefined for pages that are not public. */
  of(page: Page, trail: readonly string[]): SocialImage | undefined;
  /** Requests the images of all pages, so that they are drawn while the pages are compiled. */
  requestAll(): void;
  /** All requested images; waits for those in progress. */
  files(): AsyncGenerator<OutputFile>;
  close(): Promise<void>;
  /** Problems of the design, known immediately. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Undefined on a site without images: one without its own URL, where images cannot be found, or by its settings. */
export function socialImages(site: Site, store: PageStore): SocialImages | undefined {
  const { config, files, pages } = site;
  const root = config.seo.metatags.canonical?.trim().replace(/\/+$/, '');
  const { socialImages: isWanted = root !== undefined } = config.docsgen;
  if (!isWanted || 'og:image' in config.seo.metatags) return undefined;
  const design = cardDesign(config, files);
  const ordered = new Set<string>();
  let worker: CardWorker | undefined;
  const { cache } = store;
  const designKey = fingerprint([cardVersion, JSON.stringify(design, withHashes)]);
  const hasOwnCards = config.docsgen.socialImages === true || pages.length <= maxOwnCards;
  const keyOf = (name: string) => fingerprint([packageKey(), 'card', name]);
  const images: SocialImages = {
    of({ title, description, access }, trail) {
      const isOpen = access.groups.length === 0 && (!config.docsgen.hasAuth || access.isPublic);
      if (!isOpen || access.noindex) return undefined;
      const about = description === undefined ? config.description : withoutMarks(description);
      const text: CardText = hasOwnCards
        ? { title, trail, ...(about !== undefined && { description: about }) }
        : { title: config.name, trail: [], ...(config.description !== undefined && { description: config.description }) };
      const name = fingerprint([designKey, JSON.stringify(text)]).slice(0, 16);
      if (!ordered.has(name) && !cache.has(keyOf(name))) {
        worker ??= startCardWorker(design, (drawn, png) => cache.set(keyOf(drawn), Buffer.from(png)));
        worker.order(name, text);
      }
      ordered.add(name);
      return { href: `${root ?? config.base}/${socialFolder}/${name}.png`, ...cardSize, alt: title };
    },
    requestAll() {
      for (const page of pages) socialImageFor(page, navPosition(page, site.nav), { site, socialImage: images.of });
    },
    async *files() {
      await worker?.finish();
      for (const name of ordered) {
        const data = cache.getBytes(keyOf(name));
        if (data) yield { path: `${socialFolder}/${name}.png`, data };
      }
    },
    async close() {
      await worker?.close();
    },
    diagnostics: config.thumbnails.background !== undefined && design.backdrop === undefined ? [unreadableBackdrop(config)] : [],
  };
  return images;
}

function cardDesign(config: SiteConfig, files: FileSystem): CardDesign {
  const { thumbnails, colors, logo } = config;
  const mode = thumbnails.appearance ?? (config.appearance.default === 'dark' ? 'dark' : 'light');
  const background = config.background.color?.[mode] ?? (mode === 'dark' ? '#0b0d14' : '#ffffff');
  const backdrop = mark(thumbnails.background, files, mode);
  const drawn = mark(logo?.[mode], files, mode);
  const families = [thumbnails.fontFamily, config.fonts.heading?.family, config.fonts.body?.family, 'Inter'].filter(
    (name) => name !== undefined,
  );
  return {
    name: config.name,
    address: (config.seo.metatags.canonical ?? '')
      .trim()
      .replace(/^https?:\/\//i, '')
      .replace(/\/+$/, ''),
    background,
    accent: readableColor(mode === 'dark' ? colors.light : colors.primary, background, 4.5),
    ...(backdrop && { backdrop }),
    ...(drawn && { logo: drawn }),
    fonts: [...new Set(families)].flatMap(packageFonts),
  };
}

/** Replaces bytes by their hash. */
function withHashes(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? hash('sha256', value) : value;
}

/** An image of the project that can be drawn: PNG, or SVG with plain shapes. */
function mark(path: string | undefined, files: FileSystem, mode: 'light' | 'dark'): Logo | undefined {
  if (path === undefined || isExternal(path)) return undefined;
  const file = path.replace(/^\.?\//, '');
  if (!files.has(file)) return undefined;
  if (/\.svg$/i.test(file)) return svgLogo(new TextDecoder().decode(files.read(file)), mode === 'dark' ? rgb('#ffffff') : rgb('#0e111b'));
  const image = /\.png$/i.test(file) ? readPng(files.read(file)) : undefined;
  return image && { kind: 'image', ...image };
}
