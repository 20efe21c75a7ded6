/** What a build tells while it runs. */
export type Stage = 'load' | 'compile' | 'render' | 'search' | 'write';

/** Told some twenty times a second at most; `done` counts what is finished, so it may end below `total`. */
export interface Progress {
  readonly stage: Stage;
  readonly done: number;
  /** 0 while it is not known. */
  readonly total: number;
}
