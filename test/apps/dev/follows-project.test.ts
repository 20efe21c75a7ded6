import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { buildSite } from '../../../src/project/build/build-site.ts';
import { checkProject } from '../../../src/project/check/check-project.ts';
import { repository } from '../../harness/cli.ts';
import { docsJson, hashFiles } from '../../harness/project.ts';
import { withoutStyles } from '../../harness/without-styles.ts';
import { type Served, serve } from './served.ts';

let served: Served;
afterEach(() => served.close());

const withoutClient = (html: string) => html.replace(/<script type="module" id="docsgen-dev"[^>]*><\/script>\n/, '');

/** Every page and every file that a build writes, as the server gives it, that differs; names of split scripts are left out. */
async function differences(): Promise<string[]> {
  const out = join(served.folder, 'built');
  const { status } = await buildSite({ dir: served.project, outDir: out, allowErrors: true, useCache: false });
  if (status !== 'built') return [`the build is ${status}`];
  const different: string[] = [];
  const steady = (html: string) => html.replace(/_docsgen\/islands\/[\w.-]+/g, '_docsgen/islands/x');
  for (const path of hashFiles(out).keys()) {
    if (/^(?:\.|_headers|_redirects|404\.html|_docsgen\/(?:search|islands)\/|_docsgen\/islands)/.test(path)) continue;
    const address = path.endsWith('/index.html') ? `/${path.slice(0, -'/index.html'.length)}` : path === 'index.html' ? '/' : `/${path}`;
    const response = await fetch(served.origin + encodeURI(address), { redirect: 'manual' });
    // A redirect is a page on a static site.
    if (response.status === 307 || response.status === 308) continue;
    const got = steady(withoutClient(withoutStyles(Buffer.from(await response.arrayBuffer()).toString())));
    if (response.status !== 200 || got !== steady(withoutStyles(readFileSync(join(out, path), 'utf8'))))
      different.push(`${address} (${response.status})`);
  }
  return different;
}

const compiled = () => served.until(() => served.events.some(({ kind }) => kind === 'compiled'), 60_000);

describe('what is served', () => {
  test('should be what a build writes: a site with all kinds of pages', async () => {
    served = await serve(
      {
        'index.mdx': '---\ntitle: Home\n---\n\nimport S from \'/snippets/s.mdx\';\n\n<S word="w" />\n\n```ts\nconst a = 1;\n```\n\n$x^2$',
        'a.mdx': 'import { Hi } from \'/snippets/hi.jsx\';\n\n<Hi />\n\n<div className="flex p-4">[Home](/)</div>',
        'b.mdx': '[nowhere](/nowhere) <Card title="x" icon="star">y</Card>',
        'snippets/s.mdx': 'Hello {word}',
        'snippets/hi.jsx': 'export const Hi = () => <b>{[1, 2].map((n) => n * 2).join()}</b>;',
        'box.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="2"/>',
      },
      { pages: ['index', 'a', 'b', 'missing'] },
    );
    await compiled();
    expect(await differences()).toEqual([]);
  });

  test('should be what a build writes: our own documentation', async () => {
    served = await serve({}, { pages: ['index'] });
    await served.close();
    const { cpSync } = await import('node:fs');
    const folder = served.folder;
    mkdirSync(folder, { recursive: true });
    cpSync(join(repository, 'docs'), join(folder, 'project'), { recursive: true });
    const { startDevServer } = await import('../../../src/apps/dev/dev-server.ts');
    const events: Served['events'] = [];
    const { server } = await startDevServer({ dir: join(folder, 'project'), port: 0, onEvent: (event) => events.push(event) });
    served = {
      ...served,
      events,
      origin: `http://127.0.0.1:${server?.port}`,
      close: async () => {
        await server?.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
    await compiled();
    expect(await differences()).toEqual([]);
  });
});

describe('changes', () => {
  const pages = (words: string) => ({ 'index.mdx': `Home ${words}`, 'a.mdx': `A ${words}`, 'b.mdx': `B ${words}` });

  test('should lead to the state of a fresh build, however many and in whatever order', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
    const config = (count: number, rest: object = {}) => docsJson({ pages: ['index', ...names.slice(0, count)] }, rest as never);
    served = await serve({
      ...pages('one'),
      'docs.json': config(20),
      ...Object.fromEntries(names.map((name) => [`${name}.mdx`, 'start'])),
    });
    // The same sequence each time: what is changed follows from the number.
    for (let change = 0; change < 1_000; change++) {
      const name = names[(change * 7) % names.length] as string;
      if (change % 31 === 0) served.remove(`${name}.mdx`);
      else if (change % 37 === 0) served.write({ 'docs.json': config(5 + (change % 15), { name: `Site ${change}` }) });
      else if (change % 41 === 0) served.write({ 'docs.json': '{ broken' });
      else if (change % 43 === 0) served.write({ [`${name}.mdx`]: '<Card>' });
      else if (change % 47 === 0) served.write({ [`sub/${name}.mdx`]: `# New ${change}` });
      else
        served.write({
          [`${name}.mdx`]: `---\ntitle: ${change % 5 === 0 ? `T${change}` : name}\n---\n\nWords ${change} [x](/p${change % 25}).`,
        });
      if (change % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    served.write({
      'docs.json': config(20, { name: 'The end' }),
      ...Object.fromEntries(names.map((name, index) => [`${name}.mdx`, `End ${index}`])),
    });
    await served.until(async () => (await served.text('/p19')).includes('End 19') && (await served.text('/')).includes('The end'));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await differences()).toEqual([]);
  });

  test('should follow moved pages, folders that go and come, and links', async () => {
    served = await serve({ ...pages('one'), 'sub/c.mdx': 'C one' }, { pages: ['index', 'a', 'b'] });
    expect(await served.text('/sub/c')).toContain('C one');
    renameSync(join(served.project, 'a.mdx'), join(served.project, 'sub/a.mdx'));
    await served.until(async () => (await served.text('/sub/a')).includes('A one') && (await served.text('/a')) === '404');
    renameSync(join(served.project, 'sub'), join(served.folder, 'away'));
    await served.until(async () => (await served.text('/sub/c')) === '404');
    renameSync(join(served.folder, 'away'), join(served.project, 'sub'));
    await served.until(async () => (await served.text('/sub/c')).includes('C one'));
    symlinkSync('b.mdx', join(served.project, 'linked.mdx'));
    await served.until(async () => (await served.text('/linked')).includes('B one'));
    served.write({ 'b.mdx': 'B two' });
    await served.until(async () => (await served.text('/linked')).includes('B two'));
  });

  test('should follow changes of the rules that leave files out', async () => {
    const files = { ...pages('one'), '.gitignore': 'build/\n', 'build/c.mdx': 'C one', 'build/sub/d.mdx': 'D one' };
    served = await serve(files, { pages: ['index', 'a', 'b', 'build/c'] });
    expect(await served.text('/build/c')).toBe('404');
    served.write({ '.gitignore': 'sub/\n' });
    await served.until(async () => (await served.text('/build/c')).includes('C one'));
    expect(await served.text('/build/sub/d')).toBe('404');
    await served.until(async () => {
      // The watcher starts again with the new rules, which takes a moment.
      served.write({ 'build/c.mdx': 'C two' });
      return (await served.text('/build/c')).includes('C two');
    });
    served.write({ '.mintignore': '!sub/\n' });
    await served.until(async () => (await served.text('/build/sub/d')).includes('D one'));
  });

  test('should follow a page that becomes a link to itself, and what comes in its place', async () => {
    served = await serve(pages('one'), { pages: ['index', 'a', 'b'] });
    await compiled();
    const file = join(served.project, 'a.mdx');
    rmSync(file);
    symlinkSync('a.mdx', file);
    await served.until(async () => (await served.text('/a')) === '404');
    rmSync(file);
    served.write({ 'a.mdx': 'A after' });
    await served.until(async () => (await served.text('/a')).includes('A after'));
  });

  test('should survive the loss of the whole project, and find it again', async () => {
    served = await serve(pages('one'), { pages: ['index', 'a', 'b'] });
    await compiled();
    renameSync(served.project, `${served.project}-away`);
    await served.until(() => served.events.some(({ kind }) => kind === 'changed'));
    expect(await served.text('/a')).not.toBe('500');
    renameSync(`${served.project}-away`, served.project);
    served.write({ 'a.mdx': 'A after' });
    await served.until(async () => (await served.text('/a')).includes('A after'), 20_000);
  });

  test('should take no harm from endless and throwing components', async () => {
    const limits = { docsgen: { limits: { pageSeconds: 1 } } };
    served = await serve(
      {
        ...pages('one'),
        'docs.json': docsJson({ pages: ['index', 'a', 'b'] }, limits),
        'a.mdx': "import { Hi } from '/snippets/hi.jsx';\n\nGood words.\n\n<Hi />",
        'snippets/hi.jsx': 'export const Hi = () => <b>fine</b>;',
      },
      undefined,
    );
    expect(await served.text('/a')).toContain('<b>fine</b>');
    served.write({ 'snippets/hi.jsx': 'export const Hi = () => { for (;;) {} };' });
    await served.until(async () => /could not be built[\s\S]*Good words/.test(await served.text('/a')), 20_000);
    expect(await served.text('/b')).toContain('B one');
    served.write({ 'snippets/hi.jsx': "export const Hi = () => { throw new Error('no'); };" });
    await served.until(async () => /hi\.jsx:1[\s\S]*Good words/.test(await served.text('/a')), 20_000);
    served.write({ 'snippets/hi.jsx': 'export const Hi = () => <b>mended</b>;' });
    await served.until(async () => (await served.text('/a')).includes('<b>mended</b>'), 20_000);
  });

  test('should start without a docs.json that can be read, and follow when there is one', async () => {
    served = await serve({ ...pages('one'), 'docs.json': '{' });
    expect(await served.text('/')).toBe('500');
    await compiled();
    // The watcher asks for a first look at everything; a save says nothing twice.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(served.events.filter(({ kind }) => kind === 'changed')).toEqual([]);
    served.write({ 'docs.json': docsJson({ pages: ['index', 'a', 'b'] }) });
    await served.until(async () => (await served.text('/a')).includes('A one'));
  });
});

test('should count nothing as fixed that cannot be checked', async () => {
  const whole = docsJson({ pages: ['index', 'a', 'gone'] });
  served = await serve({ 'docs.json': whole, 'index.mdx': 'Home', 'a.mdx': '[x](/nowhere)' });
  const findings = () => served.events.flatMap((event) => (event.kind === 'diagnostics' ? [event] : []));
  const last = () => findings().at(-1);
  await served.until(() => last()?.left === 2);
  served.write({ 'docs.json': '{' });
  await served.until(() => last()?.found.some(({ code }) => code === 'config/json'));
  expect(last()).toMatchObject({ fixed: 0, left: 3 });
  expect(served.events.find(({ kind }) => kind === 'changed')).toMatchObject({ files: ['docs.json'], isCurrent: false });
  served.write({ 'docs.json': whole });
  await served.until(() => last()?.fixed === 1);
  expect(last()).toMatchObject({ found: [], left: 2 });
  expect(served.events.findLast(({ kind }) => kind === 'changed')).toMatchObject({ isCurrent: true });
});

test('should report in the terminal what a check finds, once, and count as the bar does', async () => {
  const linked = { 'a.mdx': '## One\n\nWords.', 'index.mdx': '[x](/a#two)\n\n<Card titel="A">b</Card>\n\n![](/no.png)' };
  served = await serve(linked, { pages: ['index', 'a'] });
  const events = () => served.events.flatMap((event) => (event.kind === 'diagnostics' ? [event] : []));
  const checked = () => served.events.filter(({ kind }) => kind === 'checked').length;
  await served.until(() => checked() === 1);
  const codes = events().flatMap(({ found }) => found.map(({ code }) => code));
  expect(codes.toSorted()).toEqual(['links/asset-missing', 'links/broken', 'mdx/unknown-prop']);
  expect(events().at(-1)).toMatchObject({ left: 3 });
  const all = (await checkProject({ dir: served.project, useCache: false })).diagnostics;
  expect(
    all
      .filter(({ severity }) => severity !== 'notice')
      .map(({ code }) => code)
      .toSorted(),
  ).toEqual(codes.toSorted());
  expect(events().reduce((sum, { notices }) => sum + notices, 0)).toBe(all.filter(({ severity }) => severity === 'notice').length);

  served.write({ 'index.mdx': '[x](/a#one)\n\n<Card titel="A">b</Card>\n\n<p style="color: red">c</p>' });
  await served.until(() => checked() === 2);
  const later = events().slice(events().findIndex(({ left }) => left === 3) + 1);
  expect(later.flatMap(({ found }) => found.map(({ code }) => code))).toContain('mdx/style-string');
  expect(later.flatMap(({ found }) => found.map(({ code }) => code))).not.toContain('links/broken');
  expect(later.reduce((sum, { fixed }) => sum + fixed, 0)).toBeGreaterThanOrEqual(2);
  expect(later.at(-1)).toMatchObject({ left: 1 });
});

test('should find words that were just written', async () => {
  served = await serve({ 'index.mdx': 'Home', 'a.mdx': '# Zebras\n\nStripes.' }, { pages: ['index', 'a'] });
  const folder = /_docsgen\/search\/[\w/]+\//.exec(await served.text('/'))?.[0] ?? '';
  const words = async () => {
    await served.text(`/${folder}manifest.json`);
    return served.text(`/${folder}words.txt`);
  };
  expect(await words()).toContain('zebras');
  served.write({ 'a.mdx': '# Giraffes\n\nNecks.' });
  await served.until(async () => (await served.text('/a')).includes('Giraffes'));
  expect(await words()).toContain('giraffes');
});
