/** Writes a page that the navigation lists and nobody has written yet. */
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { DevReply } from '../../shared/site/dev-channel.ts';

/** The file that a listed page means; undefined for a listed text that is no plain path. */
export function fileOfListed(path: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are the point
  if (path === '' || /[\u0000-\u001f\u007f\\:*?"<>|]/.test(path)) return undefined;
  if (path.split('/').some((segment) => segment === '' || segment.startsWith('.') || segment !== segment.trim())) return undefined;
  return `${path}.mdx`;
}

/** `file` must be one of those that are offered. Nothing is overwritten, and no link leads out of the project. */
export function createPage(dir: string, file: string, title: string): DevReply {
  try {
    const root = realpathSync.native(dir);
    const target = join(root, file);
    const folder = deepestExisting(dirname(target));
    if (folder !== root && !folder.startsWith(root + sep)) return { ok: false, message: `${file} would lie outside of the project` };
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, `---\ntitle: ${JSON.stringify(title)}\ndescription: ""\n---\n\nWrite here.\n`, { flag: 'wx' });
    return { ok: true };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { ok: false, message: code === 'EEXIST' ? `${file} is already there` : `${file} could not be written (${code})` };
  }
}

/** Where the nearest folder that is there really lies. */
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
  const words = (file.split('/').at(-1) ?? '')
    .replace(/\.mdx?$/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
