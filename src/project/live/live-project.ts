/**
 * A project folder that is read repeatedly during editing. When it becomes unreadable, the last readable site is kept.
 */
import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic, Result } from '../../model/diagnostic.ts';
import { type FileEntry, FileError, type FileSystem } from '../../model/file-system.ts';
import { withoutPageExtension } from '../../model/project-path.ts';
import { hooksFile } from '../../model/site-hooks.ts';
import type { SourcePage } from '../../model/source-page.ts';
import { openProject } from '../../platform/files/disk.ts';
import { unreadable } from '../../platform/files/errors.ts';
import { withOpenTexts } from '../../platform/files/overlay.ts';
import { namedBy } from '../../platform/remote/permission.ts';
import { loadConfig } from '../../stages/config/index.ts';
import { ContentMemo } from '../../stages/content/content-memo.ts';
import { nearbyPages, readPagesPartially } from '../../stages/content/partial-content.ts';
import { filesByKind } from '../../stages/content/read-pages.ts';
import { urlOf } from '../../stages/navigation/routes.ts';
import { type LoadedSite, loadSite, planSite } from '../build/load-site.ts';
import type { OpenPlugins } from '../build/plugins/open-plugins.ts';
import { hasPlugins, type PluginOptions, withPlugins } from '../build/plugins/site-plugins.ts';
import { type RemoteOptions, withRemoteDescriptions } from '../build/remote-descriptions.ts';
import { createYielder } from '../build/yield-to-event-loop.ts';
import { LastDescriptions } from './last-descriptions.ts';

/** `nothing`: no changes. `pages`: only the text of files changed. `site`: everything must be loaded again. */
export type ProjectChange = 'nothing' | 'pages' | 'site';

/** The result of reading again. `contents` are project paths. */
export interface ProjectReading {
  readonly change: ProjectChange;
  /** Files with changed content. */
  readonly contents: readonly string[];
}

/** Files that only pages use: their content does not affect the site. */
const plainAsset = /\.(?:png|jpe?g|gif|webp|avif|ico|mp4|webm|mp3|ogg|wav|pdf|zip|woff2?|ttf|otf|css)$/i;

/** Up to this many files, reading all pages is not noticeable. */
const fewFiles = 400;
/** Number of pages to read for the first one: those whose titles its sidebar shows. */
const nearPages = 200;

/**
 * One instance for a session. Problems of the project are never thrown: `diagnostics` has them, and `site` stays
 * unchanged.
 */
export class LiveProject {
  readonly #dir: string;
  readonly #base: string;
  readonly #remote: RemoteOptions & PluginOptions;
  /** Unsaved text of open files by project path. */
  readonly #texts: ReadonlyMap<string, string>;
  readonly #memo = new ContentMemo();
  readonly #descriptions = new LastDescriptions();
  #site: LoadedSite | undefined;
  #plugins: OpenPlugins | undefined;
  #diagnostics: readonly Diagnostic[] = [];
  /** Diagnostics from listing the folder. */
  #outside: readonly Diagnostic[] = [];
  /** Path → size and time of each file at the last reading. */
  #stamps: ReadonlyMap<string, string> = new Map();
  /** Real path → other paths that lead there through links. */
  #links: ReadonlyMap<string, readonly string[]> = new Map();
  /** False while docs.json or the folder cannot be read. */
  #isWhole = false;

  /** `texts`: unsaved text of open files by project path, which replace those on disk; it may change between readings. */
  constructor(base: string, remote: RemoteOptions & PluginOptions, texts: ReadonlyMap<string, string> = new Map()) {
    this.#texts = texts;
    this.#dir = remote.dir;
    this.#base = base;
    this.#remote = remote;
  }

  /** The last readable site. */
  get site(): LoadedSite | undefined {
    return this.#site;
  }

  /** Diagnostics of the last reading. */
  get diagnostics(): readonly Diagnostic[] {
    return [...this.#diagnostics, ...this.#descriptionProblems];
  }

  /**
   * False while docs.json or the folder cannot be read, or while the pages of an unreadable description are outdated.
   */
  get isCurrent(): boolean {
    return this.#isWhole && this.#descriptionProblems.length === 0;
  }

  get #descriptionProblems(): readonly Diagnostic[] {
    return this.#site ? this.#descriptions.problemsIn(this.#site.endpoints) : [];
  }

  /**
   * Reads the project when files may have been added or removed. `changed` are paths known to differ, whatever their
   * times.
   */
  async readAll(changed: readonly string[]): Promise<ProjectReading> {
    const before = this.#stamps;
    const { value: files, diagnostics } = this.#openProject();
    const after = stampsOf(files);
    const contents = new Set(changed.filter((path) => before.has(path) || after.has(path)));
    for (const [path, stamp] of after) if (before.get(path) !== stamp) contents.add(path);
    const isSameList = before.size === after.size && [...after.keys()].every((path) => before.has(path));
    const isSameOutside = JSON.stringify(diagnostics) === JSON.stringify(this.#outside);
    if (isSameList && isSameOutside && this.#isWhole) {
      if (contents.size === 0) return { change: 'nothing', contents: [] };
      return this.readAgain([...contents]);
    }
    const found = JSON.stringify(this.#diagnostics);
    const change = await this.#load(files, diagnostics, [...contents]);
    // Nothing changed, and it is still unreadable for the same reason.
    const isSame = isSameList && isSameOutside && contents.size === 0 && !this.#isWhole && JSON.stringify(this.#diagnostics) === found;
    return { change: isSame ? 'nothing' : change, contents: [...contents] };
  }

  /**
   * A large site as far as the first page needs it: that page and its neighbours are read, others only have names.
   * Undefined for a small site, for a page without a file, and when there is any problem: then `read` reports it.
   */
  partialSite(url: string): LoadedSite | undefined {
    try {
      const { value: files } = this.#openProject();
      if (files.list().length <= fewFiles) return undefined;
      const config = loadConfig({ files, base: this.#base, isNamed: namedBy(this.#remote.allowRemote ?? []) }).value;
      // Loading plugins takes longer than reading the pages.
      if (config === undefined || hasPlugins(config, files)) return undefined;
      const isAsked = (path: string) => urlOf(path) === url;
      const around = nearbyPages(config.navigation, isAsked, nearPages);
      const isNear = (file: string) => around.has(withoutPageExtension(file)) || isAsked(withoutPageExtension(file));
      const content = readPagesPartially({ files, config, memo: this.#memo, isNear });
      return planSite(files, config, () => ({ value: content, diagnostics: [] })).value;
    } catch (error) {
      if (error instanceof FileError) return undefined;
      throw error;
    }
  }

  /** Reads every page into memory, a few at a time, for a later `read`. */
  async readAhead(): Promise<void> {
    const { value: files } = this.#openProject();
    const yieldWhenDue = createYielder(undefined);
    try {
      const config = loadConfig({ files, base: this.#base, isNamed: namedBy(this.#remote.allowRemote ?? []) }).value;
      if (config === undefined || files.list().length <= fewFiles) return;
      for (const { entry, kind } of filesByKind(files, config)) {
        if (kind === 'page') this.#memo.page(files, entry, config);
        await yieldWhenDue();
      }
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
    }
  }

  /** Reads the project. */
  async read(changed: readonly string[] = []): Promise<ProjectChange> {
    const { value: files, diagnostics } = this.#openProject();
    return this.#load(files, diagnostics, changed);
  }

  async #load(files: FileSystem, outside: readonly Diagnostic[], changed: readonly string[]): Promise<ProjectChange> {
    for (const path of changed) this.#memo.forget(path);
    this.#isWhole = false;
    this.#outside = outside;
    this.#stamps = stampsOf(files);
    this.#links = linksIn(files, this.#dir);
    this.#diagnostics = outside;
    if (outside.some(({ code }) => code === 'cli/project')) return 'site';
    try {
      const known = await withRemoteDescriptions(files, this.#remote);
      const loaded = loadSite(this.#descriptions.over(known.value, this.#site?.endpoints), this.#base, {
        memo: this.#memo,
        isNamed: namedBy(this.#remote.allowRemote ?? []),
      });
      const { value, diagnostics } = loaded;
      const site = value && (await withPlugins({ value, diagnostics }, this.#remote, this.#plugins));
      this.#diagnostics = [...outside, ...known.diagnostics, ...(site ?? loaded).diagnostics];
      if (site) {
        this.#site = site.value;
        this.#plugins = site.value.plugins;
        this.#isWhole = true;
      }
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.#diagnostics = [...outside, unreadable(error)];
    }
    return 'site';
  }

  /** Ends the process of the plugins. */
  close(): void {
    this.#plugins?.close();
  }

  /** Existing files with changed content. */
  async readAgain(changed: readonly string[]): Promise<ProjectReading> {
    const contents = this.#withLinks(changed);
    return { change: await this.#readContents(contents), contents };
  }

  async #readContents(paths: readonly string[]): Promise<ProjectChange> {
    const { site } = this;
    if (site === undefined || !this.#isWhole) return this.#readBroken(paths);
    const again: SourcePage[] = [];
    for (const path of paths) {
      const entry = this.#entry(site.files, path);
      if (entry === undefined || isPartOfFrame(site, path) || this.#isPlugin(site, path)) return this.read(paths);
      if (plainAsset.test(path) && !isConfig(site, path)) continue;
      const file = this.#tryAgain(site, entry);
      if (file === undefined) return this.read(paths);
      if (file !== 'part') again.push(file);
    }
    for (const page of again) setSource(site, page);
    return 'pages';
  }

  #isPlugin({ plugins, files }: LoadedSite, path: string): boolean {
    return plugins?.ownFiles.has(path) === true || (this.#remote.usePlugins !== false && hooksFile(files) === path);
  }

  /** Adds paths that are links to these files. */
  #withLinks(paths: readonly string[]): readonly string[] {
    const { site } = this;
    if (this.#links.size === 0 || site === undefined) return paths;
    return [...new Set(paths.flatMap((path) => [path, ...(this.#links.get(site.files.absolute(path) ?? '') ?? [])]))];
  }

  /** While docs.json is invalid, changes to pages of the last readable site are still followed. */
  async #readBroken(paths: readonly string[]): Promise<ProjectChange> {
    const { site } = this;
    await this.read(paths);
    if (site === undefined || this.#isWhole) return 'site';
    for (const path of paths) {
      const entry = this.#entry(site.files, path);
      if (entry === undefined || !site.sources.has(path)) continue;
      try {
        const { page } = this.#memo.page(site.files, entry, site.config);
        if (page) setSource(site, page);
      } catch (error) {
        if (!(error instanceof FileError)) throw error;
      }
    }
    return 'site';
  }

  #openProject(): Result<FileSystem> {
    const { value, diagnostics } = openProject(this.#dir);
    return { value: withOpenTexts(value, this.#texts), diagnostics };
  }

  #tryAgain(site: LoadedSite, entry: FileEntry): SourcePage | 'part' | undefined {
    try {
      return this.#memo.readAgain(site.files, entry, site.config);
    } catch (error) {
      if (error instanceof FileError) return undefined;
      throw error;
    }
  }

  /** Undefined for paths that are not a regular file of the project: deleted, new, or reached through a link. */
  #entry(files: FileSystem, path: string): FileEntry | undefined {
    const absolute = files.absolute(path);
    if (absolute === undefined) return undefined;
    const text = this.#texts.get(path);
    if (text !== undefined) return { path, size: Buffer.byteLength(text) };
    const stat = lstatSync(absolute, { throwIfNoEntry: false });
    return stat?.isFile() ? { path, size: stat.size, modified: stat.mtimeMs } : undefined;
  }
}

function stampsOf(files: FileSystem): Map<string, string> {
  return new Map(files.list().map(({ path, size, modified }) => [path, `${size} ${modified}`]));
}

/** Files whose real path differs from their path. */
function linksIn(files: FileSystem, dir: string): Map<string, string[]> {
  const links = new Map<string, string[]>();
  let root: string;
  try {
    root = realpathSync.native(dir);
  } catch {
    return links;
  }
  for (const { path } of files.list()) {
    const absolute = files.absolute(path);
    if (absolute === undefined || absolute === join(root, path)) continue;
    links.set(absolute, [...(links.get(absolute) ?? []), path]);
  }
  return links;
}

function isConfig({ config }: LoadedSite, path: string): boolean {
  return path === config.file || config.files.includes(path);
}

/** It is part of every page. */
function isPartOfFrame({ parts }: LoadedSite, path: string): boolean {
  return [...parts.values()].some(({ file }) => file === path);
}

/** The map was created by `loadSite` and is not shared; between two readings only the text of a page changes. */
function setSource(site: LoadedSite, page: SourcePage): void {
  (site.sources as Map<string, SourcePage>).set(page.file, page);
}
