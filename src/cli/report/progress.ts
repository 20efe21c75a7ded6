/** Shows the progress of a build: one live line on a terminal, otherwise one line for each finished stage. */
import type { Progress } from '../../project/build/progress.ts';

/** `show` may be called for each page; the view limits its update rate. */
export interface ProgressView {
  show(progress: Progress): void;
  /** Removes the live line, so that diagnostics can be printed. */
  end(): void;
}

const silent: ProgressView = { show: () => {}, end: () => {} };

/** Shows nothing with `isQuiet` and for machine-readable formats. A terminal gets the live line, except in CI (`CI`). */
export async function progressView(isQuiet: boolean): Promise<ProgressView> {
  if (isQuiet) return silent;
  if (!process.stderr.isTTY || process.env.CI) return plainView();
  const { default: yoctoSpinner } = await import('yocto-spinner');
  const spinner = yoctoSpinner({ text: 'docsgen', stream: process.stderr, handleSignals: false }).start();
  return {
    show: (progress) => {
      spinner.text = textOf(progress);
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
      process.stdout.write(`${textOf({ ...progress, done: 0 })}\n`);
    },
    end: () => {},
  };
}

function textOf({ stage, done, total }: Progress): string {
  const pages = total === 1 ? 'page' : 'pages';
  const count = total > 0 ? (done > 0 ? ` ${done} of ${total} ${pages}` : ` ${total} ${pages}`) : '';
  return `${{ load: 'reading', compile: 'compiling', render: 'rendering', search: 'indexing', write: 'writing' }[stage]}${count}`;
}
