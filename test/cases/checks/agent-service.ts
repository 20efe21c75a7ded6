/**
 * The areas `agent` and `git`: hostile requests, agents and repositories. Most of them are said more exactly by the numbered cases
 * of the service, and are shown by those; what no numbered case says is looked at here.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBranchName, readRepositoryAddress } from '../../../src/apps/agent/git/repository-address.ts';
import { agentCases, type CaseOutcome, runAgentCase } from '../../apps/agent/cases/index.ts';
import { createClient } from '../../apps/agent/harness/client.ts';
import { inOrder } from '../../apps/agent/harness/scripted-model.ts';
import { createWorld, type World } from '../../apps/agent/harness/world.ts';
import type { Check } from './check.ts';

const played = new Map<number, Promise<CaseOutcome>>();

/** `with`: `{ numbers }`, the numbered cases of the service that show what is expected. */
const numberedCases: Check = async ({ numbers }) => {
  const problems: string[] = [];
  for (const number of numbers as readonly number[]) {
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

/** A world for one inspection. */
function inWorld(look: (world: World) => Promise<readonly string[]>): Check {
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

interface Names {
  readonly refused: readonly string[];
  readonly accepted: readonly string[];
}

/** `with`: `{ refused, accepted }`, names of branches. */
const branchNames: Check = async (given) => {
  const { refused, accepted } = given as unknown as Names;
  return [
    ...refused.filter(isBranchName).map((name) => `"${name}" is taken for a branch`),
    ...accepted.filter((name) => !isBranchName(name)).map((name) => `"${name}" is not taken for a branch`),
  ];
};

/** `with`: `{ refused, accepted }`, addresses of repositories. */
const repositoryAddresses: Check = async (given) => {
  const { refused, accepted } = given as unknown as Names;
  return [
    ...refused.filter((address) => typeof readRepositoryAddress(address) !== 'string').map((address) => `"${address}" is taken`),
    ...accepted.filter((address) => typeof readRepositoryAddress(address) === 'string').map((address) => `"${address}" is refused`),
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

export const agentChecks: readonly (readonly [string, Check])[] = [
  ['agent-cases', numberedCases],
  ['damaged-store', corruptStore],
  ['branch-names', branchNames],
  ['repository-addresses', repositoryAddresses],
  ['untouched-checkout', personsCheckout],
  ['no-leftovers', leftovers],
];
