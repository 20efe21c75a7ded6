/** A temporary project on disk, with helpers to write files and compare hashes. */
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A minimal complete docs.json with the given navigation. */
export function docsJson(navigation: unknown, rest: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ theme: 'mint', name: 'Test', colors: { primary: '#16a34a' }, navigation, ...rest }, null, 2);
}

/** A new empty folder below the system's temporary folder. */
export function temporaryFolder(label = 'docsgen'): string {
  return mkdtempSync(join(realpathSync(tmpdir()), `${label}-`));
}

export function writeProject(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Relative path → SHA-256 of its bytes (or its link target), sorted. An absent folder is an empty list; devices and pipes are not opened. */
export function hashFiles(folder: string): Map<string, string> {
  const hashes = new Map<string, string>();
  if (!existsSync(folder)) return hashes;
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() || entry.isSymbolicLink());
  for (const path of entries.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    const hash = createHash('sha256');
    if (lstatSync(path).isSymbolicLink()) hash.update(`-> ${readlinkSync(path)}`);
    else for (const chunk of chunksOf(path)) hash.update(chunk);
    hashes.set(relative(folder, path).split(sep).join('/'), hash.digest('hex'));
  }
  return hashes;
}

/** Reads a file in chunks, because Node.js reads at most 2 GiB at once. */
function* chunksOf(path: string): Generator<Buffer> {
  const file = openSync(path, 'r');
  const buffer = Buffer.allocUnsafe(1024 * 1024);
  try {
    for (let size = readSync(file, buffer); size > 0; size = readSync(file, buffer)) yield buffer.subarray(0, size);
  } finally {
    closeSync(file);
  }
}

/** One hash for a folder, without the paths that match `except`; `absent` if the folder does not exist. */
export function hashTree(folder: string, except?: RegExp): string {
  if (!existsSync(folder)) return 'absent';
  return createHash('sha256')
    .update(JSON.stringify([...hashFiles(folder)].filter(([path]) => !except?.test(path))))
    .digest('hex');
}
