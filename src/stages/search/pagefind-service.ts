/**
 * Runs Pagefind's program beside the build: it indexes while pages are rendered. Each opened search has one process and
 * uses the protocol of the program's own package (version pinned): JSON messages in base64, each ended by a comma, over
 * standard input and output. This module adds what the package lacks:
 * - adding a page waits while the program is behind, so that no queue grows on either side;
 * - when the program ends (Ctrl-C also reaches it), pending calls fail, and nothing else is reported;
 * - a program that stops answering is ended.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import type { Readable, Writable } from 'node:stream';
import { programPath } from './program-path.ts';

/** Path within the index folder; bytes as sent to the browser. */
export interface PagefindFile {
  readonly path: string;
  readonly content: Uint8Array;
}

/** One batch of pages; the program keeps it in memory until `files`. */
export interface PagefindIndex {
  /** Resolves when the program can take another page; `files` reports the errors of this one. */
  add(url: string, html: string): Promise<void>;
  /**
   * All files of the index, which is deleted afterwards. Throws the first error of its pages, or the reason why the
   * program ended.
   */
  files(): Promise<readonly PagefindFile[]>;
}

/** The running program. Several indexes may be open at once. */
export interface PagefindService {
  /** `language`: tag of an index whose records have no language. */
  createIndex(language: string): Promise<PagefindIndex>;
  /** Ends the program and waits for its exit. */
  close(): Promise<void>;
}

/** Maximum number of unanswered pages: enough that the program is never idle. */
const maxUnanswered = 64;
const maxUnansweredBytes = 4 * 1024 * 1024;
/** Maximum number of characters kept of the program's standard error: enough for the reason of a crash. */
const keptWords = 2_000;

/**
 * How long the program may take for one answer, in milliseconds. The longest is the index of a batch of pages, which
 * takes seconds.
 */
const answerTime = 120_000;

/** The program runs but does not answer. */
export class SilentProgramError extends Error {}

/**
 * Throws when there is no program for this platform, or it does not start, and `SilentProgramError` when it does not
 * answer within `maxAnswerTime` milliseconds.
 */
export async function openPagefind(maxAnswerTime = answerTime): Promise<PagefindService> {
  const program = new Program(programPath(createRequire(import.meta.resolve('pagefind'))), maxAnswerTime);
  try {
    await program.ask({ type: 'NewIndex', config: {} });
  } catch (error) {
    await program.close();
    throw error;
  }
  return {
    async createIndex(language) {
      const { index_id: id } = await program.ask({ type: 'NewIndex', config: { force_language: language } });
      return new Index(program, id as number);
    },
    close: () => program.close(),
  };
}

class Index implements PagefindIndex {
  readonly #program: Program;
  readonly #id: number;
  #problem: unknown;

  constructor(program: Program, id: number) {
    this.#program = program;
    this.#id = id;
  }

  async add(url: string, html: string): Promise<void> {
    if (this.#problem !== undefined) return;
    this.#program.ask({ type: 'AddFile', index_id: this.#id, url, file_contents: html }).catch((error) => {
      this.#problem ??= error;
    });
    await this.#program.ready();
  }

  async files(): Promise<readonly PagefindFile[]> {
    // The program answers in order: when this is answered, all pages have been.
    const { files } = await this.#program.ask({ type: 'GetFiles', index_id: this.#id });
    await this.#program.ask({ type: 'DeleteIndex', index_id: this.#id });
    if (this.#problem !== undefined) throw this.#problem;
    return (files as { path: string; content: string }[]).map(({ path, content }) => ({ path, content: Buffer.from(content, 'base64') }));
  }
}

interface Waiting {
  readonly bytes: number;
  resolve(payload: Answer): void;
  reject(error: Error): void;
}

type Answer = Readonly<Record<string, unknown>>;

/** The process: sends requests and receives responses. */
class Program {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #waiting = new Map<number, Waiting>();
  #unansweredBytes = 0;
  #lastId = 0;
  #lastAnswered = 0;
  /** Parts of an incomplete response. */
  #pieces: Buffer[] = [];
  #words = '';
  #ended: Error | undefined;
  readonly #gone: Promise<void>;
  #capacityFreed: (() => void)[] = [];
  readonly #maxAnswerTime: number;
  /** Runs while the program owes an answer. */
  #timer: NodeJS.Timeout | undefined;

  constructor(path: string, maxAnswerTime: number) {
    this.#maxAnswerTime = maxAnswerTime;
    const child = spawn(path, ['--service'], { stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
    this.#child = child;
    this.#gone = new Promise((resolve) => {
      child.once('error', (error: NodeJS.ErrnoException) => {
        this.#end(new Error(`its program cannot be started (${error.code ?? error.message})`));
        resolve();
      });
      child.once('close', (code, signal) => {
        this.#end(new Error(`its program exited (${signal ?? code})${this.#lastWords()}`));
        resolve();
      });
    });
    // Writing fails when the program has ended; its exit handler reports the better reason.
    child.stdin.on('error', () => {});
    child.stdout.on('data', (bytes: Buffer) => this.#read(bytes));
    child.stderr.on('data', (bytes: Buffer) => {
      this.#words = (this.#words + bytes.toString()).slice(-keptWords);
    });
  }

  ask(payload: Readonly<Record<string, unknown>>): Promise<Answer> {
    if (this.#ended) return Promise.reject(this.#ended);
    this.#lastId += 1;
    const id = this.#lastId;
    const message = `${Buffer.from(JSON.stringify({ message_id: id, payload })).toString('base64')},`;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { bytes: message.length, resolve, reject });
      this.#unansweredBytes += message.length;
      if (this.#waiting.size === 1) this.#expectAnswer();
      this.#child.stdin.write(message, 'latin1');
    });
  }

  /** Resolves when the program has caught up, or has ended. */
  async ready(): Promise<void> {
    while (!this.#ended && (this.#waiting.size > maxUnanswered || this.#unansweredBytes > maxUnansweredBytes))
      await new Promise<void>((resolve) => this.#capacityFreed.push(resolve));
  }

  close(): Promise<void> {
    this.#end(new Error('the search was closed'));
    this.#kill();
    return this.#gone;
  }

  /** Starts the time for the next answer again. */
  #expectAnswer(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.size === 0) return;
    const asked = this.#lastAnswered;
    this.#timer = setTimeout(() => {
      // If this process was busy, the answer may have arrived already: it is read before the callback of setImmediate.
      setImmediate(() => {
        if (this.#ended || this.#waiting.size === 0 || this.#lastAnswered !== asked) return;
        this.#end(new SilentProgramError(`its program has not responded for ${this.#maxAnswerTime / 1000} seconds`));
        this.#kill();
      });
    }, this.#maxAnswerTime);
  }

  #kill(): void {
    this.#child.kill('SIGKILL');
    // If the program is a script, its own children may hold these open.
    for (const stream of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) stream.destroy();
  }

  #read(bytes: Buffer): void {
    let start = 0;
    for (let end = bytes.indexOf(','); end !== -1; end = bytes.indexOf(',', start)) {
      this.#pieces.push(bytes.subarray(start, end));
      const message = Buffer.concat(this.#pieces).toString('latin1');
      this.#pieces = [];
      start = end + 1;
      this.#answer(message);
    }
    if (start < bytes.length) this.#pieces.push(bytes.subarray(start));
  }

  #answer(message: string): void {
    const { message_id: id, payload } = parseAnswer(message);
    if (typeof id !== 'number') {
      this.#end(new Error(`its program rejected a message: ${String(payload?.message)}`));
      return;
    }
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    this.#unansweredBytes -= waiting.bytes;
    this.#lastAnswered = id;
    this.#expectAnswer();
    if (payload === undefined || payload.type === 'Error') waiting.reject(new Error(String(payload?.message ?? 'an empty response')));
    else waiting.resolve(payload);
    this.#waitForCapacity();
  }

  /** Rejects all pending calls, once. */
  #end(reason: Error): void {
    if (this.#ended) return;
    this.#ended = reason;
    clearTimeout(this.#timer);
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(reason);
    this.#waitForCapacity();
  }

  #waitForCapacity(): void {
    const woken = this.#capacityFreed;
    this.#capacityFreed = [];
    for (const wake of woken) wake();
  }

  #lastWords(): string {
    const line = this.#words.trim().split('\n').at(-1) ?? '';
    return line === '' ? '' : `: ${line}`;
  }
}

function parseAnswer(message: string): { readonly message_id?: number; readonly payload?: Answer } {
  try {
    return JSON.parse(Buffer.from(message, 'base64').toString()) ?? {};
  } catch {
    return { payload: { message: 'its response cannot be read' } };
  }
}
