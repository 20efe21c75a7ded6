import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { playTurn } from './harness/play-turn.ts';
import { createRepository, type TestRepository } from './harness/repository.ts';
import { inOrder, type ScriptedModel, startScriptedModel } from './harness/scripted-model.ts';

let repository: TestRepository;
let model: ScriptedModel;
beforeEach(async () => {
  repository = createRepository();
  model = await startScriptedModel(inOrder({ text: 'Nothing.' }));
});
afterEach(async () => {
  await model.close();
  repository.remove();
});

const write = (path: string, text: string) => ({ calls: [{ name: 'write', args: { path, text } }] });
const fixed = write('guides/start.mdx', '---\ntitle: Start\n---\n\n<Note>closed</Note>\n');

test('errors of the repository itself are not held against a change', async () => {
  repository.commit('main', { 'docs/index.mdx': '---\ntitle: Home\n---\n\n<Card>never closed\n' });
  model.script = inOrder(fixed, { text: 'Done.' });
  const { outcome, committed } = await playTurn(repository, model);
  expect(outcome.kind).toBe('changed');
  expect(committed?.checks.some(({ severity }) => severity === 'error')).toBe(true);
  expect(committed?.checks.some(({ isNew }) => isNew)).toBe(false);
});

test('hidden characters in new text are shown to the reviewer', async () => {
  model.script = inOrder(write('index.mdx', '---\ntitle: Home\n---\n\nPay\u202Eevil\u200B here.\n'), { text: 'Done.' });
  await playTurn(repository, model);
  const { body } = JSON.parse(repository.git('cat-file', 'blob', 'refs/docsgen/changes/1'));
  expect(body).toContain('`index.mdx`: line 5');
});

describe('descriptions on hosts of a private network', () => {
  const description = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    paths: { '/pets': { get: { operationId: 'listPets', summary: 'List pets', responses: { 200: { description: 'All' } } } } },
  };
  let server: Server;
  let asked: string[];
  let host: string;
  beforeEach(async () => {
    asked = [];
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(description));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const navigation = {
      groups: [
        { group: 'Guides', pages: ['index', 'guides/start'] },
        { group: 'API', openapi: { source: `${host}/openapi.json`, directory: 'api' } },
      ],
    };
    const config = { theme: 'mint', name: 'Small', colors: { primary: '#0a7a55' }, navigation };
    repository.commit('main', { 'docs/docs.json': JSON.stringify(config) });
    // The agent names another address of the host, which nobody asks.
    const more = JSON.stringify({ ...config, api: { openapi: `${host}/told-by-the-agent.json` } });
    model.script = inOrder(write('guides/start.mdx', '---\ntitle: Start\n---\n\n[List](/api/list-pets)\n'), write('docs.json', more), {
      text: 'Done.',
    });
  });
  afterEach(() => server.close());

  test('are part of the check where the project names the host, fetched once and before the agent', async () => {
    const { outcome, committed } = await playTurn(repository, model, { project: { remote: [host] } });
    expect(outcome.kind).toBe('changed');
    expect(asked).toEqual(['/openapi.json']);
    const codes = committed?.checks
      .filter(({ message }) => !message.includes('told-by-the-agent'))
      .map(({ code, message }) => `${code} ${message}`);
    expect(codes).toEqual([]);
  });

  test('are not asked for where it names none', async () => {
    const { committed } = await playTurn(repository, model);
    expect(asked).toEqual([]);
    expect(committed?.checks.map(({ code }) => code)).toContain('config/remote-denied');
  });
});
