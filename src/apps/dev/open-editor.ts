/** Opens a source file in the editor of whoever runs the server. */
import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import type { DevReply, OpenRequest } from '../../shared/site/dev-channel.ts';

/** How editors are told a place in a file. Editors of the terminal are missing: the server has none to give them. */
const editors: Readonly<Record<string, (file: string, line: number, column: number) => string[]>> = {
  code: (file, line, column) => ['-g', `${file}:${line}:${column}`],
  'code-insiders': (file, line, column) => ['-g', `${file}:${line}:${column}`],
  codium: (file, line, column) => ['-g', `${file}:${line}:${column}`],
  cursor: (file, line, column) => ['-g', `${file}:${line}:${column}`],
  windsurf: (file, line, column) => ['-g', `${file}:${line}:${column}`],
  zed: (file, line, column) => [`${file}:${line}:${column}`],
  subl: (file, line, column) => [`${file}:${line}:${column}`],
  idea: (file, line) => ['--line', String(line), file],
  webstorm: (file, line) => ['--line', String(line), file],
  gedit: (file, line, column) => [`+${line}:${column}`, file],
  kate: (file, line, column) => ['--line', String(line), '--column', String(column), file],
  gvim: (file, line) => [`+${line}`, file],
  emacsclient: (file, line, column) => ['-n', `+${line}:${column}`, file],
};
const terminalEditors = new Set(['vi', 'vim', 'nvim', 'nano', 'emacs', 'hx', 'micro', 'ed']);

/** `command` is what the environment names (`LAUNCH_EDITOR`, `VISUAL`, `EDITOR`), may carry arguments; `file` is absolute. */
export function openEditor(file: string, { line = 1, column = 1 }: OpenRequest, command: string | undefined): Promise<DevReply> {
  const [program = 'code', ...given] = command?.trim().split(/\s+/).filter(Boolean) ?? [];
  const name = basename(program).replace(/\.(?:exe|cmd)$/i, '');
  const help = 'Name your editor in the environment, for example LAUNCH_EDITOR=code';
  if (terminalEditors.has(name)) return Promise.resolve({ ok: false, message: `${name} needs a terminal of its own. ${help}` });
  const place = editors[name]?.(file, Math.max(1, Math.floor(line)), Math.max(1, Math.floor(column))) ?? [file];
  return new Promise((resolve) => {
    // No shell: a file name is only ever a file name.
    const child = spawn(program, [...given, ...place], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve({ ok: false, message: `${name} could not be started. ${help}` }));
    child.once('spawn', () => {
      child.unref();
      resolve({ ok: true });
    });
  });
}
