/** Step four for a site with sign-in: writes the site of each audience to the private folder, then the public site. */
import { hash } from 'node:crypto';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { OutputFile } from '../../model/output-file.ts';
import type { WrittenSite } from '../../platform/files/output/output.ts';
import { openPrivatePart } from '../../platform/files/output/private-part.ts';
import { type AudienceRecord, type AuthSettings, type SiteRecord, siteRecordName } from '../../shared/site/site-record.ts';
import { audiencesOf } from '../../stages/navigation/audience.ts';
import { type AudienceSite, audienceSites } from './audience-site.ts';
import type { CompiledSite } from './compile-site.ts';
import { privatePart } from './errors.ts';
import type { LoadedSite } from './load-site.ts';
import { type RenderWork, renderSite } from './render-site.ts';
import { startSearch } from './search-site.ts';

/** Inputs from the build, which knows the output folder and earlier diagnostics. */
export interface GuardedWork extends Omit<RenderWork, 'search' | 'privateBuild'> {
  readonly outDir: string;
  /** Whether the diagnostics so far allow writing a site. */
  readonly isSound: () => boolean;
  /** Writes the public files to the output folder; undefined when that failed. */
  readonly writePublic: (files: AsyncIterable<OutputFile>) => Promise<WrittenSite | undefined>;
}

/** The private build becomes readable when all of it is written, and before any public file refers to it. */
export async function writeGuardedSite(
  site: LoadedSite,
  compiled: CompiledSite,
  auth: AuthSettings,
  work: GuardedWork,
): Promise<WrittenSite | undefined> {
  const siteOf = audienceSites(site, compiled, work.store);
  const part = openPrivatePart(work.outDir, site.files.absolute);
  const audiences: AudienceRecord[] = [];
  for (const groups of audiencesOf(site.pages)) {
    const view = siteOf(groups);
    const files: Record<string, string> = Object.create(null);
    let record: SiteRecord | undefined;
    for await (const file of rendered(view, work)) {
      if (file.path === siteRecordName && 'data' in file) record = JSON.parse(String(file.data)) as SiteRecord;
      else if (files[file.path] === undefined) {
        const digest = await part.write(file);
        if (digest !== undefined) files[file.path] = digest;
        else if (part.diagnostics.some(({ severity }) => severity === 'error')) break;
      }
    }
    if (record === undefined) break;
    audiences.push({ groups, site: record, files, withoutPlayground: view.withoutPlayground });
  }
  work.report(part.diagnostics);
  if (!work.isSound()) return undefined;
  const build = hash('sha256', JSON.stringify([auth, audiences])).slice(0, 32);
  const reported: readonly Diagnostic[] = [...part.diagnostics];
  const isThere = part.commit({ docsgen: 1, build, auth, audiences });
  work.report(part.diagnostics.slice(reported.length));
  if (!isThere) return undefined;
  const written = await work.writePublic(rendered(siteOf(undefined), work, build));
  if (written) {
    part.tidy(build);
    work.report([privatePart(part.shown)]);
  }
  return written;
}

/** All files of one audience, with its own search. */
export function renderForGroups(view: AudienceSite, work: Omit<RenderWork, 'search' | 'privateBuild'>): AsyncGenerator<OutputFile> {
  return rendered(view, work);
}

async function* rendered(
  { site, compiled }: AudienceSite,
  work: Omit<RenderWork, 'search' | 'privateBuild'>,
  privateBuild?: string,
): AsyncGenerator<OutputFile> {
  const { value: search, diagnostics } = await startSearch(site, work.store.cache);
  work.report(diagnostics);
  try {
    for (const page of site.pages) {
      const entry = compiled.pages.get(page.path);
      if (entry) await search?.add(page, entry, work.store);
    }
    yield* renderSite(site, compiled, { ...work, search, ...(privateBuild !== undefined && { privateBuild }) });
  } finally {
    await search?.close();
  }
}
