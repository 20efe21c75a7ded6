/** Tests of what keeps hostile programs in: they run wherever they can, and never pass without having run. */
import { test } from 'vitest';
import { testIsolation } from '../../../../src/apps/agent/sandbox/isolation.ts';

const { isIsolated, words } = await testIsolation();

/** Why tests of isolation cannot run on this machine; undefined where they can. */
export const noIsolation: string | undefined = isIsolated ? undefined : words;

type Body = () => Promise<void> | void;

/** A test that needs the sandbox. Without one it fails in CI, with the reason; elsewhere it is reported as skipped, with the reason. */
export function isolationTest(name: string, body: Body): void {
  if (noIsolation === undefined) test(name, body);
  else if (process.env.CI === 'true')
    test(name, () => {
      throw new Error(`a test of isolation cannot run: ${noIsolation}`);
    });
  else test(name, (context) => context.skip(`no isolation: ${noIsolation}`));
}
