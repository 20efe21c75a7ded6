/** A project that is open in the editor: its site in memory with the text in the editor, and its published diagnostics. */
import { type Diagnostic, diagnosticKey } from '../../model/diagnostic.ts';
import { openProject } from '../../platform/files/disk.ts';
import { withOpenTexts } from '../../platform/files/overlay.ts';
import { type LoadedSite, loadSite } from '../../project/build/load-site.ts';
import { mergeDuplicates } from '../../project/build/result.ts';
import { LiveSite } from '../../project/live/live-site.ts';
import { ProjectWatcher } from '../dev/watch-project.ts';
import { FileMemo } from './file-memo.ts';
import { fileUri, type ProjectView } from './project-view.ts';
import { ReferenceIndex } from './reference-index.ts';

/** `dir` is absolute. */
export interface EditedProjectOptions {
  readonly dir: string;
  /** Load the plugins that docs.json names: code that runs in Node.js. */
  readonly usePlugins: boolean;
  /** Receives all diagnostics of a file when they have changed. */
  readonly publish: (file: string, diagnostics: readonly Diagnostic[]) => void;
  /** Receives internal errors of background work. */
  readonly onError: (error: unknown) => void;
}

/** Time without a keystroke before docsgen compiles the page, and before it checks the whole site. */
const typingMs = 60;
const settledMs = 600;

/** Used while docs.json cannot be read, so that completion works in it. */
const placeholderConfig = JSON.stringify({
  theme: 'mint',
  name: 'Documentation',
  colors: { primary: '#000000' },
  navigation: { pages: ['index'] },
});

/** Opens lazily with `open`; close it at the end. Reads only files of its folder. */
export class EditedProject {
  readonly dir: string;
  readonly #options: EditedProjectOptions;
  readonly #texts = new Map<string, string>();
  /** Project file → URI of the editor. */
  readonly #uris = new Map<string, string>();
  readonly #live: LiveSite;
  #watcher: ProjectWatcher | undefined;
  #opening: Promise<void> | undefined;
  /** Updates run one after another. */
  #work: Promise<void> = Promise.resolve();
  readonly #changed = new Set<string>();
  #typing: NodeJS.Timeout | undefined;
  #settling: NodeJS.Timeout | undefined;
  /** The file that was edited last. */
  #current: string | undefined;
  readonly #published = new Map<string, readonly Diagnostic[]>();
  /** What only the last check of the whole site found, for open files. */
  readonly #siteOnly = new Map<string, readonly Diagnostic[]>();
  #placeholder: LoadedSite | undefined;
  readonly #memo = new FileMemo();
  readonly #references = new ReferenceIndex();
  #isClosed = false;

  constructor(options: EditedProjectOptions) {
    this.dir = options.dir;
    this.#options = options;
    this.#live = new LiveSite({ dir: options.dir, usePlugins: options.usePlugins, texts: this.#texts });
  }

  /** Reads the project, once for all callers; its check follows in the background. */
  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** The text of a document that was opened or changed. */
  setText(file: string, text: string, uri: string): void {
    if (this.#texts.get(file) === text) return;
    const isNew = !this.#texts.has(file);
    this.#texts.set(file, text);
    this.#memo.forget(file);
    this.#uris.set(file, uri);
    this.#current = file;
    this.#touch(file, isNew ? 0 : typingMs);
  }

  /** After a document is closed, its file on disk is used again. */
  closeText(file: string): void {
    if (!this.#texts.delete(file)) return;
    this.#memo.forget(file);
    this.#uris.delete(file);
    this.#siteOnly.delete(file);
    this.#touch(file, typingMs);
  }

  /** The state for a request; undefined if the folder cannot be read at all. */
  async view(): Promise<ProjectView | undefined> {
    await this.open();
    return this.#viewNow();
  }

  #viewNow(): ProjectView | undefined {
    const site = this.#live.site ?? this.#siteWithoutConfig();
    if (site === undefined) return undefined;
    const view: ProjectView = {
      site,
      entries: this.#live.site ? this.#live.entries : new Map(),
      diagnostics: this.#published,
      ofText: (file, read) => this.#memo.ofText(site.files, file, read),
      referencesTo: (file) => this.#references.to(view, file),
      compiled: () => this.#live.compiled(),
      uriOf: (file) => this.#uris.get(file) ?? fileUri(this.dir, file),
    };
    return view;
  }

  /** Resolves when everything that is known to have changed is compiled, checked and published. */
  async settled(): Promise<void> {
    await this.open();
    do {
      this.#flush();
      await this.#work;
      clearTimeout(this.#settling);
      await this.#check();
    } while (this.#live.isCurrent && this.#live.checked === undefined && !this.#isClosed);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#typing);
    clearTimeout(this.#settling);
    await this.#watcher?.close();
    await this.#work;
    await this.#live.close();
  }

  async #open(): Promise<void> {
    await this.#live.open();
    if (this.#isClosed) return;
    this.#watcher = new ProjectWatcher({
      dir: this.dir,
      onChanges: ({ contents, structure }) => this.#enqueue(() => this.#refresh(contents, structure)),
      onPolling: () => {},
    });
    this.#settle(0);
  }

  #touch(file: string, delay: number): void {
    this.#changed.add(file);
    clearTimeout(this.#typing);
    this.#typing = setTimeout(() => this.#flush(), delay);
  }

  #flush(): void {
    clearTimeout(this.#typing);
    if (this.#changed.size === 0 || this.#isClosed) return;
    const files = [...this.#changed];
    this.#changed.clear();
    void this.#enqueue(async () => {
      await this.open();
      await this.#refresh(files, false);
    });
  }

  /** Runs after all earlier work; errors are reported and do not stop later work. */
  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(async () => {
      if (this.#isClosed) return;
      try {
        await work();
      } catch (error) {
        this.#options.onError(error);
      }
    });
    return this.#work;
  }

  async #refresh(contents: readonly string[], structure: boolean): Promise<void> {
    const { change, contents: changed } = await this.#live.refresh(contents, structure);
    for (const file of [...contents, ...changed]) this.#memo.forget(file);
    this.#placeholder = undefined;
    if (change === 'nothing' && !contents.some((file) => this.#texts.has(file))) return;
    await this.#publishCurrent();
    this.#settle(settledMs);
  }

  #settle(delay: number): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => void this.#check(), delay);
  }

  /** Updates do not wait for it: a change cancels the check, and starts another one later. */
  async #check(): Promise<void> {
    try {
      if (this.#live.isCurrent && this.#live.checked === undefined) await this.#live.check();
    } catch (error) {
      if (!this.#isClosed) this.#options.onError(error);
      return;
    }
    await this.#enqueue(() => this.#publishChecked());
    this.#references.prepare(() => (this.#isClosed ? undefined : this.#viewNow())).catch(this.#options.onError);
  }

  /** The file that is being edited, before anything else. */
  async #publishCurrent(): Promise<void> {
    const file = this.#current;
    const site = this.#live.siteDiagnostics;
    const ofProject = Map.groupBy(site, (found) => this.#fileOf(found));
    // docs.json first: as long as it is invalid, nothing else is checked.
    for (const path of this.#configFiles()) {
      const found = ofProject.get(path) ?? [];
      this.#publish(path, mergeDuplicates([...found, ...(this.#live.isCurrent ? (this.#siteOnly.get(path) ?? []) : [])]));
    }
    if (file === undefined || !this.#texts.has(file)) return;
    const own = await this.#live.checkPage(file);
    if (own === undefined || this.#configFiles().includes(file)) return;
    const found = [...(ofProject.get(file) ?? []), ...own.filter((each) => this.#fileOf(each) === file)];
    this.#publish(file, mergeDuplicates([...found, ...(this.#siteOnly.get(file) ?? [])]));
  }

  async #publishChecked(): Promise<void> {
    if (!this.#live.isCurrent) {
      await this.#publishCurrent();
      return;
    }
    const { checked } = this.#live;
    // A change during the check starts another check.
    if (checked === undefined || this.#isClosed) return;
    const byFile = Map.groupBy(checked.all, (found) => this.#fileOf(found));
    for (const file of new Set([...byFile.keys(), ...this.#published.keys()])) this.#publish(file, byFile.get(file) ?? []);
    for (const file of new Set([...this.#texts.keys(), ...this.#configFiles()])) {
      const own = [...((await this.#live.checkPage(file)) ?? []), ...this.#live.siteDiagnostics];
      const known = new Set(own.map(diagnosticKey));
      this.#siteOnly.set(
        file,
        (byFile.get(file) ?? []).filter((found) => !known.has(diagnosticKey(found))),
      );
    }
  }

  #publish(file: string, diagnostics: readonly Diagnostic[]): void {
    if (JSON.stringify(this.#published.get(file) ?? []) === JSON.stringify(diagnostics)) return;
    if (diagnostics.length === 0) this.#published.delete(file);
    else this.#published.set(file, diagnostics);
    this.#options.publish(file, diagnostics);
  }

  /** Diagnostics of the project as a whole are shown in docs.json. */
  #fileOf({ location }: Diagnostic): string {
    return location?.file ?? this.#configFiles()[0] ?? 'docs.json';
  }

  #configFiles(): readonly string[] {
    const { site } = this.#live;
    return site === undefined ? ['docs.json'] : [site.config.file, ...site.config.files.filter((file) => file !== site.config.file)];
  }

  #siteWithoutConfig(): LoadedSite | undefined {
    if (this.#placeholder === undefined) {
      const { value: files } = openProject(this.dir);
      this.#placeholder = loadSite(withOpenTexts(files, new Map([['docs.json', placeholderConfig]])), '').value;
    }
    return this.#placeholder;
  }
}
