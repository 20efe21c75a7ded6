/** Every capability of the language server, driven by a client of the protocol and by Neovim with the documented configuration. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { capabilities, type Step } from '../../bench/editor/capabilities.mjs';
import { runWithClient } from '../../bench/editor/client.mjs';
import { hasNeovim, runInNeovim, runNeovim } from '../../bench/editor/neovim.mjs';
import { copySite, samplesOf } from '../../bench/editor/site.mjs';
import { site } from '../apps/language-server/edited-site.ts';
import { removeFolder, temporaryFolder, writeProject } from '../harness/project.ts';

let folder: string;
let dir: string;
let steps: Step[];
beforeAll(() => {
  folder = temporaryFolder('editor-capabilities');
  const source = join(folder, 'source');
  const config = JSON.parse(site['docs.json'] as string);
  // Without its `$ref`, as most sites: copying adds one.
  config.navigation.groups.pop();
  writeProject(source, {
    ...site,
    'docs.json': `${JSON.stringify(config, undefined, 2)}\n`,
    'guides/start.mdx': `${site['guides/start.mdx']}\n[More](/guides/deep/end)\n`,
    'guides/deep/end.mdx': `${site['guides/deep/end.mdx']}\n## The last words\n\nWords.\n`,
  });
  dir = join(folder, 'site');
  copySite(source, dir);
  steps = capabilities(dir, samplesOf(dir));
});
afterAll(() => removeFolder(folder));

const failed = (answers: Awaited<ReturnType<typeof runWithClient>>['answers']) =>
  steps.flatMap((step, index) => {
    const results = answers[index]?.results ?? [];
    return results.length > 0 && results.every((result) => step.isRight(result))
      ? []
      : [`${step.capability}: ${JSON.stringify(results)?.slice(0, 300)}`];
  });

test('should work with a client of the protocol', async () => {
  const { answers, exit } = await runWithClient(dir, steps, 2);
  expect(failed(answers)).toEqual([]);
  expect(exit).toBe(0);
});

/** Renames the linked page, then applies the fix of a link, as with the keys of an editor; saves all files. */
const editScript = `
local function wait(condition) assert(vim.wait(60000, condition, 20), 'nothing happened') end
vim.cmd('edit index.mdx')
local buffer = vim.api.nvim_get_current_buf()
wait(function() return vim.lsp.buf_is_attached ~= nil and #vim.lsp.buf_get_clients(buffer) > 0 end)
wait(function() return #vim.diagnostic.get(buffer) > 0 end)
local row = vim.fn.search('guides/start')
vim.fn.search('guides/start', 'c')
vim.lsp.buf.rename('guides/begin')
wait(function() return vim.fn.filereadable('guides/begin.mdx') == 1 end)
vim.cmd('silent! wall')
vim.fn.writefile({ vim.fn.json_encode({ row = row }) }, os.getenv('RESULT'))
vim.cmd('qall!')
`;

describe.skipIf(!hasNeovim())('Neovim', () => {
  test('should have the same capabilities', () => {
    expect(failed(runInNeovim(dir, steps, 2, join(folder, 'neovim')))).toEqual([]);
  });

  test('should apply a rename to all files', () => {
    const renamed = join(folder, 'renamed');
    copySite(dir, renamed);
    writeFileSync(join(renamed, 'index.mdx'), `${readFileSync(join(renamed, 'index.mdx'), 'utf8')}\n[a](/nope)\n`);
    writeFileSync(join(folder, 'edit.lua'), editScript);
    runNeovim({ dir: renamed, work: join(folder, 'editing'), script: join(folder, 'edit.lua'), timeout: 120_000 });
    expect(readFileSync(join(renamed, 'guides/begin.mdx'), 'utf8')).toContain('Start here');
    expect(readFileSync(join(renamed, 'index.mdx'), 'utf8')).toContain('[Start](/guides/begin)');
    expect(readFileSync(join(renamed, 'docs.json'), 'utf8')).toContain('"guides/begin"');
  });
});
