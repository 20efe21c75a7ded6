/** How far a build is: one live line on a terminal, one line for each finished stage elsewhere. */
import type { Progress } from '../../project/build/progress.ts';

/** Who shows it decides how often: `show` may be called for each page. */
export interface ProgressView {
  show(progress: Progress): void;
  /** Takes the live line away, so that findings can be printed. */
  end(): void;
}

const silent: ProgressView = { show: () => {}, end: () => {} };

/**
 * With `isQuiet`, or for formats that programs read, nothing is shown. Otherwise by what standard error is: a terminal,
 * and not that of a machine (`CI`), gets the live line.
 */
export async function progressView(isQuiet: boolean): Promise<ProgressView> {
  if (isQuiet) return silent;
  if (!process.stderr.isTTY || process.env.CI) return plainView();
  const { default: yoctoSpinner } = await import('yocto-spinner');
  const spinner = yoctoSpinner({ text: 'docsgen', stream: process.stderr, handleSignals: false }).start();
  return {
    show: (progress) => {
      spinner.text = words(progress);
    },
    end: () => void spinner.stop(),
  };
}

function plainView(): ProgressView {
  let stage = '';
  return {
    show: (progress) => {
      if (progress.stage === stage) return;
      stage = progress.stage;
      process.stdout.write(`${words({ ...progress, done: 0 })}\n`);
    },
    end: () => {},
  };
}

function words({ stage, done, total }: Progress): string {
  const pages = total === 1 ? 'page' : 'pages';
  const count = total > 0 ? (done > 0 ? ` ${done} of ${total} ${pages}` : ` ${total} ${pages}`) : '';
  return `${{ load: 'reading', compile: 'compiling', render: 'rendering', search: 'indexing', write: 'writing' }[stage]}${count}`;
}
