/**
 * A steady stream of polls: so many a second, each due at its own time, whatever became of those before. Times count from when a poll
 * was due, so that a server that stands still cannot hide it. Sockets are written and read by hand, to leave the machine to the server.
 */
import { connect, type Socket } from 'node:net';

export interface PollReport {
  /** Milliseconds from due to the end of the answer, ascending. */
  readonly times: readonly number[];
  /** Answers of each status; connections that broke count as 0. */
  readonly statuses: ReadonlyMap<number, number>;
}

const connections = 32;

/** @param paths asked in turn. */
export async function poll(url: string, key: string, paths: readonly string[], perSecond: number, seconds: number): Promise<PollReport> {
  const { hostname, port, host } = new URL(url);
  const requests = paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\n\r\n`));
  const times: number[] = [];
  const statuses = new Map<number, number>();
  const waiting: number[] = [];
  const free: Line[] = [];
  const total = perSecond * seconds;
  let sent = 0;
  const begin = performance.now();

  const feed = (line: Line) => {
    const due = waiting.shift();
    if (due === undefined) free.push(line);
    else line.ask(requests[sent++ % requests.length] as Buffer, due);
  };
  const answered = (line: Line, status: number, due: number) => {
    times.push(performance.now() - due);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    feed(line);
  };
  const lines = Array.from({ length: connections }, () => openLine(() => connect(Number(port), hostname), answered));
  free.push(...lines);
  let queued = 0;
  while (times.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - begin) * perSecond) / 1_000));
    for (; queued < due; queued++) {
      waiting.push(begin + (queued * 1_000) / perSecond);
      const line = free.pop();
      if (line) feed(line);
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  for (const line of lines) line.close();
  return { times: times.sort((a, b) => a - b), statuses };
}

interface Line {
  ask(request: Buffer, due: number): void;
  close(): void;
}

/** One connection with one question at a time. One that the server has closed while it was idle is opened anew, as clients do. */
function openLine(open: () => Socket, answered: (line: Line, status: number, due: number) => void): Line {
  let due: number | undefined;
  let text = '';
  const end = (status: number) => {
    const asked = due;
    due = undefined;
    text = '';
    if (asked !== undefined) answered(line, status, asked);
  };
  const opened = (): Socket => {
    const own = open();
    own.setNoDelay(true);
    own.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
      const head = text.indexOf('\r\n\r\n');
      if (head === -1) return;
      const length = Number(/\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
      if (text.length >= head + 4 + length) end(Number(text.slice(9, 12)));
    });
    own.on('error', () => undefined);
    own.on('close', () => own === socket && end(0));
    return own;
  };
  let socket = opened();
  const line: Line = {
    ask(request, since) {
      if (socket.destroyed) socket = opened();
      due = since;
      socket.write(request);
    },
    close: () => socket.destroy(),
  };
  return line;
}
