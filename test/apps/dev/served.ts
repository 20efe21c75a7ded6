/** A project on disk with the development server on it, and what a raw request gets. */
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type DevEvent, type DevServerOptions, startDevServer } from '../../../src/apps/dev/dev-server.ts';
import { docsJson, type Files, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

export interface Served {
  readonly folder: string;
  readonly project: string;
  readonly origin: string;
  readonly port: number;
  readonly events: DevEvent[];
  write(files: Files): void;
  remove(path: string): void;
  /** Body of a page, or its status when it is not 200. */
  text(path: string): Promise<string>;
  /** Waits until `look` gives something true; throws with its last value after `ms`. */
  until<T>(look: () => Promise<T> | T, ms?: number): Promise<T>;
  close(): Promise<void>;
}

export async function serve(
  files: Files,
  navigation: unknown = { pages: ['index'] },
  options: Partial<DevServerOptions> = {},
): Promise<Served> {
  const folder = temporaryFolder('dev');
  const project = join(folder, 'project');
  writeProject(project, { 'docs.json': docsJson(navigation), ...files });
  const events: DevEvent[] = [];
  const { server, diagnostics } = await startDevServer({ dir: project, port: 0, onEvent: (event) => events.push(event), ...options });
  if (server === undefined) throw new Error(JSON.stringify(diagnostics));
  const origin = `http://127.0.0.1:${server.port}`;
  return {
    folder,
    project,
    origin,
    port: server.port,
    events,
    write: (changed) => writeProject(project, changed),
    remove: (path) => rmSync(join(project, path), { recursive: true, force: true }),
    text: async (path) => {
      const response = await fetch(origin + path);
      return response.status === 200 ? response.text() : String(response.status);
    },
    async until(look, ms = 10_000) {
      const end = performance.now() + ms;
      for (;;) {
        const value = await look();
        if (value) return value;
        if (performance.now() > end) throw new Error(`still ${JSON.stringify(value)} after ${ms} ms`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    close: async () => {
      await server.close();
      removeFolder(folder);
    },
  };
}

/** Sends bytes and gives what comes back until the connection ends or falls silent. */
export function sendRaw(port: number, text: string | Uint8Array, silenceMs = 1_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.setTimeout(silenceMs, () => socket.destroy());
    socket.on('data', (bytes) => chunks.push(bytes));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? undefined : reject(error),
    );
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}

/** The token that pages of this start carry. */
export function tokenIn(html: string): string {
  return /data-token="([^"]+)"/.exec(html)?.[1] ?? '';
}
