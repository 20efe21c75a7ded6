/** Steps on the service of agent jobs: a job with everything that came of it, and what the store holds. */
import type { JobRecord } from '../../../src/model/agent/job.ts';
import { allRows } from '../../apps/agent/harness/rows.ts';
import { inOrder, type ModelStep } from '../../apps/agent/harness/scripted-model.ts';
import type { Piece } from '../format/content.ts';
import type { ModelReply, StepOf } from '../format/step.ts';
import { holds, regex } from '../judge.ts';
import { bytesOf } from '../write-case-files.ts';
import type { AgentStage } from './agent-stage.ts';
import type { Plays, Stage } from './stage.ts';

type Expected = NonNullable<StepOf<'job'>['expect']>;

/** How long a job may take, in seconds. */
const usualSeconds = 120;

/** What came of a job. */
interface Ended {
  readonly id: string;
  readonly record: JobRecord;
  // biome-ignore lint/suspicious/noExplicitAny: answers of the service, of many shapes
  readonly detail: any;
  readonly events: readonly { readonly kind: string; readonly data: Readonly<Record<string, unknown>> }[];
  /** Everything that a client can read of it. */
  readonly text: string;
  readonly modelRequests: number;
  readonly seconds: number;
}

function modelStep(reply: ModelReply): ModelStep {
  if (typeof reply !== 'object') return reply;
  return ('text' in reply ? { text: bytesOf(reply.text as Piece).toString('utf8') } : reply) as ModelStep;
}

async function playJob(step: StepOf<'job'>['job'], agent: AgentStage): Promise<Ended> {
  const { model, command, project, host = {}, prompt = 'Change the page', headers = {}, continues, as } = step;
  if (model) agent.model.script = inOrder(...model.map(modelStep));
  const script = command === undefined ? {} : { runner: 'command', command: ['sh', '-c', command] };
  if (project ?? command) await agent.setProject({ ...script, ...project });
  for (const [operation, list] of Object.entries(host)) agent.github?.problems.set(operation, [...list] as never);
  const client = agent.client(as);
  const asked = agent.model.requests.length;
  const start = performance.now();
  const reply = continues === undefined ? await client.create(prompt, headers) : await client.post(continues, 'message', { prompt });
  if (reply.status >= 300) throw new Error(`the job was refused: ${reply.status} ${reply.text.slice(0, 300)}`);
  const { id } = reply.json;
  const record = await client.until(id, undefined, usualSeconds * 1000);
  const replies = await Promise.all([
    client.job(id),
    client.job(id, 'detail'),
    client.job(id, 'events?limit=1000', { accept: 'application/json' }),
    client.job(id, 'diff'),
  ]);
  return {
    id,
    record,
    detail: replies[1].json,
    events: replies[2].json.events,
    text: replies.map(({ text }) => text).join('\n'),
    modelRequests: agent.model.requests.length - asked,
    seconds: (performance.now() - start) / 1000,
  };
}

/** The pull request of a job, as its host has it. */
function pullRequestOf(
  { repository, github }: AgentStage,
  { id, record }: Ended,
): { readonly isDraft: boolean; readonly body: string } | undefined {
  if (record.prLink === null) return undefined;
  if (github) {
    const pull = github.pulls.find(({ head }) => head.startsWith(`docsgen/${id}`));
    return pull && { isDraft: pull.draft, body: pull.body };
  }
  const number = record.prLink.split('/').at(-1);
  return JSON.parse(repository.git('cat-file', 'blob', `refs/docsgen/changes/${number}`));
}

function outcomeHolds(expect: Expected, ended: Ended, agent: AgentStage): string[] {
  const { record, detail, events, modelRequests, seconds } = ended;
  const pull = pullRequestOf(agent, ended);
  const failure = detail.failure?.code;
  const said = `${detail.failure?.message ?? ''}\n${pull?.body ?? ''}`;
  const refused = events.filter(({ kind, data }) => kind === 'tool' && data.refused).length;
  const differs = (what: string, found: unknown, wanted: unknown) =>
    wanted === undefined || found === wanted ? [] : [`${what}: ${found}, expected ${wanted} (${JSON.stringify(detail.failure)})`];
  return [
    ...differs('status', record.status, expect.status),
    ...differs('pull request', pull !== undefined, expect.pullRequest),
    ...differs('draft', pull?.isDraft, expect.draft),
    ...differs('failure', failure, expect.failure),
    ...differs('refused calls', refused, expect.refused),
    ...differs('requests of the model', modelRequests, expect.modelRequests),
    ...Object.entries(expect.usage ?? {}).flatMap(([name, wanted]) => differs(`usage ${name}`, detail.usage[name], wanted)),
    ...(expect.says ?? []).filter((source) => !regex(source).test(said)).map((source) => `nothing says /${source}/: ${said.slice(0, 400)}`),
    ...(expect.seconds !== undefined && seconds > expect.seconds ? [`took ${seconds.toFixed(1)} s, limit ${expect.seconds} s`] : []),
  ];
}

function branchHolds(expect: Expected, { id, record }: Ended, { repository }: AgentStage): string[] {
  const branch = `docsgen/${id}`;
  const isThere = repository.branches().includes(branch);
  const changed = isThere
    ? repository.git('-c', 'core.quotePath=false', 'diff', '--name-only', `HEAD...${branch}`).split('\n').filter(Boolean)
    : [];
  const wanted = expect.changed && [...expect.changed].sort();
  return [
    ...(wanted && changed.join() !== wanted.join()
      ? [`the branch changes ${changed.join(', ') || 'nothing'}, expected ${wanted.join(', ') || 'nothing'}`]
      : []),
    ...(expect.pullRequest === false && expect.failure !== 'pull_request_failed' && isThere && record.prLink === null
      ? [`the branch ${branch} was pushed`]
      : []),
    ...Object.entries(expect.files ?? {}).flatMap(([path, { has = [], lacks = [] }]) => {
      const text = repository.show(branch, path);
      return [
        ...has.filter((one) => !holds(text, one)).map((one) => `${path} lacks ${JSON.stringify(one)}`),
        ...lacks.filter((one) => holds(text, one)).map((one) => `${path} holds ${JSON.stringify(one)}`),
      ];
    }),
  ];
}

/** Keys and tokens are nowhere, and neither is what the case names. */
async function leaks({ lacks = [] }: Expected, ended: Ended, agent: AgentStage): Promise<string[]> {
  const branch = `docsgen/${ended.id}`;
  const commit = agent.repository.branches().includes(branch) ? agent.repository.git('log', '-p', `HEAD..${branch}`) : '';
  const stored = JSON.stringify([await allRows(agent.world, 'api_keys'), await allRows(agent.world, 'jobs')]);
  const places: Readonly<Record<string, string>> = {
    'what clients read': ended.text,
    'the log': agent.log(),
    'the commit': commit,
    'the pull request': pullRequestOf(agent, ended)?.body ?? '',
    'the store': stored,
    'URLs of the code host': JSON.stringify(agent.github?.requests.map(({ url }) => url) ?? []),
  };
  return Object.entries(places).flatMap(([where, text]) => [
    ...agent.secrets.filter((secret) => text.includes(secret)).map(() => `a secret is in ${where}`),
    ...lacks.filter((one) => where !== 'the store' && holds(text, one)).map((one) => `${JSON.stringify(one)} is in ${where}`),
  ]);
}

export const agentSteps: Plays<'job' | 'jobs'> = {
  async job({ job, expect = {} }, { agent, values }: Stage) {
    if (!agent) return ['the case has no "agent"'];
    const ended = await playJob(job, agent);
    values.set(`$${job.save ?? 'job'}`, ended.id);
    return [
      ...outcomeHolds(expect, ended, agent),
      ...branchHolds(expect, ended, agent),
      ...(await leaks(expect, ended, agent)),
      ...agent.broken(),
    ];
  },
  async jobs({ jobs }, { agent }) {
    if (!agent) return ['the case has no "agent"'];
    const { length } = await allRows(agent.world, 'jobs');
    return length === jobs ? [] : [`${length} jobs are stored, expected ${jobs}`];
  },
};

export { openAgent } from './agent-stage.ts';
