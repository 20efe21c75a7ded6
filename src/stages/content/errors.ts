/** The faults that reading page files can find: one function for each code, which builds the whole diagnostic. */
import type { Diagnostic, SourceLocation } from '../../model/diagnostic.ts';
import type { ScriptProblem } from './site-script.ts';

/** Broken front matter never stops a build: the page is kept, the block or the key is left out. */
export function frontMatterProblem(location: SourceLocation, message: string, hint: string): Diagnostic {
  return { code: 'mdx/frontmatter', severity: 'warning', message, location, hint };
}

/** A page is not UTF-8 or holds NUL: it stays in the site with no text. `what` is the whole message, with the byte. */
export function invalidEncoding(location: SourceLocation, what: string): Diagnostic {
  return { code: 'mdx/encoding', severity: 'error', message: what, location, hint: 'save the file as UTF-8' };
}

/** A page is text in another encoding, which its first bytes name: it is read in that. */
export function otherEncoding(file: string, encoding: string): Diagnostic {
  return {
    code: 'mdx/encoding',
    severity: 'warning',
    message: `the file is encoded as ${encoding}, not as UTF-8`,
    location: { file, line: 1, column: 1 },
    hint: 'save the file as UTF-8: other tools cannot read it',
  };
}

/**
 * A page file has more bytes than `docsgen.limits.pageBytes`: it is not read, and stays in the site with no text. Both
 * sizes in bytes.
 */
export function pageTooLarge(file: string, size: number, limit: number): Diagnostic {
  return {
    code: 'mdx/too-large',
    severity: 'error',
    message: `${file} is ${mebibytes(size)}; limit is ${mebibytes(limit).replace('.0 ', ' ')} (limits.pageBytes)`,
    location: { file, line: 1, column: 1 },
    hint: 'split the page, or raise docsgen.limits.pageBytes in docs.json',
  };
}

/** Told of a picture that is published all the same: `what` is the first part of it that runs. */
export function svgScript(location: SourceLocation, what: string): Diagnostic {
  return {
    code: 'static/svg-script',
    severity: 'warning',
    message: `${location.file} holds ${what}, which runs when the picture is opened by its own address`,
    location,
    hint: 'take it out; on a page it does not run anyway',
  };
}

/** By its name or its first words a key or a password (`isSecretFile`): the file is left out of the site. */
export function secretFile(file: string): Diagnostic {
  return {
    code: 'content/secret-file',
    severity: 'warning',
    message: `${file} looks like a key or a password, so it is not published`,
    location: { file, line: 1, column: 1 },
    hint: 'take it out of the docs folder; if others could read it, replace the key',
  };
}

/** A `.js` file that every page would load (docs-json-spec 3.10) and that throws there, for it asks for modules of Node. */
export function nodeProgram(file: string): Diagnostic {
  return {
    code: 'content/node-program',
    severity: 'notice',
    message: `${file} is a program for Node, so it is neither put on the pages nor published`,
    hint: 'list it in .mintignore to say so yourself',
  };
}

/**
 * A `.js` file that no browser can run as every page would load it (docs-json-spec 3.10): it is published and left off the
 * pages. A module may be meant for a page of its own, anything else is a mistake.
 */
export function scriptThatCannotRun(file: string, problem: Exclude<ScriptProblem, { kind: 'node' }>): Diagnostic {
  const location = { file, line: problem.line, column: problem.column };
  return problem.kind === 'module'
    ? {
        code: 'content/script-module',
        severity: 'notice',
        message: `${file} is a module, which pages cannot load as a script of the site: it is published, and on no page`,
        location,
        hint: 'take out its import and export, or import it where a page needs it; .mintignore keeps it out of the site',
      }
    : {
        code: 'content/script-syntax',
        severity: 'warning',
        message: `${file} cannot run: ${problem.message}; no page loads it`,
        location,
        hint: 'mend it, or list it in .mintignore if it is no script of the site',
      };
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MiB`;
}
