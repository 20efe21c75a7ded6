// Finds the browsers for tests. `system-packages.mjs` installs them.
import { accessSync, constants } from 'node:fs';
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
 * @param {string | undefined} wanted a path that takes precedence
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
 * Path of a Chromium browser on this host, or undefined. `CHROMIUM` takes precedence.
 * @returns {string | undefined}
 */
export function findBrowser() {
  return findProgram(process.env.CHROMIUM, names, places);
}

/**
 * Path of Firefox on this host, or undefined. `FIREFOX` takes precedence.
 * @returns {string | undefined}
 */
export function findFirefox() {
  return findProgram(process.env.FIREFOX, firefoxNames, firefoxPlaces);
}
