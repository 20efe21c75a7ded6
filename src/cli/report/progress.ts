/** How far a build is: one live line on a terminal, one line for each finished stage elsewhere. */
import type { Progress } from '../../site/progress.ts';

export interface ProgressView {
  show(progress: Progress): void;
  /** Takes the live line away, so that findings can be printed. */
  end(): void;
}

const silent: ProgressView = { show: () => {}, end: () => {} };

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
  const count = total > 0 ? (done > 0 ? ` ${done} of ${total} pages` : ` ${total} pages`) : '';
  return `${{ load: 'reading', compile: 'compiling', render: 'rendering', search: 'indexing', write: 'writing' }[stage]}${count}`;
}
