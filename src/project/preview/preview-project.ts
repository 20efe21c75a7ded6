/** Compares a project with the same project at another commit: builds and checks both, then compares pages and diagnostics. */
import { existsSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { openProject } from '../../platform/files/disk.ts';
import { readManifest } from '../../platform/files/output/manifest.ts';
import { openOutput } from '../../platform/files/output/write-site.ts';
import { fileError } from '../../platform/files/system-error.ts';
import { siteRecordName } from '../../shared/site/site-record.ts';
import { type BuildOptions, buildSite } from '../build/build-site.ts';
import { type BuiltPages, readBuiltPages } from '../build/built-pages.ts';
import { storeFolder } from '../build/pages/page-store.ts';
import { type BuildStatus, mergeDuplicates, statusOf } from '../build/result.ts';
import { ownSites } from '../build/unchanged-run.ts';
import { checkProject } from '../check/check-project.ts';
import { type BaseCheckout, checkOutBase, temporaryFolder } from './base-checkout.ts';
import { compareDiagnostics, comparePages, type PageChange } from './compare-sites.ts';
import { differencesPage, differencesPath } from './differences-page.ts';
import { baseNotBuilt, baseNotWritten } from './errors.ts';

/** Only the folder and the commit are required. */
export interface PreviewOptions
  extends Pick<BuildOptions, 'dir' | 'useCache' | 'cacheDir' | 'allowRemote' | 'usePlugins' | 'forceClean' | 'onProgress' | 'signal'> {
  /** What to compare with: a branch, a tag or a commit. */
  readonly base: string;
  /** The name of `base` for readers, such as the branch of a commit. */
  readonly baseName?: string | undefined;
  /** Where to write the new site with its page of differences; by default, it is not kept. */
  readonly outDir?: string | undefined;
  /** URL prefix of the written site. */
  readonly basePath?: string;
}

/** The differences between two versions of a site. */
export interface Preview {
  /** The commit ID of the old version. */
  readonly commit: string;
  /** The old version has no docs.json. */
  readonly isNew: boolean;
  readonly changes: readonly PageChange[];
  /** Number of pages of the new version. */
  readonly pages: number;
  readonly findings: { readonly added: readonly Diagnostic[]; readonly fixed: readonly Diagnostic[] };
}

/** `failed` if the new version has errors; then `preview` is present if the rest of the site could be built. */
export interface PreviewResult {
  readonly status: BuildStatus;
  /** What `preview` does not contain: why there is no comparison, or why the site could not be written. */
  readonly diagnostics: readonly Diagnostic[];
  readonly preview?: Preview;
}

/** Problems of the project and of the repository are returned as diagnostics; only internal errors are thrown. */
export async function previewProject(options: PreviewOptions): Promise<PreviewResult> {
  const opened = openProject(options.dir);
  if (statusOf(opened.diagnostics) === 'refused') return { status: 'refused', diagnostics: opened.diagnostics };
  const { value: checkout, diagnostics } = checkOutBase(options.dir, options.base);
  if (checkout === undefined) return { status: statusOf(diagnostics), diagnostics };
  let work: string | undefined;
  try {
    work = temporaryFolder();
    return await compare(checkout, work, options);
  } catch (error) {
    // Only the folder: a comparison returns its problems.
    if (work !== undefined) throw error;
    const diagnostics = [baseNotWritten(options.base, fileError(error, tmpdir()).message)];
    return { status: statusOf(diagnostics), diagnostics };
  } finally {
    checkout.remove();
    if (work !== undefined) rmSync(work, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function compare({ commit, dir }: BaseCheckout, work: string, options: PreviewOptions): Promise<PreviewResult> {
  const base = dir === undefined ? emptySite : await version(withPackages(dir, options), join(work, 'base'), options);
  if (base.status === 'interrupted') return { status: 'interrupted', diagnostics: [] };
  if (base.built === undefined) {
    const diagnostics = [...errorsOf(base.diagnostics), baseNotBuilt(options.base)];
    return { status: statusOf(diagnostics), diagnostics };
  }
  const built = join(work, 'head');
  const head = await version(options.dir, built, options);
  if (head.built === undefined) return { status: head.status, diagnostics: head.diagnostics };
  const changes = comparePages(base.built, head.built);
  const written = options.outDir === undefined ? [] : await writePreview(built, options.outDir, changes, options);
  const preview: Preview = {
    commit,
    isNew: dir === undefined,
    changes,
    pages: head.built.pages.size,
    findings: compareDiagnostics(base.diagnostics, head.diagnostics),
  };
  return { status: written.length > 0 ? statusOf(written) : head.status, diagnostics: written, preview };
}

/** The plugins of both versions use the installed packages, which are not part of a commit. */
function withPackages(checkout: string, { dir, usePlugins }: PreviewOptions): string {
  const [packages, link] = [join(dir, 'node_modules'), join(checkout, 'node_modules')];
  if (usePlugins !== false && existsSync(packages) && !existsSync(link)) symlinkSync(realpathSync(packages), link, 'junction');
  return checkout;
}

interface Version {
  readonly status: BuildStatus;
  readonly diagnostics: readonly Diagnostic[];
  /** Absent when no site could be built. */
  readonly built?: BuiltPages;
}

const emptySite: Version = { status: 'built', diagnostics: [], built: { pages: new Map(), redirects: new Map(), patterns: new Set() } };

/** Both versions use the cache of the project, so pages that are the same in both are compiled once. */
async function version(dir: string, outDir: string, options: PreviewOptions): Promise<Version> {
  const { useCache, allowRemote, usePlugins, onProgress, signal } = options;
  const shared = {
    dir,
    usePlugins,
    cacheDir: storeFolder(options),
    ...(useCache !== undefined && { useCache }),
    ...(allowRemote && { allowRemote }),
    ...(onProgress && { onProgress }),
    ...(signal && { signal }),
  };
  const { status, diagnostics, summary } = await buildSite({ ...shared, outDir, base: options.basePath ?? '', allowErrors: true });
  if (summary === undefined) return { status, diagnostics };
  const checked = await checkProject(shared);
  if (checked.status === 'interrupted') return { status: 'interrupted', diagnostics: [] };
  const all = mergeDuplicates([...checked.diagnostics, ...diagnostics]);
  return { status: statusOf(all), diagnostics: all, built: readBuiltPages(outDir) };
}

function errorsOf(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ severity }) => severity === 'error');
}

/** Copies the built site, and adds the page of differences. Returns the problems, if it could not be written. */
async function writePreview(
  built: string,
  outDir: string,
  changes: readonly PageChange[],
  options: PreviewOptions,
): Promise<readonly Diagnostic[]> {
  const { dir, base, baseName = base, basePath = '', forceClean } = options;
  const known = ownSites(options);
  const { value: output, diagnostics } = openOutput({
    ...(known && { ownSites: known }),
    outDir,
    projectDir: dir,
    forceClean: forceClean === true,
    absolute: (path) => join(built, path),
  });
  if (output === undefined) return diagnostics;
  try {
    for (const path of [...(readManifest(built)?.files.keys() ?? [])].sort()) {
      // The record is read from here, as its name cannot be copied like that of a file of the project.
      const file = path === siteRecordName ? { path, data: readFileSync(join(built, path)) } : { path, copyFrom: path };
      if (!(await output.write(file))) return output.diagnostics;
    }
    const title = `Changes compared with ${baseName}`;
    await output.write({ path: differencesPath, data: differencesPage(changes, { title, base: basePath }) });
    return (await output.commit()) === undefined ? output.diagnostics : [];
  } finally {
    await output.abort();
  }
}
