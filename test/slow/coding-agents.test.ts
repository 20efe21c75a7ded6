/**
 * The known coding agents through their recipes, against a scripted model: a job by HTTP to a running service, with the local code host.
 * They are no dependencies: a variable with the path of each program says that it is there
 * (`CLAUDE=/…/claude CODEX=/…/codex OPENCODE=/…/opencode`).
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startCodingModel } from '../apps/agent/harness/coding-model.ts';
import { noIsolation } from '../apps/agent/harness/isolation.ts';
import { createRepository, type TestRepository } from '../apps/agent/harness/repository.ts';
import { type ServedProject, serveProject } from '../apps/agent/harness/served-project.ts';

let folder: string;
let repository: TestRepository;
let service: ServedProject | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docsgen-coding-agents-'));
  repository = createRepository();
});
afterEach(async () => {
  await service?.stop();
  service = undefined;
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

const agents = [
  ['claude', 'CLAUDE', 'anthropic/scripted'],
  ['codex', 'CODEX', 'openai/scripted'],
  ['opencode', 'OPENCODE', 'compatible/scripted'],
  ['opencode', 'OPENCODE', 'anthropic/scripted'],
] as const;
const modelKey = 'model-key-canary-77';

describe.each(agents)('%s (%s) with %s', (command, variable, model) => {
  const place = process.env[variable];
  const missing = place ? noIsolation : `${variable} names no program`;

  test.for([
    ['changes a page, which is opened as a change', 'echo "More." >> guides/start.mdx', true],
    ['decides that nothing is to be done', 'cat guides/start.mdx', false],
  ] as const)('%s', { timeout: 180_000 }, async ([, shell, isChanged], { skip }) => {
    if (missing !== undefined) skip(missing);
    expect(basename(place ?? '')).toBe(command);
    expect(realpathSync(place ?? '')).not.toBe('');
    const scripted = await startCodingModel({ shell, words: 'I looked at the guide.' });
    try {
      const source = ['--repository', repository.path, '--docs', 'docs'];
      service = await serveProject({
        folder,
        project: [...source, '--command', command, '--model', model, '--model-url', scripted.url, '--model-key', 'MODEL_KEY'],
        env: { MODEL_KEY: modelKey, PATH: [dirname(place ?? ''), process.env.PATH].join(delimiter) },
      });
      const { client, url } = service;
      const created = await client.create('Change the page');
      expect([created.status, created.json.status]).toEqual([201, 'active']);
      const { id } = created.json;
      const { status, prLink } = await client.until(id, undefined, 150_000);
      const detail = (await client.job(id, 'detail')).json;
      const events = (await client.job(id, 'events?limit=1000', { accept: 'application/json' })).text;
      expect([status, detail.failure, detail.summary], events).toEqual(['completed', null, 'I looked at the guide.']);
      expect(prLink).toBe(isChanged ? `${url}/changes/docs/1` : null);
      expect(repository.branches()).toEqual(isChanged ? [detail.branch, 'main'] : ['main']);
      if (isChanged) {
        expect(repository.show(detail.branch, 'docs/guides/start.mdx')).toMatch(/Install the tool\.\nMore\.\n$/);
        const page = await client.request('GET', '/changes/docs/1');
        expect([page.status, page.text]).toEqual([200, expect.stringContaining('More.')]);
      }
      expect(scripted.requests.length).toBeGreaterThan(0);
      expect(scripted.requests.every(({ authorization }) => authorization.replace(/^Bearer /, '') === modelKey)).toBe(true);
      expect([JSON.stringify(detail), events, service.log()].join('\n')).not.toContain(modelKey);
    } finally {
      await scripted.close();
    }
  });
});
