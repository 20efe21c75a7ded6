/** A. The contract: what requests are accepted, and what every answer looks like. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Client, createClient, witnesses } from '../harness/client.ts';
import { allRows } from '../harness/rows.ts';
import { inOrder } from '../harness/scripted-model.ts';
import type { World } from '../harness/world.ts';
import type { AgentCase } from './agent-case.ts';

const recordMembers = ['archivedAt', 'createdAt', 'id', 'model', 'prLink', 'source', 'status'];

/** A service that accepts jobs and never works on them. */
const idle = (world: World) => world.client({ concurrency: 0 });

/** A service with the real runner on a local repository. */
async function working(world: World, script: Parameters<World['model']>[0]) {
  const repository = world.repository();
  const model = await world.model(script);
  await world.project({ repository: repository.path, docs: 'docs', modelUrl: model.url });
  const { service } = await world.start();
  return { repository, model, client: createClient(service.url, await world.key()) };
}

export const editStart = {
  calls: [{ name: 'edit', args: { path: 'guides/start.mdx', old: 'Install the tool.', new: 'Install the tool with npm.' } }],
};

function assertProblem(reply: { status: number; headers: Headers; json: Record<string, unknown> }, status: number, code?: string): void {
  assert.equal(reply.status, status);
  assert.match(reply.headers.get('content-type') ?? '', /^application\/problem\+json/);
  const body = reply.json;
  for (const member of ['type', 'title', 'status', 'detail', 'code', 'error']) assert.ok(member in body, `member ${member}`);
  assert.equal(body.error, body.detail);
  assert.equal(body.status, status);
  if (code) assert.equal(body.code, code);
}

export { assertProblem };

export const contract: readonly AgentCase[] = [
  {
    number: 1,
    title: 'Create',
    async run(world) {
      const model = await world.model(() => 'hang');
      const repository = world.repository();
      await world.project({ repository: repository.path, docs: 'docs', modelUrl: model.url });
      const { service } = await world.start();
      const client = createClient(service.url, await world.key());
      const start = Date.now();
      const reply = await client.create('Add a quickstart');
      const record = reply.json;
      assert.equal(reply.status, 201);
      assert.deepEqual(Object.keys(record).sort(), recordMembers);
      assert.equal(record.status, 'active');
      assert.deepEqual(record.source, { repository: repository.path, ref: 'main' });
      assert.equal(record.prLink, null);
      assert.equal(record.archivedAt, null);
      assert.match(record.createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      assert.ok(Math.abs(Date.parse(record.createdAt) - start) < 5_000);
      assert.equal(reply.headers.get('ratelimit-policy'), '"jobs";q=100;w=3600');
      const read = await client.request('GET', reply.headers.get('location') ?? '');
      assert.equal(read.status, 200);
      assert.equal(read.json.id, record.id);
    },
  },
  {
    number: 2,
    title: 'Poll to the end',
    async run(world) {
      const { client, repository } = await working(world, inOrder(editStart, { text: 'Named npm.' }));
      const { id } = (await client.create('Say how to install')).json;
      const seen = new Set<string>();
      for (;;) {
        const record = (await client.job(id)).json;
        seen.add(record.status);
        if (record.status === 'active') assert.equal(record.prLink, null);
        else {
          assert.match(record.prLink, /^https?:\/\//);
          // The page of the change is for who has a key.
          assert.equal((await fetch(record.prLink)).status, 401);
          assert.equal((await client.request('GET', new URL(record.prLink).pathname)).status, 200);
          break;
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assert.deepEqual([...seen].sort(), ['active', 'completed']);
      assert.deepEqual(repository.branches(), [`docsgen/${id}`, 'main']);
    },
  },
  {
    number: 3,
    title: 'No change',
    async run(world) {
      const { client, repository, model } = await working(
        world,
        inOrder({ calls: [{ name: 'read', args: { path: 'index.mdx' } }] }, { text: 'All is well.' }),
      );
      const { id } = (await client.create('Look at it')).json;
      const record = await client.until(id);
      assert.deepEqual([record.status, record.prLink], ['completed', null]);
      assert.deepEqual(repository.branches(), ['main']);
      assert.ok(model.requests.length > 0);
    },
  },
  {
    number: 4,
    title: 'Change undone',
    async run(world) {
      const back = {
        calls: [{ name: 'edit', args: { path: 'guides/start.mdx', old: 'Install the tool with npm.', new: 'Install the tool.' } }],
      };
      const { client, repository } = await working(world, inOrder(editStart, back, { text: 'Undone.' }));
      const record = await client.until((await client.create('Change and undo')).json.id);
      assert.deepEqual([record.status, record.prLink], ['completed', null]);
      assert.deepEqual(repository.branches(), ['main']);
    },
  },
  {
    number: 5,
    title: 'Prompt rules',
    async run(world) {
      const client = await idle(world);
      for (const body of ['{}', '{"prompt":null}', '{"prompt":5}', '{"prompt":""}', '{"prompt":["a"]}'])
        assertProblem(await client.request('POST', '/v2/agent/docs/job', { body }), 400, 'invalid_request');
      assertProblem(await client.create('  \n\t '), 400, 'prompt_blank');
      assert.equal((await allRows(world, 'jobs')).length, 0);
      assert.equal((await client.create('x')).status, 201);
      assert.equal((await client.create('y'.repeat(50_000))).status, 201);
      assertProblem(await client.create('y'.repeat(50_001)), 400);
      const before = process.memoryUsage().rss;
      for (const bytes of [256 * 1024 + 1, 1_000_000]) {
        assertProblem(await client.create('z'.repeat(bytes)), 413);
        assert.equal((await client.create('x')).status, 201);
      }
      const grown = process.memoryUsage().rss - before;
      assert.ok(grown < 20_000_000, `memory grew by ${grown} bytes`);
    },
  },
  {
    number: 6,
    title: 'Body forms',
    async run(world) {
      const client = await idle(world);
      const post = (body: string, headers?: Record<string, string>) =>
        client.request('POST', '/v2/agent/docs/job', { body, ...(headers && { headers }) });
      assertProblem(await post('{bad'), 400, 'invalid_json');
      assertProblem(await post(''), 400);
      assertProblem(await post('{"prompt":"a"}', { 'content-type': 'text/plain' }), 415);
      assertProblem(await post('{"prompt":"a"}', { 'content-encoding': 'gzip' }), 415);
      assertProblem(await post('["a"]'), 400);
      assertProblem(await post('{"prompt":"a","prompt":"b"}'), 400);
      assertProblem(await post('{"__proto__":{"x":1},"prompt":"a"}'), 400);
      assert.equal((await post('{"prompt":"a","extra":{"prompt":"b"}}')).status, 201);
      for (const odd of ['"a\\ud800b"', '"a\\u0000b"']) assert.ok([201, 400].includes((await post(`{"prompt":${odd}}`)).status));
    },
  },
  {
    number: 7,
    title: 'Path forms',
    async run(world) {
      const client = await idle(world);
      const before = readdirSync(world.folder, { recursive: true }).length;
      for (const project of ['..%2Fetc', '%2e%2e', 'a%2Fb', 'p%00', 'x'.repeat(200), 'x'.repeat(2_000), '%zz', 'ümlaut', 'UPPER'])
        for (const path of [`/v2/agent/${project}/job`, `/v2/agent/${project}/jobs`]) {
          const reply = await client.request(
            path.endsWith('s') ? 'GET' : 'POST',
            path,
            path.endsWith('s') ? {} : { body: '{"prompt":"a"}' },
          );
          assert.ok([400, 404].includes(reply.status), `${path}: ${reply.status}`);
          assertProblem(reply, reply.status);
          assert.doesNotMatch(reply.text, /FST_|<html/i);
        }
      assert.equal(readdirSync(world.folder, { recursive: true }).length, before);
    },
  },
  {
    number: 8,
    title: 'Unknown job',
    async run(world) {
      const client = await idle(world);
      await world.project({ id: 'other' });
      const other = createClient(client.url, await world.key({ projects: ['other'] }), 'other');
      const { id } = (await other.create('in another project')).json;
      const bodies = new Set<string>();
      for (const unknown of ['a'.repeat(26), id, 'x', '../jobs', '%00', "' or 1=1"]) {
        const reply = await client.job(encodeURIComponent(unknown));
        assertProblem(reply, 404);
        bodies.add(JSON.stringify({ ...reply.json, instance: '' }));
      }
      assert.equal(bodies.size, 1);
    },
  },
  {
    number: 9,
    title: 'Method and route',
    async run(world) {
      const client = await idle(world);
      const { id } = (await client.create('x')).json;
      const put = await client.request('PUT', `/v2/agent/docs/job/${id}`, { body: '{}' });
      assertProblem(put, 405);
      assert.match(put.headers.get('allow') ?? '', /GET/);
      const get = await client.job(id);
      const head = await client.request('HEAD', `/v2/agent/docs/job/${id}`);
      assert.equal(head.status, 200);
      assert.equal(head.text, '');
      assert.equal(head.headers.get('content-length'), String(Buffer.byteLength(get.text)));
      assert.equal(head.headers.get('etag'), get.headers.get('etag'));
    },
  },
  {
    number: 10,
    title: 'OpenAPI',
    async run(world) {
      const client = await idle(world);
      const description = (await client.request('GET', '/openapi.json')).json;
      assert.match(description.openapi, /^3\.1\./);
      assert.deepEqual([...description.components.schemas.AgentJob.required].sort(), recordMembers);
      const problems = await playEverything(client, description);
      assert.deepEqual(problems, []);
    },
  },
  {
    number: 11,
    title: 'Clients',
    async run(world) {
      const client = await idle(world);
      const description = (await client.request('GET', '/openapi.json')).json;
      // A client made from the description: operations by id, errors by the schema that the description names.
      const call = async (operationId: string, values: Record<string, string>, body?: unknown) => {
        for (const [path, item] of Object.entries<Record<string, { operationId: string; responses: Record<string, unknown> }>>(
          description.paths,
        ))
          for (const [method, operation] of Object.entries(item)) {
            if (operation.operationId !== operationId) continue;
            const reply = await client.request(
              method.toUpperCase(),
              path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? '')),
              body === undefined ? {} : { body: JSON.stringify(body) },
            );
            assert.ok(String(reply.status) in operation.responses, `${operationId} answers ${reply.status}, which is not described`);
            return reply;
          }
        throw new Error(`no operation ${operationId}`);
      };
      const made = await call('createAgentJob', { projectId: 'docs' }, { prompt: 'x' });
      assert.equal((await call('getAgentJob', { projectId: 'docs', id: made.json.id })).json.id, made.json.id);
      for (const reply of [
        await call('createAgentJob', { projectId: 'docs' }, { prompt: '' }),
        await call('getAgentJob', { projectId: 'docs', id: 'nothing' }),
        await call('getAgentJob', { projectId: 'nowhere', id: made.json.id }),
      ]) {
        assert.equal(typeof reply.json.error, 'string');
        assert.equal(typeof reply.json.code, 'string');
      }
    },
  },
];

/** Sends requests of every kind, and holds every answer against the description. */
async function playEverything(
  client: Client,
  description: { paths: Record<string, Record<string, { responses: Record<string, Described> }>> },
) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(description, 'description');
  const problems: string[] = [];
  const witness = ({ method, path }: { method: string; path: string }, reply: { status: number; headers: Headers; text: string }) => {
    const [pattern, item] =
      Object.entries(description.paths).find(([known]) =>
        new RegExp(`^${known.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path.split('?')[0] ?? ''),
      ) ?? [];
    const operation = item?.[method.toLowerCase()];
    if (!pattern || !operation) return;
    const answer = operation.responses[reply.status];
    if (!answer) return void problems.push(`${method} ${pattern}: ${reply.status} is not described`);
    const type = reply.headers.get('content-type')?.split(';')[0] ?? '';
    if (reply.status === 304 || reply.status === 204) return;
    if (!answer.content?.[type]) return void problems.push(`${method} ${pattern}: ${reply.status} answers ${type}, which is not described`);
    if (!type.includes('json')) return;
    const at = ['paths', pattern, method.toLowerCase(), 'responses', String(reply.status), 'content', type, 'schema'];
    const pointer = at.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const validate = ajv.getSchema(`description#/${pointer}`);
    if (!validate?.(JSON.parse(reply.text))) problems.push(`${method} ${pattern} ${reply.status}: ${ajv.errorsText(validate?.errors)}`);
  };
  witnesses.add(witness);
  try {
    const { id } = (await client.create('a', { 'idempotency-key': 'k' })).json;
    await client.create('b', { 'idempotency-key': 'k' });
    await client.create('');
    await client.request('POST', '/v2/agent/docs/job', { body: 'x', headers: { 'content-type': 'text/plain' } });
    await client.create('z'.repeat(300_000));
    const etag = (await client.job(id)).headers.get('etag') ?? '';
    await client.job(id, '', { 'if-none-match': etag });
    await client.job('nothing');
    await client.request('GET', '/v2/agent/docs/jobs?limit=1');
    await client.request('GET', '/v2/agent/docs/jobs?limit=1000');
    await client.post(id, 'message', { prompt: 'more' });
    await client.job(id, 'detail');
    await client.job(id, 'diff');
    await client.job(id, 'events', { accept: 'application/json' });
    await client.post(id, 'cancel');
    await client.post(id, 'cancel');
    await client.post(id, 'message', { prompt: 'more' });
    await client.job(id, 'detail');
    await client.post(id, 'archive');
    await client.job(id, 'events');
    await client.job(id, 'events', { 'last-event-id': '1000' });
    await client.request('GET', '/v2/agent/nowhere/jobs');
    await createClient(client.url, undefined).create('x');
    for (let count = 0; count < 101; count++) await client.create('x');
  } finally {
    witnesses.delete(witness);
  }
  return [...new Set(problems)];
}

interface Described {
  readonly content?: Readonly<Record<string, unknown>>;
}
