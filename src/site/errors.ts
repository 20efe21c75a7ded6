/** Faults that only the driver can see. */
import type { Diagnostic } from '../model/diagnostic.ts';

export function folderNotEmpty(dir: string): Diagnostic {
  return {
    code: 'cli/not-empty',
    severity: 'error',
    message: `${dir} is not empty`,
    hint: 'Name a new folder: docsgen new my-docs',
  };
}

export function notBuilt(errors: number): Diagnostic {
  return {
    code: 'build/errors',
    severity: 'notice',
    message: `nothing was written because of ${errors} ${errors === 1 ? 'error' : 'errors'}`,
    hint: 'Mend them, or write the site with --allow-errors: pages with errors then show them',
  };
}
