// `npm test`: builds, finds a browser, runs the fast suites. `--slow` runs the slow ones; other arguments go to vitest.
import { ensureBrowser, ensureFirefox } from './browser.mjs';
import { ensureBuilt, runTool } from './run.mjs';

const args = process.argv.slice(2);
const slow = args.includes('--slow');
const rest = args.filter((argument) => argument !== '--slow');

const built = ensureBuilt(true);
if (built !== 0) process.exit(built);

const browser = ensureBrowser();
const firefox = ensureFirefox();
const config = slow ? ['--config', 'vitest.slow.config.ts'] : [];
process.exit(
  runTool('vitest', 'vitest', ['run', ...config, ...rest], {
    ...(browser && { CHROMIUM: browser }),
    ...(firefox && { FIREFOX: firefox }),
  }),
);
