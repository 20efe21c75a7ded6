// Runs the capabilities with a client of the protocol over standard input and output.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { root } from '../../scripts/run.mjs';
import { pause, repeated } from './capabilities.mjs';

/** For one answer; a slow one is a failure. */
const patience = 20_000;

/**
 * @param {string} dir
 * @param {import('./capabilities.mjs').Step[]} steps
 * @param {number} repetitions
 * @returns {Promise<{ answers: { results: unknown[], durations: number[] }[], opened: number, exit: number | null }>} One answer for
 * each step; times in milliseconds.
 */
export async function runWithClient(dir, steps, repetitions) {
  const client = new Client(dir);
  const opened = await client.start();
  const answers = [];
  for (const step of steps) {
    const answer = await client.run(step, repetitions);
    answers.push(answer);
    const failed = answer.results.find((result) => !step.isRight(result));
    if (failed !== undefined) console.error(`${step.capability}: ${JSON.stringify(failed)?.slice(0, 400)}`);
  }
  return { answers, opened, exit: await client.stop() };
}

class Client {
  #dir;
  #child;
  #connection;
  #versions = new Map();
  #texts = new Map();
  /** URI → messages of the published diagnostics. */
  #published = new Map();
  #onPublished = () => {};

  constructor(dir) {
    this.#dir = dir;
    // For profiles: SERVER_FLAGS="--cpu-prof --cpu-prof-dir=/tmp/profile".
    const flags = process.env.SERVER_FLAGS?.split(' ') ?? [];
    this.#child = spawn(process.execPath, [...flags, join(root, 'bin/docsgen.js'), 'language-server', '--stdio', '--debug'], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#connection = createProtocolConnection(new StreamMessageReader(this.#child.stdout), new StreamMessageWriter(this.#child.stdin));
    this.#connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
      this.#published.set(
        uri,
        diagnostics.map(({ message }) => message),
      );
      this.#onPublished();
    });
    this.#connection.listen();
  }

  /** Resolves when the first check of the site has ended, with the milliseconds that it took. */
  async start() {
    const started = performance.now();
    const rootUri = pathToFileURL(this.#dir).href;
    await this.#connection.sendRequest(InitializeRequest.type, {
      processId: process.pid,
      rootUri,
      workspaceFolders: [{ uri: rootUri, name: 'site' }],
      capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
    });
    await this.#connection.sendNotification(InitializedNotification.type, {});
    const first = new Promise((resolve) => {
      this.#onPublished = resolve;
    });
    await Promise.race([first, delay(patience)]);
    return performance.now() - started;
  }

  async run(step, repetitions) {
    const results = [];
    const durations = [];
    if (step.method && step.message) {
      await this.#show(step);
      await this.#diagnosed(step);
    }
    for (let index = 0; index < repetitions; index++) {
      await delay(pause(step, index));
      const now = step.method && step.message ? step : repeated(step, index);
      const started = performance.now();
      await this.#show(now);
      results.push(await (now.method === undefined ? this.#diagnosed(now) : this.#ask(now)));
      durations.push(performance.now() - started);
      // The other repetitions would wait as long.
      if (durations.at(-1) > patience) break;
    }
    return { results, durations };
  }

  async stop() {
    await this.#connection.sendRequest(ShutdownRequest.type);
    const exited = once(this.#child, 'exit');
    await this.#connection.sendNotification(ExitNotification.type);
    return (await exited)[0];
  }

  #uri(file) {
    return pathToFileURL(join(this.#dir, file)).href;
  }

  async #show({ file, text }) {
    if (this.#texts.get(file) === text) return;
    this.#texts.set(file, text);
    const version = (this.#versions.get(file) ?? 0) + 1;
    this.#versions.set(file, version);
    const uri = this.#uri(file);
    const languageId = file.endsWith('.json') ? 'json' : 'mdx';
    if (version === 1)
      await this.#connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId, version, text } });
    else
      await this.#connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version },
        contentChanges: [{ text }],
      });
  }

  async #ask({ file, method, position, params = {} }) {
    const asked = this.#connection.sendRequest(method, { textDocument: { uri: this.#uri(file) }, position, ...params });
    return Promise.race([asked.catch((error) => ({ error: String(error) })), delay(patience, null, { ref: false })]);
  }

  async #diagnosed({ file, message }) {
    const isThere = () => (this.#published.get(this.#uri(file)) ?? []).some((found) => found.includes(message));
    const published = new Promise((resolve) => {
      this.#onPublished = () => isThere() && resolve(true);
      this.#onPublished();
    });
    return Promise.race([published, delay(patience, false, { ref: false })]);
  }
}
