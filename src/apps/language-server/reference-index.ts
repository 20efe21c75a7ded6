/** All references between the files of a project: found once, and again in the files that changed. */
import { setImmediate } from 'node:timers/promises';
import { FileMoves } from '../../project/edits/file-moves.ts';
import type { ReferenceEdit } from '../../project/edits/reference-edits.ts';
import { type LinkEdit, ReferenceScan } from '../../project/refactor/rename-edits.ts';
import { documentOf, type ProjectView, type Span } from './project-view.ts';

/** What a compiled page contributes to the links of its files. */
interface PageLinks {
  /** Identifies the compiled state. */
  readonly entry: unknown;
  readonly links: ReadonlyMap<string, readonly LinkEdit[]>;
}

/** The references in one file. */
interface FileReferences {
  /** Identifies the text. */
  readonly document: unknown;
  readonly found: readonly ReferenceEdit[];
}

/** How long `prepare` works before it yields to requests, in milliseconds. */
const sliceMs = 20;

/** One instance for a project. Every view of it is newer than the one before. */
export class ReferenceIndex {
  #site: ProjectView['site'] | undefined;
  #scan: ReferenceScan | undefined;
  /** What URLs lead to: while it is the same, references in unchanged files are too. */
  #addresses = '';
  #paths: readonly string[] = [];
  readonly #pages = new Map<string, PageLinks>();
  readonly #files = new Map<string, FileReferences>();
  /** Files whose links changed since they were scanned. */
  readonly #changed = new Set<string>();

  /** The parts of files that lead to the file, which a rename of it would edit. */
  to(view: ProjectView, file: string): { readonly file: string; readonly span: Span }[] {
    this.#update(view, Number.POSITIVE_INFINITY);
    return [...this.#files].flatMap(([path, { found }]) =>
      found.flatMap(({ start, end, goal }) => (goal === file ? [{ file: path, span: { start, end } }] : [])),
    );
  }

  /** Does the work of `to` in advance, in small parts. `view` returns undefined to stop. */
  async prepare(view: () => ProjectView | undefined): Promise<void> {
    for (let now = view(); now !== undefined; now = view()) {
      if (this.#update(now, performance.now() + sliceMs)) return;
      await setImmediate();
    }
  }

  /** False if there was not enough time. */
  #update(view: ProjectView, until: number): boolean {
    const scan = this.#scanOf(view);
    this.#updateLinks(view, scan);
    for (const path of this.#paths) {
      const document = documentOf(view, path);
      if (document === undefined) {
        this.#files.delete(path);
        continue;
      }
      if (this.#files.get(path)?.document === document && !this.#changed.has(path)) continue;
      if (performance.now() > until) return false;
      const links = [...this.#pages.values()].flatMap((page) => page.links.get(path) ?? []);
      this.#files.set(path, { document, found: scan.editsOf(path, document.text, links) });
      this.#changed.delete(path);
    }
    return true;
  }

  /** References are found as what changes if every file gets another name. */
  #scanOf({ site }: ProjectView): ReferenceScan {
    if (this.#scan !== undefined && this.#site === site) return this.#scan;
    const moves = site.files.list().map(({ path }) => {
      const [, stem = path, ending = ''] = /^(.*?)(\.[^./]*)?$/s.exec(path) ?? [];
      return { from: path, to: `${stem}-renamed-by-docsgen${ending}` };
    });
    this.#site = site;
    this.#scan = new ReferenceScan(site, new FileMoves(moves));
    this.#paths = this.#scan.files();
    const addresses = addressesOf(site);
    if (addresses !== this.#addresses) {
      this.#pages.clear();
      this.#files.clear();
    }
    this.#addresses = addresses;
    return this.#scan;
  }

  #updateLinks({ site, entries }: ProjectView, scan: ReferenceScan): void {
    for (const page of site.pages) {
      const entry = entries.get(page.path);
      const known = this.#pages.get(page.path);
      if (known && known.entry === entry) continue;
      const links = scan.linksOf(page, entry);
      for (const file of new Set([...(known?.links.keys() ?? []), ...links.keys()]))
        if (JSON.stringify(links.get(file)) !== JSON.stringify(known?.links.get(file))) this.#changed.add(file);
      this.#pages.set(page.path, { entry, links });
    }
  }
}

function addressesOf({ files, pages, assets }: ProjectView['site']): string {
  return JSON.stringify([files.list().map(({ path }) => path), pages.map(({ url, path, file }) => [url, path, file]), [...assets]]);
}
