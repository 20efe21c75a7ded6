/** Files that change their place together, and what that makes of every path that names one of them. */

/** Files alone: a folder is all of its files. */
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

  /** Where a file is afterwards. */
  after(file: string): string {
    return this.#to.get(file) ?? file;
  }
}
