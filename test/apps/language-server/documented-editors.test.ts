/** The page on editors: its configuration of Neovim runs as written, its commands exist, its shell blocks can be read. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { repository, runCli } from '../../harness/cli.ts';
import { removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';
import { site } from './edited-site.ts';

const page = readFileSync(join(repository, 'docs/editor.mdx'), 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}[^\\n]*\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map((match) => match[1] as string);
const hasNeovim = spawnSync('nvim', ['--version']).status === 0;
let folder: string;
afterEach(() => {
  if (folder) removeFolder(folder);
});

test('the shell blocks run', async () => {
  const [help, extension] = blocks('bash');
  expect(help?.trim()).toBe('docsgen language-server --help');
  expect((await runCli(help?.trim().split(' ').slice(1) ?? [], { cwd: repository })).exit).toBe(0);
  execFileSync('bash', ['-n', '-c', extension ?? '']);
  const { scripts } = JSON.parse(readFileSync(join(repository, 'editors/vscode/package.json'), 'utf8'));
  expect(extension).toContain('npm run package');
  expect(scripts).toHaveProperty('package');
});

test('every configuration names the command', () => {
  expect(blocks('toml')[0]).toMatch(/command = "docsgen"\nargs = \["language-server", "--stdio"\]/);
  expect(blocks('lua')).toHaveLength(1);
});

/** Waits for diagnostics, then asks as the keys of an editor do, and writes what it got. */
const script = `
local function wait(condition)
  assert(vim.wait(90000, condition, 50), 'nothing happened')
end
wait(function() return #vim.diagnostic.get(0) > 0 end)
local found = {}
for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
  table.insert(found, string.format('%d %s', diagnostic.lnum + 1, diagnostic.code or diagnostic.user_data.lsp.code))
end
local function ask(method, line, character)
  local params = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = line, character = character } }
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 60000)) do return answer.result end
end
local labels = {}
for _, item in ipairs(ask('textDocument/completion', 8, 7).items) do table.insert(labels, item.label) end
local result = {
  diagnostics = found,
  completion = labels,
  hover = ask('textDocument/hover', 6, 11).contents.value,
}
vim.fn.writefile({ vim.fn.json_encode(result) }, os.getenv('RESULT'))
vim.cmd('qall!')
`;

describe.skipIf(!hasNeovim)('Neovim', () => {
  test('should start the server as documented, and show diagnostics, completion and documentation', () => {
    folder = temporaryFolder('neovim');
    const file = '---\ntitle: Home\n---\n\n[a](/nope)\n\n[b](/guides/start)\n\n[c](/gu)\n';
    writeProject(join(folder, 'site'), { ...site, 'index.mdx': file });
    writeProject(folder, { 'init.lua': blocks('lua')[0] as string, 'ask.lua': script });
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/docsgen'), `#!/bin/sh\nexec "${process.execPath}" "${join(repository, 'bin/docsgen.js')}" "$@"\n`);
    chmodSync(join(folder, 'bin/docsgen'), 0o755);
    const outcome = spawnSync(
      'nvim',
      ['--headless', '-u', join(folder, 'init.lua'), 'index.mdx', '-c', `luafile ${join(folder, 'ask.lua')}`, '-c', 'cquit'],
      {
        cwd: join(folder, 'site'),
        env: {
          ...process.env,
          PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`,
          RESULT: join(folder, 'result.json'),
          XDG_STATE_HOME: folder,
        },
        encoding: 'utf8',
        timeout: 110_000,
      },
    );
    expect(outcome.stderr).not.toContain('Error');
    const result = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'));
    expect(result.diagnostics).toContain('5 links/broken');
    expect(result.completion).toContain('/guides/start');
    expect(result.hover).toContain('Start here');
  });
});
