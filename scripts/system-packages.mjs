// System programs for tests: found, or installed if possible without a prompt (Debian as root).
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findBrowser, findFirefox } from './browser.mjs';

/**
 * The program, installed if possible; undefined after printing one line about what is skipped and what to do.
 * @param {{ find: () => string | undefined, name: string, debian: string, versionArguments: string[], missing: string
 * }} wanted
 * @returns {string | undefined}
 */
function ensure({ find, name, debian, versionArguments, missing }) {
  const found = find();
  if (found) return found;
  if (process.platform === 'linux' && existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    console.log(`No ${name} found: installing it with apt-get.`);
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', debian],
    ]) {
      if (spawnSync('apt-get', args, quiet).status !== 0) break;
    }
    const installed = find();
    if (installed) {
      console.log(`Installed ${execFileSync(installed, versionArguments, { encoding: 'utf8' }).trim()}.`);
      return installed;
    }
  }
  console.error(missing);
  return undefined;
}

/** Chromium, for browser tests. */
export function ensureBrowser() {
  return ensure({
    find: findBrowser,
    name: 'Chromium',
    debian: 'chromium',
    versionArguments: ['--version', '--no-sandbox'],
    missing: 'BROWSER TESTS ARE SKIPPED: no Chromium found. Install Chromium or Chrome, or set CHROMIUM=/path/to/browser, and run again.',
  });
}

/** Firefox, for sign-in tests. */
export function ensureFirefox() {
  const outcome = process.env.CI === 'true' ? 'FAIL' : 'ARE SKIPPED';
  return ensure({
    find: findFirefox,
    name: 'Firefox',
    debian: 'firefox-esr',
    versionArguments: ['--version'],
    missing: `FIREFOX TESTS ${outcome}: no Firefox found. Install Firefox, or set FIREFOX=/path/to/firefox, and run again.`,
  });
}

/** The sandbox of the agent service, for its tests, which find out whether it works here. */
export function ensureBubblewrap() {
  if (process.platform !== 'linux') {
    console.error('TESTS OF ISOLATION ARE SKIPPED: bubblewrap runs on Linux only.');
    return undefined;
  }
  const outcome = process.env.CI === 'true' ? 'FAIL' : 'ARE SKIPPED';
  return ensure({
    find: findBubblewrap,
    name: 'bubblewrap',
    debian: 'bubblewrap',
    versionArguments: ['--version'],
    missing: `TESTS OF ISOLATION ${outcome}: no bubblewrap (bwrap) found. Install it, and run again.`,
  });
}

function findBubblewrap() {
  const places = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return places.map((folder) => join(folder, 'bwrap')).find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
