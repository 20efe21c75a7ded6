/** The area `static`: what a built site does in a browser. Each inspection builds its site, opens it and reports what it saw. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { findBrowser } from '../../../scripts/browser.mjs';
import { type Visit, visit } from '../../harness/browser.ts';
import { repository, runCli } from '../../harness/cli.ts';
import { docsJson, type Files, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';
import { serveFolder } from '../../harness/serve-folder.ts';
import type { Piece } from '../case-format.ts';
import { textsOf } from '../judge.ts';
import { kept } from '../kept.ts';
import { bytesOf } from '../write-case-files.ts';
import { caseBrowser } from './case-browser.ts';
import type { Check } from './check.ts';
import { inspectCommonMark } from './common-mark.ts';
import { attacks, naughty } from './payloads.ts';

interface Opened {
  readonly out: string;
  readonly origin: string;
  readonly browser: Browser;
  /** Routes of all pages, `/` first. */
  readonly routes: readonly string[];
}

const ours = join(repository, 'docs');
/** The site of our documentation: building it takes longer than most looks at it. */
const oursOpened = kept(
  () => openSite(ours),
  (site) => site.close(),
);

/** Builds a folder, serves it, opens a browser, and cleans up after `look`. */
async function opened(project: string | Files, look: (site: Opened) => Promise<string[]>): ReturnType<Check> {
  if (!findBrowser()) return { skipped: 'no browser on this machine' };
  if (project === ours) return look(await oursOpened());
  const site = await openSite(project);
  try {
    return await look(site);
  } finally {
    await site.close();
  }
}

async function openSite(project: string | Files): Promise<Opened & { close(): Promise<void> }> {
  const folder = temporaryFolder('static');
  try {
    const source = typeof project === 'string' ? project : join(folder, 'project');
    if (typeof project !== 'string') writeProject(source, project);
    const out = join(folder, 'site');
    const outcome = await runCli(['build', source, '--out', out, '--no-cache'], { cwd: folder, timeoutMs: 120_000 });
    if (outcome.exit !== 0) throw new Error(`the site does not build (exit ${outcome.exit}): ${outcome.stderr.slice(0, 500)}`);
    // Pages that only lead on are left out: what they lead to is looked at.
    const pages = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter(
      (path) => /(?:^|\/)index\.html$/.test(path) && !/http-equiv="refresh"/i.test(readFileSync(join(out, path), 'utf8')),
    );
    const routes = pages.map((path) => `/${path.replace(/\/?index\.html$/, '')}`).sort();
    const browser = await caseBrowser();
    const server = await serveFolder(out);
    return {
      out,
      origin: server.origin,
      browser,
      routes,
      async close() {
        await server.close();
        removeFolder(folder);
      },
    };
  } catch (error) {
    removeFolder(folder);
    throw error;
  }
}

const quoted = (text: string): string => JSON.stringify(text);

/** Opens every page in a context of its own. Failures come in the order of the pages. */
async function eachPage(
  site: Opened,
  look: (seen: Visit, route: string) => Promise<string[]> | string[],
  options: BrowserContextOptions = {},
): Promise<string[]> {
  const failures: string[] = [];
  for (const route of site.routes) {
    const seen = await visit(site.browser, site.origin + encodeURI(route), options);
    failures.push(...(await look(seen, route)).map((failure) => `${route}: ${failure}`));
    await seen.close();
  }
  return failures;
}

/** static-01: the policy stands first in every head and says what it must. */
function policyOf(html: string): string[] {
  const head = /<head[^>]*>\s*(?:<meta charset[^>]*>\s*)?<meta http-equiv="content-security-policy" content="([^"]*)"/i.exec(html);
  if (!head) return ['the policy is not first in head'];
  const policy = (head[1] ?? '').replaceAll('&#39;', "'");
  const failures = [
    "default-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "connect-src 'self'",
    "require-trusted-types-for 'script'",
  ]
    .filter((rule) => !policy.includes(rule))
    .map((rule) => `the policy lacks ${rule}`);
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
  if (!scripts.includes("'self'")) failures.push("script-src lacks 'self'");
  if (/'unsafe-(?:inline|eval)'/.test(scripts)) failures.push(`script-src is ${scripts}`);
  return failures;
}

const inspectPolicy: Check = () =>
  opened(ours, async (site) =>
    [...textsOf(site.out)]
      .filter(({ path }) => path.endsWith('.html'))
      .flatMap(({ path, text: html }) =>
        /http-equiv="refresh"/i.test(html) ? [] : policyOf(html).map((failure) => `${path}: ${failure}`),
      ),
  );

/** static-02: what an attacker writes into a built file does not run, our own scripts still do. */
const inspectInjection: Check = () =>
  opened(
    {
      'docs.json': docsJson({ pages: ['index'] }),
      'index.mdx': '---\ntitle: Home\n---\n\n<Tabs><Tab title="One">1</Tab><Tab title="Two">2</Tab></Tabs>\n',
    },
    async (site) => {
      const injected =
        '<script>window.X=1</script><img src=x onerror="window.X=2"><a id="bad" href="javascript:window.X=3">x</a><svg><script>window.X=4</script></svg>';
      const file = join(site.out, 'index.html');
      writeProject(site.out, { 'index.html': readFileSync(file, 'utf8').replace('</body>', `${injected}</body>`) });
      const seen = await visit(site.browser, `${site.origin}/`);
      await seen.page.evaluate("document.getElementById('bad').click()");
      const failures = (await seen.page.evaluate('window.X')) === undefined ? [] : ['an injected script ran'];
      if (seen.violations.length < 3) failures.push(`${seen.violations.length} violations were reported`);
      await seen.page.getByRole('tab', { name: 'Two' }).click();
      if (!(await seen.page.getByRole('tabpanel', { name: 'Two' }).isVisible())) failures.push('our own tabs do not work');
      await seen.close();
      return failures;
    },
  );

/** What a walk through our documentation met, page by page: two cases ask the same walk. */
const oursWalked = kept(
  async () => {
    const met = { complaints: [] as string[], foreign: [] as string[] };
    await eachPage(await oursOpened(), ({ violations, errors, foreign }, route) => {
      met.complaints.push(...[...violations, ...errors].map((words) => `${route}: ${words}`));
      met.foreign.push(...foreign.map((url) => `${route}: asks ${url}`));
      return [];
    });
    return met;
  },
  () => undefined,
);

const inspectHonestPages: Check = () => opened(ours, async () => (await oursWalked()).complaints);
const inspectForeignRequests: Check = () => opened(ours, async () => (await oursWalked()).foreign);

/** static-05: each line as title, description, sidebar name, heading, text, code, card, tab and group name. */
const inspectAttacks: Check = () => {
  const pages = attacks.map((line, index) => {
    const text = line.replaceAll('\u2028', ' ');
    const body = `## {${quoted(line)}}\n\n{${quoted(line)}}\n\n<Card title={${quoted(line)}}>{${quoted(line)}}</Card>\n\n<Tabs><Tab title={${quoted(line)}}>{${quoted(line)}}</Tab></Tabs>\n\n~~~~~html title=${quoted(text.replace(/["\n]/g, ''))}\n${line}\n~~~~~\n`;
    return [
      `p${index}.mdx`,
      `---\ntitle: ${quoted(line)}\nsidebarTitle: ${quoted(line)}\ndescription: ${quoted(line)}\ntag: ${quoted(line)}\n---\n\n${body}`,
    ] as const;
  });
  const groups = attacks.map((line, index) => ({ group: line, pages: [`p${index}`] }));
  return opened({ 'docs.json': docsJson({ groups }, { banner: { content: attacks[0] } }), ...Object.fromEntries(pages) }, (site) =>
    eachPage(site, async (seen, route) => {
      const index = Number(/^\/p(\d+)$/.exec(route)?.[1] ?? -1);
      const failures = (await seen.page.evaluate('window.X')) === undefined ? [] : ['the line ran'];
      if (seen.foreign.length > 0) failures.push(`asks ${seen.foreign[0]}`);
      if (index >= 0) {
        const shown = plainText(await seen.page.locator('h1').first().textContent());
        if (!shown.includes(plainText(attacks[index]))) failures.push(`the title is shown as ${quoted(shown)}`);
      }
      return failures;
    }),
  );
};

/** Text as a reader sees it: runs of blanks are one, control characters are nothing. */
function plainText(text: string | null | undefined): string {
  return (text ?? '')
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
}

/** static-06: each string as title, name and heading; every page is there and whole. */
const inspectNaughtyStrings: Check = () => {
  const pages = naughty.map(
    (line, index) =>
      [
        `p${index}.mdx`,
        `---\ntitle: ${quoted(line)}\ndescription: ${quoted(line)}\n---\n\n## {${quoted(line)}}\n\n{${quoted(line)}}\n`,
      ] as const,
  );
  const groups = naughty.map((line, index) => ({ group: line.trim() || 'blank', tag: line, pages: [`p${index}`] }));
  return opened({ 'docs.json': docsJson({ groups }), ...Object.fromEntries(pages) }, async (site) =>
    naughty.flatMap((line, index) => {
      const html = readFileSync(join(site.out, `p${index}/index.html`), 'utf8');
      const whole = ['<html', '</html>', '<body', '</body>', '</main>'].every((mark) => html.split(mark).length === 2);
      return whole ? [] : [`${quoted(line)}: the page is not whole`];
    }),
  );
};

/** `with`: `{ queries }`. Nothing in the address or in the reader's storage decides anything but what it is for. */
const inspectAddress: Check = (given) =>
  opened(
    {
      'docs.json': docsJson({ languages: ['en', 'fr'].map((language) => ({ language, pages: [`${language}/a`] })) }),
      'en/a.mdx': 'One\n',
      'fr/a.mdx': 'Un\n',
    },
    async (site) => {
      const failures: string[] = [];
      for (const query of (given.queries as readonly Piece[]).map((piece) => bytesOf(piece).toString())) {
        const seen = await visit(site.browser, `${site.origin}/en/a?${query}`);
        await seen.page.evaluate(
          "for (const key of ['language', 'version', 'theme', 'lang', 'last-version', ...Object.keys(localStorage)]) localStorage.setItem(key, '//evil.example/<img src=x onerror=window.X=1>')",
        );
        await seen.page.reload({ waitUntil: 'load' });
        // The root may lead on to the first page.
        await seen.page.goto(`${site.origin}/?${query}`, { waitUntil: 'networkidle' });
        if ((await seen.page.evaluate('window.X')) !== undefined) failures.push(`${query.slice(0, 60)} ran`);
        if (new URL(seen.page.url()).origin !== site.origin) failures.push(`${query.slice(0, 60)} leads to ${seen.page.url()}`);
        failures.push(
          ...seen.foreign.map((url) => `${query.slice(0, 60)} asks ${url}`),
          ...seen.errors.map((error) => `${query.slice(0, 60)}: ${error}`),
        );
        await seen.close();
      }
      return failures;
    },
  );

/** static-13: words and navigation are there for readers without scripts. */
const inspectWithoutScripts: Check = () =>
  opened(ours, (site) =>
    eachPage(
      site,
      async ({ page }) => {
        const words = (await page.locator('main').first().innerText()).trim().split(/\s+/).length;
        const links = await page.locator('nav a[href]:visible, #sidebar a[href]:visible').count();
        return [...(words < 20 ? [`shows ${words} words`] : []), ...(links < 3 ? [`shows ${links} links of the navigation`] : [])];
      },
      { javaScriptEnabled: false },
    ),
  );

/** Every line of attack as the text of a parameter, an enum value, an operation: nothing of it runs in a browser. */
const attackedDescriptions: Check = () => {
  const responses = {
    200: { description: attacks[0], content: { 'application/json': { example: attacks, schema: { title: attacks[1] } } } },
  };
  const parameters = attacks.map((text, index) => ({
    name: `p${index}`,
    in: 'query',
    description: text,
    schema: { type: 'string', enum: [text], 'x-enum-descriptions': [text] },
  }));
  const get = { summary: attacks[0], description: attacks.join('\n\n'), tags: [attacks[0]], parameters, responses };
  const files = {
    'docs.json': docsJson({ groups: [{ group: 'API', openapi: 'api.json' }] }),
    'api.json': JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1', description: attacks[0] }, paths: { '/a': { get } } }),
  };
  return opened(files, (site) =>
    eachPage(site, async ({ page }) => {
      for (const link of await page.locator('.api-page a:not([href^="http"])').all()) await link.dispatchEvent('click');
      return (await page.evaluate('window.X')) === undefined ? [] : ['a description ran'];
    }),
  );
};

export const staticChecks: readonly (readonly [string, Check])[] = [
  ['attack-lines-in-a-description', attackedDescriptions],
  ['policy-on-every-page', inspectPolicy],
  ['injected-scripts', inspectInjection],
  ['no-violations', inspectHonestPages],
  ['no-third-party-requests', inspectForeignRequests],
  ['attack-lines-as-text', inspectAttacks],
  ['naughty-strings', inspectNaughtyStrings],
  ['query-strings', inspectAddress],
  ['common-mark', inspectCommonMark],
  ['without-scripts', inspectWithoutScripts],
];
