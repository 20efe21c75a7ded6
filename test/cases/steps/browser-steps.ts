/** Steps of a reader in a browser. Names of fields and buttons are those that a screen reader tells. */
import { spawn } from 'node:child_process';
import type { Locator, Page } from 'playwright-core';
import { caseBrowser } from '../checks/case-browser.ts';
import type { Piece } from '../format/content.ts';
import type { StepOf } from '../format/step.ts';
import { fillValue } from '../playground/fill-form.ts';
import { bytesOf } from '../write-case-files.ts';
import { type Opened, type Plays, type Stage, until } from './stage.ts';

/** How long a page may take to show what is expected, and to have what a step acts on. */
const usualSeconds = 10;

async function openPage(stage: Stage, scripts: boolean): Promise<Opened> {
  const origin = await stage.origin();
  const context = await (await caseBrowser()).newContext({ javaScriptEnabled: scripts });
  stage.atEnd(() => context.close());
  context.setDefaultTimeout(usualSeconds * 1000);
  // No case is about how fast a page is there.
  context.setDefaultNavigationTimeout(60_000);
  const [violations, broken]: [string[], string[]] = [[], []];
  const known = [origin, stage.api?.origin, stage.other?.origin].map((url) => url && new URL(url).host);
  await context.route('**/*', (route) => {
    const url = route.request().url();
    if (
      /^(?:data|blob|about):/.test(url) ||
      known.includes(new URL(url).host) ||
      (stage.api && /^http:\/\/127\.0\.0\.1:1\/|\.invalid\//.test(url))
    )
      return route.continue();
    broken.push(`the page asks ${url}`);
    return route.abort();
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => broken.push(`thrown in the page: ${error}`));
  page.on('dialog', (dialog) => {
    broken.push(`a dialog says ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/i.test(message.text())) violations.push(message.text());
  });
  return { context, page, violations, broken };
}

/** What no page may do, whatever the case expects. */
export async function brokenIn({ page, broken, violations }: Opened): Promise<string[]> {
  const hasRun = await page.evaluate('typeof window.X').catch(() => 'undefined');
  return [
    ...broken,
    ...violations.map((text) => `against the policy: ${text}`),
    ...(hasRun === 'undefined' ? [] : ['a script of others ran']),
  ];
}

async function opened(stage: Stage): Promise<Opened> {
  if (!stage.opened) throw new Error('no page is open: the first step of a reader is "open"');
  return stage.opened;
}

/** The open dialog, else the page. */
async function scopeOf(page: Page, name?: string): Promise<Locator> {
  const dialog = page.getByRole('dialog');
  const scope = (await dialog.count()) > 0 && (await dialog.first().isVisible()) ? dialog.first() : page.locator('body');
  if (name === undefined) return scope;
  const options = { name, exact: true };
  const [first, ...rest] = (['region', 'group', 'tabpanel', 'log', 'navigation', 'dialog'] as const).map((role) =>
    scope.getByRole(role, options),
  );
  return rest.reduce((all, one) => all.or(one), first as Locator).first();
}

/** Everything that is shown, and the whole text of a response or sample of which only a part is drawn. */
async function textOf(scope: Locator): Promise<string> {
  const codes = await scope.locator('pre code').allTextContents();
  return [await scope.innerText(), ...codes].join('\n');
}

/** `{ "file", "content" }` is a file that the reader chooses. */
function chosenValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('file' in value)) return value;
  const { content, ...rest } = value as { readonly file: string; readonly content?: Piece };
  return content === undefined ? value : { ...rest, text: bytesOf(content).toString('latin1') };
}

/** The value of an expression in the page, also if a script of the page is about to open another one. */
async function evaluated(page: Page, expression: string): Promise<unknown> {
  try {
    return ((await page.evaluate(expression)) as unknown) ?? null;
  } catch (error) {
    if (!(error instanceof Error && error.message.includes('Execution context was destroyed'))) throw error;
    await page.waitForLoadState('load');
    return ((await page.evaluate(expression)) as unknown) ?? null;
  }
}

async function runSample({ sample }: StepOf<'sample'>, stage: Stage): Promise<readonly string[]> {
  const { page } = await opened(stage);
  const scope = await scopeOf(page);
  await scope.getByLabel('Language', { exact: true }).selectOption({ label: sample });
  // Samples follow the form with the next frame.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))))');
  const code = (await scope.locator('.playground-sample code').textContent()) ?? '';
  const [command, args] = {
    cURL: ['sh', ['-c']],
    Python: ['python3', ['-c']],
    JavaScript: [process.execPath, ['--input-type=module', '-e']],
  }[sample] as [string, string[]];
  const child = spawn(command, [...args, code], { cwd: stage.folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const exit = await new Promise((done, fail) => child.on('close', done).on('error', fail));
  return exit === 0 ? [] : [`the sample ends with ${exit}: ${errors.slice(0, 300)}\n${code}`];
}

export const browserSteps: Plays<'open' | 'fill' | 'press' | 'key' | 'check' | 'sample' | 'shows' | 'evaluate' | 'violations'> = {
  async open({ open, playground = false, scripts = true }, stage) {
    stage.opened ??= await openPage(stage, scripts);
    const { page } = stage.opened;
    const failures = await brokenIn(stage.opened);
    await page.goto(/^https?:/.test(open) ? open : (await stage.origin()) + open, { waitUntil: 'load' });
    if (playground) {
      await page.locator('docs-playground .playground-open').first().click();
      await page.getByRole('dialog').waitFor();
    }
    return failures;
  },
  async fill({ fill, in: name }, stage) {
    const scope = await scopeOf((await opened(stage)).page, name);
    for (const [label, value] of Object.entries(fill)) await fillValue(scope, label, chosenValue(value));
    return [];
  },
  async press({ press, role = 'button' }, stage) {
    const scope = await scopeOf((await opened(stage)).page);
    await scope.getByRole(role, { name: press, exact: true }).last().click();
    return [];
  },
  async key({ key }, stage) {
    await (await opened(stage)).page.keyboard.press(key);
    return [];
  },
  async check({ check }, stage) {
    await (await scopeOf((await opened(stage)).page)).getByLabel(check, { exact: true }).check();
    return [];
  },
  sample: runSample,
  async shows({ shows: { has = [], lacks = [] }, in: name, within = usualSeconds }, stage) {
    const { page } = await opened(stage);
    return until(within, async () => {
      const scope = await scopeOf(page, name);
      if ((await scope.count()) === 0) return [`there is no part "${name}" in the page`];
      const text = await textOf(scope);
      const shown = JSON.stringify(text.slice(0, 400));
      return [
        ...has.filter((source) => !new RegExp(source, 'su').test(text)).map((source) => `shows ${shown}, not /${source}/`),
        ...lacks.filter((source) => new RegExp(source, 'su').test(text)).map((source) => `shows ${shown}, with /${source}/`),
      ];
    });
  },
  async evaluate({ evaluate, gives, matches, most, within = 2 }, stage) {
    const { page } = await opened(stage);
    return until(within, async () => {
      const found = await evaluated(page, evaluate);
      const isRight =
        matches !== undefined
          ? new RegExp(matches, 'su').test(String(found))
          : most !== undefined
            ? Number(found) <= most
            : gives === undefined || JSON.stringify(found) === JSON.stringify(gives);
      return isRight
        ? []
        : [
            `${evaluate} gives ${JSON.stringify(found)?.slice(0, 300)}, expected ${matches ?? (most === undefined ? JSON.stringify(gives) : `at most ${most}`)}`,
          ];
    });
  },
  async violations({ violations }, stage) {
    const { violations: found } = await opened(stage);
    const failures = await until(2, () =>
      found.length >= violations ? [] : [`${found.length} violations of the policy, expected ${violations} or more`],
    );
    found.splice(0);
    return failures;
  },
};
