// Finds the Chromium that browser tests drive, and installs one where that needs no question (Debian as root).
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const places = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Path of a browser on this machine, or undefined. `CHROMIUM` wins over everything found.
 * @returns {string | undefined}
 */
export function findBrowser() {
  if (process.env.CHROMIUM) return isExecutable(process.env.CHROMIUM) ? process.env.CHROMIUM : undefined;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...places].find(isExecutable);
}

/** A browser, installed now where we may; undefined after saying in one line what to do. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  if (process.platform === 'linux' && existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.log('No Chromium found: installing it with apt-get.');
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
    ]) {
      if (spawnSync('apt-get', args, quiet).status !== 0) break;
    }
    const installed = findBrowser();
    if (installed) {
      console.log(`Installed ${execFileSync(installed, ['--version', '--no-sandbox'], { encoding: 'utf8' }).trim()}.`);
      return installed;
    }
  }
  console.error(
    'BROWSER TESTS ARE SKIPPED: no Chromium found. Install Chromium or Chrome, or set CHROMIUM=/path/to/browser, and run again.',
  );
  return undefined;
}
