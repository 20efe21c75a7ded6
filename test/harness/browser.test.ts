import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, flags, openBrowser, visit } from './browser.ts';
import { removeFolder, temporaryFolder, writeProject } from './project.ts';
import { serveFolder } from './serve-folder.ts';
import { shared, sharedFolder } from './shared.ts';

const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; img-src *">`;

describeInBrowser('the harness sees', () => {
  const folder = sharedFolder('harness');
  const server = shared(() => {
    writeProject(folder, {
      'index.html': '<!doctype html><title>Home</title><link rel="icon" href="data:,">',
      'a/b/index.html': `<!doctype html>${policy}<title>Inner</title><script>window.ran = true</script>`,
      'outside/index.html': '<!doctype html><title>Outside</title><img src="http://127.0.0.1:9/pixel.png"><script>null.x</script>',
      '404.html': '<!doctype html><title>Nothing here</title>',
    });
    return serveFolder(folder);
  });
  const browser = shared(openBrowser);

  test('clean URLs, and scripts that the policy stopped', async () => {
    const seen = await visit(browser, `${server.origin}/a/b`);
    expect(await seen.page.title()).toBe('Inner');
    expect(await seen.page.evaluate('window.ran')).toBeUndefined();
    expect(seen.violations).toHaveLength(1);
    await seen.close();
  });

  test('requests to another origin, and exceptions', async () => {
    const seen = await visit(browser, `${server.origin}/outside`);
    expect(seen.foreign).toEqual(['http://127.0.0.1:9/pixel.png']);
    expect(seen.errors.some((error) => error.includes('TypeError'))).toBe(true);
    await seen.close();
  });

  test('the 404 page', async () => {
    const seen = await visit(browser, `${server.origin}/nowhere`);
    expect(await seen.page.title()).toBe('Nothing here');
    await seen.close();
  });
});

test.skipIf(process.platform === 'win32')('should leave off what Playwright leaves off', async () => {
  const folder = temporaryFolder('flags');
  const [script, reported] = [join(folder, 'browser.sh'), join(folder, 'arguments')];
  writeFileSync(script, `#!/bin/sh\nprintf '%s\\n' "$@" > '${reported}'\nexit 1\n`, { mode: 0o755 });
  await chromium.launch({ executablePath: script, args: [...flags] }).catch(() => undefined);
  const lists = readFileSync(reported, 'utf8')
    .split('\n')
    .filter((argument) => argument.startsWith('--disable-features='))
    .map((argument) => argument.slice(argument.indexOf('=') + 1).split(','));
  removeFolder(folder);
  expect(lists).toHaveLength(2);
  expect(lists.at(-1)).toEqual(expect.arrayContaining(lists[0] ?? []));
});
