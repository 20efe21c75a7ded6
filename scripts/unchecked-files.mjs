// Biome looks at every file for itself and has no cache. This keeps the hashes of files that it found nothing in.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** What Biome would look at (biome.json); it leaves out the rest by its own rules. */
const checked = /\.(?:[cm]?[jt]sx?|jsonc?|css|graphql|html)$/;

/** The files of the repository whose content no earlier run has passed, with the present version and settings of Biome. */
export class UncheckedFiles {
  #store;
  /** @type {Map<string, string>} path → hash of its content, of Biome's version and of its settings */
  #hashes = new Map();
  /** Relative paths; `.` if no earlier run has passed. */
  paths = ['.'];

  /** @param {string} store the file that keeps the hashes */
  constructor(store) {
    this.#store = store;
    const settings = ['biome.json', 'node_modules/@biomejs/biome/package.json'].map((path) => readFileSync(join(root, path), 'utf8'));
    const files = filesOfRepository();
    if (files === undefined) return;
    for (const path of files) {
      const hash = createHash('sha256');
      for (const part of [...settings, readFileSync(join(root, path))]) hash.update(part).update('\0');
      this.#hashes.set(path, hash.digest('base64'));
    }
    if (!existsSync(store)) return;
    const earlier = new Set(Object.entries(JSON.parse(readFileSync(store, 'utf8'))).map((entry) => entry.join(' ')));
    this.paths = [...this.#hashes].filter((entry) => !earlier.has(entry.join(' '))).map(([path]) => path);
  }

  get isEmpty() {
    return this.paths.length === 0;
  }

  /** Biome found nothing in `paths`. */
  passed() {
    writeFileSync(this.#store, JSON.stringify(Object.fromEntries(this.#hashes)));
  }
}

/** Undefined outside a git checkout. Files that git ignores are not part of the project. */
function filesOfRepository() {
  try {
    const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
    return [...new Set(list.split('\0'))].filter((path) => checked.test(path) && existsSync(join(root, path)));
  } catch {
    return undefined;
  }
}
