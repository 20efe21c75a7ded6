/** The channel on which `docsgen dev` tells an open page that the site has changed. */
import type { CaseServer } from '../case-server.ts';
import type { Piece } from '../format/content.ts';
import { bytesOf } from '../write-case-files.ts';
import { type Plays, until, wait } from './stage.ts';

export interface Channel {
  readonly messages: string[];
  send(data: Uint8Array | string): void;
  close(): void;
}

/** As a page at this path opens it. */
async function openChannel(server: CaseServer, path: string): Promise<Channel> {
  const { body } = await server.ask({ path });
  const token = /data-token="([^"]+)"/.exec(body)?.[1] ?? '';
  const origin = `http://localhost:${server.port}`;
  const query = new URLSearchParams({ token, page: path });
  const socket = new WebSocket(`ws://localhost:${server.port}/_docsgen/dev/socket?${query}`, { headers: { origin } } as never);
  const messages: string[] = [];
  socket.addEventListener('message', ({ data }) => messages.push(String(data)));
  await new Promise<void>((opened, fail) => {
    socket.addEventListener('message', () => opened(), { once: true });
    socket.addEventListener('error', () => fail(new Error(`the channel of ${path} does not open`)), { once: true });
  });
  return { messages, send: (data) => socket.send(data as never), close: () => socket.close() };
}

/** How many states of the site the messages tell of. */
function statesOf(messages: readonly string[]): number {
  return new Set(messages.map((text) => (JSON.parse(text) as { hash: string }).hash)).size;
}

export const channelSteps: Plays<'listen' | 'send' | 'hears'> = {
  async listen({ listen }, stage) {
    stage.channel?.close();
    stage.channel = await openChannel(stage.server as CaseServer, listen);
    stage.atEnd(() => stage.channel?.close());
    return [];
  },
  send({ send }, { channel }) {
    const bytes = bytesOf(send as Piece);
    const text = bytes.toString('utf8');
    channel?.send(Buffer.from(text).equals(bytes) ? text : bytes);
    return channel ? [] : ['"send" comes before "listen"'];
  },
  async hears({ hears: { has = [], last, lastNot, states }, within = 0 }, { channel }) {
    if (!channel) return ['"hears" comes before "listen"'];
    const { messages } = channel;
    // The first message is the state in which the page was opened.
    if (states !== undefined && within > 0) await wait(within);
    return until(states === undefined ? within : 0, () => [
      ...has.filter((source) => !messages.some((text) => new RegExp(source).test(text))).map((source) => `no message says /${source}/`),
      ...(last !== undefined && !new RegExp(last).test(messages.at(-1) ?? '')
        ? [`the last message is ${messages.at(-1)}, not /${last}/`]
        : []),
      ...(lastNot !== undefined && new RegExp(lastNot).test(messages.at(-1) ?? '') ? [`the last message is ${messages.at(-1)}`] : []),
      ...(states !== undefined && statesOf(messages) - 1 !== states ? [`${statesOf(messages) - 1} new states, expected ${states}`] : []),
    ]);
  },
};
