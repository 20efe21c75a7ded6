import { describe, expect, test } from 'vitest';
import { cascadeLayers, tailwindStyles } from '../../../src/stages/render/styles/tailwind.ts';
import { renderedSite, stubs } from './rendered-site.ts';

describe('tailwindStyles', () => {
  test.each([
    ['hidden', 'display: none'],
    ['dark:block', ':where(.dark, .dark *)'],
    ['sm:grid-cols-2', 'repeat(2, minmax(0, 1fr))'],
    ['dark:border-white/10', 'color-mix'],
    ['w-[37px]', 'width: 37px'],
    ['text-primary', 'color: var(--color-primary)'],
    ['flex-shrink-0', 'flex-shrink: 0'],
    ['rounded-sm', 'border-radius: var(--radius-sm)'],
    ['!mt-0', '!important'],
    ['bg-opacity-50', undefined],
    ['not-a-utility', undefined],
    ['constructor', undefined],
  ])('%s', async (name, rule) => {
    const { css, diagnostics } = await tailwindStyles([name]);
    expect(diagnostics).toEqual([]);
    if (rule === undefined) expect(css).toBe('');
    else expect(css).toContain(rule);
  });

  test('should give the same for the same names in any order', async () => {
    expect(await tailwindStyles(['flex', 'p-4', 'flex'])).toEqual(await tailwindStyles(['p-4', 'flex']));
  });
});

describe('the files of a site', () => {
  const docs = { navigation: { pages: ['a'] } };

  test('should be linked by every page under the names they have', async () => {
    const site = await renderedSite(docs, stubs('a'), { classNames: ['p-4'] });
    const files = await site.files();
    const linked = [...site.page('a').matchAll(/(?:href|src)="\/(_docsgen\/[^"]*)"/g)].map((match) => match[1] as string);
    expect(linked.length).toBeGreaterThanOrEqual(3);
    expect(linked.filter((path) => !files.has(path))).toEqual([]);
    const sheet = (name: string) => files.get(linked.find((path) => path.startsWith(`_docsgen/${name}.`)) as string) as string;
    expect(
      sheet('site')
        .slice(0, sheet('site').indexOf(';') + 1)
        .replaceAll(/,\s*/g, ', '),
    ).toBe(cascadeLayers);
    for (const [, font] of sheet('fonts').matchAll(/url\(([^)]*woff2)\)/g)) expect(files.has(`_docsgen/${font}`)).toBe(true);
  });

  test('should change their name with their content and with nothing else', async () => {
    const name = async (more: object) => /site\.(\w+)\.css/.exec((await renderedSite({ ...docs, ...more }, stubs('a'))).page('a'))?.[1];
    expect(await name({})).toBe(await name({ name: 'Other' }));
    expect(await name({})).not.toBe(await name({ colors: { primary: '#112233' } }));
  });

  test('should stay within the budgets of an ordinary page', async () => {
    const { gzipSync } = await import('node:zlib');
    const files = await (await renderedSite(docs, stubs('a'), { classNames: ['flex', 'p-4', 'dark:hidden'] })).files();
    const size = (pattern: RegExp) =>
      [...files].filter(([path]) => pattern.test(path)).reduce((sum, [, data]) => sum + gzipSync(Buffer.from(data, 'latin1')).length, 0);
    expect(size(/^_docsgen\/site\..*\.css$/)).toBeLessThan(25_000);
    expect(size(/^_docsgen\/main\..*\.js$/)).toBeLessThan(15_000);
  });

  test('should bring KaTeX only to pages with maths', async () => {
    const site = await renderedSite({ navigation: { pages: ['a', 'b'] } }, stubs('a', 'b'));
    expect(site.page('a')).not.toContain('katex');
    expect([...(await site.files()).keys()].some((path) => /katex/i.test(path))).toBe(false);
    expect(site.page('b', { features: { math: true } })).toMatch(/href="\/_docsgen\/katex\.\w+\.css"/);
    expect([...(await site.files()).keys()].filter((path) => path.includes('KaTeX_')).every((path) => path.endsWith('.woff2'))).toBe(true);
  });

  test('should link the styles of the author after ours', async () => {
    const html = (await renderedSite(docs, { ...stubs('a'), 'custom.css': 'p{}' })).page('a');
    expect(html.indexOf('/custom.css')).toBeGreaterThan(html.indexOf('/_docsgen/site'));
  });

  test('should load the letters of text from a smaller file, and other weights from the whole one', async () => {
    const site = await renderedSite(docs, stubs('a'));
    const files = await site.files();
    const [, css] = [...files].find(([path]) => path.startsWith('_docsgen/fonts.')) as [string, string];
    const latin = (css.match(/@font-face\s*\{[^}]*\}/g) ?? []).flatMap((rule) => {
      const file = /fonts\/([\w-]+-latin-(?:text|wght)-normal)\./.exec(rule)?.[1];
      return file === undefined ? [] : [`${file} ${/font-weight:\s*([\d ]+)/.exec(rule)?.[1]}`];
    });
    expect(latin.sort()).toEqual([
      'inter-latin-text-normal 400 700',
      'inter-latin-wght-normal 100 399',
      'inter-latin-wght-normal 701 900',
      'jetbrains-mono-latin-text-normal 400 700',
      'jetbrains-mono-latin-wght-normal 100 399',
      'jetbrains-mono-latin-wght-normal 701 800',
    ]);
    const size = (name: string) => [...files].find(([path]) => path.startsWith(`_docsgen/fonts/${name}.`))?.[1].length as number;
    expect(size('inter-latin-text-normal')).toBeLessThan(0.7 * size('inter-latin-wght-normal'));
    expect(/data-rel="preload" href="[^"]*fonts\/([\w-]+)/.exec(site.page('a'))?.[1]).toBe('inter-latin-text-normal');
  });

  test('should load the font of code before a page with code is painted, and no other', async () => {
    const site = await renderedSite(docs, stubs('a'));
    const preloads = (html: string) =>
      [...site.page('a', { html }).matchAll(/data-rel="preload" href="[^"]*fonts\/([\w-]+)/g)].map(([, name]) => name);
    expect(preloads('<p>text</p>')).toEqual(['inter-latin-text-normal']);
    expect(preloads('<p><code>code</code></p>')).toEqual(['inter-latin-text-normal', 'jetbrains-mono-latin-text-normal']);
  });

  test('should name a font that is not part of the package, and bring one that the site has', async () => {
    const named = await renderedSite({ ...docs, fonts: { family: 'Recursive' } }, stubs('a'));
    expect(named.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['fonts/not-bundled', 'notice']]);
    const own = await renderedSite({ ...docs, fonts: { heading: { family: 'A"b', source: '/f/a.woff2', format: 'woff2' } } }, stubs('a'), {
      base: '/x',
    });
    const css = [...(await own.files())].find(([path]) => path.startsWith('_docsgen/fonts.'))?.[1] as string;
    expect(css).toContain('url(/x/f/a.woff2)');
    expect(own.diagnostics).toEqual([]);
  });

  test('should answer an unknown URL with the text of the site', async () => {
    const files = await (
      await renderedSite({ ...docs, errors: { 404: { title: 'Lost', description: 'See [home](/a)', redirect: false } } }, stubs('a'), {
        base: '/x',
      })
    ).files();
    const html = files.get('404.html') as string;
    expect(html).toContain('<h1 id="page-title" data-part="page-title">Lost</h1>');
    expect(html).toContain('<a class="link" href="/x/a">home</a>');
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).not.toContain('data-home');
  });
});
