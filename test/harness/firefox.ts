/** Firefox, driven through its built-in WebDriver BiDi support (https://w3c.github.io/webdriver-bidi/); no driver is needed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { findFirefox } from '../../scripts/browser.mjs';
import { removeFolder, temporaryFolder } from './project.ts';

const executable: string | undefined = findFirefox();

/** `describe`, skipped if Firefox is not installed. In CI it fails instead, because these tests verify access control. */
export const describeInFirefox = executable || process.env.CI ? describe : describe.skip;

/** A window with its own profile. */
export interface FirefoxPage {
  /** Waits until the page is loaded. */
  goto(url: string): Promise<void>;
  url(): Promise<string>;
  /** The value of a JavaScript expression, as JSON. */
  evaluate<T>(expression: string): Promise<T>;
  /** Types into a field with key events. */
  fill(selector: string, text: string): Promise<void>;
  click(selector: string): Promise<void>;
  /** Waits until the expression is truthy. */
  until(expression: string, ms?: number): Promise<void>;
}

export interface Firefox extends FirefoxPage {
  close(): Promise<void>;
}

/** Disables Firefox's start pages and its requests to Mozilla. */
const preferences = {
  'browser.startup.page': 0,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'app.update.disabledForTesting': true,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'extensions.update.enabled': false,
  'signon.rememberSignons': false,
};

export async function openFirefox(): Promise<Firefox> {
  if (executable === undefined) throw new Error('no Firefox found: install it, or set FIREFOX=/path/to/firefox');
  const profile = temporaryFolder('firefox');
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'];
  const child = spawn(executable, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
  });
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const end = async () => {
    child.kill();
    const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(timer);
    removeFolder(profile);
  };
  try {
    const session = await BidiSession.open(`${await listeningAt(child)}/session`);
    await session.send('session.new', { capabilities: {} });
    const { contexts } = await session.send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
    const page = pageOf(session, (contexts[0] as { context: string }).context);
    return {
      ...page,
      async close() {
        session.close();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

function listeningAt(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let text = '';
    child.stderr?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const [, address] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(text) ?? [];
      if (address) done(address);
    });
    child.once('error', fail).once('close', () => fail(new Error(`Firefox did not start: ${text}`)));
  });
}

/** Commands and their results, matched by id. */
class BidiSession {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, { done(result: unknown): void; fail(error: Error): void }>();
  #count = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as { id?: number; type: string; result?: unknown; error?: string; message?: string };
      const waiting = this.#waiting.get(message.id ?? -1);
      this.#waiting.delete(message.id ?? -1);
      if (message.type === 'success') waiting?.done(message.result);
      else waiting?.fail(new Error(`${message.error}: ${message.message}`));
    });
    socket.addEventListener('close', () => {
      for (const { fail } of this.#waiting.values()) fail(new Error('Firefox has ended'));
    });
  }

  static open(address: string): Promise<BidiSession> {
    return new Promise((done, fail) => {
      const socket = new WebSocket(address);
      socket.addEventListener('open', () => done(new BidiSession(socket)));
      socket.addEventListener('error', () => fail(new Error(`Firefox does not answer at ${address}`)));
    });
  }

  send<T>(method: string, params: object): Promise<T> {
    this.#count += 1;
    const id = this.#count;
    return new Promise<T>((done, fail) => {
      this.#waiting.set(id, { done: (result) => done(result as T), fail });
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }

  close(): void {
    this.#socket.close();
  }
}

/** Waits until an expression is truthy, also while the page navigates. */
export function untilTrue(evaluate: FirefoxPage['evaluate']): FirefoxPage['until'] {
  return async (expression, ms = 20_000) => {
    const end = performance.now() + ms;
    for (;;) {
      // Evaluation fails during navigation.
      if (await evaluate<boolean>(expression).catch(() => false)) return;
      if (performance.now() > end) throw new Error(`not true after ${ms} ms: ${expression} at ${await evaluate('location.href')}`);
      await new Promise((go) => setTimeout(go, 50));
    }
  };
}

function pageOf(session: BidiSession, context: string): FirefoxPage {
  const evaluate = async <T>(expression: string): Promise<T> => {
    const answer = await session.send<{ type: string; result?: { value?: string }; exceptionDetails?: { text: string } }>(
      'script.evaluate',
      {
        expression: `(async () => JSON.stringify((await (${expression})) ?? null))()`,
        target: { context },
        awaitPromise: true,
      },
    );
    if (answer.type !== 'success') throw new Error(answer.exceptionDetails?.text ?? 'the page threw');
    return JSON.parse(answer.result?.value ?? 'null') as T;
  };
  const until = untilTrue(evaluate);
  const keys = (text: string) =>
    [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
  return {
    evaluate,
    until,
    url: () => evaluate('location.href'),
    goto: async (url) => void (await session.send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async fill(selector, text) {
      await until(`document.querySelector(${JSON.stringify(selector)}) !== null`);
      await evaluate(`(document.querySelector(${JSON.stringify(selector)}).focus(), true)`);
      await session.send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions: keys(text) }] });
    },
    async click(selector) {
      await until(`document.querySelector(${JSON.stringify(selector)}) !== null`);
      const at = await evaluate<{ x: number; y: number }>(
        `(() => { const node = document.querySelector(${JSON.stringify(selector)}); node.scrollIntoView({ block: 'center' }); const { x, y, width, height } = node.getBoundingClientRect(); return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }; })()`,
      );
      const actions = [
        { type: 'pointerMove', ...at },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await session.send('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] });
    },
  };
}
