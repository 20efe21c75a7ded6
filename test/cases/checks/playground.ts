/** The area `playground`: what an API may answer and a reader may type, on a real page. The proxy's cases stand in proxy.ts. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fillValue, group, openPlayground } from '../playground/fill-form.ts';
import type { Check } from './check.ts';
import { becomes, onStage, playgroundCase, type Stage, unless } from './playground-stage.ts';

const mebibyte = 1 << 20;

interface ShownAnswer {
  readonly contentType?: string;
  readonly body?: string;
  /** So many bytes of no meaning instead of `body`. */
  readonly randomBytes?: number;
  /** Regular expression for what the page must show of it. */
  readonly shows: string;
}

/** `with`: `{ answers }`, answers of an API and what the page must show of each. */
const shownAnswers: Check = async (given) => {
  const failures: string[] = [];
  for (const { contentType, body = '', randomBytes: size, shows } of given.answers as readonly ShownAnswer[]) {
    const headers: Record<string, string> = contentType === undefined ? {} : { 'content-type': contentType };
    const answer = { headers, body: size ? randomBytes(size) : body };
    const result = await onStage(async ({ answered, shown }) => {
      await answered(answer);
      return becomes(shown, new RegExp(shows, 's'));
    })(given);
    if ('skipped' in result) return result;
    failures.push(...result);
  }
  return failures;
};

async function watchTasks({ page }: Stage): Promise<void> {
  await page.evaluate(() => {
    const tasks = globalThis as unknown as { longest?: number };
    tasks.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.longest = Math.max(tasks.longest ?? 0, duration);
    }).observe({ type: 'longtask' });
  });
}

async function refusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Each base URL is typed where the description names none. */
const typedServers: Check = onStage(
  async ({ dialog, send, page }) => {
    const failures: string[] = [];
    for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'no url']) {
      await fillValue(dialog, 'Base URL', url);
      await send();
      const words = await dialog.locator('.playground-faults').innerText();
      failures.push(...unless(/Only http and https URLs can be reached/.test(words), `${url}: ${words}`));
    }
    await fillValue(dialog, 'Base URL', `http://127.0.0.1:${await refusedPort()}/`);
    await send();
    failures.push(
      ...(await becomes(() => dialog.getByRole('region', { name: 'Response' }).innerText(), /got no answer from http:\/\/127/)),
    );
    failures.push(...unless((await page.evaluate('window.X')) === undefined, 'a script ran'));
    return failures;
  },
  [playgroundCase('a', { method: 'get', path: '/x', servers: [{ url: '/' }] })],
);

/** Refused, no such name, broken off: each with the whole command line, and the button works again. */
const networkFailures: Check = onStage(
  async ({ dialog, send, shown, answered }) => {
    const failures: string[] = [];
    for (const index of [1, 2]) {
      await dialog.getByLabel('Server', { exact: true }).last().selectOption({ index });
      await fillValue(dialog, 'id', '1');
      await send();
      failures.push(...(await becomes(shown, /got no answer from http.*curl/s)));
      await dialog.getByRole('button', { name: 'Send', exact: true }).waitFor();
    }
    await dialog.getByLabel('Server', { exact: true }).last().selectOption({ index: 0 });
    const words = await answered({
      headers: { 'content-type': 'text/plain' },
      stream(response) {
        response.write('half of it');
        setTimeout(() => response.destroy(), 500);
      },
    });
    return [...failures, ...unless(/connection broke.*half of it/s.test(words), `broken off: ${words}`)];
  },
  [
    playgroundCase('a', {
      method: 'get',
      path: '/any/{id}',
      servers: [{ url: '{ORIGIN}' }, { url: 'http://127.0.0.1:1' }, { url: 'http://no-such-name.invalid' }],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    }),
  ],
);

const endless: Check = onStage(async ({ dialog, echo, send }) => {
  let timer: NodeJS.Timeout | undefined;
  let seen = 0;
  echo.reply('/any/1', {
    headers: { 'content-type': 'text/event-stream' },
    stream(response) {
      timer = setInterval(() => response.write(Array.from({ length: 200 }, () => `data: ${seen++}\n\n`).join('')), 20);
      response.on('close', () => clearInterval(timer)).on('error', () => {});
    },
  });
  await fillValue(dialog, 'id', '1');
  await send();
  const result = dialog.getByRole('region', { name: 'Response' });
  const failures = await becomes(() => result.innerText(), /the last 500 shown/);
  failures.push(...unless((await result.locator('.line').count()) <= 500, 'the view is not capped'));
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  return [...failures, ...(await becomes(() => result.innerText(), /Cancelled/))];
});

const manyRows: Check = onStage(async (stage) => {
  const body = JSON.stringify(Array.from({ length: 100_000 }, (_, id) => ({ id, name: `row ${id}` })));
  await watchTasks(stage);
  await stage.answered({ headers: { 'content-type': 'application/json' }, body });
  const drawn = await stage.dialog.locator('.playground-result .line').count();
  const longest = (await stage.page.evaluate('globalThis.longest')) as number;
  // A busy machine stretches every task; what is drawn at once does not depend on it.
  return [...unless(drawn <= 1000, `${drawn} lines at once`), ...unless(longest < 2000, `a task of ${longest} ms`)];
});

/** Header values and names that no request may hold: said, and not sent as they are. */
const headerInjection: Check = onStage(
  async ({ dialog, send, echo }) => {
    const field = dialog.getByLabel('X-A', { exact: true });
    await field.evaluate((node) => {
      // What no key types: as a script or an extension could put it there.
      Object.defineProperty(node, 'value', { value: 'a\r\nX-Evil: 1', configurable: true });
      node.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await send();
    const said = await dialog.locator('.playground-faults').innerText();
    const failures = unless(/line break/.test(said), `line breaks: ${said}`);
    await field.evaluate((node) => {
      delete (node as unknown as Record<string, unknown>).value;
    });
    await field.fill('');
    await fillValue(dialog, 'X Y', '1');
    await send();
    const name = await dialog.locator('.playground-faults').innerText();
    failures.push(...unless(/X Y is an invalid header name/.test(name), `name: ${name}`), ...unless(echo.take().length === 0, 'was sent'));
    await dialog.getByLabel('X Y', { exact: true }).fill('');
    await fillValue(dialog, 'Host', 'evil.test');
    await dialog.getByText(/do not let pages set Host/).waitFor();
    return failures;
  },
  [
    playgroundCase('a', {
      method: 'get',
      path: '/any',
      parameters: ['X-A', 'X Y', 'Host'].map((name) => ({ name, in: 'header', schema: { type: 'string' } })),
    }),
  ],
);

const secretsAtRest: Check = onStage(async ({ dialog, page, answered, echo }) => {
  const secret = 'secret-at-rest';
  await fillValue(dialog, 'Token', secret);
  await answered({ body: '{}' });
  const everywhere = () =>
    page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.cookie]));
  const failures = unless(!(await everywhere()).includes(secret), 'kept without being asked to');
  failures.push(...unless(!(await dialog.locator('.playground-sample').innerText()).includes(secret), 'in a code sample'));
  failures.push(...unless(!echo.take().some(({ headers }) => new Map(headers).has('referer')), 'a referrer is sent'));
  await dialog.getByLabel('Keep in this tab').check();
  failures.push(...unless(!(await page.evaluate(() => JSON.stringify({ ...localStorage }))).includes(secret), 'in localStorage'));
  await page.reload();
  const again = await openPlayground(page);
  return [...failures, ...unless((await again.getByLabel('Token', { exact: true }).inputValue()) === secret, 'not kept when asked to')];
});

const secretsOfOthers: Check = onStage(
  async ({ dialog, page, site, echo }) => {
    await fillValue(dialog, 'Token', 'secret-of-a');
    await dialog.getByLabel('Keep in this tab').check();
    await page.goto(site.page('b'));
    const other = await openPlayground(page);
    await fillValue(other, 'id', '1');
    echo.take();
    await other.getByRole('button', { name: 'Send', exact: true }).click();
    await other.getByRole('region', { name: 'Response' }).waitFor();
    return unless(!JSON.stringify(echo.take()).includes('secret-of-a'), 'sent to the other API');
  },
  [playgroundCase('a'), playgroundCase('b')],
);

const hostileTexts = ["'; rm -rf ~ #", '$(touch /tmp/x)', '`id`', 'a\nb', '"', '%', '\u2019', '\\', "it's"];

/** The shown command lines, run: the exact value arrives. */
const shellSafe: Check = onStage(
  async ({ dialog, echo, site, page }) => {
    const failures: string[] = [];
    const run = promisify(execFile);
    for (const [label, command] of [
      ['cURL', 'sh'],
      ['Python', 'python3'],
      ['JavaScript', process.execPath],
    ] as const) {
      await dialog.getByLabel('Language', { exact: true }).selectOption({ label });
      for (const text of hostileTexts) {
        await dialog.getByRole('textbox', { name: 'Body', exact: true }).fill(text);
        // Samples follow with the next frame, and it can be long until that is drawn.
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
        const code = (await dialog.locator('.playground-sample code').textContent()) ?? '';
        echo.take();
        const args = label === 'JavaScript' ? ['--input-type=module', '-e', code] : ['-c', code];
        const error = await run(command, args, { cwd: site.folder }).catch((reason: NodeJS.ErrnoException) => reason);
        // Not every machine has every language.
        if (error instanceof Error && (error.code === 'ENOENT' || /No module named/.test(error.message))) break;
        const body = echo.take().at(-1)?.body.toString();
        failures.push(...unless(body === text, `${label} ${JSON.stringify(text)}: ${JSON.stringify(body)}`));
      }
    }
    return failures;
  },
  [playgroundCase('a', { method: 'post', path: '/any', requestBody: { content: { 'text/plain': { schema: { type: 'string' } } } } })],
);

const anchors: Check = onStage(
  async ({ page }) => {
    await page.keyboard.press('Escape');
    const ids = await page.evaluate(() => [...document.querySelectorAll('main [id]')].map(({ id }) => id));
    const failures = unless(new Set(ids).size === ids.length, 'ids stand twice');
    const links = page.locator('main .api-fields a[href^="#"]');
    for (let index = 0; index < (await links.count()); index++) {
      const href = (await links.nth(index).getAttribute('href')) ?? '';
      const id = decodeURIComponent(href.slice(1));
      const fits = await page.evaluate((wanted) => {
        location.hash = wanted;
        return document.querySelector(':target')?.id;
      }, href);
      failures.push(...unless(fits === id, `${href} leads to ${fits}`));
    }
    return [...failures, ...unless((await links.count()) >= 5, 'parameters have no links')];
  },
  [
    playgroundCase('a', {
      method: 'get',
      path: '/any',
      parameters: ['a b', '__proto__', '<x>', 'данные', 'a.b[0]'].map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
    }),
  ],
);

const uploads: Check = onStage(async ({ dialog, send, echo, site }) => {
  const failures: string[] = [];
  const large = join(site.folder, 'long.bin');
  writeFileSync(large, Buffer.alloc(30 * mebibyte, 'x'));
  await fillValue(dialog, 'id', '1');
  for (const [name, size, wanted] of [
    ['a "b".bin', 0, 'filename="a %22b%22.bin"'],
    ['c\r\nX-Evil: 1.bin', 10, 'filename="c%0D%0AX-Evil: 1.bin"'],
    ['long.bin', 30 * mebibyte, 'filename="long.bin"'],
  ] as const) {
    const small = { name, mimeType: 'x/y', buffer: Buffer.alloc(size < mebibyte ? size : 0, 'x') };
    await dialog.getByLabel('file', { exact: true }).setInputFiles(size < mebibyte ? small : large);
    echo.take();
    await send();
    await dialog.getByRole('button', { name: 'Send', exact: true }).waitFor();
    await dialog.getByRole('region', { name: 'Response' }).waitFor();
    const body = echo.take().at(-1)?.body ?? Buffer.alloc(0);
    const head = body.toString('latin1', 0, 400);
    failures.push(...unless(head.includes(wanted), `${JSON.stringify(name)}: ${head}`));
    const start = body.indexOf('\r\n\r\n') + 4;
    failures.push(...unless(body.lastIndexOf('\r\n--') - start === size, `${name}: ${body.length} bytes arrived`));
  }
  return failures;
});

/** 500 parameters and a body of 20 floors. */
const largeForm: Check = onStage(
  async ({ page, dialog }) => {
    await page.keyboard.press('Escape');
    await page.reload();
    const ms = await page.evaluate(() => {
      const start = performance.now();
      document.querySelector<HTMLElement>('.playground-open')?.click();
      document.querySelector('dialog')?.getBoundingClientRect();
      return performance.now() - start;
    });
    const failures = unless(ms < 1500, `${Math.round(ms)} ms until it can be used`);
    await fillValue(dialog, 'p499', 'x');
    await page.keyboard.press('Tab');
    const reached = await page.evaluate(() => document.activeElement?.closest('dialog') !== null);
    return [...failures, ...unless(reached, 'Tab leaves the form')];
  },
  [
    playgroundCase('a', {
      method: 'post',
      path: '/any',
      parameters: Array.from({ length: 500 }, (_, index) => ({ name: `p${index}`, in: 'query', schema: { type: 'string' } })),
      requestBody: {
        content: {
          'application/json': {
            schema: Array.from({ length: 20 }).reduce<object>((inner) => ({ type: 'object', properties: { inner } }), { type: 'string' }),
          },
        },
      },
    }),
  ],
);

export const playgroundChecks: readonly (readonly [string, Check])[] = [
  ['shown-answers', shownAnswers],
  [
    'svg-response',
    onStage(async ({ dialog, answered, context }) => {
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>top.X=1</script></svg>';
      await answered({ headers: { 'content-type': 'image/svg+xml' }, body: svg });
      const result = dialog.getByRole('region', { name: 'Response' });
      const source = (await result.locator('img').getAttribute('src')) ?? '';
      return [
        ...unless(source.startsWith('blob:'), `drawn from ${source}`),
        ...unless((await result.locator('svg, a[target]').count()) === 0, 'inline, or to be opened'),
        ...unless(context.pages().length === 1, 'opened a page'),
      ];
    }),
  ],
  [
    'prototype-response',
    onStage(async ({ answered, page }) => {
      const text = await answered({ headers: { 'content-type': 'application/json' }, body: '{"__proto__":{"x":1},"a":1}' });
      return [
        ...unless(text.includes('"__proto__": {'), `shows ${text}`),
        ...unless((await page.evaluate('({}).x')) === undefined, 'polluted'),
      ];
    }),
  ],
  [
    'giant-response',
    onStage(async ({ answered }) => {
      const chunk = Buffer.alloc(mebibyte, 'a');
      const text = await answered({
        headers: { 'content-type': 'application/json' },
        stream(response) {
          let sent = 0;
          const more = () => {
            while (sent++ < 200) if (!response.write(chunk)) return void response.once('drain', more);
            response.end();
          };
          response.on('error', () => {});
          more();
        },
      });
      return unless(/stopped at 10\.0 MiB/.test(text), `shows ${text.slice(0, 200)}`);
    }),
  ],
  ['endless-stream', endless],
  ['many-rows', manyRows],
  [
    'cors-failure',
    onStage(async ({ answered }) => {
      const text = await answered({ refusesPages: true, body: '{}' });
      return [
        ...unless(/CORS.*Access-Control-Allow-Origin.*curl/s.test(text), `shows ${text}`),
        ...unless(!/undefined|Failed to fetch/.test(text), `shows ${text}`),
      ];
    }),
  ],
  ['network-failures', networkFailures],
  [
    'redirect-with-secret',
    onStage(async ({ dialog, answered, other }) => {
      await fillValue(dialog, 'Token', 'secret-token');
      await answered({ status: 302, headers: { location: `${other.origin}/any/2` } });
      return unless(!JSON.stringify(other.take()).includes('secret-token'), 'the secret went to the other server');
    }),
  ],
  [
    'basic-challenge',
    onStage(async ({ answered }) => {
      const text = await answered({ status: 401, headers: { 'www-authenticate': 'Basic realm="x"' }, body: 'no' });
      return unless(text.includes('401 Unauthorized'), `shows ${text}`);
    }),
  ],
  [
    'cookies-of-the-api',
    onStage(async ({ answered, context, echo }) => {
      await context.addCookies([{ name: 'site', value: 'mine', url: echo.origin }]);
      await answered({ headers: { 'set-cookie': 'api=1' }, body: '{}' });
      const names = (await context.cookies(echo.origin)).map(({ name }) => name);
      return [
        ...unless(!new Map(echo.take()[0]?.headers).has('cookie'), 'a cookie was sent'),
        ...unless(names.join() === 'site', `cookies: ${names}`),
      ];
    }),
  ],
  ['header-injection', headerInjection],
  [
    'path-traversal',
    onStage(async ({ dialog, send, echo }) => {
      await fillValue(group(dialog, 'Path'), 'id', '../../admin?x=1#y');
      await send();
      await dialog.getByRole('region', { name: 'Response' }).waitFor();
      const target = echo.take()[0]?.target;
      return unless(target === '/any/..%2F..%2Fadmin%3Fx%3D1%23y', `arrived as ${target}`);
    }),
  ],
  ['typed-servers', typedServers],
  ['secrets-at-rest', secretsAtRest],
  ['secrets-of-others', secretsOfOthers],
  ['shell-safe-samples', shellSafe],
  ['parameter-anchors', anchors],
  ['uploads', uploads],
  ['large-form', largeForm],
];
