// Finds the docsgen command for a workspace.
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The program and its first arguments. `configured` is the setting `docsgen.command`; `folders` are absolute paths, the
 * most specific first. A package in the workspace has the version that the site is built with.
 */
export function findCommand(configured, folders) {
  if (configured !== '') return withNode(configured);
  for (const folder of folders) {
    for (let at = folder; ; at = dirname(at)) {
      const script = join(at, 'node_modules/docsgen/bin/docsgen.js');
      if (existsSync(script) && (at === folder || isOwn(script))) return withNode(script);
      if (dirname(at) === at) break;
    }
  }
  return process.platform === 'win32' ? { command: 'docsgen.cmd', args: [], shell: true } : { command: 'docsgen', args: [] };
}

/**
 * Whether this user, or root, put the file there. A folder above the workspace is not part of what the user trusts, and others
 * can write to some of them, such as `/tmp`.
 */
function isOwn(path) {
  const user = process.getuid?.();
  return user === undefined || [user, 0].includes(statSync(path).uid);
}

/** Scripts run in the Node.js of the system, not in that of the editor. */
function withNode(path) {
  return /\.[cm]?js$/.test(path) ? { command: 'node', args: [path] } : { command: path, args: [] };
}
