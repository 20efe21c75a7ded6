import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { DevState } from '../../shared/site/dev-channel.ts';
import { acceptSocket, type TextSocket } from './web-socket.ts';

interface Viewer {
  readonly path: string;
  readonly socket: TextSocket;
  reported: string;
}

/**
 * Open pages: who looks at what, and what each of them was told last. Nothing is sent twice: a page that was told the
 * same before hears nothing.
 */
export class ReloadChannel {
  readonly #viewers = new Set<Viewer>();
  readonly #stateOf: (path: string) => Promise<DevState>;

  /** `stateOf` says what is to be told of an address. */
  constructor(stateOf: (path: string) => Promise<DevState>) {
    this.#stateOf = stateOf;
  }

  /** Takes a page in; the caller has made sure that it is ours. */
  connect(request: IncomingMessage, stream: Duplex, path: string): void {
    const socket = acceptSocket(request, stream, () => this.#viewers.delete(viewer));
    const viewer: Viewer = { path, socket: socket as TextSocket, reported: '' };
    if (socket === undefined) return;
    this.#viewers.add(viewer);
    // A state that cannot be told now is told with the next change.
    this.#tell([viewer]).catch((error) => process.emitWarning(error instanceof Error ? error : String(error)));
  }

  /** Addresses that somebody looks at. */
  get paths(): ReadonlySet<string> {
    return new Set([...this.#viewers].map(({ path }) => path));
  }

  /** Tells every page what is different for it; pages for which nothing is, hear nothing. */
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
