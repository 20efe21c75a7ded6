import { relative, resolve, sep } from 'node:path';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Format } from './formats.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { json } from './json.ts';
import { pretty } from './pretty.ts';
import { sarif } from './sarif.ts';

/**
 * Prints the diagnostics of a run: text to stderr, machine-readable formats to stdout. If `projectDir` is below the working directory,
 * paths are relative to the working directory, except in JSON: terminals open them on a click, and CI finds them in the checkout.
 */
export function report(diagnostics: readonly Diagnostic[], format: Format, projectDir: string): void {
  switch (format) {
    case 'pretty':
      process.stderr.write(pretty(diagnostics, isColoured(process.stderr), checkoutPrefix(projectDir)));
      return;
    case 'json':
      process.stdout.write(json(diagnostics));
      return;
    case 'sarif':
      process.stdout.write(sarif(diagnostics, checkoutPrefix(projectDir)));
      return;
    case 'github':
      process.stdout.write(github(diagnostics, checkoutPrefix(projectDir)));
      return;
    case 'gitlab':
      process.stdout.write(gitlab(diagnostics, checkoutPrefix(projectDir)));
  }
}

/** https://no-color.org, and the color support that the terminal reports. */
function isColoured(stream: { readonly isTTY?: boolean }): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR && FORCE_COLOR !== '0') return true;
  return stream.isTTY === true && TERM !== 'dumb';
}

/** The path from the current folder to the project, with a final slash; empty if the project is not below it. */
export function checkoutPrefix(projectDir: string): string {
  const path = relative(process.cwd(), resolve(projectDir));
  return path === '' || path.startsWith('..') ? '' : `${path.split(sep).join('/')}/`;
}
