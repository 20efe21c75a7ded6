/** The embedded store: what it refuses, and what it never does by itself. */
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isKey, newKey } from '../../../src/apps/agent/keys/key-format.ts';
import { createKey } from '../../../src/apps/agent/keys/keys.ts';
import { migrations } from '../../../src/platform/store/migrations.ts';
import { recallJobs } from '../../../src/platform/store/queue.ts';
import { openStore } from '../../../src/platform/store/store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'docsgen-store-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, 'agent.sqlite');

async function filled(): Promise<void> {
  const store = await openStore({ dataFolder: folder });
  for (let count = 0; count < 50; count++)
    await createKey(store, { name: 'x'.repeat(500), projects: [], scopes: [], cidrs: [], lifetimeMs: null });
  await store.close();
}

test('a store is for its owner alone', async () => {
  await filled();
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test('a job that an older version put off stays put off after the upgrade', async () => {
  const older = await openStore({ dataFolder: folder, migrations: migrations.slice(0, 2) });
  const { sql } = await import('kysely');
  const runAfter = Date.now() + 1_800_000;
  const later = { tomorrow: Date.now() + 86_400_000, soon: runAfter, done: 0 };
  for (const [id, at] of Object.entries(later))
    await sql`insert into jobs values (${id}, 'docs', '/r', 'main', 'm', 'active', 'queued', 1, null, 1, 1, 1, 1, null, 0, ${at}, 'b', 1,
      null, null, null, null, null, null, null, null, '[]', '[]', '', 5, 6, 7, 0, null)`.execute(older.db);
  await older.close();
  const store = await openStore({ dataFolder: folder });
  await store.write((session) => recallJobs(session, 60_000, 60_000));
  const rows = await store.read(({ db }) => db.selectFrom('jobs').select(['id', 'run_after', 'cached_tokens']).orderBy('id').execute());
  await store.close();
  expect(rows).toEqual([
    { id: 'done', run_after: 0, cached_tokens: 0 },
    { id: 'soon', run_after: runAfter, cached_tokens: 0 },
    { id: 'tomorrow', run_after: 0, cached_tokens: 0 },
  ]);
});

test.each([
  ['cut', () => truncateSync(file(), Math.floor(statSync(file()).size / 2))],
  ['flipped', () => flip(4_096, statSync(file()).size)],
  ['another file', () => writeFileSync(file(), 'not a database at all, but long enough to be read as one. '.repeat(100))],
])('a damaged store is refused, kept as it is, and says what to do: %s', async (_name, damage) => {
  await filled();
  damage();
  const before = readFileSync(file());
  await expect(openStore({ dataFolder: folder })).rejects.toMatchObject({
    name: 'StoreRefused',
    message: expect.stringMatching(/damaged.*backup/),
  });
  expect(readFileSync(file()).equals(before)).toBe(true);
});

test.each([
  ['gone', () => rmSync(file())],
  ['empty', () => truncateSync(file(), 0)],
])('a store that is lost is not begun anew in silence: %s', async (_name, lose) => {
  await filled();
  lose();
  await expect(openStore({ dataFolder: folder })).rejects.toMatchObject({
    name: 'StoreRefused',
    message: expect.stringMatching(/missing or empty/),
  });
});

test('keys are distinguished from typing errors by their checksum', () => {
  const key = newKey();
  expect(key).toMatch(/^docsgen_[0-9A-Za-z]{49}$/);
  expect(isKey(key)).toBe(true);
  for (let at = 0; at < key.length; at++) {
    const other = key[at] === 'A' ? 'B' : 'A';
    expect(isKey(key.slice(0, at) + other + key.slice(at + 1)), `character ${at}`).toBe(false);
  }
});

function flip(from: number, to: number): void {
  const bytes = readFileSync(file());
  for (let at = from; at < to; at += 7) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(file(), bytes);
}
