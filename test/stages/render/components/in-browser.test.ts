import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { componentStyles } from '../../../../src/stages/render/package-files.ts';
import { describeInBrowser, openBrowser, type Visit, visit } from '../../../harness/browser.ts';
import { writeProject } from '../../../harness/project.ts';
import { serveFolder } from '../../../harness/serve-folder.ts';
import { shared, sharedFolder } from '../../../harness/shared.ts';
import { fence, render, tag } from './nodes.ts';

const root = join(import.meta.dirname, '../../../..');
const policy = [
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-elem 'self' 'unsafe-inline'; style-src-attr 'unsafe-inline'",
  "img-src 'self' data:; base-uri 'none'; require-trusted-types-for 'script'; trusted-types default dompurify",
].join('; ');

const tabs = (...titles: string[]) => tag('Tabs', {}, ...titles.map((title) => tag('Tab', { title }, `<p>About ${title}</p>`)));

const body = render([
  '<h1>Components</h1>',
  tabs('npm', 'Yarn', 'pnpm'),
  tag('CodeGroup', {}, fence('bash', { title: 'NPM' }, 'npm i'), fence('bash', { title: 'yarn' }, 'yarn add')),
  tag('Accordion', { title: 'First' }, tag('Accordion', { title: 'Inner' }, '<h2 id="deep">Deep</h2>')),
  tag(
    'Tree',
    {},
    tag(
      'Tree.Folder',
      { name: 'app' },
      tag('Tree.File', { name: 'layout' }),
      tag('Tree.Folder', { name: 'lib' }, tag('Tree.File', { name: 'db' })),
    ),
    tag('Tree.Folder', { name: 'public' }, tag('Tree.File', { name: 'logo' })),
    tag('Tree.File', { name: 'package' }),
  ),
  '<p>A ',
  tag('Tooltip', { tip: 'Explained', cta: 'More', href: '/x' }, 'word'),
  '</p>',
  tag('View', { title: 'JS' }, '<h2 id="in-js">JS</h2>'),
  tag('View', { title: 'Go' }, '<h2 id="in-go">Go</h2>'),
  tag('Update', { label: 'June', tags: ['A', 'B'] }, '<p>june</p>'),
  tag('Update', { label: 'May', tags: ['A'] }, '<p>may</p>'),
  tag('Image', { src: '/a.svg', alt: 'A' }),
  tag('Image', { src: '/a.svg', alt: '' }),
  tag('Step', { title: 'Alone' }, '<p>x</p>'),
  tag('Steps', {}, '<p>stray</p>', tag('Step', { title: 'Among others' }, '<p>x</p>')),
  ...['Note', 'Info', 'Tip', 'Check', 'Warning', 'Danger'].map((kind) => tag(kind, {}, '<p>text</p>')),
  tag('Callout', { color: '#FFC107', icon: 'x' }, '<p>text</p>'),
  '<p>',
  ...['gray', 'blue', 'green', 'yellow', 'orange', 'red', 'purple', 'white', 'surface', 'white-destructive', 'surface-destructive'].map(
    (color) => tag('Badge', { color }, color),
  ),
  '</p>',
  tag(
    'CardGroup',
    {},
    tag('Card', { title: 'Card', href: '/c', cta: 'Go' }, '<p>text <a href="/d">link</a></p>'),
    tag('Card', { title: 'W', type: 'warning' }, 'x'),
  ),
  tag('Steps', {}, tag('Step', { title: 'One' }, '<p>x</p>'), tag('Step', { title: 'Two', titleSize: 'h2' }, '<p>y</p>')),
  tag('ParamField', { query: 'q', type: 'string', required: true, default: 1, deprecated: true }, '<p>x</p>'),
  tag('Prompt', { description: 'Ask', actions: ['copy', 'cursor'] }, '<p>x</p>'),
  tag('Color', { variant: 'table' }, tag('Color.Row', { title: 'R' }, tag('Color.Item', { name: 'n', value: '#123456' }))),
  tag('CodeGroup', { dropdown: true, id: 'select' }, fence('ts'), fence('go')),
  tag('Frame', { caption: 'c', hint: 'h' }, '<p>x</p>'),
  tag('GitHub.Repo', { repo: 'a/b' }),
]);
const contents =
  '<nav id="table-of-contents" data-part="table-of-contents" aria-label="Contents"><ul><li><a href="#in-js">JS</a></li><li><a href="#in-go">Go</a></li></ul></nav>';

function page(content: string, script: string, htmlClass = 'js'): string {
  return `<!doctype html><html lang="en" class="${htmlClass}"><head><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width"><title>Components</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/site.css"><script type="module" src="/${script}"></script></head><body><main>${content}</main></body></html>`;
}

/** Mermaid labels that try to be markup (case mdx-42), and text that is no diagram. */
const diagrams = render([
  tag('Mermaid', { code: 'sequenceDiagram\nA->>B: <img src=x onerror=window.X=1>' }),
  tag('Mermaid', { code: 'flowchart LR\n A["<img src=x onerror=window.X=1>"] --> B["<script>window.X=1</script>ok"]' }),
  tag('Mermaid', { code: 'nothing of the kind' }),
]);

/** A word with a tooltip in a box that scrolls sideways, below a header that lies over the text. */
const cutOff = `<div data-part="navbar" style="position:sticky;top:0;height:60px"></div><div style="height:200px"></div><div class="table-scroll" style="overflow-x:auto;width:300px">
<p style="width:900px">${render([tag('Tooltip', { tip: 'Explained at some length', cta: 'More', href: '/x' }, 'word')])}</p></div><div style="height:2000px"></div>`;

/** The same in boxes of an author, which move and paint by themselves. */
const moved = cutOff.replace('style="overflow-x:auto;', 'style="transform:translateX(40px);filter:blur(0);contain:paint;overflow-x:auto;');

/** A diagram far below, one in a box that is not open, and what asks for paper. */
const chart = render([tag('Mermaid', { code: 'flowchart LR\n  A --> B' })]);
const farDiagram = `<button type="button" data-print>Print</button><div style="height:6000px"></div>${chart}<div id="closed" style="display:none">${chart}</div>`;

/** The same in a card of the theme whose cards rise under the pointer. */
const lifted = `<link rel="stylesheet" href="/luma.css"><div style="height:200px"></div>${render([
  tag('Card', { title: 'Card', href: '/c' }, '<p>A ', tag('Tooltip', { tip: 'Explained at some length' }, 'word'), '</p>'),
])}`;

/** Whether a tooltip is seen at all its corners, and where it is from its word. */
function lookAtTooltip(at: Page) {
  return at.evaluate(() => {
    const box = document.querySelector('.tooltip-box') as HTMLElement;
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const word = (document.querySelector('.tooltip-trigger') as HTMLElement).getBoundingClientRect();
    const corners = [left + 3, right - 3].flatMap((x) => [top + 3, bottom - 3].map((y) => document.elementFromPoint(x, y)));
    const isBelow = top > word.top;
    const isNear = Math.abs(isBelow ? top - word.bottom : word.top - bottom) < 12;
    return { isWhole: corners.every((corner) => box.contains(corner)), isBelow, isNear };
  });
}

function styles(): string {
  const frame = '@layer base{body{background:var(--dg-bg);color:var(--dg-text);font-family:sans-serif}a{color:var(--dg-primary-text)}}';
  return `@layer tokens,base,components;${frame}${readFileSync(join(root, 'templates/base/tokens.css'), 'utf8')}\n${componentStyles().join('\n')}`;
}

describeInBrowser('components in a browser', () => {
  const folder = sharedFolder('components');
  const server = shared(async () => {
    writeProject(folder, {
      'index.html': page(body + contents, 'main.js'),
      'dark/index.html': page(body + contents, 'main.js', 'js dark'),
      'plain/index.html': page(body + contents, 'none.js', ''),
      'diagrams/index.html': page(diagrams, 'mermaid/mermaid.js'),
      'dark-diagrams/index.html': page(diagrams, 'mermaid/mermaid.js', 'js dark'),
      'cut-off/index.html': page(cutOff, 'main.js'),
      'lifted/index.html': page(lifted, 'main.js'),
      'moved/index.html': page(moved, 'main.js'),
      'far-diagram/index.html': page(farDiagram, 'mermaid/mermaid.js'),
      'luma.css': readFileSync(join(root, 'templates/luma/theme.css'), 'utf8'),
      'site.css': styles(),
      'none.js': '',
      'a.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>',
      'start.ts': `import { defineComponents } from ${JSON.stringify(join(root, 'src/browser/components/define-components.ts'))}; defineComponents();`,
    });
    const common = { bundle: true, minify: true, format: 'esm', target: 'es2022', legalComments: 'none' } as const;
    await build({ ...common, entryPoints: [join(folder, 'start.ts')], outfile: join(folder, 'main.js') });
    await build({
      ...common,
      entryPoints: [join(root, 'src/browser/entries/mermaid.ts')],
      outdir: join(folder, 'mermaid'),
      splitting: true,
    });
    return serveFolder(folder);
  });
  const browser = shared(openBrowser);
  const open = (path: string, options = {}): Promise<Visit> => visit(browser, `${server.origin}${path}`, options);

  /** Text of the focused element. */
  const focused = (at: Page) => at.evaluate(() => (document.activeElement as HTMLElement).innerText.trim().split('\n')[0]);
  const shownPanels = (at: Page) =>
    at.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('docs-tabs:not(#select) > .tab-panel')]
        .filter((panel) => panel.checkVisibility())
        .map((panel) => panel.dataset.label),
    );

  test('tabs follow arrow keys, Home and End, and take tabs of the same title along', async () => {
    const seen = await open('/');
    const at = seen.page;
    expect(await shownPanels(at)).toEqual(['npm', 'NPM']);
    await at.getByRole('tab', { name: 'npm', exact: true }).first().focus();
    await at.keyboard.press('ArrowRight');
    expect(await focused(at)).toBe('Yarn');
    expect(await shownPanels(at)).toEqual(['Yarn', 'yarn']);
    expect(new URL(at.url()).hash).toBe('#yarn');
    await at.keyboard.press('End');
    expect(await shownPanels(at)).toEqual(['pnpm', 'yarn']);
    await at.keyboard.press('ArrowRight');
    expect(await focused(at)).toBe('npm');
    await at.keyboard.press('ArrowLeft');
    expect(await focused(at)).toBe('pnpm');
    await at.keyboard.press('Home');
    expect(await shownPanels(at)).toEqual(['npm', 'NPM']);
    // One stop for the Tab key: the next is beyond the list.
    await at.keyboard.press('Tab');
    expect(await at.evaluate(() => document.activeElement?.closest('.tab-list'))).toBeNull();
    expect(seen.violations).toEqual([]);
    expect(seen.errors).toEqual([]);
    await seen.close();
  });

  test('remembers a choice for the next page, and an address wins over it', async () => {
    const seen = await open('/');
    const at = seen.page;
    await at.getByRole('tab', { name: 'Yarn', exact: true }).click();
    await at.goto(`${server.origin}/dark/`);
    expect(await shownPanels(at)).toEqual(['Yarn', 'yarn']);
    await at.goto(`${server.origin}/?tab=pnpm`);
    expect((await shownPanels(at))[0]).toBe('pnpm');
    await at.goto(`${server.origin}/dark/#npm`);
    expect((await shownPanels(at))[0]).toBe('npm');
    await seen.close();
  });

  test('opening an accordion sets the hash, a hash opens what is around its target', async () => {
    const seen = await open('/');
    const at = seen.page;
    const opened = () => at.evaluate(() => [...document.querySelectorAll<HTMLDetailsElement>('.accordion')].map((details) => details.open));
    await at.locator('summary').first().focus();
    await at.keyboard.press('Enter');
    expect(await opened()).toEqual([true, false]);
    expect(new URL(at.url()).hash).toBe('#first');
    await at.keyboard.press('Enter');
    expect(await opened()).toEqual([false, false]);
    expect(new URL(at.url()).hash).toBe('');
    await at.evaluate(() => {
      location.hash = '#deep';
    });
    await at.waitForFunction(() => [...document.querySelectorAll<HTMLDetailsElement>('.accordion')].every((details) => details.open));
    await seen.close();
  });

  test('a tree has the keys of a tree', async () => {
    const seen = await open('/');
    const at = seen.page;
    const press = async (...keys: string[]) => {
      for (const key of keys) await at.keyboard.press(key);
      return focused(at);
    };
    await at.locator('[role=treeitem]').first().focus();
    expect(await press('ArrowDown')).toBe('public');
    expect(await press('Home', 'ArrowRight')).toBe('app');
    expect(await press('ArrowRight')).toBe('layout');
    expect(await press('ArrowDown', 'ArrowRight', 'ArrowRight')).toBe('db');
    expect(await press('ArrowLeft')).toBe('lib');
    expect(await press('ArrowLeft', 'ArrowDown')).toBe('public');
    expect(await press('End')).toBe('package');
    expect(await press('p')).toBe('public');
    expect(await press('Home', 'p', 'a')).toBe('package');
    await press('*');
    expect(await at.locator('[role=treeitem][aria-expanded=true]').count()).toBe(2);
    expect(await press('Home', 'Enter', 'ArrowDown')).toBe('public');
    expect(await at.locator('[role=treeitem][tabindex="0"]').count()).toBe(1);
    await seen.close();
  });

  test('a tooltip opens on focus and closes with Escape', async () => {
    const seen = await open('/');
    const at = seen.page;
    // Not displayed, so that a closed one at the edge does not let the page scroll sideways.
    const isShown = () => at.locator('.tooltip-box').evaluate((box) => getComputedStyle(box).display);
    expect(await isShown()).toBe('none');
    await at.locator('.tooltip-trigger').focus();
    await expect.poll(isShown).toBe('grid');
    const box = await at.locator('.tooltip-box').boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    await at.keyboard.press('Escape');
    await expect.poll(isShown).toBe('none');
    await seen.close();
  });

  test('a tooltip is whole where a box around its word would cut it off, and stays at the word', async () => {
    const seen = await open('/cut-off/');
    const at = seen.page;
    const look = () => lookAtTooltip(at);
    await at.locator('.tooltip-trigger').hover();
    await expect.poll(look).toEqual({ isWhole: true, isBelow: false, isNear: true });
    await at.mouse.move(600, 600);
    await at.locator('.tooltip-trigger').focus();
    await at.evaluate(() => scrollTo(0, 30));
    await expect.poll(look).toEqual({ isWhole: true, isBelow: false, isNear: true });
    // Below the header there is no room above the word.
    await at.evaluate(() => scrollTo(0, 150));
    await expect.poll(look).toEqual({ isWhole: true, isBelow: true, isNear: true });
    await seen.close();
  });

  test('a tooltip is whole, and at its word, in a card that rises under the pointer', async () => {
    const seen = await open('/lifted/');
    await seen.page.locator('.tooltip-trigger').hover();
    await expect.poll(() => lookAtTooltip(seen.page)).toEqual({ isWhole: true, isBelow: false, isNear: true });
    await seen.close();
  });

  test('a tooltip hangs at its word in a box that moves and paints by itself, and follows it', async () => {
    const seen = await open('/moved/');
    const at = seen.page;
    await at.locator('.tooltip-trigger').hover();
    await expect.poll(() => lookAtTooltip(at)).toEqual({ isWhole: true, isBelow: false, isNear: true });
    const middles = await at.evaluate(() =>
      ['.tooltip-box', '.tooltip-trigger'].map((name) => {
        const { left, right } = (document.querySelector(name) as Element).getBoundingClientRect();
        return [left, right] as const;
      }),
    );
    const [[left, right], [start, end]] = middles as [readonly [number, number], readonly [number, number]];
    expect(left < end && right > start).toBe(true);
    await at.locator('.tooltip-trigger').focus();
    await at.evaluate(() => scrollTo(0, 150));
    await expect.poll(() => lookAtTooltip(at)).toEqual({ isWhole: true, isBelow: true, isNear: true });
    await seen.close();
  });

  test('a view switches the page and its contents', async () => {
    const seen = await open('/');
    const at = seen.page;
    const shown = () =>
      at.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.view, #table-of-contents li')]
          .filter((one) => one.checkVisibility())
          .map((one) => one.innerText.trim()),
      );
    expect(await shown()).toEqual(['JS', 'JS']);
    await at.locator('.view-switch select').selectOption('Go');
    expect(await shown()).toEqual(['Go', 'Go']);
    await at.evaluate(() => {
      location.hash = '#in-js';
    });
    await expect.poll(shown).toEqual(['JS', 'JS']);
    await seen.close();
  });

  test('updates are filtered by all selected tags, which are in the URL', async () => {
    const seen = await open('/?tags=B');
    const at = seen.page;
    const shown = () =>
      at.evaluate(() => [...document.querySelectorAll<HTMLElement>('.update')].filter((one) => one.checkVisibility()).map((one) => one.id));
    expect(await shown()).toEqual(['june']);
    await at.locator('[data-tag=B]').click();
    expect(await shown()).toEqual(['june', 'may']);
    expect(new URL(at.url()).search).toBe('');
    await at.locator('[data-tag=A]').click();
    await at.locator('[data-tag=B]').click();
    expect(await shown()).toEqual(['june']);
    expect(new URL(at.url()).search).toBe('?tags=A,B');
    await seen.close();
  });

  test('an address that is cut off in the middle of a letter costs nothing else on the page', async () => {
    const seen = await open('/?tags=A,%E0%A4');
    const at = seen.page;
    expect(await at.locator('[data-tag=A]').getAttribute('aria-pressed')).toBe('true');
    expect(await at.locator('img[data-zoom]').first().getAttribute('role')).toBe('button');
    expect(seen.errors).toEqual([]);
    await seen.close();
  });

  test('code is copied without the text around it', async () => {
    const seen = await open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
    const at = seen.page;
    await at.getByRole('tab', { name: 'yarn', exact: true }).click();
    await at.locator('.code-group .copy').first().click();
    expect(await at.evaluate(() => navigator.clipboard.readText())).toBe('yarn add');
    expect(await at.getByRole('button', { name: 'Copied' }).count()).toBe(1);
    await seen.close();
  });

  test('an image opens in a dialog, and Escape closes it', async () => {
    const seen = await open('/');
    const at = seen.page;
    await at.locator('img[data-zoom]').first().focus();
    await at.keyboard.press('Enter');
    expect(await at.locator('dialog.zoom[open]').count()).toBe(1);
    await at.keyboard.press('Escape');
    await expect.poll(() => at.locator('dialog').count()).toBe(0);
    await seen.close();
  });

  test('without scripts everything can be read', async () => {
    const seen = await open('/plain/', { javaScriptEnabled: false });
    const text = await seen.page.locator('main').innerText();
    for (const part of ['About npm', 'About Yarn', 'About pnpm', 'npm i', 'yarn add', 'june', 'may', 'package', 'db'])
      expect(text).toContain(part);
    expect(await seen.page.getByRole('tab').count()).toBe(0);
    await seen.close();
  });

  test.each(['/', '/dark/'])('nothing is in the way of assistive technology on %s', async (path) => {
    const seen = await open(path);
    // The page's policy allows no other scripts, so the debugger protocol runs axe.
    await seen.page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
    const found = await seen.page.evaluate(async () => {
      // biome-ignore lint/suspicious/noExplicitAny: axe has no types here
      const { violations } = await (window as any).axe.run('main');
      // biome-ignore lint/suspicious/noExplicitAny: axe has no types here
      return violations.flatMap(({ id, nodes }: any) => nodes.map((node: any) => `${id}: ${node.html}`));
    });
    expect(found).toEqual([]);
    await seen.close();
  });

  test('diagrams are drawn under the strict policy, and their labels run nothing', async () => {
    const seen = await open('/diagrams/');
    const at = seen.page;
    await at.waitForFunction(
      () => document.querySelectorAll('docs-mermaid[data-drawn]').length === 2 && document.querySelector('.mermaid-error'),
    );
    expect(await at.evaluate('window.X')).toBeUndefined();
    expect(await at.locator('docs-mermaid script, docs-mermaid [onerror]').count()).toBe(0);
    expect(await at.locator('.mermaid-error').innerText()).toContain('could not be drawn');
    // mermaid's own sanitizer parses labels in a document without scripts; the browser reports the handler that it refuses there.
    expect(seen.violations.filter((violation) => !violation.includes('inline event handler'))).toEqual([]);
    expect(seen.foreign).toEqual([]);
    await seen.close();
  });

  test.each(['key', 'button'])('a page is printed by its %s when diagrams far below are drawn, and once', async (by) => {
    const seen = await open('/far-diagram/');
    const at = seen.page;
    await at.evaluate(() => {
      const printed: number[] = [];
      Object.assign(window, { printed, print: () => printed.push(document.querySelectorAll('docs-mermaid[data-drawn] svg').length) });
    });
    expect(await at.locator('docs-mermaid[data-drawn]').count()).toBe(0);
    if (by === 'key') await at.keyboard.press('Control+p');
    else await at.locator('[data-print]').click();
    await expect.poll(() => at.evaluate('window.printed'), { timeout: 10_000 }).toEqual([1]);
    // What has no size there is drawn when it is opened, as large as the other.
    await at.evaluate(() => document.querySelector('#closed')?.removeAttribute('style'));
    await at.locator('#closed').scrollIntoViewIfNeeded();
    const widths = () =>
      at.evaluate(() => [...document.querySelectorAll('.mermaid-view > svg')].map((svg) => svg.getBoundingClientRect().width));
    await expect.poll(async () => (await widths()).length, { timeout: 10_000 }).toBe(2);
    const [first, second] = await widths();
    expect(second).toBe(first);
    await seen.close();
  });

  test('a diagram that was drawn for the dark is dark on white paper', async () => {
    const filters = async (path: string) => {
      const seen = await open(path);
      await seen.page.waitForFunction(() => document.querySelectorAll('docs-mermaid[data-drawn]').length === 2);
      await seen.page.emulateMedia({ media: 'print' });
      const found = await seen.page.evaluate(() => getComputedStyle(document.querySelector('.mermaid-view > svg') as Element).filter);
      await seen.close();
      return found;
    };
    expect(await filters('/dark-diagrams/')).toBe('invert(1) hue-rotate(180deg)');
    expect(await filters('/diagrams/')).toBe('none');
  });
});
