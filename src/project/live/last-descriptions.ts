import type { Diagnostic } from '../../model/diagnostic.ts';
import type { FileSystem } from '../../model/file-system.ts';
import type { EndpointPages } from '../../stages/openapi/endpoint-pages.ts';
import { type OpenedFile, readingProblems } from '../../stages/openapi/read/read-error.ts';

/**
 * Remembers the last readable state of API descriptions. Files may be saved while incomplete; their pages stay until
 * they are readable again. Deleted files are forgotten.
 */
export class LastDescriptions {
  readonly #read = new Map<string, OpenedFile>();
  /** Path → why it cannot be read. */
  readonly #problems = new Map<string, readonly Diagnostic[]>();

  /** The project, with unreadable files replaced by their last readable content. `site` is the last loaded site. */
  over(files: FileSystem, site: EndpointPages | undefined): FileSystem {
    for (const opened of site?.openedFiles() ?? []) this.#read.set(opened.path, opened);
    this.#problems.clear();
    for (const [path, opened] of this.#read) {
      if (!files.has(path)) this.#read.delete(path);
      else {
        const problems = readingProblems(files, opened);
        if (problems.length > 0) this.#problems.set(path, problems);
      }
    }
    if (this.#problems.size === 0) return files;
    const texts = new Map([...this.#problems.keys()].map((path) => [path, this.#read.get(path)?.text]));
    return {
      ...files,
      read: (path) => {
        const text = texts.get(path);
        return text === undefined ? files.read(path) : Buffer.from(text);
      },
      readText: (path) => texts.get(path) ?? files.readText(path),
    };
  }

  /** Problems of the files that pages of `site` are generated from, which no other stage reports. */
  problemsIn(site: EndpointPages): Diagnostic[] {
    if (this.#problems.size === 0) return [];
    const used = new Set(site.openedFiles().map(({ path }) => path));
    return [...this.#problems].flatMap(([path, problems]) => (used.has(path) ? problems : []));
  }
}
