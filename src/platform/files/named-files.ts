/** Files named on a command line. Their references are resolved within the surrounding folder only. */
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { FileError, type FileSystem } from '../../model/file-system.ts';
import { openProject } from './disk.ts';
import { fileError } from './system-error.ts';
import { decodeUtf8 } from './utf8.ts';

/** A resolved command line argument. A missing file still has the surrounding project, for suggestions. */
export interface NamedFile {
  readonly files: FileSystem;
  /** Path in `files`. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'missing';
}

/** `*`, `**`, `?` and `{a,b}` match files below the working folder; other arguments are paths. */
export function namedFiles(names: readonly string[], cwd: string): NamedFile[] {
  const projects = new Map<string, FileSystem>();
  const project = (root: string): FileSystem => {
    const files = projects.get(root) ?? openProject(root).value;
    projects.set(root, files);
    return files;
  };
  return names.flatMap((name) => {
    if (/[*?{]/.test(name) && statSync(resolve(cwd, name), { throwIfNoEntry: false }) === undefined) {
      const files = project(cwd);
      const pattern = globPattern(name.replace(/^\.\//, ''));
      const found = files.list().filter(({ path }) => pattern.test(path));
      if (found.length > 0) return found.map(({ path }) => ({ files, path, kind: 'file' as const }));
    }
    return [namedFile(name, cwd, project)];
  });
}

function namedFile(name: string, cwd: string, project: (root: string) => FileSystem): NamedFile {
  const absolute = resolve(cwd, name);
  const inside = relative(cwd, absolute);
  const isInside = inside !== '' && !inside.startsWith(`..${sep}`) && inside !== '..' && resolve(cwd, inside) === absolute;
  const root = isInside ? cwd : dirname(absolute);
  const path = relative(root, absolute).split(sep).join('/') || '.';
  const stat = statSync(absolute, { throwIfNoEntry: false });
  if (stat === undefined || stat.isDirectory()) {
    const kind = stat ? 'folder' : 'missing';
    return { files: kind === 'missing' ? project(root) : nothing, path: stat ? name : path, kind };
  }
  const files = project(root);
  return { files: files.has(path) ? files : withFile(files, path, join(root, path), stat.size), path, kind: 'file' };
}

const nothing: FileSystem = {
  list: () => [],
  has: () => false,
  read: (path) => {
    throw new FileError('vanished', path, 'not a file of the project');
  },
  readText: (path) => {
    throw new FileError('vanished', path, 'not a file of the project');
  },
  absolute: () => undefined,
};

/** Adds a file that is named explicitly, even if the project ignores it. */
function withFile(files: FileSystem, path: string, absolute: string, size: number): FileSystem {
  const read = (wanted: string): Uint8Array => {
    if (wanted !== path) return files.read(wanted);
    try {
      return readFileSync(absolute);
    } catch (error) {
      throw fileError(error, path);
    }
  };
  return {
    list: () => [...files.list(), { path, size }],
    has: (wanted) => wanted === path || files.has(wanted),
    read,
    readText: (wanted) => decodeUtf8(read(wanted), wanted),
    absolute: (wanted) => (wanted === path ? absolute : files.absolute(wanted)),
    packageFile: (wanted) => files.packageFile?.(wanted),
  };
}

function globPattern(glob: string): RegExp {
  const source = glob.replace(/\*\*\/|\*\*|[*?]|\{[^{}]*\}|[\\^$.|+()[\]{}]/g, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    if (part.startsWith('{') && part.length > 2)
      return `(?:${part
        .slice(1, -1)
        .split(',')
        .map((option) => option.replace(/[^\w-]/g, '\\$&'))
        .join('|')})`;
    return `\\${part}`;
  });
  return new RegExp(`^${source}$`);
}
