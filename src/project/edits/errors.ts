/** Diagnostics of moving files: one function for each code, which builds the whole diagnostic. */
import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';

/** `cli/rename-missing`: `name` as it was typed. */
export function nothingToMove(name: string, nearest: string | undefined): Diagnostic {
  const hint = nearest === undefined ? 'write a page, file or folder relative to the docs folder' : `use "${nearest}"`;
  return diagnostic('cli/rename-missing', { message: `${name} is not a page, file or folder of this project`, hint });
}

/** `cli/rename-exists`: existing files are never overwritten. */
export function pathExists(path: string): Diagnostic {
  return diagnostic('cli/rename-exists', {
    message: `${path} already exists`,
    hint: 'choose another name, or move the existing file first',
  });
}

/** `cli/rename-place`: `why` follows the name. */
export function badLocation(name: string, why: string): Diagnostic {
  return diagnostic('cli/rename-place', { message: `${name} ${why}`, hint: 'use a path inside the docs folder' });
}

/** `cli/rename-config`: the redirects or paths of docs.json cannot be located in the file. */
export function configNotEditable(file: string): Diagnostic {
  return diagnostic('cli/rename-config', {
    message: `docsgen cannot edit ${file} because of errors in it`,
    hint: 'run docsgen check, and fix the errors',
  });
}

/** `cli/rename-redirects`: a `$ref` refers to YAML, which is not edited automatically. */
export function redirectsElsewhere(file: string): Diagnostic {
  return diagnostic('cli/rename-redirects', {
    message: `the redirects are in ${file}, which is not JSON, so docsgen cannot add one`,
    hint: 'use --no-redirect, and add the redirects by hand',
  });
}

/** The move would break references that no edit can fix. */
export function wouldBreak(count: number): Diagnostic {
  const what = count === 1 ? 'this problem' : `these ${count} problems`;
  return diagnostic('cli/rename-breaks', {
    message: `the move would cause ${what}, so docsgen changed nothing`,
    hint: 'fix the references by hand first',
  });
}
