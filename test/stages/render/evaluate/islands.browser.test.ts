/** Live components in a real browser, under the policy that every page has. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { contentSecurityPolicy } from '../../../../src/stages/render/security-policy.ts';
import { describeInBrowser, openBrowser, type Visit, visit } from '../../../harness/browser.ts';
import { removeFolder, temporaryFolder } from '../../../harness/project.ts';
import { serveFolder } from '../../../harness/serve-folder.ts';
import { shared } from '../../../harness/shared.ts';
import { evaluatorFor, type Project, program } from './program.ts';

const page = (body: string, top = '') => `${top}\nexport default function Page(props) { return <>${body}</>; }`;

describeInBrowser('islands in the browser', () => {
  const browser = shared(openBrowser);
  let startScript: string;

  beforeAll(async () => {
    const start = fileURLToPath(new URL('../../../../src/browser/entries/islands.ts', import.meta.url));
    startScript = (await build({ entryPoints: [start], bundle: true, write: false, format: 'esm' })).outputFiles[0]?.text ?? '';
  });

  /** Builds the page of a project, serves it with its policy and opens it. */
  async function open(files: Project, use: (visit: Visit) => Promise<void>): Promise<void> {
    const evaluator = evaluatorFor(files);
    const [evaluated] = await evaluator.evaluate([{ file: 'page.mdx', body: program(files['page.mdx'] as string) }]);
    const scriptFiles = await evaluator.islandFiles();
    await evaluator.close();
    expect(evaluated?.islands).not.toEqual([]);
    const folder = temporaryFolder();
    onTestFinished(() => removeFolder(folder));
    const policy = contentSecurityPolicy({
      inlineScripts: [],
      inlineStyles: [],
      scriptOrigins: [],
      frameOrigins: [],
      fontOrigins: [],
      writesHtml: true,
    });
    const scripts = ['/policy.js', '/islands.js'].map((href) => `<script type="module" src="${href}"></script>`).join('');
    const head = `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">${scripts}</head>`;
    // The shell's main script makes the default policy; here its one line.
    const allowHtml = "trustedTypes.createPolicy('default', { createHTML: (text) => text, createScriptURL: (url) => url });";
    const outputs = [
      { path: 'index.html', data: `${head}<body>${evaluated?.html}</body></html>` },
      { path: 'policy.js', data: allowHtml },
      { path: 'islands.js', data: startScript },
      ...scriptFiles,
    ];
    for (const file of outputs) {
      const path = join(folder, file.path);
      mkdirSync(dirname(path), { recursive: true });
      if ('data' in file) writeFileSync(path, file.data);
    }
    const server = await serveFolder(folder);
    const seen = await visit(browser, server.origin);
    try {
      await use(seen);
      expect({ errors: seen.errors, violations: seen.violations }).toEqual({ errors: [], violations: [] });
    } finally {
      await seen.close();
      await server.close();
    }
  }

  test('an interactive component reads the elements that it was given', () =>
    open(
      {
        'page.mdx': page('<Words><p>one <a href="/x" title="t">two</a></p></Words>', 'import { Words } from "/snippets/words.jsx";'),
        'snippets/words.jsx': `
          export const Words = ({ children }) => {
            const [on, set] = useState(false);
            return <div><button onClick={() => set(!on)}>{on ? children.props.children[0] + children.props.children[1].props.title : "off"}</button>{children}</div>;
          };`,
      },
      async ({ page }) => {
        await page.waitForSelector('docs-island[data-live], button');
        await page.waitForFunction(() => {
          document.querySelector('button')?.click();
          return document.querySelector('button')?.textContent === 'one t';
        });
        expect(await page.$$eval('p', (found) => found.map((p) => p.outerHTML))).toEqual(['<p>one <a href="/x" title="t">two</a></p>']);
      },
    ));

  test('a counter counts, and keeps the markup that it was given', () =>
    open(
      {
        'page.mdx': page(
          '<Counter start={3}>{$html("<b id=given>times</b>")}</Counter>',
          'import { Counter } from "/snippets/counter.jsx";',
        ),
        'snippets/counter.jsx': `
          export const Counter = ({ start, children }) => {
            const [count, setCount] = useState(start);
            return <button onClick={() => setCount(count + 1)}><span>{count}</span> {children}</button>;
          };`,
      },
      async ({ page }) => {
        const given = await page.locator('#given').elementHandle();
        await expect
          .poll(() =>
            page
              .locator('button')
              .click()
              .then(() => page.locator('button span').innerText()),
          )
          .not.toBe('3');
        expect(await page.locator('button').innerText()).toMatch(/^[4-9] times$/);
        // The very node of the page, not a copy.
        expect(await given?.evaluate((node) => node.isConnected)).toBe(true);
      },
    ));

  test('what was given but hidden comes out of its template, more than once', () =>
    open(
      {
        'page.mdx': page(
          '<Toggle label={$html("<i>more</i>")}>{$html("<p>hidden text</p>")}</Toggle>',
          'import Toggle from "/snippets/toggle.jsx";',
        ),
        'snippets/toggle.jsx': `
          export default ({ label, children }) => {
            const [open, setOpen] = useState(false);
            return <div><button onClick={() => setOpen(!open)}>{label}</button>{open && <section>{children}</section>}</div>;
          };`,
      },
      async ({ page }) => {
        const button = page.locator('button');
        expect(await button.innerText()).toBe('more');
        await expect.poll(() => button.click().then(() => page.locator('section').count())).toBe(1);
        expect(await page.locator('section').innerText()).toBe('hidden text');
        await button.click();
        expect(await page.locator('section').count()).toBe(0);
        await button.click();
        expect(await page.locator('section').innerText()).toBe('hidden text');
      },
    ));

  test('a component that needs a browser to draw itself is drawn there', () =>
    open(
      { 'page.mdx': page('<Width/>', 'export const Width = () => <b id="width">{window.innerWidth > 0 ? "drawn" : ""}</b>;') },
      async ({ page }) => {
        await expect.poll(() => page.locator('#width').innerText()).toBe('drawn');
      },
    ));

  test('an element of the page with a handler, a function handed over, a list of elements that is looked into', () =>
    open(
      {
        'page.mdx': page(
          '<button id="own" onClick={(event) => event.currentTarget.append("!")}>own</button>' +
            '<Clock format={(n) => n + " h"}/>' +
            '<Choice><Option title="one">{$html("<p>first</p>")}</Option><Option title="two">{$html("<p>second</p>")}</Option></Choice>',
          'import { Clock, Choice, Option } from "/snippets/parts.jsx";',
        ),
        'snippets/parts.jsx': `
          import React from 'react';
          export function Clock({ format }) {
            const [hours, setHours] = React.useState(1);
            React.useEffect(() => setHours(2), []);
            return <output>{format(hours)}</output>;
          }
          export const Option = ({ children }) => <div className="option">{children}</div>;
          export class Choice extends React.Component {
            state = { index: 0 };
            render() {
              const options = React.Children.toArray(this.props.children);
              return <div>{options.map((option, index) => <a key={index} onClick={() => this.setState({ index })}>{option.props.title}</a>)}{options[this.state.index]}</div>;
            }
          }`,
      },
      async ({ page }) => {
        await expect
          .poll(() =>
            page
              .locator('#own')
              .click()
              .then(() => page.locator('#own').innerText()),
          )
          .toContain('own!');
        await expect.poll(() => page.locator('output').innerText()).toBe('2 h');
        expect(await page.locator('.option').innerText()).toBe('first');
        await page.locator('a', { hasText: 'two' }).click();
        expect(await page.locator('.option').innerText()).toBe('second');
      },
    ));
});
