/** The progress of a build. */
export type Stage = 'load' | 'compile' | 'render' | 'search' | 'write';

/** Reported at most twenty times a second; `done` counts finished work, so it may end below `total`. */
export interface Progress {
  readonly stage: Stage;
  readonly done: number;
  /** 0 while unknown. */
  readonly total: number;
}
