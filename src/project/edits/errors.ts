/** Why files are not moved: one function for each code, which builds the whole diagnostic. */
import type { Diagnostic } from '../../model/diagnostic.ts';

function refused(code: string, message: string, hint: string): Diagnostic {
  return { code, severity: 'error', message, hint };
}

/** `cli/rename-missing`: `name` as it was typed. */
export function nothingToMove(name: string, nearest: string | undefined): Diagnostic {
  const hint = nearest === undefined ? 'Name a page, file or folder as it stands in the docs folder' : `Did you mean ${nearest}?`;
  return refused('cli/rename-missing', `${name} is no page, file or folder of this project`, hint);
}

/** `cli/rename-exists`: nothing is ever written over. */
export function placeTaken(path: string): Diagnostic {
  return refused('cli/rename-exists', `${path} is there already`, 'Choose another name, or move that one first');
}

/** `cli/rename-place`: `why` goes on after the name. */
export function badLocation(name: string, why: string): Diagnostic {
  return refused('cli/rename-place', `${name} ${why}`, 'Name a path inside the docs folder');
}

/** `cli/rename-config`: docs.json has a form in which redirects or paths cannot be found by their place. */
export function notUnderstood(file: string): Diagnostic {
  return refused('cli/rename-config', `${file} cannot be read well enough to change it`, 'Run docsgen check, and mend it first');
}

/** `cli/rename-redirects`: a `$ref` leads to YAML, whose layout only its author knows. */
export function redirectsElsewhere(file: string): Diagnostic {
  return refused(
    'cli/rename-redirects',
    `redirects stand in ${file}, which is not JSON, so none can be added`,
    'Use --no-redirect, and add them by hand',
  );
}

/** The move would leave something behind that no edit can reach. */
export function wouldBreak(count: number): Diagnostic {
  const what = count === 1 ? 'this finding' : `these ${count} findings`;
  return refused(
    'cli/rename-breaks',
    `nothing was changed: the move would leave ${what}, which the site does not have now`,
    'Mend the places by hand first',
  );
}
