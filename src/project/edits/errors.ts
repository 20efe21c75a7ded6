/** Why files are not moved: one function for each code, which builds the whole diagnostic. */
import { type Diagnostic, diagnostic } from '../../model/diagnostic.ts';

/** `cli/rename-missing`: `name` as it was typed. */
export function nothingToMove(name: string, nearest: string | undefined): Diagnostic {
  const hint = nearest === undefined ? 'Name a page, file or folder as it stands in the docs folder' : `Did you mean ${nearest}?`;
  return diagnostic('cli/rename-missing', { message: `${name} is no page, file or folder of this project`, hint });
}

/** `cli/rename-exists`: nothing is ever written over. */
export function placeTaken(path: string): Diagnostic {
  return diagnostic('cli/rename-exists', { message: `${path} is there already`, hint: 'Choose another name, or move that one first' });
}

/** `cli/rename-place`: `why` goes on after the name. */
export function badPlace(name: string, why: string): Diagnostic {
  return diagnostic('cli/rename-place', { message: `${name} ${why}`, hint: 'Name a path inside the docs folder' });
}

/** `cli/rename-config`: docs.json has a form in which redirects or paths cannot be found by their place. */
export function notUnderstood(file: string): Diagnostic {
  return diagnostic('cli/rename-config', {
    message: `${file} cannot be read well enough to change it`,
    hint: 'Run docsgen check, and mend it first',
  });
}

/** `cli/rename-redirects`: a `$ref` leads to YAML, whose layout only its author knows. */
export function redirectsElsewhere(file: string): Diagnostic {
  return diagnostic('cli/rename-redirects', {
    message: `redirects stand in ${file}, which is not JSON, so none can be added`,
    hint: 'Use --no-redirect, and add them by hand',
  });
}

/** The move would leave something behind that no edit can reach. */
export function wouldBreak(count: number): Diagnostic {
  const what = count === 1 ? 'this finding' : `these ${count} findings`;
  return diagnostic('cli/rename-breaks', {
    message: `nothing was changed: the move would leave ${what}, which the site does not have now`,
    hint: 'Mend the places by hand first',
  });
}
