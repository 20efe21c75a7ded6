/** The search of a built site in a real browser, under its own policy and below a base path. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeInBrowser, type Visit } from '../../harness/browser.ts';
import { sharedSite } from '../../harness/shared.ts';

const page = (title: string, body: string, more = '') => `---\ntitle: ${title}\n${more}---\n\n${body}\n`;
const openapi = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders/{order_id}': {
      get: {
        summary: 'Read an order',
        parameters: [{ name: 'order_id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'ok',
            content: { 'application/json': { schema: { type: 'object', properties: { refund_reason: { type: 'string' } } } } },
          },
        },
      },
    },
  },
});
const english = (version: string, pages: readonly string[]) => ({ version, groups: [{ group: 'Guides', pages }] });
const docs = {
  theme: 'mint',
  name: 'Test',
  colors: { primary: '#16a34a' },
  search: { prompt: 'Find it…' },
  navigation: {
    languages: [
      {
        language: 'en',
        versions: [
          english('v2', ['index', 'guides/tokens', 'guides/deploy', 'guides/code', 'guides/compare', 'guides/quiet', 'unfindable']),
          {
            version: 'v1',
            groups: [
              { group: 'Old', pages: ['v1/tokens'] },
              { group: 'API', openapi: 'shop.json' },
            ],
          },
        ],
      },
      { language: 'ja', groups: [{ group: 'ガイド', pages: ['ja/index', { group: '機能', pages: ['ja/search'] }] }] },
    ],
  },
};

describeInBrowser('search', { timeout: 60_000 }, () => {
  const site = sharedSite(
    {
      'docs.json': JSON.stringify(docs),
      'shop.json': openapi,
      'index.mdx': page('Start', 'Welcome to the shop.'),
      'guides/tokens.mdx': page(
        'Access tokens',
        'They open doors.\n\n## Rotate them\n\nA token that leaked is rotated <b>at once</b>.',
        'keywords: [credentials]\n',
      ),
      'guides/deploy.mdx': page('Deployment', 'Deploying takes a minute.\n\n## Rollback\n\nGo back to an earlier release.'),
      'guides/code.mdx': page('Verify events', 'Check each one.\n\n```python\nhmac.compare_digest(a, b)\nshowNewCheckout()\n```'),
      'guides/compare.mdx': page('Safe comparison', 'To compare digests, hmac takes the same time for all values.'),
      'guides/quiet.mdx': page('Quiet page', 'Nobody finds zanzibar.', 'searchable: false\n'),
      'unfindable.mdx': page('Hidden page', 'Nobody finds zanzibar here either.', 'hidden: true\n'),
      'v1/tokens.mdx': page('Old tokens', 'Tokens of the first version.'),
      'ja/index.mdx': page('はじめに', 'ようこそ。'),
      'ja/search.mdx': page('全文検索', '認証トークンを使う検索です。'),
    },
    { base: '/sub' },
  );
  let seen: Visit;
  let tab: Page;

  beforeEach(async () => {
    seen = await site.visit('/sub/guides/deploy/');
    tab = seen.page;
  });

  afterEach(async () => {
    expect([seen.errors, seen.violations, seen.foreign]).toEqual([[], [], []]);
    await seen.close();
  });

  const status = () => tab.locator('#search-dialog [role=status]');
  const find = async (query: string) => {
    if (!(await tab.locator('#search-dialog[open]').count())) await tab.keyboard.press('/');
    await tab.locator('#search-dialog[open]').waitFor();
    await tab.fill('#search-input', '');
    await tab.waitForFunction(
      () =>
        document.querySelector('#search-dialog [role=status]')?.textContent === '' &&
        document.querySelector('.search-keys')?.hasChildNodes(),
    );
    await tab.fill('#search-input', query);
    await tab.waitForFunction(() => document.querySelector('#search-dialog [role=status]')?.textContent !== '');
    return tab.locator('.search-option:is(.is-page, .is-section) .search-title').allInnerTexts();
  };

  test('finds names in code, whole and by their parts, after pages that explain them', async () => {
    expect((await find('hmac.compare_digest'))[0]).toBe('Verify events');
    expect((await find('compare_digest'))[0]).toBe('Verify events');
    expect((await find('showNewCheckout'))[0]).toBe('Verify events');
    expect((await find('checkout'))[0]).toBe('Verify events');
    expect((await find('hmac')).slice(0, 2)).toEqual(['Safe comparison', 'Verify events']);
  });

  test('finds the page that a question is about', async () => {
    expect((await find('how do I deploy'))[0]).toBe('Deployment');
  });

  test('loads nothing before it is wanted', async () => {
    expect(seen.requests.filter((url) => /search|pagefind/.test(url))).toEqual([]);
    await tab.hover('#search-bar-entry');
    await tab.waitForFunction(() => document.getElementById('search-dialog') !== null);
  });

  test('opens by keys, says what it is, and gives the focus back', async () => {
    await tab.focus('.nav-logo');
    for (const key of ['/', 'Control+k']) {
      await tab.keyboard.press(key);
      const field = tab.getByRole('combobox', { name: 'Find it…' });
      await field.waitFor();
      expect(await tab.evaluate(() => document.activeElement?.id)).toBe('search-input');
      await tab.keyboard.press('Escape');
      await field.waitFor({ state: 'hidden' });
      expect(await tab.evaluate(() => document.activeElement?.className)).toContain('nav-logo');
    }
  });

  test('finds a section, marks its words and goes there by Enter', async () => {
    expect(await find('leaked')).toEqual(['Access tokens', 'Rotate them']);
    expect(await tab.locator('.search-excerpt mark').allInnerTexts()).toEqual(['leaked']);
    expect(await tab.locator('.search-excerpt').last().innerText()).toContain('is rotated at once');
    expect(await status().innerText()).toBe('Results: 1');
    // The section is chosen, for the title does not have the word.
    const active = await tab.locator('#search-input').getAttribute('aria-activedescendant');
    expect(await tab.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true');
    await tab.keyboard.press('Enter');
    await tab.waitForURL(`${site.origin}/sub/guides/tokens#rotate-them`);
  });

  test('has an option to take after steps that are longer than the list', async () => {
    await find('leaked');
    const active = () => tab.locator('#search-results [aria-selected=true]').innerText();
    for (const key of ['ArrowUp', 'PageUp', 'PageUp', 'PageDown']) {
      await tab.keyboard.press(key);
      expect(await active()).toMatch(/Access tokens|Rotate them/);
    }
  });

  test('remembers what was searched and opened', async () => {
    await find('rollback');
    await tab.keyboard.press('Enter');
    await tab.waitForURL(/rollback/);
    await tab.reload();
    await tab.keyboard.press('/');
    await tab.locator('.is-recent').waitFor();
    expect(await tab.locator('.is-recent').allInnerTexts()).toEqual(['rollback']);
    await tab.keyboard.press('ArrowDown');
    await tab.keyboard.press('Delete');
    await tab.locator('.is-start').first().waitFor();
    expect(await tab.locator('.is-recent').count()).toBe(0);
  });

  test.each([
    ['a word in another form', 'deployments', 'Deployment'],
    ['a word that is half typed', 'roll', 'Deployment'],
    ['a mistyped word', 'rolbback', 'Deployment'],
    ['keywords', 'credentials', 'Access tokens'],
    ['a question of which one word is nowhere', 'how do tokens rotate in kubernetes', 'Access tokens'],
  ])('finds by %s', async (_, query, title) => {
    expect((await find(query))[0]).toBe(title);
  });

  test('says what it searched for instead', async () => {
    await find('rolbback');
    expect(await tab.locator('.search-notice').innerText()).toBe('No results for “rolbback”; these are for “rollback”');
  });

  test('has words and ways on when nothing is found', async () => {
    expect(await find('zanzibar')).toEqual([]);
    expect(await tab.locator('.search-notice').innerText()).toContain('No results for “zanzibar”');
    expect(await tab.locator('.is-start').count()).toBeGreaterThan(0);
    await find('<img src=x onerror=alert(1)>');
    expect(await tab.locator('#search-dialog img').count()).toBe(0);
  });

  test('stays in the version until another is chosen', async () => {
    expect(await find('tokens')).not.toContain('Old tokens');
    await tab.getByRole('combobox', { name: 'Version' }).selectOption('v1');
    await tab.getByText('Old tokens').waitFor();
    expect(await find('tokens')).not.toContain('Access tokens');
  });

  test('finds endpoints by method and path, parameter and field', async () => {
    await find('orders');
    await tab.getByRole('combobox', { name: 'Version' }).selectOption('v1');
    for (const query of ['GET /orders/{order_id}', '/orders', 'order_id', 'refund_reason']) {
      expect((await find(query))[0], query).toBe('Read an order');
    }
    await tab.getByText('Pages', { exact: true }).click();
    await tab.waitForFunction(() => document.querySelector('.search-notice.is-empty:not([hidden])'));
    expect(await tab.getByRole('radiogroup', { name: 'Filters', exact: true }).getByRole('radio').count()).toBe(3);
  });

  test('finds any stretch of Japanese', async () => {
    await tab.goto(`${site.origin}/sub/ja/`);
    for (const query of ['検索', '証トー', '文検']) expect((await find(query))[0], query).toBe('全文検索');
    expect(await tab.locator('.search-page mark').allInnerTexts()).toContain('文検');
    expect(await tab.locator('.search-trail').first().innerText()).toBe('ガイド › 機能');
    expect(await find('英語')).toEqual([]);
  });

  test.each([
    ['its program', '**/search*.js'],
    ['what it knows of the site', '**/manifest.json'],
    ['the index', '**/*.pagefind'],
  ])('has a friendly word when %s is missing, and finds when it is back', async (what, files) => {
    const lame = await site.visit('/sub/guides/deploy/');
    await lame.page.route(files, (route) => route.fulfill({ status: 404, body: '' }));
    await lame.page.click('#search-bar-entry');
    if (what === 'the index') await lame.page.fill('#search-input', 'deploy');
    await lame.page.getByText('Search could not be loaded. Please try again later.').filter({ visible: true }).first().waitFor();
    expect(await lame.page.getByRole('status').filter({ hasText: 'Search could not be loaded' }).count()).toBe(1);
    // Nobody has to load the page again when the network is back.
    await lame.page.unroute(files);
    if (what === 'its program') await lame.page.click('#search-bar-entry');
    await lame.page.fill('#search-input', 'deployment');
    await lame.page.locator('.search-option.is-page').first().waitFor();
    // The browser itself tells of what it did not find; the page adds nothing.
    expect([lame.errors.filter((error) => !/404|Failed to (?:fetch|load)/.test(error)), lame.violations]).toEqual([[], []]);
    await lame.close();
  });

  test('shows nothing that was found before when the index cannot be asked any more', async () => {
    const lame = await site.visit('/sub/guides/deploy/');
    await lame.page.click('#search-bar-entry');
    await lame.page.fill('#search-input', 'deploy');
    await lame.page.locator('.search-option.is-page').first().waitFor();
    await lame.page.route(/\.(?:pagefind|pf_\w+)\b/, (route) => route.abort());
    await lame.page.fill('#search-input', 'tokens');
    await lame.page.locator('.search-notice', { hasText: 'Search could not be loaded' }).waitFor();
    expect(await lame.page.locator('.search-option').count()).toBe(0);
    await lame.close();
  });

  test('says on a phone too that its program could not be loaded', async () => {
    const lame = await site.visit('/sub/guides/deploy/', { viewport: { width: 390, height: 800 } });
    await lame.page.route('**/search*.js', (route) => route.abort());
    await lame.page.click('#search-bar-entry-mobile');
    await lame.page.getByRole('status').filter({ hasText: 'Search could not be loaded' }).waitFor();
    await lame.page.keyboard.press('Escape');
    await lame.page.unroute('**/search*.js');
    await lame.page.click('#search-bar-entry-mobile');
    await lame.page.locator('#search-dialog[open]').waitFor();
    await lame.close();
  });
});
