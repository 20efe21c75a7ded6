/** HTML of authors, wherever it can be written, in a built site and in the browser. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeInBrowser, openBrowser, visit } from '../../harness/browser.ts';
import { runCli } from '../../harness/cli.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';
import { serveFolder } from '../../harness/serve-folder.ts';
import { shared } from '../../harness/shared.ts';

const refresh = `<meta http-equiv='refresh' content='0;url=https://evil.example/'>`;
const hostile = `${refresh}<img src=x onerror='window.X=1'><a href='javascript:window.X=1'>l</a><base href='//evil.example/'><iframe srcdoc='x'></iframe><b>kept</b>`;
const js = JSON.stringify(hostile);
const names = ['computed', 'created', 'spread', 'snippet', 'island', 'raw', 'texts'];

const folder = temporaryFolder('author-html');
let report = '';
beforeAll(async () => {
  writeProject(join(folder, 'project'), {
    'docs.json': docsJson(
      { pages: [...names, 'api/a'] },
      { banner: { content: hostile }, footer: { socials: { github: 'https://github.com/x' } } },
    ),
    'computed.mdx': `export const html = ${js};\n\nText.\n\n<div dangerouslySetInnerHTML={{ __html: html.trim() }} />\n`,
    // Not through what JSX is compiled to.
    'created.mdx': `export const Made = () => React.createElement('div', null, React.createElement('meta', { httpEquiv: 'refresh', content: '0;url=https://evil.example/' }), React.createElement('p', { onclick: 'window.X=1' }, 'kept'));\n\n<Made />\n`,
    'spread.mdx': `export const attributesOf = () => ({ dangerouslySetInnerHTML: { __html: ${js} } });\n\n<div {...attributesOf()} />\n`,
    'snippets/raw.jsx': `export const Raw = ({ html }) => <section dangerouslySetInnerHTML={{ __html: html }} />;\n`,
    'snippet.mdx': `import { Raw } from '/snippets/raw.jsx';\n\n<Raw html={${js}} />\n`,
    'island.mdx': `export const Live = () => {\n  const [isOn, turn] = useState(false);\n  return <div><button onClick={() => turn(true)}>more</button>{isOn && <p id="late" dangerouslySetInnerHTML={{ __html: ${js} }} />}</div>;\n};\n\n<Live />\n`,
    'raw.mdx':
      '<div>\n  <p onClick="window.X=1">kept</p>\n  <meta httpEquiv="refresh" content="0" />\n  <base href="//evil.example" />\n  <a href="java&#115;cript:window.X=1">l</a>\n</div>\n',
    'texts.mdx': `---\ntitle: ${JSON.stringify(hostile)}\ndescription: ${JSON.stringify(hostile)}\n---\n\n<Note>\n  kept <b>bold</b>\n</Note>\n`,
    'api.json': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'x', version: '1' },
      paths: {
        '/a': {
          get: {
            summary: hostile,
            description: hostile,
            parameters: [{ name: 'p', in: 'query', description: hostile, schema: { type: 'string', description: hostile } }],
            responses: { 200: { description: hostile } },
          },
        },
      },
    }),
    'api/a.mdx': '---\nopenapi: /api.json GET /a\n---\n',
  });
  const { stdout, stderr } = await runCli(
    ['build', join(folder, 'project'), '--out', join(folder, 'site'), '--no-cache', '--allow-errors'],
    { cwd: folder },
  );
  report = stdout + stderr;
}, 240_000);
afterAll(() => removeFolder(folder));

/** What a browser takes for an element or a handler: text and attributes that only speak of it are none. */
function liveIn(html: string): string[] {
  const found: string[] = [];
  const walk = (node: DefaultTreeAdapterMap['node']): void => {
    if ('tagName' in node) {
      const { tagName, attrs } = node;
      const isPolicy = attrs.some(({ value }) => value === 'Content-Security-Policy');
      if (tagName === 'base' || (tagName === 'meta' && !isPolicy && attrs.some(({ name }) => name === 'http-equiv')))
        found.push(`<${tagName}>`);
      for (const { name, value } of attrs)
        if (/^on|^srcdoc$/.test(name) || (/^(?:href|src)$/.test(name) && /^\s*javascript:/i.test(value))) found.push(`${name}=${value}`);
    }
    if ('content' in node) walk(node.content);
    if ('childNodes' in node) node.childNodes.forEach(walk);
  };
  walk(parse(html));
  return found;
}

describe('a built site', () => {
  test.each([...names, 'api/a'])('holds nothing that runs or leads away: %s', (name) => {
    expect(liveIn(readFileSync(join(folder, 'site', name, 'index.html'), 'utf8'))).toEqual([]);
  });

  test.each(['computed', 'created', 'spread', 'snippet', 'raw'])('keeps the rest: %s', (name) => {
    expect(readFileSync(join(folder, 'site', name, 'index.html'), 'utf8')).toMatch(/>kept</);
  });

  test('says what was taken out, and where it is written', () => {
    for (const place of ['computed.mdx:1:', 'created.mdx:1:', 'spread.mdx:1:', 'raw.mdx:2:', 'raw.mdx:3:']) expect(report).toContain(place);
    for (const code of ['mdx/forbidden-element', 'mdx/event-handler', 'mdx/url-scheme']) expect(report).toContain(code);
    expect(report).toMatch(/(?:snippets\/raw\.jsx|snippet\.mdx):\d+:\d+/);
  });
});

describeInBrowser('a reader of it', () => {
  const server = shared(() => serveFolder(join(folder, 'site')));
  const browser = shared(openBrowser);

  test.each(names)('stays on the page, and runs nothing: %s', async (name) => {
    const { page, foreign, close } = await visit(browser, `${server.origin}/${name}`);
    if (name === 'island') {
      await page.click('text=more');
      await page.waitForSelector('#late b');
    }
    await page.waitForTimeout(500);
    expect(new URL(page.url()).origin).toBe(server.origin);
    expect(await page.evaluate('window.X')).toBeUndefined();
    expect(await page.locator('meta[http-equiv=refresh], base, iframe[srcdoc], [onerror], [onclick], a[href^=javascript]').count()).toBe(0);
    expect(foreign).toEqual([]);
    await close();
  });
});
