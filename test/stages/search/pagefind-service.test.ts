/** The real program, spoken to directly: what it is asked and answers, and what happens when it is slow or dies. */
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPagefind } from '../../../src/stages/search/pagefind-service.ts';
import { openSearch, type SearchCache } from '../../../src/stages/search/search-index.ts';
import { removeFolder, temporaryFolder } from '../../harness/project.ts';

const html = (text: string) => `<!doctype html><html lang="en"><body><main data-pagefind-body><p>${text}</p></main></body></html>`;
/** The programs that this file has started. */
const programs: ChildProcess[] = [];
const note = (message: unknown) => void programs.push((message as { readonly process: ChildProcess }).process);
beforeAll(() => subscribe('child_process', note));
afterAll(() => void unsubscribe('child_process', note));

const noCache: SearchCache = {
  codeKey: '',
  getBytes: () => undefined,
  has: () => false,
  set: () => {},
  lost: (what) => new Error(what),
};

describe("Pagefind's program", () => {
  test('has the version that this protocol was read from', () => {
    const { dependencies } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    expect(dependencies.pagefind).toBe('1.5.2');
  });

  test('makes several indexes at once, each with its own pages', async () => {
    const pagefind = await openPagefind();
    try {
      const [first, second] = await Promise.all([pagefind.createIndex('en'), pagefind.createIndex('de')]);
      // More than it is sent at once.
      for (let page = 0; page < 150; page++) await first.add(`/${page}`, html(`Word ${page}, `.repeat(page + 1)));
      await second.add('/de', html('Häuser'));
      const paths = async (index: typeof first) => (await index.files()).map(({ path }) => path);
      const [english, german] = [await paths(first), await paths(second)];
      expect(english.filter((path) => path.startsWith('fragment/en_'))).toHaveLength(150);
      expect(german.filter((path) => path.startsWith('fragment/de_'))).toHaveLength(1);
      expect(english).toContain('pagefind-entry.json');
    } finally {
      await pagefind.close();
    }
    expect(programs.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL']);
  });

  test('rejects pending calls when it is killed, also those that wait for space', async () => {
    const pagefind = await openPagefind();
    const index = await pagefind.createIndex('en');
    for (let page = 0; page < 60; page++) await index.add(`/${page}`, html('words '.repeat(20_000)));
    programs.at(-1)?.kill('SIGKILL');
    for (let page = 0; page < 200; page++) await index.add(`/${page}`, html('words '.repeat(20_000)));
    await expect(index.files()).rejects.toThrow(/^its program exited \(SIGKILL\)$/);
    await expect(pagefind.createIndex('en')).rejects.toThrow('its program exited');
    await pagefind.close();
  });

  test('is missed when it ends before the index is made', async () => {
    const { value: search } = await openSearch(noCache);
    await search?.add({ folder: 'en', language: 'en' }, { url: '/', title: 'Home', trail: [], keywords: [], boost: 1, sections: [] });
    programs.at(-1)?.kill('SIGKILL');
    const found = await search?.files(() => ({ scopes: [], results: 8, starts: [], strings: {} as never }));
    expect(found).toMatchObject({ value: [], diagnostics: [{ code: 'search/failed', severity: 'warning' }] });
    await search?.close();
  });

  test.each<[string, string]>([
    ['never answers', 'setInterval(() => {}, 1000);'],
    [
      'answers the first question only',
      "process.stdin.once('data', () => process.stdout.write(Buffer.from('{\"message_id\":1,\"payload\":{\"index_id\":0}}').toString('base64') + ','));",
    ],
  ])('is ended when it %s', async (_, code) => {
    const folder = temporaryFolder('pagefind');
    const program = join(folder, 'pagefind');
    writeFileSync(program, `#!/bin/sh\n"${process.execPath}" -e ${JSON.stringify(code).replaceAll('$', '\\$')}\n`, { mode: 0o755 });
    process.env.PAGEFIND_EXTENDED_BINARY_PATH = program;
    try {
      const { value: search, diagnostics } = await openSearch(noCache, 1500);
      await search?.add({ folder: 'en', language: 'en' }, { url: '/', title: 'Home', trail: [], keywords: [], boost: 1, sections: [] });
      const found = await search?.files(() => ({ scopes: [], results: 8, starts: [], strings: {} as never }));
      expect([...diagnostics, ...(found?.diagnostics ?? [])]).toMatchObject([
        {
          code: 'search/failed',
          severity: 'warning',
          message: 'docsgen cannot create the search index: its program has not responded for 1.5 seconds',
        },
      ]);
      await search?.close();
    } finally {
      delete process.env.PAGEFIND_EXTENDED_BINARY_PATH;
      removeFolder(folder);
    }
  });

  test('says why when there is none', async () => {
    process.env.PAGEFIND_EXTENDED_BINARY_PATH = '/nowhere/pagefind';
    try {
      await expect(openPagefind()).rejects.toThrow('its program cannot be started (ENOENT)');
    } finally {
      delete process.env.PAGEFIND_EXTENDED_BINARY_PATH;
    }
  });
});
