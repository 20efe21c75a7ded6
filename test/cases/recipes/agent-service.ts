/**
 * The areas `agent` and `git`: hostile requests, agents and repositories. Most of them are said more exactly by the numbered cases
 * of the service, and are shown by those; what no numbered case says is looked at here.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBranchName, readRepositoryAddress } from '../../../src/apps/agent/git/repository-address.ts';
import { newJobId } from '../../../src/apps/agent/jobs/job-id.ts';
import { agentCases, type CaseOutcome, runAgentCase } from '../../apps/agent/cases/index.ts';
import { createClient } from '../../apps/agent/harness/client.ts';
import { startGitHubMock } from '../../apps/agent/harness/github-mock.ts';
import { inOrder } from '../../apps/agent/harness/scripted-model.ts';
import { createWorld, type World } from '../../apps/agent/harness/world.ts';
import type { Inspection } from '../recipe.ts';

/** Hostile input → the numbered cases that show what is expected of it. */
const shownBy: Readonly<Record<string, readonly number[]>> = {
  'agent-01': [12],
  'agent-02': [12],
  'agent-03': [14],
  'agent-05': [14],
  'agent-06': [16],
  'agent-07': [5],
  'agent-08': [5],
  'agent-09': [5],
  'agent-10': [6],
  'agent-11': [6],
  'agent-13': [7],
  'agent-14': [18],
  'agent-15': [17],
  'agent-17': [20],
  'agent-18': [19],
  'agent-19': [19],
  'agent-20': [21, 22],
  'agent-21': [23],
  'agent-22': [21],
  'agent-23': [32],
  'agent-24': [29],
  'agent-25': [38, 39, 41],
  'agent-26': [47],
  'agent-27': [3],
  'agent-28': [57],
  'agent-29': [54],
  'agent-30': [36],
  'agent-33': [1],
  'git-01': [46],
  'git-02': [43],
  'git-03': [43],
  'git-04': [43],
  'git-06': [44],
  'git-07': [44],
  'git-08': [44],
  'git-09': [44],
  'git-13': [52],
  'git-14': [44],
  'git-15': [16, 41],
  'git-17': [46, 49],
  'git-19': [41],
  'git-20': [51],
  'git-21': [45],
};

const played = new Map<number, Promise<CaseOutcome>>();

function shown(numbers: readonly number[]): Inspection {
  return async () => {
    const problems: string[] = [];
    for (const number of numbers) {
      const entry = agentCases.find((each) => each.number === number);
      if (!entry) return { skipped: `case ${number} of the service is not played here` };
      let outcome = played.get(number);
      if (!outcome) {
        outcome = runAgentCase(entry, ['sqlite']);
        played.set(number, outcome);
      }
      const { status, ...rest } = await outcome;
      if (status === 'skipped' && 'reason' in rest) return { skipped: rest.reason };
      if (status === 'failed' && 'reason' in rest) problems.push(`case ${number}: ${rest.reason}`);
    }
    return problems;
  };
}

/** A world for one inspection. */
function inWorld(look: (world: World) => Promise<readonly string[]>): Inspection {
  return async () => {
    const world = createWorld('sqlite');
    try {
      return await look(world);
    } finally {
      await world.end();
    }
  };
}

const edits = inOrder(
  { calls: [{ name: 'edit', args: { path: 'guides/start.mdx', old: 'Install the tool.', new: 'Install the tool with npm.' } }] },
  { text: 'Named npm.' },
);

/** A service with the real runner on a local repository. */
async function working(world: World, concurrency = 2) {
  const repository = world.repository();
  const model = await world.model(edits);
  await world.project({ repository: repository.path, docs: 'docs', modelUrl: model.url, limits: { concurrent: concurrency } });
  const { service } = await world.start({ concurrency });
  return { repository, client: createClient(service.url, await world.key()), url: service.url };
}

const ids: Inspection = async () => {
  const [first, second] = [newJobId(), newJobId()];
  const alphabet = new Set(first).size > 16 ? 6 : 4;
  const bits = first.replace(/^[a-z]+_/, '').length * (alphabet === 6 ? 5 : 4);
  return [...(first === second ? ['two ids are equal'] : []), ...(bits < 120 ? [`${first} has about ${bits} bits`] : [])];
};

const crossOrigin = inWorld(async (world) => {
  const client = await world.client({ concurrency: 0 });
  const problems: string[] = [];
  for (const [method, headers] of [
    ['OPTIONS', { origin: 'https://evil.example', 'access-control-request-method': 'POST' }],
    ['POST', { origin: 'https://evil.example', cookie: 'docsgen=anything', authorization: '' }],
  ] as const) {
    const reply = await client.request(method, '/v2/agent/docs/job', { headers, ...(method === 'POST' && { body: '{"prompt":"x"}' }) });
    if (reply.headers.has('access-control-allow-origin')) problems.push(`${method}: allows another origin`);
    if (method === 'POST' && reply.status !== 401) problems.push(`a cookie alone gave ${reply.status}`);
  }
  return problems;
});

const corruptStore = inWorld(async (world) => {
  const { service } = await world.start({ concurrency: 0 });
  await world.project();
  const client = createClient(service.url, await world.key());
  await client.create('Kept');
  await service.stop();
  await (await world.store()).close();
  for (const name of readdirSync(world.dataFolder)) {
    if (!/\.(?:db|sqlite)(?:-wal|-shm)?$/.test(name)) continue;
    const bytes = readFileSync(join(world.dataFolder, name));
    writeFileSync(join(world.dataFolder, name), Buffer.concat([Buffer.alloc(4096, 0x58), bytes.subarray(4096)]));
  }
  try {
    const again = await world.start({ concurrency: 0 });
    const reply = await createClient(again.service.url, await world.key()).request('GET', '/v2/agent/docs/jobs');
    return reply.json.jobs?.length === 1 ? [] : ['the service started on a damaged store without its jobs'];
  } catch (error) {
    return /database|store|damaged|malformed|not a/i.test(String(error)) ? [] : [`it says only: ${error}`];
  }
});

const argumentsOfGit: Inspection = async () => {
  const branches = [
    '--upload-pack=x',
    '--output=x',
    '-c',
    '-b',
    'a..b',
    'a b',
    'a.lock',
    '.x',
    'x/.y',
    'a~1',
    'a\nb',
    'a\\nb',
    '',
    'HEAD',
    'refs/heads/x',
    '@',
    'a@{b',
    'x'.repeat(300),
    'CON',
  ];
  const good = ['main', 'release/1.2', 'docsgen/abc', 'größe'];
  return [
    ...branches.filter(isBranchName).map((name) => `"${name}" is taken for a branch`),
    ...good.filter((name) => !isBranchName(name)).map((name) => `"${name}" is not taken for a branch`),
  ];
};

const transports: Inspection = async () => {
  const refused = [
    'ext::sh -c id',
    'file:///',
    '/srv/repo.git',
    'ssh://-oProxyCommand=x/',
    'git://host/x',
    '-u',
    'http://127.0.0.1/x',
    'https://10.0.0.1/x.git',
    'https://[::1]/x',
    'https://localhost/x',
    'https://user:token@host.example/x',
    'git@host.example:x/y',
    '',
  ];
  return [
    ...refused.filter((address) => typeof readRepositoryAddress(address) !== 'string').map((address) => `"${address}" is taken`),
    ...(typeof readRepositoryAddress('https://github.com/acme/docs.git') === 'string' ? ['an ordinary address is refused'] : []),
  ];
};

/** Fifty jobs on the repository of a checkout, while its person goes on working there. */
const personsCheckout = inWorld(async (world) => {
  const { repository, client } = await working(world, 4);
  const person = join(repository.scratch, 'person');
  const state = () =>
    createHash('sha256')
      .update(['HEAD', 'index', 'logs/HEAD'].map((name) => readFileSync(join(person, '.git', name), 'latin1')).join('\0'))
      .update(readFileSync(join(person, 'docs/index.mdx')))
      .digest('hex');
  await world.project({
    repository: person,
    docs: 'docs',
    modelUrl: (await world.model(edits)).url,
    limits: { concurrent: 4 },
  });
  writeFileSync(join(person, 'docs/index.mdx'), 'half a thought');
  const before = state();
  const jobs = await Promise.all(Array.from({ length: 12 }, () => client.create('Say how to install')));
  for (const { json } of jobs)
    if ((await client.until(json.id, undefined, 240_000)).status !== 'completed') return ['a job did not end well'];
  return state() === before ? [] : ['the checkout of the person was touched'];
});

const leftovers = inWorld(async (world) => {
  const { client, repository } = await working(world, 4);
  const jobs = await Promise.all(Array.from({ length: 12 }, () => client.create('Say how to install')));
  for (const { json } of jobs) await client.until(json.id, undefined, 240_000);
  const work = join(world.dataFolder, 'work');
  const left = existsSync(work) ? readdirSync(work) : [];
  const trees = repository.git('worktree', 'list').split('\n').length;
  return [...(left.length > 0 ? [`folders are left: ${left}`] : []), ...(trees > 1 ? ['work trees are left'] : [])];
});

const hiddenCharacters = inWorld(async (world) => {
  const repository = world.repository();
  const page = '---\ntitle: Home\n---\n\nPay\u202Eevil\u200B\u{E0041} here.\n';
  const model = await world.model(inOrder({ calls: [{ name: 'write', args: { path: 'index.mdx', text: page } }] }, { text: 'Done.' }));
  await world.project({ repository: repository.path, docs: 'docs', modelUrl: model.url });
  const { service } = await world.start();
  const client = createClient(service.url, await world.key());
  await client.until((await client.create('Write')).json.id);
  const { body } = JSON.parse(repository.git('cat-file', 'blob', 'refs/docsgen/changes/1'));
  return body.includes('`index.mdx`: line 5') ? [] : ['the pull request does not tell of hidden characters'];
});

const tokenScope = inWorld(async (world) => {
  const repository = world.repository();
  const github = await startGitHubMock(repository, { token: 'ghp_classic_token_1' });
  world.atEnd(() => github.close());
  await world.project({ repository: github.repository, host: 'github', hostUrl: github.url, hostToken: 'TOKEN', docs: 'docs' });
  const { entries } = await world.start({ environment: { TOKEN: 'ghp_classic_token_1' } });
  for (let waited = 0; waited < 5_000; waited += 50) {
    if (JSON.stringify(entries).includes('repo, workflow')) return [];
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return ['no warning names the scopes of the token'];
});

export const agentInspections: ReadonlyMap<string, Inspection> = new Map([
  ...Object.entries(shownBy).map(([id, numbers]) => [id, shown(numbers)] as const),
  ['agent-04', ids],
  ['agent-31', corruptStore],
  ['agent-32', crossOrigin],
  ['git-10', argumentsOfGit],
  ['git-11', argumentsOfGit],
  ['git-12', transports],
  ['git-16', tokenScope],
  ['git-18', personsCheckout],
  ['git-22', hiddenCharacters],
  ['git-23', leftovers],
]);
