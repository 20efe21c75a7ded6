/** The service of agent jobs that a case acts on: with a repository, a scripted model, keys, and a code host. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKey, revokeKey } from '../../../src/apps/agent/keys/keys.ts';
import type { Service } from '../../../src/apps/agent/service/start-service.ts';
import { type Client, createClient } from '../../apps/agent/harness/client.ts';
import { type GitHubMock, startGitHubMock } from '../../apps/agent/harness/github-mock.ts';
import { type RepositoryFiles, smallDocs, type TestRepository } from '../../apps/agent/harness/repository.ts';
import { passTime } from '../../apps/agent/harness/rows.ts';
import { inOrder, type ScriptedModel } from '../../apps/agent/harness/scripted-model.ts';
import { createWorld, type World } from '../../apps/agent/harness/world.ts';
import type { HostileCase } from '../case-format.ts';
import { askPort, type CaseAnswer } from '../case-server.ts';
import type { Piece } from '../format/content.ts';
import type { CaseRequest } from '../format/expectation.ts';
import { bytesOf } from '../write-case-files.ts';
import type { Stage } from './stage.ts';

type AgentSettings = NonNullable<HostileCase['agent']>;

/** What no answer, log, event, commit or pull request may hold: `{HOST_TOKEN}` and `{MODEL_KEY}`. */
const secrets = { HOST_TOKEN: 'ghs_canary0123456789abcdef', MODEL_KEY: 'sk-canary-model-key-000111222' };

export interface AgentStage {
  readonly world: World;
  readonly repository: TestRepository;
  readonly model: ScriptedModel;
  readonly github: GitHubMock | undefined;
  readonly secrets: readonly string[];
  /** Entries of the log so far. */
  log(): string;
  ask(request: CaseRequest): Promise<CaseAnswer>;
  client(key?: string): Client;
  /** Writes the project `docs` with these settings besides the usual ones. */
  setProject(settings: Readonly<Record<string, unknown>>): Promise<void>;
  restart(): Promise<void>;
  passTime(seconds: number): Promise<readonly string[]>;
  /** What was broken of what holds in every case. */
  broken(): string[];
}

function repositoryFiles(given: AgentSettings['repository']): RepositoryFiles {
  const own = Object.entries(given ?? {}).map(([path, content]) => {
    if (content === null) return [path, null] as const;
    if (typeof content === 'object' && 'symlink' in content) return [path, { link: content.symlink }] as const;
    return [path, bytesOf(content as Piece)] as const;
  });
  return Object.fromEntries([...Object.entries(smallDocs), ...own].filter(([, content]) => content !== null)) as RepositoryFiles;
}

/** Programs that git would run when it obeyed the repository: each leaves its trace in `canary`. */
function plantPrograms(
  world: World,
  repository: TestRepository,
  { gitConfig = {}, hooks = [] }: AgentSettings,
  values: Map<string, string>,
): string {
  const canary = join(world.folder, 'canary');
  const program = join(world.folder, 'program.sh');
  writeFileSync(program, `#!/bin/sh\necho "$0 $@" >> ${canary}\ncat\n`, { mode: 0o755 });
  values.set('PROGRAM', program);
  for (const [name, value] of Object.entries(gitConfig)) repository.git('config', name, value.replaceAll('{PROGRAM}', program));
  for (const hook of hooks) writeFileSync(join(repository.path, 'hooks', hook), `#!/bin/sh\necho ${hook} >> ${canary}\n`, { mode: 0o755 });
  return canary;
}

async function makeKeys(world: World, { keys = {} }: AgentSettings): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  for (const [name, { projects = ['docs'], scopes = ['read', 'write'] as const, cidrs = [], seconds, revoked }] of Object.entries({
    docs: {},
    ...keys,
  } as NonNullable<AgentSettings['keys']>)) {
    const store = await world.store();
    const { key, info } = await createKey(store, {
      name,
      projects,
      scopes,
      cidrs,
      lifetimeMs: seconds === undefined ? null : seconds * 1000,
    });
    if (revoked) await revokeKey(store, info.id);
    made.set(name, key);
  }
  return made;
}

/** Opens the service with everything around it; all is gone when the case has ended. */
export async function openAgent(settings: AgentSettings, stage: Stage): Promise<AgentStage> {
  const { values } = stage;
  const world = createWorld('sqlite');
  stage.atEnd(() => world.end());
  const repository = world.repository(repositoryFiles(settings.repository));
  const model = await world.model(inOrder({ text: 'Nothing to do.' }));
  const token = settings.hostToken ?? secrets.HOST_TOKEN;
  const github = settings.host === 'github' ? await startGitHubMock(repository, { token }) : undefined;
  if (github) world.atEnd(() => github.close());
  const host = github && { repository: github.repository, host: 'github', hostUrl: github.url, hostToken: 'HOST_TOKEN' };
  const usual = { repository: repository.path, docs: 'docs', modelUrl: model.url, modelKey: 'MODEL_KEY', ...host };
  const canary = plantPrograms(world, repository, settings, values);
  await world.project(usual as never);
  for (const [id, more] of Object.entries(settings.projects ?? {})) await world.project({ ...usual, id, ...more } as never);
  const keys = await makeKeys(world, settings);
  for (const [name, key] of keys) values.set(`KEY.${name}`, key);
  values
    .set('KEY', keys.get('docs') ?? '')
    .set('HOST_TOKEN', token)
    .set('MODEL_KEY', secrets.MODEL_KEY);
  let log: readonly unknown[] = [];
  const start = async () => {
    const started = await world.start({ concurrency: settings.concurrency ?? 2, environment: { ...secrets, HOST_TOKEN: token } });
    log = [...log, started.entries];
    values.set('PORT', new URL(started.service.url).port).set('ORIGIN', started.service.url);
    return started.service;
  };
  let service: Service = await start();
  return {
    world,
    repository,
    model,
    github,
    secrets: [...keys.values(), token, secrets.MODEL_KEY],
    log: () => JSON.stringify(log),
    ask({ as = 'docs', headers = {}, ...request }) {
      const authorization: Record<string, string> = as === 'nobody' ? {} : { Authorization: `Bearer ${keys.get(as) ?? as}` };
      const type: Record<string, string> = request.body === undefined ? {} : { 'Content-Type': 'application/json' };
      return askPort(Number(values.get('PORT')), { ...request, headers: { ...authorization, ...type, ...headers } });
    },
    client: (key = 'docs') => createClient(service.url, keys.get(key) ?? key),
    setProject: (more) => world.project({ ...usual, ...more } as never),
    async restart() {
      await service.stop();
      service = await start();
    },
    async passTime(seconds) {
      await passTime(world, seconds * 1000);
      return [];
    },
    broken: () => [
      ...(existsSync(canary) ? ['a planted program ran'] : []),
      ...(github?.contractErrors ?? []).map((error) => `against the description of the code host: ${error}`),
    ],
  };
}
