/**
 * The known coding agents through their recipes, against a scripted model. They are no dependencies: a variable with the path of each
 * program says that it is there (`CLAUDE=/…/claude CODEX=/…/codex OPENCODE=/…/opencode`).
 */
import { realpathSync } from 'node:fs';
import { basename, delimiter, dirname } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startCodingModel } from '../apps/agent/harness/coding-model.ts';
import { noIsolation } from '../apps/agent/harness/isolation.ts';
import { playTurn } from '../apps/agent/harness/play-turn.ts';
import { createRepository, type TestRepository } from '../apps/agent/harness/repository.ts';

const pathBefore = process.env.PATH;
afterAll(() => {
  process.env.PATH = pathBefore;
});
let repository: TestRepository;
beforeEach(() => {
  repository = createRepository();
});
afterEach(() => repository.remove());

const agents = [
  ['claude', 'CLAUDE', 'anthropic/scripted'],
  ['codex', 'CODEX', 'openai/scripted'],
  ['opencode', 'OPENCODE', 'compatible/scripted'],
  ['opencode', 'OPENCODE', 'anthropic/scripted'],
] as const;

describe.each(agents)('%s (%s) with %s', (command, variable, model) => {
  const place = process.env[variable];
  const missing = place ? noIsolation : `${variable} names no program`;

  test.for([
    ['changes a page and says so', 'echo "More." >> guides/start.mdx', 'changed'],
    ['decides that nothing is to be done', 'cat guides/start.mdx', 'unchanged'],
  ] as const)('%s', { timeout: 180_000 }, async ([, shell, kind], { skip }) => {
    if (missing !== undefined) skip(missing);
    expect(basename(place ?? '')).toBe(command);
    process.env.PATH = [dirname(place ?? ''), pathBefore].join(delimiter);
    expect(realpathSync(place ?? '')).not.toBe('');
    const scripted = await startCodingModel({ shell, words: 'I looked at the guide.' });
    try {
      const played = await playTurn(repository, scripted as never, {
        environment: { MODEL_KEY: 'model-key-canary-77' },
        project: { runner: 'command', command, model, modelKey: 'MODEL_KEY', limits: { minutes: 2.5 } },
      });
      expect(played.outcome, JSON.stringify(played.events)).toMatchObject({ kind, summary: 'I looked at the guide.' });
      expect(scripted.requests.every(({ authorization }) => /^(?:Bearer )?model-key-canary-77$/.test(authorization))).toBe(true);
      expect(JSON.stringify(played)).not.toContain('model-key-canary-77');
    } finally {
      await scripted.close();
    }
  });
});
