/** A set of file moves, and the resulting paths. */

/** Only files: a folder is moved file by file. */
export interface FileMove {
  /** Project paths. */
  readonly from: string;
  readonly to: string;
}

/** All moves of one run; paths are project paths. */
export class FileMoves {
  readonly list: readonly FileMove[];
  readonly #to: ReadonlyMap<string, string>;

  constructor(list: readonly FileMove[]) {
    this.list = list;
    this.#to = new Map(list.map(({ from, to }) => [from, to]));
  }

  has(file: string): boolean {
    return this.#to.has(file);
  }

  /** The new path of a file. */
  after(file: string): string {
    return this.#to.get(file) ?? file;
  }
}
