/** Opens a source file in the developer's editor. */
import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import type { DevReply, OpenRequest } from '../../shared/site/dev-channel.ts';

/** Arguments that open a location, by editor. Terminal editors are missing, because the server has no terminal for them. */
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

/** `command` comes from the environment (`LAUNCH_EDITOR`, `VISUAL`, `EDITOR`) and may contain arguments. `file` is absolute. */
export function openEditor(file: string, { line = 1, column = 1 }: OpenRequest, command: string | undefined): Promise<DevReply> {
  const [program = 'code', ...given] = command?.trim().split(/\s+/).filter(Boolean) ?? [];
  const name = basename(program).replace(/\.(?:exe|cmd)$/i, '');
  const help = 'Set your editor in the environment, for example LAUNCH_EDITOR=code';
  if (terminalEditors.has(name)) return Promise.resolve({ ok: false, message: `${name} requires its own terminal. ${help}` });
  const location = editors[name]?.(file, Math.max(1, Math.floor(line)), Math.max(1, Math.floor(column))) ?? [file];
  return new Promise((resolve) => {
    // Uses no shell, so that file names are not interpreted.
    const child = spawn(program, [...given, ...location], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve({ ok: false, message: `${name} could not be started. ${help}` }));
    child.once('spawn', () => {
      child.unref();
      resolve({ ok: true });
    });
  });
}
