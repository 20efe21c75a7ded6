import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { DevState } from '../../shared/site/dev-channel.ts';
import { acceptSocket, type TextSocket } from './web-socket.ts';

interface Viewer {
  readonly path: string;
  readonly socket: TextSocket;
  reported: string;
}

/** The connections of open pages. Remembers what was last sent to each page, and sends only changes. */
export class ReloadChannel {
  readonly #viewers = new Set<Viewer>();
  readonly #stateOf: (path: string) => Promise<DevState>;

  /** `stateOf` returns the current state of a URL. */
  constructor(stateOf: (path: string) => Promise<DevState>) {
    this.#stateOf = stateOf;
  }

  /** Adds a connection. The caller has checked that it comes from our own page. */
  connect(request: IncomingMessage, stream: Duplex, path: string): void {
    const socket = acceptSocket(request, stream, () => this.#viewers.delete(viewer));
    const viewer: Viewer = { path, socket: socket as TextSocket, reported: '' };
    if (socket === undefined) return;
    this.#viewers.add(viewer);
    // A state that is unavailable now is sent with the next change.
    this.#tell([viewer]).catch((error) => process.emitWarning(error instanceof Error ? error : String(error)));
  }

  /** The URLs of open pages. */
  get paths(): ReadonlySet<string> {
    return new Set([...this.#viewers].map(({ path }) => path));
  }

  /** Sends the new state to each page whose state has changed. */
  async tell(): Promise<void> {
    await this.#tell([...this.#viewers]);
  }

  close(): void {
    for (const { socket } of this.#viewers) socket.close();
  }

  async #tell(viewers: readonly Viewer[]): Promise<void> {
    const states = new Map<string, Promise<DevState>>();
    for (const viewer of viewers) {
      const state = states.get(viewer.path) ?? this.#stateOf(viewer.path);
      states.set(viewer.path, state);
      const text = JSON.stringify(await state);
      if (text === viewer.reported) continue;
      viewer.reported = text;
      viewer.socket.send(text);
    }
  }
}
