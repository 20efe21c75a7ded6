/** Compares the old site with the new one as it is built: old URLs, and everything that readers saw. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Diagnostic } from '../../../model/diagnostic.ts';
import { decoded } from '../../../shared/safe-decode.ts';
import { buildSite } from '../../build/build-site.ts';
import { type BuiltPages, readBuiltPages } from '../../build/built-pages.ts';
import { isMdxSource } from '../content/convert-page.ts';
import type { SourceSite } from '../model.ts';
import { plainUrl, TargetResolver } from '../resolve-targets.ts';
import type { SourceFiles } from '../source-files.ts';
import { type Fact, type FactKind, factKinds, readFacts, squeeze, wordsOf } from './source-facts.ts';

/** Found and all items of one kind. */
export interface Count {
  readonly found: number;
  readonly total: number;
}

/** An item of the old site that the new one does not have. */
export interface MissingItem {
  readonly kind: FactKind;
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** The result of the comparison. */
export interface Proof {
  readonly urls: Count;
  /** Old URLs that the new site does not answer. */
  readonly missingUrls: readonly string[];
  readonly counts: Readonly<Record<FactKind, Count>>;
  readonly missing: readonly MissingItem[];
  /** Whether the new site could be built. */
  readonly isBuilt: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** Builds the new site in a temporary folder and compares it. `dir` is the folder with its docs.json. */
export async function proveMigration(files: SourceFiles, site: SourceSite, dir: string): Promise<Proof> {
  const folder = mkdtempSync(join(tmpdir(), 'docsgen-migrate-'));
  try {
    const outDir = join(folder, 'site');
    const { status, diagnostics } = await buildSite({ dir, outDir, allowErrors: true, useCache: false, usePlugins: false });
    const isBuilt = !diagnostics.some(({ severity }) => severity === 'error') && status === 'built';
    const built: BuiltPages = existsSync(outDir) ? readBuiltPages(outDir) : { pages: new Map(), redirects: new Map(), patterns: new Set() };
    return { ...compare(files, site, built, (path) => existsSync(join(outDir, path))), isBuilt, diagnostics };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Comparison = Omit<Proof, 'isBuilt' | 'diagnostics'>;

function compare(files: SourceFiles, site: SourceSite, built: BuiltPages, hasFile: (path: string) => boolean): Comparison {
  const { urls, missingUrls } = compareUrls(site, built);
  const counts = Object.fromEntries(factKinds.map((kind) => [kind, { found: 0, total: 0 }])) as Record<
    FactKind,
    { found: number; total: number }
  >;
  const missing: MissingItem[] = [];
  const resolver = new TargetResolver(files, site);
  for (const page of site.pages) {
    const source = files.text(page.source);
    if (source === undefined) continue;
    const facts = readFacts(source, site.dialect, isMdxSource(page.source, site, {}));
    const output = outputOf(built.pages.get(page.url)?.markdown, built.pages.get(page.url)?.title);
    for (const fact of facts) {
      counts[fact.kind].total++;
      if (isKept(fact, { output, page, resolver, hasFile })) counts[fact.kind].found++;
      else missing.push({ kind: fact.kind, file: page.source, line: fact.line, text: fact.text });
    }
  }
  return { urls, missingUrls, counts, missing };
}

/** A redirect answers if it leads to a page or to another site. */
function compareUrls(site: SourceSite, built: BuiltPages): { readonly urls: Count; readonly missingUrls: readonly string[] } {
  const isPattern = (url: string) => /[*:]/.test(url);
  const answers = (url: string, depth = 0): boolean => {
    const path = url.replace(/[?#].*$/, '').replace(/(.)\/$/, '$1');
    if (/^https?:/.test(path) || built.pages.has(path) || built.patterns.has(path)) return true;
    const target = built.redirects.get(path) ?? built.redirects.get(decoded(path));
    return target !== undefined && depth < 5 && (answers(target, depth + 1) || built.pages.has(decoded(target)));
  };
  const old = new Set([...site.pages.flatMap(({ url, aliases = [] }) => [url, ...aliases]), ...site.redirects.map(({ source }) => source)]);
  const missingUrls = [...old].filter(
    (url) => !(isPattern(url) ? built.patterns.has(url.replace(/(.)\/$/, '$1')) : answers(url) || answers(plainUrl(url))),
  );
  return { urls: { found: old.size - missingUrls.length, total: old.size }, missingUrls };
}

/** The Markdown copy of a page, as words and as it is. Each occurrence answers one item. */
interface Output {
  readonly words: string;
  readonly raw: string;
  readonly used: Map<string, number>;
}

function outputOf(markdown: string | undefined, title: string | undefined): Output {
  // Numbers of footnotes are not in the source.
  const text = `${title ?? ''}\n${markdown ?? ''}`.replace(/<sup>\[[^\]]*\]\(#user-content-fn-[^)]*\)<\/sup>/g, '');
  // Code keeps its markup; text loses it as in the source.
  const words = text
    .split(/^([ \t>]*(?:`{3,}|~{3,})[^\n]*$)/m)
    .map((part, index) => (index % 4 === 2 ? part : wordsOf(part.replace(/\\([\\`*_{}[\]()#+.!<>|~-])/g, '$1'))))
    .join('\n');
  // Each reference alone: a percent sign in the text must not keep the others from being decoded.
  const raw = text.replace(/(?:%[\da-f]{2})+/gi, decoded);
  return { words: squeeze(words) + squeeze(text), raw: raw.replace(/\\(?=[_*&()[\]])/g, ''), used: new Map() };
}

interface KeptContext {
  readonly output: Output;
  readonly page: { readonly source: string; readonly url: string };
  readonly resolver: TargetResolver;
  readonly hasFile: (path: string) => boolean;
}

function isKept(fact: Fact, { output, page, resolver, hasFile }: KeptContext): boolean {
  if (fact.kind !== 'images' && fact.kind !== 'links') return fact.keys.every((key) => occurs(output, key));
  const [target = ''] = fact.keys;
  const made = decoded(resolver.resolve(target, page)).replace(/[?#].*$/, '');
  const isLocal = made.startsWith('/');
  if (fact.kind === 'images') return output.raw.includes(decoded(made)) && (!isLocal || hasFile(made.slice(1)));
  if (made === '') return target.startsWith('#') ? output.raw.includes(decoded(target)) : true;
  return output.raw.includes(made) || output.raw.includes(decoded(target).replace(/[?#].*$/, ''));
}

/** Two equal paragraphs need two occurrences. */
function occurs(output: Output, key: string): boolean {
  if (key === '') return true;
  const from = output.used.get(key) ?? 0;
  const at = output.words.indexOf(key, from);
  if (at === -1) return false;
  output.used.set(key, at + key.length);
  return true;
}
