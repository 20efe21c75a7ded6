// Finds the browsers that tests drive, and installs them where that needs no question (Debian as root).
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const places = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];
const firefoxNames = ['firefox-esr', 'firefox'];
const firefoxPlaces = ['/Applications/Firefox.app/Contents/MacOS/firefox'];

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string | undefined} wanted a path that wins over everything found
 * @param {string[]} names
 * @param {string[]} places
 * @returns {string | undefined}
 */
function findProgram(wanted, names, places) {
  if (wanted) return isExecutable(wanted) ? wanted : undefined;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...places].find(isExecutable);
}

/**
 * Path of a browser on this machine, or undefined. `CHROMIUM` wins over everything found.
 * @returns {string | undefined}
 */
export function findBrowser() {
  return findProgram(process.env.CHROMIUM, names, places);
}

/**
 * Path of Firefox on this machine, or undefined. `FIREFOX` wins over everything found.
 * @returns {string | undefined}
 */
export function findFirefox() {
  return findProgram(process.env.FIREFOX, firefoxNames, firefoxPlaces);
}

/**
 * @param {() => string | undefined} find
 * @param {string} label
 * @param {string} packageName of Debian
 */
function ensure(find, label, packageName) {
  const found = find();
  if (found) return found;
  if (process.platform !== 'linux' || !existsSync('/etc/debian_version') || process.getuid?.() !== 0) return undefined;
  console.log(`No ${label} found: installing it with apt-get.`);
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', packageName],
  ]) {
    if (spawnSync('apt-get', args, quiet).status !== 0) break;
  }
  const installed = find();
  if (installed) console.log(`Installed ${execFileSync(installed, ['--version', '--no-sandbox'], { encoding: 'utf8' }).trim()}.`);
  return installed;
}

/** A browser, installed now where we may; undefined after saying in one line what to do. */
export function ensureBrowser() {
  const found = ensure(findBrowser, 'Chromium', 'chromium');
  if (found) return found;
  console.error(
    'BROWSER TESTS ARE SKIPPED: no Chromium found. Install Chromium or Chrome, or set CHROMIUM=/path/to/browser, and run again.',
  );
  return undefined;
}

/** Firefox in the same way, for the tests of signing in. */
export function ensureFirefox() {
  const found = ensure(findFirefox, 'Firefox', 'firefox-esr');
  if (found) return found;
  console.error('FIREFOX TESTS ARE SKIPPED: no Firefox found. Install Firefox, or set FIREFOX=/path/to/firefox, and run again.');
  return undefined;
}
