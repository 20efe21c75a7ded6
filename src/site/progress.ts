/** What a build tells while it runs. */
export type Stage = 'load' | 'compile' | 'render' | 'search' | 'write';

export interface Progress {
  readonly stage: Stage;
  readonly done: number;
  /** 0 while it is not known. */
  readonly total: number;
}
