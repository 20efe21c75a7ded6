/** Where the sandbox of the check finds this program, by the ways in which packages are installed. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { foldersOf } from '../../../src/apps/agent/runner/installation-folders.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'docsgen-installed-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Makes folders, and links by `from: to`. */
function layOut(folders: readonly string[], links: Readonly<Record<string, string>> = {}): void {
  for (const path of folders) mkdirSync(join(folder, path), { recursive: true });
  for (const [from, to] of Object.entries(links)) {
    mkdirSync(dirname(join(folder, from)), { recursive: true });
    symlinkSync(join(folder, to), join(folder, from));
  }
}

const below = (own: string) =>
  foldersOf(join(folder, own))
    .filter((path) => path.startsWith(folder))
    .map((path) => path.slice(folder.length + 1))
    .sort();

test('a package among others is shown with all of them', () => {
  layOut(['node_modules/docsgen/bin', 'node_modules/zod']);
  expect(below('node_modules/docsgen')).toEqual(['node_modules']);
});

test('packages of a project are shown with its store', () => {
  layOut(['node_modules/.pnpm/docsgen@1/node_modules/docsgen', 'node_modules/.pnpm/zod@4/node_modules/zod'], {
    'node_modules/.pnpm/docsgen@1/node_modules/zod': 'node_modules/.pnpm/zod@4/node_modules/zod',
  });
  expect(below('node_modules/.pnpm/docsgen@1/node_modules/docsgen')).toEqual(['node_modules']);
});

test('a store outside of the project is shown as far as links lead', () => {
  layOut(
    ['store/docsgen/node_modules/docsgen', 'store/ai/node_modules/ai', 'store/zod/node_modules/zod', 'store/other/node_modules/other'],
    {
      'store/docsgen/node_modules/ai': 'store/ai/node_modules/ai',
      'store/ai/node_modules/@scope/zod': 'store/zod/node_modules/zod',
    },
  );
  expect(below('store/docsgen/node_modules/docsgen')).toEqual([
    'store/ai/node_modules',
    'store/docsgen/node_modules',
    'store/zod/node_modules',
  ]);
});

test('a working copy is shown with its packages, and not with the members of a workspace', () => {
  layOut(['copy/bin', 'copy/.git', 'copy/docsgen-agent', 'elsewhere/zod', 'members/secret'], {
    'copy/node_modules': 'elsewhere',
    'elsewhere/secret': 'members/secret',
  });
  expect(below('copy')).toEqual(['copy/bin', 'copy/node_modules', 'elsewhere']);
});

test('the check runs from a store of links', () => {
  const own = join(folder, 'store/docsgen/node_modules/docsgen');
  mkdirSync(own, { recursive: true });
  for (const name of ['bin', 'dist', 'templates', 'package.json']) cpSync(join(root, name), join(own, name), { recursive: true });
  const packages = realpathSync(join(root, 'node_modules'));
  // What it needs lies elsewhere, one link for each package.
  for (const name of readdirSync(packages)) if (!name.startsWith('.')) symlinkSync(join(packages, name), join(own, '..', name));
  const docs = join(folder, 'docs');
  mkdirSync(docs);
  const settings = { theme: 'mint', name: 'x', colors: { primary: '#0a7a55' }, navigation: { pages: ['index'] } };
  writeFileSync(join(docs, 'docs.json'), JSON.stringify(settings));
  writeFileSync(join(docs, 'index.mdx'), '---\ntitle: Home\n---\n\n<Note>never closed\n');
  const program = `const { checkDocs } = await import(${JSON.stringify(pathToFileURL(join(own, 'dist/apps/agent/runner/check-docs.js')).href)});
    console.log(JSON.stringify(await checkDocs(${JSON.stringify(docs)}, true, { allowUnsandboxed: true })));`;
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(JSON.parse(said)).toMatchObject([{ severity: 'error', code: 'mdx/syntax', file: 'index.mdx' }]);
});
