/** Plays the steps of a case in order. Each is one row of a table; `repeat` and `together` play steps of their own. */
import { existsSync } from 'node:fs';
import { startEchoServer } from '../../harness/echo-server.ts';
import { serveFolder } from '../../harness/serve-folder.ts';
import type { HostileCase } from '../case-format.ts';
import { type CaseServer, type ServerOptions, startCaseServer } from '../case-server.ts';
import { actionOf, type Step, type StepName, type StepOf, stepShapes } from '../format/step.ts';
import { pathsOf } from '../judge.ts';
import { itemsOf } from '../write-case-files.ts';
import { agentSteps, openAgent } from './agent-steps.ts';
import { apiSteps, setAnswers } from './api-steps.ts';
import { brokenIn, browserSteps } from './browser-steps.ts';
import { channelSteps } from './channel.ts';
import { projectSteps, routesOf } from './project-steps.ts';
import { serverSteps } from './server-steps.ts';
import { fill, type Plays, type Stage } from './stage.ts';
import { tokenValues } from './tokens.ts';

const plays: Plays<StepName> = {
  ...projectSteps,
  ...serverSteps,
  ...channelSteps,
  ...apiSteps,
  ...browserSteps,
  ...agentSteps,
  repeat: playRepeat,
  async together({ together }, stage) {
    return (await Promise.all(together.map((list) => playAll(list, stage)))).flat();
  },
};

/** What the messages of one run may be at most: a loop that fails a thousand times has one cause. */
const maxFailures = 5;

async function playAll(list: readonly Step[], stage: Stage): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const [index, step] of list.entries()) {
    if (failures.length >= maxFailures) break;
    const name = actionOf(step) as StepName;
    const play = plays[name] as (step: StepOf<StepName>, stage: Stage) => Promise<readonly string[]> | readonly string[];
    // Steps inside are filled when it is their turn.
    const filled = name === 'repeat' || name === 'together' ? step : fill(step, stage.values);
    const found = await Promise.resolve(play(stepShapes[name].parse(filled), stage)).catch((error: Error) => [error.message]);
    failures.push(...found.map((failure) => `step ${index + 1} (${name}): ${failure}`));
  }
  return failures;
}

async function playRepeat({ repeat, together = false, steps }: StepOf<'repeat'>, stage: Stage): Promise<readonly string[]> {
  const items = repeat === 'pages' ? await routesOfStage(stage) : itemsOf(fill(repeat, stage.values));
  const failures: string[] = [];
  const round = async (item: string, index: number) => {
    const own: readonly (readonly [string, string])[] = [
      ['i', String(index)],
      ['item', item],
      ['json', JSON.stringify(item)],
    ];
    const values = new RoundValues(stage.values, own, together);
    // At the same time, every round has a page of its own; one after the other, they go on with the same.
    const inner: Stage = together
      ? Object.assign(Object.create(stage) as Stage, { values })
      : new Proxy(stage, { get: (target, key) => (key === 'values' ? values : Reflect.get(target, key)) });
    const found = await playAll(steps, inner);
    return together && inner.opened && inner.opened !== stage.opened ? [...found, ...(await brokenIn(inner.opened))] : found;
  };
  if (together) return (await Promise.all(items.map(round))).flat().slice(0, maxFailures);
  for (const [index, item] of items.entries()) {
    failures.push(...(await round(item, index)).map((failure) => `round ${index}: ${failure}`));
    if (failures.length >= maxFailures) break;
  }
  return failures;
}

async function routesOfStage(stage: Stage): Promise<readonly string[]> {
  await stage.origin();
  return routesOf(stage.out, pathsOf(stage.out));
}

/** What a round saves counts afterwards, except where rounds are played at the same time. */
class RoundValues extends Map<string, string> {
  readonly #outer: Map<string, string>;
  readonly #isLocal: boolean;

  constructor(outer: Map<string, string>, own: readonly (readonly [string, string])[], isLocal: boolean) {
    super();
    this.#outer = outer;
    this.#isLocal = isLocal;
    for (const [name, text] of own) super.set(name, text);
  }

  override get(name: string): string | undefined {
    return super.get(name) ?? this.#outer.get(name);
  }

  override set(name: string, text: string): this {
    if (this.#isLocal) return super.set(name, text);
    this.#outer.set(name, text);
    return this;
  }
}

export interface StepScene {
  readonly folder: string;
  readonly project: string;
  readonly out: string;
  /** Placeholders of the case, already in its files. */
  readonly values: Map<string, string>;
  readonly server: Omit<ServerOptions, 'clockFile'>;
  /** The command of the server needs a built site. */
  readonly build: () => Promise<void>;
}

export interface PlayedSteps {
  readonly failures: readonly string[];
  readonly answers: Stage['answers'];
  readonly output: string;
}

/** The APIs of a case and the placeholders that lead to them. */
export async function openApis(
  entry: HostileCase,
  values: Map<string, string>,
): Promise<Pick<Stage, 'api' | 'other'> & { close(): Promise<void> }> {
  for (const [name, text] of tokenValues) values.set(name, text);
  if (!entry.api) return { close: async () => undefined };
  const [api, other] = await Promise.all([startEchoServer(), startEchoServer()]);
  for (const [name, { origin, host }] of [
    ['API', api],
    ['OTHER', other],
  ] as const) {
    values.set(name, origin).set(`${name}_HOST`, host).set(`${name}_PORT`, new URL(origin).port);
  }
  setAnswers(api, other, fill(entry.api, values));
  return { api, other, close: async () => void (await Promise.all([api.close(), other.close()])) };
}

/** Plays the steps of a case and closes what they opened. */
export async function runSteps(entry: HostileCase, scene: StepScene, apis: Pick<Stage, 'api' | 'other'>): Promise<PlayedSteps> {
  const endings: (() => unknown)[] = [];
  const command = entry.args?.[0];
  const clocked = JSON.stringify(entry.steps).includes('"clock"');
  let host: Promise<string> | undefined;
  let printed = '';
  const stage: Stage = {
    ...apis,
    entry,
    folder: scene.folder,
    project: scene.project,
    out: scene.out,
    values: scene.values,
    answers: [],
    outputFrom: 0,
    async startServer() {
      if (command !== 'dev' && command !== 'serve') throw new Error('"args" name no server');
      if (command === 'serve' && !stage.server) await scene.build();
      printed += stage.server?.output() ?? '';
      const started = await startCaseServer({ ...scene.server, ...(clocked && { hasClock: true }) });
      if (!('ask' in started)) throw new Error(`the server did not start (exit ${started.exit}): ${started.output.trim().slice(0, 600)}`);
      stage.server = started;
      stage.outputFrom = 0;
      for (const [name, text] of [
        ['PORT', String(started.port)],
        ['ORIGIN', `http://localhost:${started.port}`],
      ] as const)
        scene.values.set(name, text);
      return started;
    },
    async origin() {
      if (stage.server) return `http://localhost:${stage.server.port}`;
      host ??= (async () => {
        if (!existsSync(scene.out)) await scene.build();
        const served = await serveFolder(scene.out);
        endings.push(() => served.close());
        scene.values.set('ORIGIN', served.origin);
        return served.origin;
      })();
      return host;
    },
    atEnd: (work) => void endings.unshift(work),
  };
  const failures: string[] = [];
  try {
    if (entry.agent) stage.agent = await openAgent(entry.agent, stage);
    if (command === 'dev' || command === 'serve') await stage.startServer();
    failures.push(...(await playAll(entry.steps ?? [], stage)));
    if (stage.opened) failures.push(...(await brokenIn(stage.opened)));
    if (stage.server) failures.push(...(await isAlive(stage.server)));
  } finally {
    for (const work of endings) await work();
    await stage.server?.stop();
  }
  return { failures, answers: stage.answers, output: printed + (stage.server?.output() ?? '') };
}

async function isAlive(server: CaseServer): Promise<string[]> {
  const { status } = await server.ask({ path: '/' });
  return status === 0 ? [`the server answers no more (exit ${server.child.exitCode})`] : [];
}
