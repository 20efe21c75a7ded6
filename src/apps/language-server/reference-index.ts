/** All references between the files of a project: found once, and again in the files that changed. */
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

/** One instance for a project. Every view of it is newer than the one before. */
export class ReferenceIndex {
  #site: ProjectView['site'] | undefined;
  #scan: ReferenceScan | undefined;
  #paths: readonly string[] = [];
  readonly #pages = new Map<string, PageLinks>();
  readonly #files = new Map<string, FileReferences>();
  /** Files whose links changed since `#files` was updated. */
  readonly #changed = new Set<string>();

  /** The parts of files that lead to the file, which a rename of it would edit. */
  to(view: ProjectView, file: string): { readonly file: string; readonly span: Span }[] {
    this.#update(view);
    return [...this.#files].flatMap(([path, { found }]) =>
      found.flatMap(({ start, end, goal }) => (goal === file ? [{ file: path, span: { start, end } }] : [])),
    );
  }

  #update(view: ProjectView): void {
    const scan = this.#scanOf(view);
    this.#updateLinks(view, scan);
    for (const path of this.#paths) {
      const document = documentOf(view, path);
      if (document === undefined) {
        this.#files.delete(path);
        continue;
      }
      if (this.#files.get(path)?.document === document && !this.#changed.has(path)) continue;
      const links = [...this.#pages.values()].flatMap((page) => page.links.get(path) ?? []);
      this.#files.set(path, { document, found: scan.editsOf(path, document.text, links) });
    }
    this.#changed.clear();
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
    this.#pages.clear();
    this.#files.clear();
    return this.#scan;
  }

  #updateLinks({ site, entries }: ProjectView, scan: ReferenceScan): void {
    for (const page of site.pages) {
      const entry = entries.get(page.path);
      const known = this.#pages.get(page.path);
      if (known && known.entry === entry) continue;
      const links = scan.linksOf(page, entry);
      for (const file of [...(known?.links.keys() ?? []), ...links.keys()]) this.#changed.add(file);
      this.#pages.set(page.path, { entry, links });
    }
  }
}
