import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { DevState } from '../../shared/site/dev-channel.ts';
import { acceptSocket, type TextSocket } from './web-socket.ts';

interface ReloadClient {
  readonly path: string;
  readonly socket: TextSocket;
  reported: string;
}

/** The connections of open pages. Remembers what was last sent to each page, and sends only changes. */
export class ReloadChannel {
  readonly #clients = new Set<ReloadClient>();
  readonly #stateOf: (path: string) => Promise<DevState>;

  /** `stateOf` returns the current state of a URL. */
  constructor(stateOf: (path: string) => Promise<DevState>) {
    this.#stateOf = stateOf;
  }

  /** Adds a connection. The caller has checked that it comes from a page of this server. */
  connect(request: IncomingMessage, stream: Duplex, path: string): void {
    const socket = acceptSocket(request, stream, () => this.#clients.delete(client));
    const client: ReloadClient = { path, socket: socket as TextSocket, reported: '' };
    if (socket === undefined) return;
    this.#clients.add(client);
    // A state that is unavailable now is sent with the next change.
    this.#notify([client]).catch((error) => process.emitWarning(error instanceof Error ? error : String(error)));
  }

  /** The URLs of open pages. */
  get paths(): ReadonlySet<string> {
    return new Set([...this.#clients].map(({ path }) => path));
  }

  /** Sends the new state to each page whose state has changed. */
  async notify(): Promise<void> {
    await this.#notify([...this.#clients]);
  }

  close(): void {
    for (const { socket } of this.#clients) socket.close();
  }

  async #notify(clients: readonly ReloadClient[]): Promise<void> {
    const states = new Map<string, Promise<DevState>>();
    for (const client of clients) {
      const state = states.get(client.path) ?? this.#stateOf(client.path);
      states.set(client.path, state);
      const text = JSON.stringify(await state);
      if (text === client.reported) continue;
      client.reported = text;
      client.socket.send(text);
    }
  }
}
