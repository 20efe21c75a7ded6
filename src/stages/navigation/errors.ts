/** Diagnostics of planning a site: one function for each code, which builds the whole diagnostic. */
import { type Diagnostic, diagnostic, type SourceLocation } from '../../model/diagnostic.ts';
import type { IgnoreReason } from '../../model/file-system.ts';

/** A listed page has no file: the entry is ignored. */
export function pageMissing(location: SourceLocation, page: string, nearest: string | undefined): Diagnostic {
  return diagnostic('config/page-missing', {
    message: `page "${page}" not found (looked for ${page}.mdx, ${page}.md)`,
    location,
    hint: missingPageHint(page, nearest),
  });
}

/**
 * `config/page-ignored`: the file of a listed page exists, but an ignore rule or its folder excludes it from the
 * project.
 */
export function pageIgnored(location: SourceLocation, page: string, reason: IgnoreReason): Diagnostic {
  const { cause, hint } = whyIgnored(reason);
  return diagnostic('config/page-ignored', { message: `page "${page}" is ignored: ${cause}`, location, hint });
}

function whyIgnored(reason: IgnoreReason): { readonly cause: string; readonly hint: string } {
  const move = 'move the page to another folder';
  switch (reason.kind) {
    case 'rule':
      return {
        cause: `${reason.file}:${reason.line} excludes "${reason.path}" with the rule "${reason.rule}"`,
        hint:
          reason.file === '.mintignore' ? 'remove the rule, or the entry' : `add "!/${reason.path}" to .mintignore, or remove the entry`,
      };
    case 'hidden':
      return { cause: `"${reason.path}" starts with a dot`, hint: 'rename it, or remove the entry' };
    case 'packages':
      return { cause: `"${reason.path}" contains installed packages`, hint: move };
    case 'output':
      return { cause: `"${reason.path}" is an output folder of docsgen`, hint: move };
    case 'system-file':
      return { cause: `"${reason.path}" is a file of the operating system`, hint: 'rename it, or remove the entry' };
  }
}

function missingPageHint(page: string, nearest: string | undefined): string {
  const [, method, path] = /^(get|put|post|delete|options|head|patch|trace)\s+(\S+)$/i.exec(page) ?? [];
  if (path !== undefined && nearest === undefined) return `write a slash before the path of the endpoint: "${method} /${path}"`;
  if (nearest === undefined) return 'add the file, or remove the entry';
  // Entries are trimmed, so no entry can name this file.
  return nearest.trim() === page ? `rename the file "${nearest}": its name begins or ends with a space` : `write "${nearest}"`;
}

/** `config/page-case`: an entry differs from its file only in letter case. The page is built at the URL of its file. */
export function pageCase(location: SourceLocation, page: string, actual: string): Diagnostic {
  return diagnostic('config/page-case', {
    message: `page "${page}" differs from the file "${actual}" only in letter case`,
    location,
    hint: `write "${actual}": web servers are case-sensitive`,
  });
}

/**
 * `config/duplicate-page`: one division names a page or endpoint twice; the second entry is ignored. A page may be in
 * two divisions.
 */
export function duplicatePage(location: SourceLocation, page: string): Diagnostic {
  return diagnostic('config/duplicate-page', {
    message: `page "${page}" is listed twice; docsgen ignores the second entry`,
    location,
    hint: 'remove one of the two entries',
  });
}

/** Two files for one URL. An error when the navigation lists both; otherwise the unlisted one is ignored. */
export function routeConflict(location: SourceLocation, files: readonly [string, string], url: string, areBothListed: boolean): Diagnostic {
  return diagnostic('config/route-conflict', {
    severity: areBothListed ? 'error' : 'warning',
    message: `${files[0]} and ${files[1]} both produce ${url}`,
    location,
    hint: areBothListed ? 'rename or remove one of them' : `rename or remove the other file; until then, docsgen builds ${files[0]}`,
  });
}

/**
 * Two files whose URLs differ only in letter case, which some file systems cannot both store (`config/route-conflict`).
 * As with `routeConflict`, the unlisted one is ignored.
 */
export function caseConflict(location: SourceLocation, files: readonly [string, string], areBothListed: boolean): Diagnostic {
  return diagnostic('config/route-conflict', {
    severity: areBothListed ? 'error' : 'warning',
    message: `${files[0]} and ${files[1]} collide on case-insensitive file systems`,
    location,
    hint: 'rename one of them',
  });
}

/**
 * Two file names that look the same but have different bytes: `é` as one character or as two (`config/route-conflict`).
 * As with `routeConflict`, the first one is built.
 */
export function unicodeConflict(location: SourceLocation, files: readonly [string, string], areBothListed: boolean): Diagnostic {
  return diagnostic('config/route-conflict', {
    severity: areBothListed ? 'error' : 'warning',
    message: `two files named ${files[0].normalize('NFC')} differ only in Unicode normalization (${form(files[0])} and ${form(files[1])})`,
    location,
    hint: areBothListed
      ? 'rename or remove one of them'
      : `rename or remove the other file; until then, docsgen builds the one in ${form(files[0])}`,
  });
}

function form(text: string): string {
  return text === text.normalize('NFC') ? 'NFC' : text === text.normalize('NFD') ? 'NFD' : 'a mixed form';
}

/** An asset and a page have the same output path (`config/route-conflict`): the page is written, the file is not. */
export function assetConflict(asset: string, page: string): Diagnostic {
  return diagnostic('config/route-conflict', {
    severity: 'warning',
    message: `${page} and ${asset} would be written to the same path`,
    location: { file: asset, line: 1, column: 1 },
    hint: `rename ${asset}; until then, docsgen builds the page`,
  });
}

/** `config/reserved-name`: a part of the path is a Windows device name (`con`, `nul`, `com1`), with any extension. */
export function reservedName(location: SourceLocation, path: string): Diagnostic {
  return diagnostic('config/reserved-name', {
    message: `page "${path}" cannot be written on Windows: the name is reserved`,
    location,
    hint: 'rename the file or folder',
  });
}

/**
 * `config/redirect`: `chain` has the sources in order, with the first one repeated at the end. All of them are ignored.
 */
export function redirectLoops(location: SourceLocation, chain: readonly string[]): Diagnostic {
  const isOne = chain.length === 2;
  const steps = chain.length > 12 ? [...chain.slice(0, 10), '…', chain.at(-1)] : chain;
  return diagnostic('config/redirect', {
    severity: 'warning',
    message: `redirect loop ${steps.join(' -> ')}; docsgen ignores ${isOne ? 'the redirect' : 'these redirects'}`,
    location,
    hint: isOne ? 'remove the redirect, or change its destination' : 'change one destination, or remove these redirects',
    data: { targets: chain },
  });
}

/** `/old/* → /old/new/*`: works for existing pages, but endless for every other URL. */
export function redirectExpands(location: SourceLocation, source: string, next: string): Diagnostic {
  return diagnostic('config/redirect', {
    severity: 'warning',
    message: `redirect ${source} also matches its own destination, so it loops for paths without a page`,
    location,
    hint: `name the moved folders in the source, so that it does not match ${next}`,
  });
}

/** `config/redirect`: hosts serve files before they apply redirects, so this redirect would have no effect. */
export function redirectIsPage(location: SourceLocation, source: string): Diagnostic {
  return diagnostic('config/redirect', {
    severity: 'warning',
    message: `redirect source ${source} is also a page; docsgen shows the page`,
    location,
    hint: 'remove the redirect, or the page',
  });
}

/** Browsers do not send `#…`, and static sites ignore `?…`. */
export function redirectUnmatchable(
  location: SourceLocation,
  source: string,
  part: 'fragment' | 'query',
  hint = `write the source without its ${part}`,
): Diagnostic {
  return diagnostic('config/redirect', {
    severity: 'warning',
    message: `redirect source ${source} has a ${part}, which a static site never receives; docsgen ignores the redirect`,
    location,
    hint,
  });
}
