/** Pages for people: those of the operator under `/admin`, those of the local code host under `/changes`. */
import type { FastifyInstance } from 'fastify';
import type { LocalChanges } from '../../run-turn.ts';
import type { Store } from '../../store/store.ts';

export interface PagesSettings {
  readonly store: Store;
  /** Where browsers reach the service, without a slash at the end. */
  readonly publicUrl: string;
  readonly changes: LocalChanges;
}

export function mountPages(_app: FastifyInstance, _settings: PagesSettings): void {}
