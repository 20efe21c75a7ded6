/** Every error of running a page, as a diagnostic. */
import { type Diagnostic, diagnostic, type SourceLocation } from '../../../model/diagnostic.ts';
import type { Problem } from './protocol.ts';

const allowed = 'pages can import only .mdx, .md, .jsx, .tsx and .json files in the project, with a relative path';

/** `mdx/import`: an import from outside of the project, of a Node.js module or of a URL. It provides nothing. */
export function importRejected(location: SourceLocation, specifier: string, why: 'outside' | 'node' | 'url'): Diagnostic {
  const what = {
    outside: 'is outside the project',
    node: `is a Node.js module; ${allowed}`,
    url: `is a URL; ${allowed}`,
  };
  return diagnostic('mdx/import', {
    message: `"${specifier}" ${what[why]}`,
    location,
    hint: 'copy what you need into the project, and import the copy',
  });
}

/** `mdx/import`: `import(…)` in a page or its imports; `location` is that of the expression. */
export function dynamicImport(location: SourceLocation): Diagnostic {
  return diagnostic('mdx/import', {
    message: 'dynamic import is not allowed in pages',
    location,
    hint: 'write `import … from "…"` at the top of the file',
  });
}

/** `mdx/import-missing`: the path of a missing or unreadable file. */
export function importMissing(location: SourceLocation, specifier: string, fallback: string): Diagnostic {
  return diagnostic('mdx/import-missing', {
    message: `imported file "${specifier}" does not exist`,
    location,
    hint: `create the file, or fix the path; ${fallback}`,
  });
}

/** `mdx/import-missing`: a package that is neither provided nor installed in the project. */
export function packageMissing(location: SourceLocation, name: string, fallback: string): Diagnostic {
  return diagnostic('mdx/import-missing', {
    message: `imported package "${name}" is not installed in the project`,
    location,
    hint: `remove the import, or copy the component into the project; ${fallback}`,
  });
}

/** `mdx/import-style`: the page loads the stylesheet without the import. */
export function styleImported(location: SourceLocation, specifier: string): Diagnostic {
  return diagnostic('mdx/import-style', {
    message: `stylesheet "${specifier}" needs no import`,
    location,
    hint: 'remove the import: every page loads the stylesheets of the project',
  });
}

/** `mdx/import-missing`: the file exists, the export does not. Not reported if the file has errors itself. */
export function exportMissing(
  location: SourceLocation,
  name: string,
  specifier: string,
  { fallback, nearest }: { readonly fallback: string; readonly nearest: string | undefined },
): Diagnostic {
  return diagnostic('mdx/import-missing', {
    message: name === 'default' ? `"${specifier}" has no default export` : `"${specifier}" does not export \`${name}\``,
    location,
    hint:
      name === 'default'
        ? 'import it by name: `import { Name } from "…"`'
        : nearest === undefined
          ? `check the spelling; ${fallback}`
          : `use \`${nearest}\``,
  });
}

/** `mdx/import-cycle`: reported where the cycle closes; `files` begins and ends with the same file. */
export function importCycle(location: SourceLocation, files: readonly string[]): Diagnostic {
  return diagnostic('mdx/import-cycle', {
    message: `files import each other in a cycle: ${files.join(' -> ')}`,
    location,
    hint: 'remove one of these imports',
  });
}

/** `mdx/syntax`: a file that cannot be compiled; `message` comes from esbuild. */
export function syntaxProblem(location: SourceLocation, message: string): Diagnostic {
  return diagnostic('mdx/syntax', {
    message: message.replace(/\.$/, ''),
    location,
    hint: 'fix the file; until then, docsgen shows the pages that import it without it',
  });
}

/** `mdx/syntax`: top-level `await`, for which the sandbox would have to wait. */
export function topLevelAwait(location: SourceLocation): Diagnostic {
  return diagnostic('mdx/syntax', {
    message: '`await` is not allowed in pages',
    location,
    hint: 'use a literal value, or load the value in an effect of a component: pages do not wait for promises',
  });
}

/** `mdx/timeout`: evaluation exceeded `docsgen.limits.pageSeconds`. `location` is where it was stopped, if known. */
export function timedOut(file: string, location: SourceLocation, seconds: number): Diagnostic {
  return diagnostic('mdx/timeout', {
    message: `${file} took longer than ${seconds} s and was stopped`,
    location,
    hint: 'look for an endless loop, or raise docsgen.limits.pageSeconds in docs.json',
  });
}

/** `mdx/memory`: the page exceeded `docsgen.limits.pageHeapMiB`. `location` is where it was stopped, if known. */
export function outOfMemory(file: string, location: SourceLocation, mebibytes: number): Diagnostic {
  return diagnostic('mdx/memory', {
    message: `${file} used more than ${mebibytes} MiB and was stopped`,
    location,
    hint: 'look for a list that grows without end, or raise docsgen.limits.pageHeapMiB in docs.json',
  });
}

/** `mdx/render`: the worker could not start or respond, or the build was aborted. */
export function stopped(file: string, reason: string): Diagnostic {
  return diagnostic('mdx/render', { message: `${file} cannot be rendered: ${reason}`, location: { file, line: 1, column: 1 } });
}

/** The runtime failed, not the page's own code. Only a page that changes built-in objects can cause this. */
export function builtInChanged(file: string, reason: string | undefined): Diagnostic {
  return diagnostic('mdx/render', {
    message: `${file} cannot be rendered: its code modifies a built-in JavaScript object${reason === undefined ? '' : ` (${reason})`}`,
    location: { file, line: 1, column: 1 },
    hint: 'write your own function instead of modifying built-in objects such as `Array.prototype` and `JSON`',
  });
}

/** `mdx/island-script`: reported with the first page that uses the file; `reason` comes from esbuild. */
export function islandsFailed(file: string, reason: string): Diagnostic {
  return diagnostic('mdx/island-script', {
    message: `components in ${file} cannot be bundled for the browser: ${reason}`,
    location: { file, line: 1, column: 1 },
    hint: 'fix the code; until then, the components render statically and are not interactive',
  });
}

type RenderProblem = Omit<Problem, 'stack' | 'kind'> & { readonly kind: Exclude<Problem['kind'], 'memory' | 'timeout'> };

/** A problem during the evaluation of a page. */
export function renderProblem(problem: RenderProblem, location: SourceLocation): Diagnostic {
  const who = problem.component ? `<${problem.component}>` : 'the page';
  switch (problem.kind) {
    case 'undefined-name':
      return /^[A-Z]/.test(problem.message)
        ? diagnostic('mdx/unknown-component', {
            message: `component <${problem.message}> does not exist`,
            location,
            hint: 'import or define it; until then, docsgen shows only the content of the tag',
          })
        : diagnostic('mdx/undefined-name', {
            message: `"${problem.message}" is not defined`,
            location,
            hint: `define it with \`export const ${problem.message} = …\`; to show it as text, put {${problem.message}} in backticks or escape it as \\{${problem.message}}`,
          });
    case 'island-prop':
      return diagnostic('mdx/island-prop', {
        message: `${who} receives a function as \`${problem.message}\`, which docsgen cannot send to the browser`,
        location,
        hint: 'define the function in the component, or export it from a module',
      });
    case 'url-scheme':
      return diagnostic('mdx/url-scheme', {
        message: `${problem.message} has a URL scheme that is not allowed`,
        location,
        hint: 'link to a page or file',
      });
    case 'event-handler':
      return diagnostic('mdx/event-handler', {
        message: `string event handlers are not allowed: ${problem.message}`,
        location,
        hint: 'pass a function: `onClick={() => …}`',
      });
    case 'forbidden-name':
      return diagnostic('mdx/forbidden-global', {
        message: `${problem.message} is not available in pages`,
        location,
        hint: 'use a literal value: page code runs in a sandbox without Node.js APIs',
      });
    case 'code-from-text':
      return diagnostic('mdx/render', {
        message: `${who} evaluates a string as code, which is not allowed in safe mode`,
        location,
        hint: 'write the function directly instead of using `eval` or `new Function`',
      });
    case 'rejected':
      return diagnostic('mdx/render', {
        message: `a promise was rejected: ${problem.message}`,
        location,
        hint: 'handle the error with `catch`, or use a literal value: pages do not wait for promises',
      });
    default:
      return diagnostic('mdx/render', { message: `${who} threw: ${problem.message}`, location });
  }
}
