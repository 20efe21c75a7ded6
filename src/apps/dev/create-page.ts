/** Creates a page that the navigation lists but that does not exist. */
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { DevReply } from '../../shared/site/dev-channel.ts';

/** The file of a listed page; undefined when the entry is not a plain path. */
export function fileOfListed(path: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are the point
  if (path === '' || /[\u0000-\u001f\u007f\\:*?"<>|]/.test(path)) return undefined;
  if (path.split('/').some((segment) => segment === '' || segment.startsWith('.') || segment !== segment.trim())) return undefined;
  return `${path}.mdx`;
}

/** `file` must be one of the offered files. Never overwrites a file, and never follows a link out of the project. */
export function createPage(dir: string, file: string, title: string): DevReply {
  try {
    const root = realpathSync.native(dir);
    const target = join(root, file);
    const folder = deepestExisting(dirname(target));
    if (folder !== root && !folder.startsWith(root + sep)) return { ok: false, message: `${file} would be outside the project` };
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, `---\ntitle: ${JSON.stringify(title)}\ndescription: ""\n---\n\nWrite here.\n`, { flag: 'wx' });
    return { ok: true };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { ok: false, message: code === 'EEXIST' ? `${file} already exists` : `${file} could not be written (${code})` };
  }
}

/** The real path of the nearest existing folder. */
function deepestExisting(folder: string): string {
  for (let path = folder; ; path = dirname(path)) {
    try {
      return realpathSync.native(path);
    } catch {
      if (dirname(path) === path) return path;
    }
  }
}

/** `guides/getting-started.mdx` → `Getting started`. */
export function titleOfFile(file: string): string {
  const name = (file.split('/').at(-1) ?? '')
    .replace(/\.mdx?$/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return name.charAt(0).toUpperCase() + name.slice(1);
}
