import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeInBrowser, openBrowser, visit } from './browser.ts';
import { removeFolder, temporaryFolder, writeProject } from './project.ts';
import { type ServedFolder, serveFolder } from './serve-folder.ts';

const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; img-src *">`;

describeInBrowser('the harness sees', () => {
  const folder = temporaryFolder('harness');
  let server: ServedFolder;
  let browser: Browser;

  beforeAll(async () => {
    writeProject(folder, {
      'index.html': '<!doctype html><title>Home</title><link rel="icon" href="data:,">',
      'a/b/index.html': `<!doctype html>${policy}<title>Inner</title><script>window.ran = true</script>`,
      'outside/index.html': '<!doctype html><title>Outside</title><img src="http://127.0.0.1:9/pixel.png"><script>null.x</script>',
      '404.html': '<!doctype html><title>Nothing here</title>',
    });
    server = await serveFolder(folder);
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser?.close();
    await server?.close();
    removeFolder(folder);
  });

  it('clean URLs, and scripts that the policy stopped', async () => {
    const seen = await visit(browser, `${server.origin}/a/b`);
    expect(await seen.page.title()).toBe('Inner');
    expect(await seen.page.evaluate('window.ran')).toBeUndefined();
    expect(seen.violations).toHaveLength(1);
    await seen.close();
  });

  it('requests to another origin, and exceptions', async () => {
    const seen = await visit(browser, `${server.origin}/outside`);
    expect(seen.foreign).toEqual(['http://127.0.0.1:9/pixel.png']);
    expect(seen.errors.some((error) => error.includes('TypeError'))).toBe(true);
    await seen.close();
  });

  it('the 404 page', async () => {
    const seen = await visit(browser, `${server.origin}/nowhere`);
    expect(await seen.page.title()).toBe('Nothing here');
    await seen.close();
  });
});
