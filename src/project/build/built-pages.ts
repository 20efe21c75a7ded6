/** Reads the pages of a built site, including those that need sign-in, as Markdown. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownPath } from '../../shared/site/markdown-path.ts';
import {
  type PrivateRecord,
  privateFiles,
  privateRecordName,
  privateSuffix,
  type SiteRecord,
  siteRecordName,
} from '../../shared/site/site-record.ts';

/** A page as its Markdown copy. */
export interface BuiltPage {
  /** Site path without base path. */
  readonly url: string;
  readonly title: string;
  readonly markdown: string;
  /** Anyone can read it. */
  readonly isPublic: boolean;
}

/** What a comparison needs to know about a built site. */
export interface BuiltPages {
  /** By URL, in the order of the site. */
  readonly pages: ReadonlyMap<string, BuiltPage>;
  /** Old path → new path, of exact redirects. */
  readonly redirects: ReadonlyMap<string, string>;
  /** Sources of redirects with `:name` or `*`. */
  readonly patterns: ReadonlySet<string>;
}

/** `outDir` is the folder of a complete build. */
export function readBuiltPages(outDir: string): BuiltPages {
  const record: SiteRecord = JSON.parse(readFileSync(join(outDir, siteRecordName), 'utf8'));
  const pages = new Map<string, BuiltPage>();
  const redirects = new Map<string, string>();
  const patterns = new Set<string>();
  const add = (site: SiteRecord, isPublic: boolean, fileOf: (path: string) => string | undefined) => {
    for (const url of Object.keys(site.pages)) {
      const file = pages.has(url) ? undefined : fileOf(markdownPath(url).slice(1));
      if (file === undefined || !existsSync(file)) continue;
      const markdown = readFileSync(file, 'utf8');
      pages.set(url, { url, title: titleOf(markdown) ?? url, markdown, isPublic });
    }
    for (const { source, destination, isPattern } of site.redirects)
      if (isPattern) patterns.add(source);
      else redirects.set(source, withoutBase(destination, site.base));
  };
  add(record, true, (path) => join(outDir, path));
  if (record.privateBuild !== undefined) {
    const folder = `${outDir}${privateSuffix}`;
    const { audiences }: PrivateRecord = JSON.parse(readFileSync(join(folder, privateRecordName(record.privateBuild)), 'utf8'));
    for (const { site, files } of audiences)
      add(site, false, (path) => (files[path] === undefined ? undefined : join(folder, privateFiles, files[path])));
  }
  return { pages, redirects, patterns };
}

/** A Markdown copy starts with the title of its page. */
function titleOf(markdown: string): string | undefined {
  return /^# (.+)$/m.exec(markdown.slice(0, 1_000))?.[1];
}

function withoutBase(path: string, base: string): string {
  const inside = base !== '' && path.startsWith(`${base}/`) ? path.slice(base.length) : path;
  return inside.replace(/[?#].*$/, '').replace(/(.)\/$/, '$1');
}
