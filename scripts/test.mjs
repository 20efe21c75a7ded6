// `npm test`: builds, finds or installs browsers and bubblewrap, runs the fast suites. `--slow` runs the slow ones;
// other arguments are passed to vitest.
import { ensureBuilt, runTool } from './run.mjs';
import { ensureBrowser, ensureBubblewrap, ensureFirefox } from './system-packages.mjs';

const args = process.argv.slice(2);
const slow = args.includes('--slow');
const rest = args.filter((argument) => argument !== '--slow');

const built = ensureBuilt(true);
if (built !== 0) process.exit(built);

const browser = ensureBrowser();
const firefox = ensureFirefox();
ensureBubblewrap();
const config = slow ? ['--config', 'vitest.slow.config.ts'] : [];
process.exit(
  runTool('vitest', 'vitest', ['run', ...config, ...rest], {
    ...(browser && { CHROMIUM: browser }),
    ...(firefox && { FIREFOX: firefox }),
  }),
);
