/** How one case is played: what lies in the project, what is done, what must hold beyond the words of its expectation. */
import type { CliOutcome } from '../harness/cli.ts';
import type { Files } from '../harness/project.ts';
import type { Expectation } from './case-file.ts';
import type { Scene } from './scene.ts';

export interface Recipe {
  readonly files: Files;
  /** Arguments after `docsgen`; default `build --out ../site`. */
  readonly args?: readonly string[];
  /** No earlier site at the output. */
  readonly fresh?: boolean;
  /** What files cannot say: links, modes, sizes. May return the reason why this machine cannot play the case. */
  prepare?(scene: Scene): string | undefined | Promise<string | undefined>;
  /** Plays it in another way than one run of the command line. */
  play?(scene: Scene): Promise<CliOutcome>;
  /** Sentences of what does not hold. */
  check?(scene: Scene, outcome: CliOutcome): readonly string[] | Promise<readonly string[]>;
  /** Parts of the expectation that are read differently here (see differences.ts for whole rules). */
  readonly expect?: Partial<Expectation>;
  /** The project is meant to change (the output lies inside it). */
  readonly writesProject?: boolean;
}

/** A case that is no build of a project: checks of the repository, of the package, in the browser. */
export type Inspection = () => Promise<readonly string[] | { readonly skipped: string }>;

export const defaultArgs: readonly string[] = ['build', '--out', '../site'];
