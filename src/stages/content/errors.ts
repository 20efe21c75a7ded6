/** Diagnostics of page files: one function for each code, which builds the whole diagnostic. */
import { type Diagnostic, diagnostic, type SourceLocation } from '../../model/diagnostic.ts';
import type { ScriptProblem } from './site-script.ts';

/** Invalid front matter never stops a build: the page is kept, the block or the key is ignored. */
export function frontMatterProblem(location: SourceLocation, message: string, hint: string): Diagnostic {
  return diagnostic('mdx/frontmatter', { message, location, hint });
}

/**
 * A page is not UTF-8 or contains NUL: it stays in the site without text. `what` is the whole message, with the byte.
 */
export function invalidEncoding(location: SourceLocation, what: string): Diagnostic {
  return diagnostic('mdx/encoding', { message: what, location, hint: 'save the file as UTF-8' });
}

/** The first bytes of a page indicate another text encoding, which is used. */
export function otherEncoding(file: string, encoding: string): Diagnostic {
  return diagnostic('mdx/encoding', {
    severity: 'warning',
    message: `the file is encoded as ${encoding}, not as UTF-8`,
    location: { file, line: 1, column: 1 },
    hint: 'save the file as UTF-8, which other tools can read',
  });
}

/**
 * A page file is larger than `docsgen.limits.pageBytes`: it is not read, and stays in the site without text. Both sizes
 * in bytes.
 */
export function pageTooLarge(file: string, size: number, limit: number): Diagnostic {
  return diagnostic('mdx/too-large', {
    message: `${file} is ${mebibytes(size)}; the limit is ${mebibytes(limit).replace('.0 ', ' ')} (limits.pageBytes)`,
    location: { file, line: 1, column: 1 },
    hint: 'split the page, or raise docsgen.limits.pageBytes in docs.json',
  });
}

/** For an image that is published anyway: `what` is the first active part in it. */
export function svgScript(location: SourceLocation, what: string): Diagnostic {
  return diagnostic('static/svg-script', {
    message: `${location.file} contains ${what}, which runs when someone opens the image by its own URL`,
    location,
    hint: 'remove it; scripts do not run in images on a page',
  });
}

/** A key or a password by its name or first bytes (`isSecretFile`): the file is not published. */
export function secretFile(file: string): Diagnostic {
  return diagnostic('content/secret-file', {
    message: `${file} looks like a key or a password, so docsgen does not publish it`,
    location: { file, line: 1, column: 1 },
    hint: 'move it out of the docs folder; if others may have read it, revoke the key',
  });
}

/** A `.js` file that every page would load, but that needs Node.js modules and would throw. */
export function nodeProgram(file: string): Diagnostic {
  return diagnostic('content/node-program', {
    message: `${file} is a Node.js script, so docsgen neither loads it on pages nor publishes it`,
    hint: 'list it in .mintignore to hide this notice',
  });
}

/**
 * A `.js` file that browsers cannot run as a plain script: it is published but pages do not load it. A module may be
 * intended for one page; anything else is a mistake.
 */
export function scriptThatCannotRun(file: string, problem: Exclude<ScriptProblem, { kind: 'node' }>): Diagnostic {
  const location = { file, line: problem.line, column: problem.column };
  return problem.kind === 'module'
    ? diagnostic('content/script-module', {
        message: `${file} is a module, but pages load only classic scripts; docsgen publishes it, but no page loads it`,
        location,
        hint: 'remove import and export from it, import it on the pages that need it, or list it in .mintignore to exclude it',
      })
    : diagnostic('content/script-syntax', {
        message: `${file} cannot run: ${problem.message}; no page loads it`,
        location,
        hint: 'fix it, or list it in .mintignore if the site does not need it',
      });
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MiB`;
}

/** `content/not-yet`: reported once, at the first of `pages` pages with these keys. */
export function notGenerated(location: SourceLocation, keys: readonly string[], pages: number): Diagnostic {
  return diagnostic('content/not-yet', {
    message: `this version of docsgen generates no references from ${keys.map((key) => `\`${key}\``).join(' and ')} in front matter${pages > 1 ? ` (${pages} pages)` : ''}`,
    location,
    hint: 'write the content of these pages as Markdown',
  });
}
