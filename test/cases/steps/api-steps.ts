/** Steps on the APIs of a case: what they answer, and what they received. */
import type { ServerResponse } from 'node:http';
import type { EchoedRequest, EchoReply, EchoServer } from '../../harness/echo-server.ts';
import type { Piece } from '../format/content.ts';
import type { CaseAnswerData, StepOf } from '../format/step.ts';
import { holds } from '../judge.ts';
import { wireDifference } from '../playground/wire-check.ts';
import { bytesOf } from '../write-case-files.ts';
import { type Plays, until } from './stage.ts';

const bytes = (text: CaseAnswerData['body']): Buffer => (text === undefined ? Buffer.alloc(0) : bytesOf(text as Piece));

/** The reply of the server of the case for an answer of its data. */
function replyOf({ status, headers, body, cors, endless, every = 0.02, ends, messages, close }: CaseAnswerData): EchoReply {
  const frames = messages?.map(({ text, times = 1, binary = false }) => ({ text: bytes(text), times, isBinary: binary }));
  const stream = (response: ServerResponse): void => {
    response.on('error', () => {});
    if (ends === 'close') return void response.destroy();
    if (ends === 'silent') return;
    response.write(bytes(body));
    if (ends === 'cut') return void setTimeout(() => response.destroy(), 500);
    const again = bytes(endless);
    // A full buffer waits: nobody reads that fast.
    const timer = setInterval(() => response.writableNeedDrain || response.write(again), every * 1000);
    response.on('close', () => clearInterval(timer));
  };
  return {
    ...(status !== undefined && { status }),
    ...(headers && { headers }),
    body: bytes(body),
    ...(cors === false && { refusesPages: true }),
    ...((endless !== undefined || ends !== undefined) && { stream }),
    ...(frames && { messages: frames }),
    ...(close && { close }),
  };
}

/** Sets the answers of `{API}`; a path that begins with `{OTHER}` is one of the second server. */
export function setAnswers(api: EchoServer, other: EchoServer, answers: Readonly<Record<string, CaseAnswerData>>): void {
  for (const [path, data] of Object.entries(answers)) {
    if (path.startsWith(other.origin)) other.reply(path.slice(other.origin.length), replyOf(data));
    else api.reply(path, replyOf(data));
  }
}

function differences(expect: StepOf<'received'>['received'], all: readonly EchoedRequest[]): string[] {
  const { count, has = [], lacks = [], least, ...wire } = expect;
  const text = all.map(
    (request) =>
      `${request.method} ${request.target}\n${request.headers.map((pair) => pair.join(': ')).join('\n')}\n\n${request.body.toString('utf8')}`,
  );
  const last = all.at(-1);
  const difference = Object.keys(wire).length > 0 ? wireDifference(wire, last ? [last] : []) : undefined;
  return [
    ...(count !== undefined && all.length !== count ? [`${all.length} requests arrived, expected ${count}`] : []),
    ...(difference ? [difference] : []),
    ...has
      .filter((wanted) => !text.some((one) => holds(one, wanted)))
      .map((wanted) => `no request has ${JSON.stringify(wanted)}: ${text.at(-1)?.slice(0, 600)}`),
    ...lacks.filter((wanted) => text.some((one) => holds(one, wanted))).map((wanted) => `a request holds ${JSON.stringify(wanted)}`),
    ...(least !== undefined && (last?.body.length ?? 0) < least ? [`${last?.body.length} bytes arrived, expected ${least} or more`] : []),
  ];
}

export const apiSteps: Plays<'answer' | 'received'> = {
  answer({ answer }, { api, other }) {
    if (!api || !other) return ['the case has no "api"'];
    setAnswers(api, other, answer);
    return [];
  },
  async received({ received, within = 5 }, { api, other }) {
    if (!api || !other) return ['the case has no "api"'];
    const all: EchoedRequest[] = [];
    // That nothing arrives is known only when there was time for it.
    const judge = () => {
      all.push(...api.take(), ...other.take());
      return differences(received, all);
    };
    return until(within, judge);
  },
};
