/** placeholder */
import type { Agent } from './agent.ts';
import { TurnFailure } from './turn-failure.ts';

export interface CommandAgentOptions {
  readonly command: readonly string[];
  readonly model: string;
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

export function createCommandAgent(_options: CommandAgentOptions): Agent {
  return async () => {
    throw new TurnFailure('runner_failed', 'not yet');
  };
}
