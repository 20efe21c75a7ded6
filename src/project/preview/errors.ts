/** Diagnostics of `docsgen preview`, one function per code. */
import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';

/** `cli/preview-repository`: there is no history to compare with. `reason` is the first line that git printed. */
export function notARepository(dir: string, reason: string): Diagnostic {
  return diagnostic('cli/preview-repository', {
    message: `git cannot read a repository in "${dir}"${reason === '' ? '' : `: ${reason}`}`,
    hint: 'specify a folder in a git checkout',
  });
}

/** `cli/preview-ref`: git does not know the commit, for example because the checkout is shallow. */
export function unknownRef(ref: string): Diagnostic {
  return diagnostic('cli/preview-ref', {
    message: `commit "${ref}" not found in this repository`,
    hint: `check the name, or fetch it: git fetch origin ${/^[\w./-]+$/.test(ref) && !ref.startsWith('-') ? ref.replace(/^origin\//, '') : '<branch>'}`,
  });
}

/** `cli/preview-checkout`: git knows the commit, but cannot write its files. */
export function baseNotWritten(ref: string, reason: string): Diagnostic {
  return diagnostic('cli/preview-checkout', {
    message: `cannot check out "${ref}" in a temporary folder: ${reason}`,
    hint: 'fetch the full commit, and make sure that the temporary folder has free space',
  });
}

/** `cli/preview-base`: reported together with the errors of the base. */
export function baseNotBuilt(ref: string): Diagnostic {
  return diagnostic('cli/preview-base', {
    message: `the site cannot be built at "${ref}", so there is nothing to compare with; see the errors before this message`,
    hint: 'choose another commit with --base',
  });
}
