/** Steps on the server of a case: requests, its output, its process, the time. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CaseAnswer } from '../case-server.ts';
import type { CaseRequest } from '../format/expectation.ts';
import type { StepOf } from '../format/step.ts';
import { answersHold, regex } from '../judge.ts';
import { type Plays, type Stage, until } from './stage.ts';
import { makeToken } from './tokens.ts';

async function asked(request: CaseRequest, stage: Stage): Promise<{ request: CaseRequest; answer: CaseAnswer }> {
  const { ask } = stage.agent ?? stage.server ?? (await stage.startServer());
  return { request, answer: await ask(request) };
}

async function playRequest(step: StepOf<'request'>, stage: Stage): Promise<readonly string[]> {
  const { request, within = 0, times = 1, together = false, statuses, save = {} } = step;
  const once = async () => {
    let last: Awaited<ReturnType<typeof asked>> | undefined;
    const failures = await until(within, async () => {
      last = await asked(request, stage);
      return answersHold({}, { answers: [last] });
    });
    return { ...(last as NonNullable<typeof last>), failures };
  };
  const list = together ? await Promise.all(Array.from({ length: times }, once)) : [];
  while (list.length < times) list.push(await once());
  stage.answers.push(...list.slice(0, 1));
  const failures = [...new Set(list.flatMap((each) => each.failures))];
  const counted = Object.fromEntries(
    [...Map.groupBy(list, ({ answer }) => String(answer.status))].map(([status, all]) => [status, all.length]),
  );
  for (const [status, wanted] of Object.entries(statuses ?? {}))
    if ((counted[status] ?? 0) !== wanted)
      failures.push(`responses by status: ${JSON.stringify(counted)}, expected ${wanted} with ${status}`);
  const { answer } = list.at(-1) as (typeof list)[number];
  for (const [name, from] of Object.entries(save)) {
    const found =
      'body' in from ? regex(from.body).exec(answer.body) : regex(from.match).exec(answer.headers.get(from.header.toLowerCase()) ?? '');
    if (found) stage.values.set(`$${name}`, decodeURIComponent(found[1] ?? found[0]));
    else failures.push(`nothing in the response is ${JSON.stringify(from)} (${answer.status})`);
  }
  return failures;
}

/** What a client sees of an answer, without its own path and what differs between any two answers. */
function shapeOf({ path = '', as }: CaseRequest, { status, headers, body }: CaseAnswer): string {
  const parts = [path, encodeURIComponent(path), path.replace(/^\//, ''), path.split('/').at(-1) ?? ''].filter((part) => part.length > 1);
  const text = JSON.stringify([
    status,
    [...headers].filter(([name]) => !/^(?:date|etag|content-length|x-request-id)$/.test(name)),
    body,
    as === undefined,
  ]);
  return parts.reduce((rest, part) => rest.replaceAll(part, '…'), text).replace(/"instance\\?":\\?"[^"]*"/g, '');
}

const median = (list: readonly number[]): number => [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;

/** Local addresses on which a port is listened to, as the kernel tells them: IPv4 in dots, IPv6 as 32 digits. */
function addressesOn(port: number): string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, local = '', , state] = line.trim().split(/\s+/);
        const [address = '', at] = local.split(':');
        if (at !== hex || state !== '0A') return [];
        if (address.length > 8) return [address === '00000000000000000000000001000000' ? '::1' : address];
        return [
          (address.match(/../g) ?? [])
            .reverse()
            .map((byte) => Number.parseInt(byte, 16))
            .join('.'),
        ];
      }),
  );
}

export const serverSteps: Plays<'request' | 'alike' | 'output' | 'process' | 'restart' | 'clock' | 'forget' | 'token'> = {
  request: playRequest,
  async alike({ alike, times = 1, milliseconds }, stage) {
    const shapes = alike.map(() => new Set<string>());
    const took = alike.map((): number[] => []);
    for (let round = 0; round < times; round++)
      for (const [index, request] of alike.entries()) {
        const start = performance.now();
        const { answer } = await asked(request, stage);
        took[index]?.push(performance.now() - start);
        shapes[index]?.add(shapeOf(request, answer));
      }
    const all = new Set(shapes.flatMap((set) => [...set]));
    const medians = took.map(median);
    const apart = Math.max(...medians) - Math.min(...medians);
    return [
      ...(all.size === 1 ? [] : [`${all.size} different responses: ${[...all].map((text) => text.slice(0, 400)).join(' | ')}`]),
      ...(milliseconds !== undefined && apart > milliseconds ? [`the responses are ${apart.toFixed(1)} ms apart`] : []),
    ];
  },
  output: ({ output: { says = [], saysNot = [], most = {} }, within = 0 }, stage) =>
    until(within, () => {
      const text = (stage.agent?.log() ?? stage.server?.output() ?? '').slice(stage.outputFrom);
      return [
        ...says.filter((source) => !regex(source).test(text)).map((source) => `the server does not print /${source}/: ${text.slice(-400)}`),
        ...saysNot.filter((source) => regex(source).test(text)).map((source) => `the server prints /${source}/`),
        ...Object.entries(most).flatMap(([source, limit]) => {
          const found = text.match(regex(source, 'g'))?.length ?? 0;
          return found > limit ? [`the server prints /${source}/ ${found} times, at most ${limit} are right`] : [];
        }),
      ];
    }),
  process({ process: { megabytes, addresses } }, { server }) {
    if (!server) return ['no server runs'];
    const used = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    const found = [...new Set(addressesOn(server.port))].sort().join(', ');
    const wanted = [...(addresses ?? [])].sort().join(', ');
    return [
      ...(megabytes !== undefined && used > megabytes ? [`the server uses ${Math.round(used)} MB, limit ${megabytes} MB`] : []),
      ...(addresses !== undefined && found !== wanted ? [`the server listens on ${found}, expected ${wanted}`] : []),
    ];
  },
  async restart({ restart, exit }, stage) {
    if (stage.agent) {
      await stage.agent.restart();
      return [];
    }
    const code = await stage.server?.stop(restart);
    await stage.startServer();
    return exit !== undefined && code !== exit ? [`the server ended with ${code}, expected ${exit}`] : [];
  },
  async clock({ clock }, stage) {
    if (stage.agent) return stage.agent.passTime(Number(clock));
    const isStopped = clock === 'stopped';
    const ahead = Number(stage.values.get('CLOCK') ?? 0) + (isStopped ? 0 : clock);
    if (isStopped) stage.values.set('STOPPED', String(Date.now()));
    const stoppedAt = stage.values.get('STOPPED');
    stage.values.set('CLOCK', String(ahead));
    writeFileSync(join(stage.folder, 'clock'), JSON.stringify({ ahead: ahead * 1000, ...(stoppedAt && { stoppedAt: Number(stoppedAt) }) }));
    return [];
  },
  forget(_, stage) {
    stage.outputFrom = stage.server?.output().length ?? 0;
    stage.channel?.messages.splice(0, stage.channel.messages.length - 1);
    stage.api?.take();
    stage.other?.take();
    stage.opened?.violations.splice(0);
    return [];
  },
  async token({ token, save }, stage) {
    stage.values.set(`$${save}`, await makeToken(token, stage.values));
    return [];
  },
};
