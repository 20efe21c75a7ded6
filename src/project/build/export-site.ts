/**
 * `docsgen export`: builds a site and converts its files for browsing from disk, where there is no server, `fetch`
 * fails and modules do not load.
 */
import { closeSync, mkdtempSync, openSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { OutputFile } from '../../model/output-file.ts';
import { noSpace, writeFailed } from '../../platform/files/errors.ts';
import { manifestName, readManifest } from '../../platform/files/output/manifest.ts';
import type { WrittenSite } from '../../platform/files/output/output.ts';
import { resolveOutDir } from '../../platform/files/output/output-folder.ts';
import { openOutput } from '../../platform/files/output/write-site.ts';
import { errorCode, fileError } from '../../platform/files/system-error.ts';
import { ZipTooLarge, ZipWriter } from '../../platform/files/zip.ts';
import { offlinePage, runtimePath } from '../../stages/outputs/offline/offline-page.ts';
import { classicScript, embedFile, isFetched, isModule, isUnusableOffline } from '../../stages/outputs/offline/offline-scripts.ts';
import { type HasFile, relativeStyle } from '../../stages/outputs/offline/relative-links.ts';
import { docsgenPath } from '../../stages/render/package-files.ts';
import { type BuildOptions, type BuildResult, buildSite } from './build-site.ts';
import { statusOf } from './result.ts';
import { ownSites } from './unchanged-run.ts';

/** Build options without base path and redirect rules, which only servers use. */
export interface ExportOptions extends Omit<BuildOptions, 'base' | 'redirectHosts' | 'isForDisk'> {
  /** Also write `<outDir>.zip`. */
  readonly zip?: boolean;
}

/** The summary describes the folder on disk. */
export interface ExportResult extends BuildResult {
  /** The archive, when it was requested and written. */
  readonly zipFile?: string;
}

const schemaPartMark = 'schema-part"';

/** Builds a site for disk. Like `buildSite`, it returns a status and diagnostics. */
export async function exportSite(options: ExportOptions): Promise<ExportResult> {
  const work = mkdtempSync(join(realpathSync(tmpdir()), 'docsgen-export-'));
  try {
    const built = join(work, 'site');
    const result = await buildSite({ ...options, outDir: built, base: '', isForDisk: true });
    if (result.summary === undefined) return result;
    const { value: written, diagnostics } = await writeExport(built, options);
    const found = [...result.diagnostics, ...diagnostics];
    if (written === undefined) return { status: statusOf(found, options), diagnostics: found };
    const exported = { status: result.status, diagnostics: found, summary: { ...result.summary, ...written } };
    if (!options.zip) return exported;
    const archive = writeZip(options.outDir);
    return archive.value === undefined
      ? { status: statusOf([...archive.diagnostics], options), diagnostics: [...found, ...archive.diagnostics] }
      : { ...exported, zipFile: archive.value };
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function writeExport(
  built: string,
  options: ExportOptions,
): Promise<{ value: WrittenSite | undefined; diagnostics: readonly Diagnostic[] }> {
  const { dir, outDir, forceClean } = options;
  const known = ownSites(options);
  const { value: output, diagnostics } = openOutput({
    ...(known && { ownSites: known }),
    outDir,
    projectDir: dir,
    forceClean: forceClean === true,
    absolute: (path) => join(built, path),
  });
  if (output === undefined) return { value: undefined, diagnostics };
  try {
    for await (const file of offlineFiles(built)) {
      if (!(await output.write(file))) return { value: undefined, diagnostics: [...diagnostics, ...output.diagnostics] };
    }
    const value = await output.commit();
    return { value, diagnostics: [...diagnostics, ...output.diagnostics] };
  } finally {
    await output.abort();
  }
}

async function* offlineFiles(built: string): AsyncGenerator<OutputFile> {
  const paths = [...(readManifest(built)?.files.keys() ?? [])].sort();
  const known = new Set(paths);
  const has: HasFile = (path) => known.has(path);
  yield { path: runtimePath, data: await classicScript(docsgenPath('dist/client/offline.js'), runtimePath) };
  for (const path of paths) {
    const file = join(built, path);
    if (isModule(path)) yield { path, data: await classicScript(file, path) };
    else if (isUnusableOffline(path) || path.startsWith('.docsgen')) continue;
    else if (isFetched(path)) {
      const data = readFileSync(file);
      yield { path: `${path}.js`, data: embedFile(path, data) };
      if (!path.startsWith('_docsgen/')) yield { path, copyFrom: path };
    } else if (path.endsWith('.html')) {
      const html = readFileSync(file, 'utf8');
      // Other pages load a schema from its page.
      if (html.includes(schemaPartMark)) yield { path: `${path}.js`, data: embedFile(path, Buffer.from(html)) };
      yield { path, data: offlinePage(html, path, has) };
    } else if (path.endsWith('.css')) yield { path, data: relativeStyle(readFileSync(file, 'utf8'), path, has) };
    else yield { path, copyFrom: path };
  }
}

/** Archives the folder, with all paths below its name. An existing archive is replaced when the new one is complete. */
function writeZip(outDir: string): { value: string | undefined; diagnostics: readonly Diagnostic[] } {
  const folder = resolveOutDir(outDir);
  const target = `${folder}.zip`;
  const part = `${target}.part`;
  const shown = basename(target);
  try {
    fillZip(folder, part);
    renameSync(part, target);
    return { value: target, diagnostics: [] };
  } catch (error) {
    rmSync(part, { force: true });
    if (error instanceof ZipTooLarge) return { value: undefined, diagnostics: [writeFailed(shown, error.message)] };
    if (errorCode(error) === '') throw error;
    const { kind, message } = fileError(error, shown);
    return { value: undefined, diagnostics: [kind === 'no-space' ? noSpace(shown) : writeFailed(shown, message)] };
  }
}

function fillZip(folder: string, target: string): void {
  rmSync(target, { force: true });
  const descriptor = openSync(target, 'wx');
  try {
    // On a nearly full disk a write may be partial: this loop writes the rest or reports the error.
    const zip = new ZipWriter((bytes) => writeFileSync(descriptor, bytes));
    for (const path of [...(readManifest(folder)?.files.keys() ?? [])].sort()) {
      if (path !== manifestName) zip.add(`${basename(folder)}/${path}`, readFileSync(join(folder, path)));
    }
    zip.end();
  } finally {
    closeSync(descriptor);
  }
}
