/** The surroundings of one agent case: a store on one engine, projects, keys, services in this process and in others. All is gone afterwards. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createKey, type KeyOptions } from '../../../../src/apps/agent/keys/keys.ts';
import { createRunner } from '../../../../src/apps/agent/runner/create-runner.ts';
import { type LogEntry, type Service, type ServiceOptions, startService } from '../../../../src/apps/agent/service/start-service.ts';
import { type ProjectInput, projectSchema } from '../../../../src/model/agent/project.ts';
import type { Runner, RunnerOptions } from '../../../../src/model/agent/run-turn.ts';
import { putProject } from '../../../../src/platform/store/projects.ts';
import type { Engine } from '../../../../src/platform/store/session.ts';
import { openStore, type Store } from '../../../../src/platform/store/store.ts';
import { type Client, createClient } from './client.ts';
import type { Postgres } from './postgres.ts';
import { createRepository, type RepositoryFiles, type TestRepository } from './repository.ts';
import { type ModelScript, type ScriptedModel, startScriptedModel } from './scripted-model.ts';

export interface StartOptions {
  readonly concurrency?: number;
  readonly leaseMs?: number;
  readonly port?: number;
  readonly databaseUrl?: string;
  readonly runner?: (options: RunnerOptions) => Runner;
  readonly environment?: Readonly<Record<string, string>>;
  readonly dataFolder?: string;
  readonly clientAddress?: ServiceOptions['clientAddress'];
  readonly warning?: string;
}

export interface ProcessOptions {
  readonly concurrency?: number;
  readonly leaseMs?: number;
  readonly port?: number;
  /** Only a worker, without HTTP. */
  readonly isWorker?: boolean;
  /** `fake`, or the real one. */
  readonly runner?: 'fake' | 'real';
  /** The process kills itself when a job reaches this point, as often as `kills` says for each job. */
  readonly killAt?: string;
  readonly kills?: number;
  /** Only jobs whose instruction holds this word. */
  readonly killWord?: string;
  /** The first attempt stops its process (SIGSTOP) just before it stores its commit. */
  readonly freezeAt?: 'committing';
  readonly environment?: Readonly<Record<string, string>>;
  readonly dataFolder?: string;
}

export interface ServiceProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it wrote to its error output. */
  readonly log: () => string;
  kill(signal?: NodeJS.Signals): Promise<number | null>;
  /** Resolves with the exit code when it has ended by itself or by a signal. */
  readonly ended: Promise<number | null>;
}

export interface World {
  readonly engine: Engine;
  /** A folder that belongs to this case. */
  readonly folder: string;
  readonly dataFolder: string;
  readonly databaseUrl: string | undefined;
  /** The server of the database, to crash it. */
  readonly postgres: Postgres | undefined;
  /** The store, opened beside the services. */
  store(): Promise<Store>;
  /** Adds the project `docs`, or another one. */
  project(settings?: Partial<ProjectInput>): Promise<void>;
  key(wish?: Partial<KeyOptions>): Promise<string>;
  start(options?: StartOptions): Promise<{ readonly service: Service; readonly entries: readonly LogEntry[] }>;
  spawn(options?: ProcessOptions): Promise<ServiceProcess>;
  /** A service in this process with a project and a key for it. */
  client(options?: StartOptions): Promise<Client>;
  repository(files?: RepositoryFiles): TestRepository;
  model(script: ModelScript): Promise<ScriptedModel>;
  atEnd(work: () => Promise<unknown> | unknown): void;
  end(): Promise<void>;
}

const entry = fileURLToPath(new URL('./service-process.ts', import.meta.url));
/** Shared by all processes, because compiling takes a third of the time that a service needs to start. */
const compiled = fileURLToPath(new URL('../../../../node_modules/.cache/docsgen-tests', import.meta.url));

/** @param givenFolder where the data lies, when it is not to be a folder of its own. */
export function createWorld(engine: Engine, databaseUrl?: string, postgres?: Postgres, givenFolder?: string): World {
  const folder = mkdtempSync(join(tmpdir(), 'docsgen-agent-case-'));
  const dataFolder = givenFolder ?? join(folder, 'data');
  mkdirSync(dataFolder, { recursive: true });
  const endings: (() => Promise<unknown> | unknown)[] = [];
  let opened: Promise<Store> | undefined;

  const world: World = {
    engine,
    postgres,
    folder,
    dataFolder,
    databaseUrl,
    store() {
      if (!opened) {
        opened = openStore({ dataFolder, databaseUrl });
        world.atEnd(async () => (await opened)?.close());
      }
      return opened;
    },
    async project(settings = {}) {
      const project = projectSchema.parse({ id: 'docs', repository: '/nowhere.git', model: 'compatible/scripted', ...settings });
      await (await world.store()).write((session) => putProject(session, project));
    },
    async key(wish = {}) {
      const { key } = await createKey(await world.store(), {
        name: 'test',
        projects: ['docs'],
        scopes: ['read', 'write'],
        cidrs: [],
        lifetimeMs: null,
        ...wish,
      });
      return key;
    },
    async start(options = {}) {
      const entries: LogEntry[] = [];
      const service = await startService({
        dataFolder: options.dataFolder ?? dataFolder,
        databaseUrl: options.databaseUrl ?? databaseUrl,
        listen: { host: '127.0.0.1', port: options.port ?? 0 },
        concurrency: options.concurrency ?? 2,
        leaseMs: options.leaseMs ?? 2_000,
        attempts: 3,
        // Tests of what isolates say so themselves; the others run where nothing does, too.
        allowUnsandboxed: true,
        warning: options.warning,
        environment: options.environment ?? {},
        clientAddress: options.clientAddress,
        version: '0.0.0',
        createRunner: options.runner ?? createRunner,
        log: (logged) => entries.push(logged),
      });
      world.atEnd(() => service.stop());
      return { service, entries };
    },
    async spawn(options = {}) {
      const settings = { dataFolder, databaseUrl, folder, ...options };
      const child = spawn(process.execPath, [entry, JSON.stringify(settings)], {
        env: { ...process.env, NODE_COMPILE_CACHE: compiled },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      let errors = '';
      child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
      const ended = new Promise<number | null>((resolve) => child.on('close', (code) => resolve(code)));
      // The whole group: children of the service die with it, as on a machine that loses power.
      const kill = (signal: NodeJS.Signals = 'SIGKILL') => {
        try {
          process.kill(signal === 'SIGKILL' ? -(child.pid ?? 0) : (child.pid ?? 0), signal);
        } catch {
          // It has ended.
        }
        return ended;
      };
      world.atEnd(() => (child.exitCode === null && child.signalCode === null ? kill() : undefined));
      const url = await new Promise<string>((resolve, reject) => {
        let output = '';
        child.stdout?.setEncoding('utf8').on('data', (text: string) => {
          output += text;
          const found = /^listening (\S*)\n/m.exec(output);
          if (found) resolve(found[1] ?? '');
        });
        child.on('close', (code) => reject(new Error(`the service ended with ${code}: ${errors.slice(-2_000)}`)));
      });
      return { url, child, log: () => errors, kill, ended };
    },
    async client(options = {}) {
      await world.project();
      const { service } = await world.start(options);
      return createClient(service.url, await world.key());
    },
    repository(files) {
      const repository = createRepository(files);
      world.atEnd(() => repository.remove());
      return repository;
    },
    async model(script) {
      const model = await startScriptedModel(script);
      world.atEnd(() => model.close());
      return model;
    },
    atEnd: (work) => void endings.unshift(work),
    async end() {
      for (const work of endings) await work();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return world;
}
