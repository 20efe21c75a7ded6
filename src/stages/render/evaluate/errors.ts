/** Every fault that running a page can have, as a Diagnostic. */
import type { Diagnostic, SourceLocation } from '../../../model/diagnostic.ts';
import type { Problem } from './protocol.ts';

const allowed = 'only relative imports of .mdx, .md, .jsx, .tsx, .json inside the project are allowed';

/** `mdx/import`: an import that leads out of the project, to Node.js or to another host. It gives nothing. */
export function importRefused(location: SourceLocation, specifier: string, why: 'outside' | 'machine' | 'url'): Diagnostic {
  const what = {
    outside: 'leaves the project root',
    machine: `belongs to Node.js; ${allowed}`,
    url: `is a URL; ${allowed}`,
  };
  return {
    code: 'mdx/import',
    severity: 'error',
    message: `"${specifier}" ${what[why]}`,
    location,
    hint: 'Copy what you need into the project and import it from there',
  };
}

/** `mdx/import`: `import(…)` anywhere in a page or what it imports; `location` is that of the expression. */
export function dynamicImport(location: SourceLocation): Diagnostic {
  return {
    code: 'mdx/import',
    severity: 'error',
    message: 'dynamic import is not allowed in pages',
    location,
    hint: 'Write `import … from "…"` at the top of the file',
  };
}

/** `mdx/import-missing`: a path that leads to no file, or to one that cannot be read. */
export function importMissing(location: SourceLocation, specifier: string): Diagnostic {
  return {
    code: 'mdx/import-missing',
    severity: 'warning',
    message: `"${specifier}" is imported, but there is no such file`,
    location,
    hint: 'Create the file or mend the path; until then nothing is shown in its place',
  };
}

/** `mdx/import-missing`: a bare name that is neither provided nor installed beside the project. */
export function packageMissing(location: SourceLocation, name: string): Diagnostic {
  return {
    code: 'mdx/import-missing',
    severity: 'warning',
    message: `The package "${name}" is imported, but it is not installed in the project`,
    location,
    hint: 'Remove the import, or copy the component into the project; until then nothing is shown in its place',
  };
}

/** `mdx/import-style`: the page gets the stylesheet all the same (docs-json-spec 3.10). */
export function styleImported(location: SourceLocation, specifier: string): Diagnostic {
  return {
    code: 'mdx/import-style',
    severity: 'warning',
    message: `"${specifier}" is a stylesheet, which needs no import`,
    location,
    hint: 'Stylesheets of the project are on every page already; remove the import',
  };
}

/** `mdx/import-missing`: the file is there, the name is not. Not told when the file has an error itself. */
export function exportMissing(location: SourceLocation, name: string, specifier: string): Diagnostic {
  return {
    code: 'mdx/import-missing',
    severity: 'warning',
    message: name === 'default' ? `"${specifier}" has no default export` : `"${specifier}" does not export \`${name}\``,
    location,
    hint:
      name === 'default' ? 'Import it by name: `import { Name } from "…"`' : 'Check the spelling; until then nothing is shown in its place',
  };
}

/** `mdx/import-cycle`: told where the circle closes; `files` go round it and end with the one they begin with. */
export function importCycle(location: SourceLocation, files: readonly string[]): Diagnostic {
  return {
    code: 'mdx/import-cycle',
    severity: 'error',
    message: `Files import each other in a circle: ${files.join(' -> ')}`,
    location,
    hint: 'Remove one of these imports',
  };
}

/** `mdx/syntax`: a file that cannot be compiled; `message` is esbuild's. */
export function syntaxProblem(location: SourceLocation, message: string): Diagnostic {
  return {
    code: 'mdx/syntax',
    severity: 'error',
    message: message.replace(/\.$/, ''),
    location,
    hint: 'Pages that import this file are shown without it',
  };
}

/** `mdx/syntax`: `await` outside of a function, which the sandbox would have to wait for. */
export function waitsAtTopLevel(location: SourceLocation): Diagnostic {
  return {
    code: 'mdx/syntax',
    severity: 'error',
    message: '`await` is not allowed in pages',
    location,
    hint: 'Pages are drawn at once: write the value itself, or load it in an effect of a component',
  };
}

/** `mdx/timeout`: evaluation was ended after `docsgen.limits.pageSeconds`. `location` is where it was then, as far as that is known. */
export function timedOut(file: string, location: SourceLocation, seconds: number): Diagnostic {
  return {
    code: 'mdx/timeout',
    severity: 'error',
    message: `${file} took longer than ${seconds} s and was stopped`,
    location,
    hint: 'Look for a loop that does not end; the limit is docsgen.limits.pageSeconds in docs.json',
  };
}

/** `mdx/memory`: the page needed more than `docsgen.limits.pageHeapMiB`. `location` is where, as far as that is known. */
export function outOfMemory(file: string, location: SourceLocation, mebibytes: number): Diagnostic {
  return {
    code: 'mdx/memory',
    severity: 'error',
    message: `${file} used more than ${mebibytes} MiB and was stopped`,
    location,
    hint: 'Look for a list that grows without end; the limit is docsgen.limits.pageHeapMiB in docs.json',
  };
}

/** `mdx/render`: the worker could not be started or asked, or the build was stopped meanwhile. */
export function stopped(file: string, reason: string): Diagnostic {
  return {
    code: 'mdx/render',
    severity: 'error',
    message: `${file} could not be rendered: ${reason}`,
    location: { file, line: 1, column: 1 },
  };
}

/** What failed is not the page's own code but what draws it, which only a page that changes the language can do. */
export function broken(file: string, reason: string | undefined): Diagnostic {
  return {
    code: 'mdx/render',
    severity: 'error',
    message: `${file} could not be rendered: it changes something that JavaScript itself provides${reason === undefined ? '' : ` (${reason})`}`,
    location: { file, line: 1, column: 1 },
    hint: 'Leave built-in objects such as `Array.prototype` and `JSON` as they are; write a function of your own instead',
  };
}

/** `mdx/island-script`: told with the first page that uses the file; `reason` is esbuild's. */
export function islandsFailed(file: string, reason: string): Diagnostic {
  return {
    code: 'mdx/island-script',
    severity: 'error',
    message: `The components of ${file} cannot be bundled for the browser: ${reason}`,
    location: { file, line: 1, column: 1 },
    hint: 'Mend the code; until then they are shown as they are drawn first, and do not react',
  };
}

type RenderProblem = Omit<Problem, 'stack' | 'kind'> & { readonly kind: Exclude<Problem['kind'], 'memory' | 'timeout'> };

/** What happened while a page was evaluated. */
export function renderProblem(problem: RenderProblem, location: SourceLocation): Diagnostic {
  const who = problem.component ? `<${problem.component}>` : 'the page';
  switch (problem.kind) {
    case 'undefined-name':
      return /^[A-Z]/.test(problem.message)
        ? {
            code: 'mdx/unknown-component',
            severity: 'warning',
            message: `<${problem.message}> is not known`,
            location,
            hint: 'Import or define it; until then its content is shown without it',
          }
        : {
            code: 'mdx/undefined-name',
            severity: 'warning',
            message: `\`${problem.message}\` is not defined`,
            location,
            hint: `Define it with \`export const ${problem.message} = …\`; if it is meant as text, write \`{${problem.message}}\` in backticks or with a backslash`,
          };
    case 'island-prop':
      return {
        code: 'mdx/island-prop',
        severity: 'warning',
        message: `${who} gets a function as \`${problem.message}\`, which cannot be sent to the browser`,
        location,
        hint: 'Define the function in the component, or export it from a module',
      };
    case 'url-scheme':
      return {
        code: 'mdx/url-scheme',
        severity: 'error',
        message: `${problem.message} is a script URL`,
        location,
        hint: 'Links must lead to a page or file',
      };
    case 'event-handler':
      return {
        code: 'mdx/event-handler',
        severity: 'error',
        message: `string event handlers are not allowed: ${problem.message}`,
        location,
        hint: 'Pass a function: `onClick={() => …}`',
      };
    case 'forbidden-name':
      return {
        code: 'mdx/forbidden-global',
        severity: 'error',
        message: `${problem.message} is not available in pages`,
        location,
        hint: 'Write the value itself: page code runs in a sandbox without Node.js APIs',
      };
    case 'code-from-text':
      return {
        code: 'mdx/render',
        severity: 'error',
        message: `${who} makes code from text, which is not allowed in safe mode`,
        location,
        hint: 'Write the function itself instead of `eval` or `new Function`',
      };
    case 'rejected':
      return {
        code: 'mdx/render',
        severity: 'error',
        message: `a promise was rejected: ${problem.message}`,
        location,
        hint: 'Handle the error with `catch`, or write the value itself: pages are rendered without waiting for promises',
      };
    default:
      return { code: 'mdx/render', severity: 'error', message: `${who} threw: ${problem.message}`, location };
  }
}
