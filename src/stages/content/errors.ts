/** The faults that reading page files can find: one function for each code, which builds the whole diagnostic. */
import { type Diagnostic, diagnostic, type SourceLocation } from '../../model/diagnostic.ts';
import type { ScriptProblem } from './site-script.ts';

/** Broken front matter never stops a build: the page is kept, the block or the key is left out. */
export function frontMatterProblem(location: SourceLocation, message: string, hint: string): Diagnostic {
  return diagnostic('mdx/frontmatter', { message, location, hint });
}

/** A page is not UTF-8 or holds NUL: it stays in the site with no text. `what` is the whole message, with the byte. */
export function invalidEncoding(location: SourceLocation, what: string): Diagnostic {
  return diagnostic('mdx/encoding', { message: what, location, hint: 'save the file as UTF-8' });
}

/** A page is text in another encoding, which its first bytes name: it is read in that. */
export function otherEncoding(file: string, encoding: string): Diagnostic {
  return diagnostic('mdx/encoding', {
    severity: 'warning',
    message: `the file is encoded as ${encoding}, not as UTF-8`,
    location: { file, line: 1, column: 1 },
    hint: 'save the file as UTF-8, which other tools can read',
  });
}

/**
 * A page file has more bytes than `docsgen.limits.pageBytes`: it is not read, and stays in the site with no text. Both
 * sizes in bytes.
 */
export function pageTooLarge(file: string, size: number, limit: number): Diagnostic {
  return diagnostic('mdx/too-large', {
    message: `${file} is ${mebibytes(size)}; limit is ${mebibytes(limit).replace('.0 ', ' ')} (limits.pageBytes)`,
    location: { file, line: 1, column: 1 },
    hint: 'split the page, or raise docsgen.limits.pageBytes in docs.json',
  });
}

/** Told of a picture that is published all the same: `what` is the first part of it that runs. */
export function svgScript(location: SourceLocation, what: string): Diagnostic {
  return diagnostic('static/svg-script', {
    message: `${location.file} contains ${what}, which runs when someone opens the image by its own URL`,
    location,
    hint: 'remove it; it never runs in an image on a page',
  });
}

/** By its name or its first words a key or a password (`isSecretFile`): the file is left out of the site. */
export function secretFile(file: string): Diagnostic {
  return diagnostic('content/secret-file', {
    message: `${file} looks like a key or a password, so docsgen does not publish it`,
    location: { file, line: 1, column: 1 },
    hint: 'move it out of the docs folder; if others could read it, replace the key',
  });
}

/** A `.js` file that every page would load (docs-json-spec 3.10) and that throws there, for it asks for modules of Node. */
export function nodeProgram(file: string): Diagnostic {
  return diagnostic('content/node-program', {
    message: `${file} is a Node.js script, so docsgen neither loads it on pages nor publishes it`,
    hint: 'list it in .mintignore to hide this notice',
  });
}

/**
 * A `.js` file that no browser can run as every page would load it (docs-json-spec 3.10): it is published and left off the
 * pages. A module may be meant for a page of its own, anything else is a mistake.
 */
export function scriptThatCannotRun(file: string, problem: Exclude<ScriptProblem, { kind: 'node' }>): Diagnostic {
  const location = { file, line: problem.line, column: problem.column };
  return problem.kind === 'module'
    ? diagnostic('content/script-module', {
        message: `${file} is a module, which pages cannot load as a classic script; docsgen publishes it, but no page loads it`,
        location,
        hint: 'remove its import and export, import it where a page needs it, or list it in .mintignore to leave it out of the site',
      })
    : diagnostic('content/script-syntax', {
        message: `${file} cannot run: ${problem.message}; no page loads it`,
        location,
        hint: 'fix it, or list it in .mintignore if it is not a script of the site',
      });
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MiB`;
}
