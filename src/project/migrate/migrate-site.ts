/** `docsgen migrate`: a site of another tool as a docs.json site in a new folder, with the proof of what it kept. */
import { copyFileSync, cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import type { Diagnostic, Result } from '../../model/diagnostic.ts';
import { type ForeignSite, type ForeignTool, findForeignSite, foreignToolNames } from '../../model/foreign-tool.ts';
import { openProject } from '../../platform/files/disk.ts';
import { cannotWrite, writeFailed } from '../../platform/files/errors.ts';
import { gitStatus } from '../../platform/files/git-command.ts';
import { fileError } from '../../platform/files/system-error.ts';
import { checkProject } from '../check/check-project.ts';
import { migrateInPlace, migrateOutput, noForeignSite } from './errors.ts';
import type { SourceSite } from './model.ts';
import { proveMigration } from './proof/prove.ts';
import { type CheckCounts, type MigrationReport, reportAsJson, reportAsPage, reportJson, reportPage } from './proof/report.ts';
import { openSource, type SourceFiles } from './source-files.ts';
import { readSite } from './tools/index.ts';
import { writeSite } from './write-site.ts';

/** Options of the command. */
export interface MigrateOptions {
  readonly dir: string;
  readonly from?: ForeignTool | undefined;
  /** The new folder. */
  readonly out: string;
  /** Replace the old pages instead of writing a new folder. */
  readonly inPlace?: boolean;
  /** Compare an existing new folder again, without converting. */
  readonly verify?: boolean;
}

/** The site that was found; undefined for none. */
export function findSite(dir: string, from: ForeignTool | undefined): Result<ForeignSite | undefined> {
  const { value: files, diagnostics } = openProject(dir);
  if (diagnostics.some(({ code }) => code === 'cli/project')) return { value: undefined, diagnostics };
  const found = findForeignSite(files, from);
  return { value: found, diagnostics: found === undefined ? [noForeignSite(dir, from && foreignToolNames[from])] : [] };
}

/** Converts a site, or compares a converted one again. Problems are diagnostics; no report without a new site. */
export async function migrateSite(options: MigrateOptions, found: ForeignSite): Promise<Result<MigrationReport | undefined>> {
  const { dir, verify = false, inPlace = false } = options;
  const out = resolve(inPlace ? dir : options.out);
  const refused = refusal(options, out);
  if (refused !== undefined) return { value: undefined, diagnostics: [refused] };
  const files = openSource(dir, inPlace ? [] : [out]);
  const site = await readSite(found.tool as Exclude<ForeignTool, 'mint'>, files, found.folder, found.file);
  // The proof reads the old pages, so a site is replaced after it.
  const target = inPlace ? mkdtempSync(join(tmpdir(), 'docsgen-migrated-')) : out;
  try {
    const { unconverted, redirects } = verify ? writeAgain(files, site) : writeNew(files, site, target);
    const whole = { ...site, redirects: [...site.redirects, ...redirects] };
    const { diagnostics: _, ...proof } = await proveMigration(files, whole, target);
    const report: MigrationReport = {
      tool: foreignToolNames[found.tool],
      pages: site.pages.length,
      proof,
      unconverted,
      checkBefore: verify ? undefined : await checkBefore(files, site),
      checkAfter: await countProblems(target),
    };
    writeReport(join(target, reportPage), reportAsPage(report));
    writeReport(join(target, reportJson), reportAsJson(report));
    if (inPlace) {
      const link = linkInTheWay(files, site, target);
      if (link !== undefined)
        return {
          value: undefined,
          diagnostics: [migrateOutput(out, `contains the symbolic link "${link}", to which new files would be written`)],
        };
      replacePages(files, site, target);
    }
    return { value: report, diagnostics: [] };
  } catch (error) {
    const { kind, message } = fileError(error, relative('', out) || '.');
    return { value: undefined, diagnostics: [kind === 'permission' ? cannotWrite(out) : writeFailed(out, message)] };
  } finally {
    if (inPlace) rmSync(target, { recursive: true, force: true });
  }
}

/** With `--verify`, the folder existed before, and what is there could be a link. */
function writeReport(path: string, text: string): void {
  rmSync(path, { force: true });
  writeFileSync(path, text, { flag: 'wx' });
}

function refusal({ dir, verify, inPlace }: MigrateOptions, out: string): Diagnostic | undefined {
  if (inPlace) return isClean(dir) ? undefined : migrateInPlace(dir);
  if (verify) return existsSync(join(out, 'docs.json')) ? undefined : migrateOutput(out, 'has no docs.json to compare');
  if (out === resolve(dir)) return migrateOutput(out, 'is the folder of the old site');
  const entry = statSync(out, { throwIfNoEntry: false });
  return entry === undefined || (entry.isDirectory() && readdirSync(out).length === 0) ? undefined : migrateOutput(out, 'is not empty');
}

/** Whether git can restore every file. */
function isClean(dir: string): boolean {
  try {
    return gitStatus(dir, ['--', '.']) === '';
  } catch {
    return false;
  }
}

function writeNew(files: SourceFiles, site: SourceSite, out: string) {
  mkdirSync(out, { recursive: true });
  return writeSite(files, site, out);
}

/** The lists of constructs and redirects come from the conversion, so it is made again in a temporary folder. */
function writeAgain(files: SourceFiles, site: SourceSite) {
  const folder = mkdtempSync(join(tmpdir(), 'docsgen-migrated-'));
  try {
    return writeSite(files, site, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The old pages as a folder without configuration, in which `docsgen check` finds what it cannot read. */
async function checkBefore(files: SourceFiles, site: SourceSite): Promise<CheckCounts> {
  const folder = mkdtempSync(join(tmpdir(), 'docsgen-before-'));
  try {
    const { contentFolder } = site;
    for (const path of files.below(contentFolder)) {
      const target = join(folder, contentFolder === '' ? path : path.slice(contentFolder.length + 1));
      mkdirSync(dirname(target), { recursive: true });
      copyFileSync(files.absolute(path), target);
    }
    for (const mark of ['.vitepress', '.gitbook.yaml', 'SUMMARY.md', 'mkdocs.yml', 'mint.json', 'docs.json'])
      rmSync(join(folder, mark), { recursive: true, force: true });
    return await countProblems(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The old site can be from anybody, so nothing of it is loaded as a plugin or a hook. */
async function countProblems(dir: string): Promise<CheckCounts> {
  const { diagnostics } = await checkProject({ dir, useCache: false, usePlugins: false });
  const count = (severity: Diagnostic['severity']) =>
    diagnostics.filter((found) => found.severity === severity && found.code !== 'plugins/off').length;
  return { errors: count('error'), warnings: count('warning') };
}

/** A symbolic link of the old site that the new files would be written through. Old pages are removed before. */
function linkInTheWay(files: SourceFiles, site: SourceSite, from: string): string | undefined {
  const removed = new Set(site.pages.map(({ source }) => source));
  return readdirSync(from, { recursive: true, encoding: 'utf8' }).find(
    (path) => !removed.has(path) && lstatSync(join(files.root, path), { throwIfNoEntry: false })?.isSymbolicLink(),
  );
}

/** Removes the old pages and moves the new files in. */
function replacePages(files: SourceFiles, site: SourceSite, from: string): void {
  for (const { source } of site.pages) if (source !== '') rmSync(files.absolute(source));
  cpSync(from, files.root, { recursive: true });
}
