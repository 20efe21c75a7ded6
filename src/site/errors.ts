/** Faults that only the driver can see. */
import type { Diagnostic, SourceLocation } from '../model/diagnostic.ts';
import type { SiteConfig } from '../model/site-config.ts';

export function folderNotEmpty(dir: string): Diagnostic {
  return {
    code: 'cli/not-empty',
    severity: 'error',
    message: `${dir} is not empty`,
    hint: 'Name a new folder: docsgen new my-docs',
  };
}

export function alreadyMigrated(): Diagnostic {
  return {
    code: 'cli/migrated',
    severity: 'error',
    message: 'docs.json is already there; nothing was written',
    hint: 'Remove it first if it should be made again from mint.json',
  };
}

export function nothingToMigrate(): Diagnostic {
  return {
    code: 'cli/no-mint-json',
    severity: 'error',
    message: 'there is no mint.json in this folder',
    hint: 'Name its folder: docsgen migrate <dir>',
  };
}

/** A page asks for a playground for signed-in readers; of the whole site, docs.json is asked by `config/`. */
export function playgroundNeedsSignIn(file: string, pages: number): Diagnostic {
  return {
    code: 'config/auth-required',
    severity: 'warning',
    message: `playground "auth" of ${pages === 1 ? 'this page' : `${pages} pages`} needs authentication to be configured`,
    location: { file, line: 1, column: 1 },
    hint: 'the playground is left out until sign-in is configured under docsgen.auth',
  };
}

export function leftOut(keys: readonly string[]): Diagnostic {
  return {
    code: 'config/migrate-left-out',
    severity: 'warning',
    message: `docs.json has no place for ${keys.join(', ')}`,
    location: { file: 'mint.json', line: 1, column: 1 },
    hint: 'Check whether the site needs them',
  };
}

export function missingOverride(part: string, file: string, configFile: string): Diagnostic {
  return {
    code: 'config/missing-override',
    severity: 'warning',
    message: `docsgen.overrides.${part}: there is no ${file}`,
    location: { file: configFile, line: 1, column: 1 },
    hint: 'Write the path of a file, from the folder of docs.json; until then the usual one is shown',
  };
}

export function unknownSlot(name: string, known: readonly string[], location: SourceLocation): Diagnostic {
  return {
    code: 'config/unknown-slot',
    severity: 'warning',
    message: `this part has no slot ${name}`,
    location,
    hint: `It has ${known.join(', ')}`,
  };
}

export function privatePart(folder: string): Diagnostic {
  return {
    code: 'config/private-part',
    severity: 'notice',
    message: `what is not for everybody is in ${folder}; docsgen serve opens it, other web servers must not publish it`,
  };
}

export function unreadableBackdrop({ file, thumbnails }: Pick<SiteConfig, 'file' | 'thumbnails'>): Diagnostic {
  return {
    code: 'thumbnails/background',
    severity: 'notice',
    message: `\`thumbnails.background\` (${thumbnails.background}) cannot be drawn into pictures of pages, so they stay plain`,
    location: { file, line: 1, column: 1 },
    hint: 'Name a PNG file of the project, or an SVG file of plain shapes',
  };
}
