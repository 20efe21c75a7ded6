/** What the steps of a case act on. Parts are opened by the first step that needs them, and closed after the last step. */
import type { BrowserContext, Page } from 'playwright-core';
import type { EchoServer } from '../../harness/echo-server.ts';
import type { HostileCase } from '../case-format.ts';
import type { CaseAnswer, CaseServer } from '../case-server.ts';
import type { CaseRequest } from '../format/expectation.ts';
import type { StepName, StepOf } from '../format/step.ts';
import type { AgentStage } from './agent-stage.ts';
import type { Channel } from './channel.ts';

/** A page in the browser and what was seen of it since it was opened. */
export interface Opened {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Violations of the content security policy since the last `violations`. */
  readonly violations: string[];
  /** What holds in every case was broken: sentences. */
  readonly broken: string[];
}

export interface Stage {
  readonly entry: HostileCase;
  readonly folder: string;
  readonly project: string;
  readonly out: string;
  /** Placeholder → its text. */
  readonly values: Map<string, string>;
  readonly answers: { readonly request: CaseRequest; readonly answer: CaseAnswer }[];
  /** The APIs of the case: `{API}`, and `{OTHER}`, which nothing in the project names. */
  api?: EchoServer;
  other?: EchoServer;
  server?: CaseServer;
  /** Where the output of the server begins that `output` looks at. */
  outputFrom: number;
  channel?: Channel;
  opened?: Opened;
  agent?: AgentStage;
  /** Starts the server of the case, or starts it again. */
  startServer(): Promise<CaseServer>;
  /** The address where pages are: the server, or a plain host over a build of the project. */
  origin(): Promise<string>;
  atEnd(work: () => unknown): void;
}

/** How each step of these names is played: sentences of what is wrong. */
export type Plays<Name extends StepName> = {
  readonly [K in Name]: (step: StepOf<K>, stage: Stage) => Promise<readonly string[]> | readonly string[];
};

export function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

/** Judges again and again until nothing is wrong or the time is over; gives what is wrong then. */
export async function until(seconds: number, judge: () => Promise<readonly string[]> | readonly string[]): Promise<readonly string[]> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const failures = await judge();
    if (failures.length === 0 || performance.now() >= end) return failures;
    await wait(0.03);
  }
}

/** The text with every placeholder that is known; those of a value are not looked at again. */
export function fill<Value>(value: Value, values: ReadonlyMap<string, string>): Value {
  if (typeof value === 'string')
    return value.replace(/\{(\$?[A-Za-z_][\w.-]*)\}/g, (whole, name: string) => values.get(name) ?? whole) as Value;
  if (Array.isArray(value)) return value.map((item) => fill(item, values)) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [fill(key, values), fill(item, values)])) as Value;
}
