import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';
import { FileError, type FileSystem } from '../../model/file-system.ts';
import { openProject } from '../../platform/files/disk.ts';
import { unreadable } from '../../platform/files/errors.ts';
import { overlay } from '../../platform/files/overlay.ts';
import { type FileChanges, finishReplacing, isInside, replaceFiles } from '../../platform/files/replace-files.ts';
import { type CompiledSite, compileSite } from '../build/compile-site.ts';
import { type LoadedSite, loadSite } from '../build/load-site.ts';
import { openPageStore, type PageStore } from '../build/pages/page-store.ts';
import { withPlugins } from '../build/plugins/site-plugins.ts';
import { stopwatch } from '../build/progress.ts';
import { withRemoteDescriptions } from '../build/remote-descriptions.ts';
import { type BuildStatus, statusOf } from '../build/result.ts';
import { badLocation, configNotEditable, pathExists, wouldBreak } from '../edits/errors.ts';
import { type FileMove, FileMoves } from '../edits/file-moves.ts';
import { planMoves } from '../edits/plan-moves.ts';
import { type TextEdit, withEdits } from '../edits/text-edits.ts';
import { unifiedDiff } from '../edits/unified-diff.ts';
import { renameEdits } from './rename-edits.ts';

/** A file keeps its extension when `to` has none. */
export interface RenameOptions {
  /** The folder of docs.json. */
  readonly dir: string;
  /** Page, file or folder, relative to that folder. */
  readonly from: string;
  /** Relative to that folder; with a trailing slash, a folder to move into. */
  readonly to: string;
  /** Default true. */
  readonly addRedirects?: boolean;
  /** Report the changes without writing them. */
  readonly isDryRun?: boolean;
  /** Load the plugins that docs.json names: code that runs in Node.js. Default true. */
  readonly usePlugins?: boolean | undefined;
  readonly useCache?: boolean;
  readonly cacheDir?: string | undefined;
}

/** After any error, nothing was written and the numbers are 0. */
export interface RenameResult {
  readonly status: BuildStatus;
  readonly diagnostics: readonly Diagnostic[];
  readonly moved: readonly { readonly from: string; readonly to: string }[];
  /** Number of updated references, and of the files with them. */
  readonly edits: number;
  readonly files: number;
  /** Number of added redirects. */
  readonly redirects: number;
  /** The changes as a unified diff. */
  readonly diff: string;
}

/**
 * `docsgen rename`: moves files and updates all references. Loads the current site, plans all edits, loads the
 * resulting site in memory, and writes the changes only if there are no new problems. First completes a rename that was
 * interrupted.
 */
export async function renameInProject(options: RenameOptions): Promise<RenameResult> {
  const none = { moved: [], edits: 0, files: 0, redirects: 0, diff: '' };
  const ended = (diagnostics: readonly Diagnostic[]): RenameResult => ({ status: statusOf(diagnostics), diagnostics, ...none });
  const unfinished = existsSync(options.dir) ? finishReplacing(realpathSync.native(options.dir)).diagnostics : [];
  if (unfinished.length > 0) return ended(unfinished);
  const { value: project, diagnostics } = openProject(options.dir);
  if (statusOf(diagnostics) === 'refused') return ended(diagnostics);
  const { value: files } = await withRemoteDescriptions(project, options);
  const store = openPageStore(options);
  try {
    return await rename(files, options, store, ended);
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return ended([unreadable(error)]);
  } finally {
    store.cache.close();
  }
}

/** What a rename changes, before anything is written. */
export interface RenamePlan {
  readonly moves: FileMoves;
  /** File (current path) → edits; offsets include the byte order mark. */
  readonly edits: ReadonlyMap<string, readonly TextEdit[]>;
  /** Number of added redirects. */
  readonly redirects: number;
  /** The current site. */
  readonly site: LoadedSite;
}

/** What planning needs besides the files. */
export interface RenameWork {
  /** Real path of the project. */
  readonly root: string;
  readonly addRedirects: boolean;
  readonly store: PageStore;
  /** The current site, if it is loaded and compiled already. */
  readonly before?: CompiledState;
  /** Adds the plugins to a site; the caller closes them. */
  readonly withPlugins: (site: LoadedSite) => Promise<LoadedSite>;
}

/**
 * Plans renames that happen together: loads the current site, plans all edits, and loads the resulting site in memory. Returns the reasons
 * if it is impossible or would cause new problems. Writes nothing. Throws `FileError`.
 */
export async function planRename(
  files: FileSystem,
  renames: readonly Pick<RenameOptions, 'from' | 'to'>[],
  { root, addRedirects, store, withPlugins, before: known }: RenameWork,
): Promise<RenamePlan | readonly Diagnostic[]> {
  const list: FileMove[] = [];
  for (const { from, to } of renames) {
    const { value, diagnostics } = planMoves(files, from, to);
    if (diagnostics.length > 0) return diagnostics;
    list.push(...value);
  }
  const outer = list.find(({ to }) => !isInside(root, join(root, to)));
  if (outer) return [badLocation(outer.to, 'is not inside the docs folder')];
  const before = known ?? (await lookAt(files, store, withPlugins));
  if (before.site === undefined) return before.diagnostics;
  const moves = new FileMoves(list);
  if (moves.has(before.site.config.file)) return [configNotEditable(before.site.config.file)];
  const planned = renameEdits(before.site, before.compiled, moves, addRedirects);
  if ('code' in planned) return [planned];
  const after = await lookAt(overlay(files, changesOf(files, moves, planned.edits)), store, withPlugins);
  const broken = newProblems(before, after, moves);
  if (broken.length > 0) return [wouldBreak(broken.length), ...broken];
  return { moves, ...planned, site: before.site };
}

async function rename(
  files: FileSystem,
  options: RenameOptions,
  store: PageStore,
  ended: (diagnostics: readonly Diagnostic[]) => RenameResult,
): Promise<RenameResult> {
  const root = realpathSync.native(options.dir);
  const { value: list, diagnostics } = planMoves(files, options.from, options.to);
  if (diagnostics.length > 0) return ended(diagnostics);
  const foreign = list.find(({ from, to }) => existsSync(join(root, to)) && from.toLowerCase() !== to.toLowerCase());
  if (foreign) return ended([pathExists(foreign.to)]);
  let plugins: LoadedSite['plugins'];
  const attach = async (site: LoadedSite) => {
    const { value } = await withPlugins({ value: site, diagnostics: [] }, options, plugins);
    plugins = value.plugins;
    return value;
  };
  const plan = await planRename(files, [options], { root, addRedirects: options.addRedirects !== false, store, withPlugins: attach });
  plugins?.close();
  if (!('moves' in plan)) return ended(plan);
  const { moves, edits, redirects } = plan;
  const diff = diffOf(files, moves, edits);
  const problems = options.isDryRun === true ? [] : replaceFiles(root, changesOf(files, moves, edits));
  if (problems.length > 0) return ended(problems);
  store.cache.save();
  const edited = [...edits].filter(([, own]) => own.length > 0);
  return {
    status: 'built',
    diagnostics: [],
    moved: list,
    edits: edited.reduce((sum, [, own]) => sum + own.length, 0),
    files: edited.length,
    redirects,
    diff,
  };
}

/** A loaded and compiled site; `site` is undefined if docs.json cannot be read. */
export interface CompiledState {
  readonly site: LoadedSite | undefined;
  readonly compiled: Pick<CompiledSite, 'pages'>;
  readonly diagnostics: readonly Diagnostic[];
}

async function lookAt(files: FileSystem, store: PageStore, withPlugins: RenameWork['withPlugins']): Promise<CompiledState> {
  // Loads nothing over the network, so all hosts are allowed.
  const { value, diagnostics } = loadSite(files, '', { isNamed: (url) => /^https?:/i.test(url) });
  if (value === undefined) return { site: value, compiled: undefined as never, diagnostics };
  const site = await withPlugins(value);
  const compiled = await compileSite(site, { store, watch: stopwatch(undefined) });
  return { site, compiled: compiled.value, diagnostics: [...diagnostics, ...compiled.diagnostics] };
}

/** Problems that only the new site has, and pages that would no longer exist. */
function newProblems(before: CompiledState, after: CompiledState, moves: FileMoves): Diagnostic[] {
  if (after.site === undefined) return after.diagnostics.filter(({ severity }) => severity === 'error');
  const known = new Map<string, number>();
  const key = ({ code, message }: Diagnostic) => `${code} ${message}`;
  for (const found of before.diagnostics) known.set(key(found), (known.get(key(found)) ?? 0) + 1);
  const fresh = after.diagnostics.filter((found) => {
    const count = known.get(key(found)) ?? 0;
    known.set(key(found), count - 1);
    return found.severity !== 'notice' && count <= 0;
  });
  const pages = new Set(after.site.pages.map((page) => page.file));
  const lost = (before.site?.pages ?? []).filter(({ file }) => file !== undefined && !pages.has(moves.after(file)));
  return [...fresh, ...lost.map(({ file }) => notAPage(moves.after(file as string)))];
}

function notAPage(file: string): Diagnostic {
  return diagnostic('cli/rename-place', {
    message: `${file} would not be a page`,
    hint: 'choose another folder: snippets and tool files are never pages',
  });
}

/** Includes the byte order mark, so that it is preserved. */
function rawText(files: FileSystem, file: string): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(files.read(file));
}

function changesOf(files: FileSystem, moves: FileMoves, edits: ReadonlyMap<string, readonly TextEdit[]>): FileChanges {
  const write = new Map<string, Uint8Array>();
  for (const [file, list] of edits) if (list.length > 0) write.set(moves.after(file), Buffer.from(withEdits(rawText(files, file), list)));
  const isEdited = (file: string) => (edits.get(file)?.length ?? 0) > 0;
  return {
    write,
    move: moves.list.filter(({ from }) => !isEdited(from)),
    remove: moves.list.filter(({ from }) => isEdited(from)).map(({ from }) => from),
  };
}

function diffOf(files: FileSystem, moves: FileMoves, edits: ReadonlyMap<string, readonly TextEdit[]>): string {
  const changed = new Set([
    ...moves.list.map(({ from }) => from),
    ...[...edits].flatMap(([file, list]) => (list.length > 0 ? [file] : [])),
  ]);
  return [...changed]
    .sort()
    .map((file) => {
      const own = edits.get(file) ?? [];
      return unifiedDiff(file, moves.after(file), own.length > 0 ? rawText(files, file) : '', own);
    })
    .join('');
}
