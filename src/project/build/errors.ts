/** Diagnostics that only the build as a whole can detect. */
import { type Diagnostic, diagnostic, type SourceLocation } from '../../model/diagnostic.ts';
import { shortened } from '../../model/shorten.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import type { PageProblem } from '../../model/site-hooks.ts';

/** `cli/not-empty`: `docsgen new` only writes to new or empty folders. */
export function folderNotEmpty(dir: string): Diagnostic {
  return diagnostic('cli/not-empty', { message: `${dir} is not empty`, hint: 'choose a new folder: docsgen new my-docs' });
}

/** `cli/migrated`: an existing docs.json is never overwritten. */
export function alreadyMigrated(): Diagnostic {
  return diagnostic('cli/migrated', {
    message: 'docs.json already exists; docsgen wrote nothing',
    hint: 'remove docs.json first to convert mint.json again',
  });
}

/** `cli/no-mint-json`: there is no file to convert. */
export function nothingToMigrate(): Diagnostic {
  return diagnostic('cli/no-mint-json', {
    message: 'this folder contains no mint.json',
    hint: 'specify its folder: docsgen migrate <dir>',
  });
}

/** `plugins/not-installed`: `install` is the command that installs the package; undefined for a file. */
export function pluginNotInstalled(location: SourceLocation, name: string, install: string | undefined): Diagnostic {
  return diagnostic('plugins/not-installed', {
    message: install === undefined ? `plugin file "${name}" does not exist in the project` : `plugin "${name}" is not installed`,
    location,
    hint: install === undefined ? 'fix the path; it is relative to docs.json' : `run ${install}`,
  });
}

/** A plugin in a file that every page would load as its script. */
export function pluginScript(location: SourceLocation, name: string): Diagnostic {
  return diagnostic('plugins/load', {
    message: `plugin file "${name}" does not have the extension .mjs, .cjs, .ts, .mts or .cts`,
    location,
    hint: 'rename it to .mjs: every page of the site loads the .js files of the project',
  });
}

/** `plugins/load`: its module throws, or exports no plugin. */
export function pluginNotLoaded(location: SourceLocation, name: string, reason: string): Diagnostic {
  return diagnostic('plugins/load', {
    message: `plugin "${name}" cannot be loaded: ${shortened(reason, 300)}`,
    location,
    hint: 'install a version that supports unified 11, or fix the file',
  });
}

/** `plugins/load`: `docsgen.config.ts` throws, or exports no hooks. */
export function hooksNotLoaded(location: SourceLocation, reason: string): Diagnostic {
  return diagnostic('plugins/load', {
    message: `${location.file} cannot be loaded: ${shortened(reason, 300)}`,
    location,
    hint: 'fix the file; its default export must be defineConfig({ … })',
  });
}

/** `plugins/hook`: a hook threw, or returned a value that its type does not allow. */
export function hookFailed(location: SourceLocation, hook: string, reason: string): Diagnostic {
  return diagnostic('plugins/hook', {
    message: `hook "${hook}" failed: ${shortened(reason, 300)}`,
    location,
    hint: 'fix the hook; without it, the site is incomplete',
  });
}

/** `plugins/output`: `reason` completes "output <path> …". */
export function outputRejected(location: SourceLocation, path: string, reason: string, hint: string): Diagnostic {
  return diagnostic('plugins/output', { message: `output "${shortened(path, 200)}" ${reason}`, location, hint });
}

/** `plugins/message`: a problem on a page, reported by `pageCompiled`. */
export function hookProblem(location: SourceLocation, problem: PageProblem): Diagnostic {
  const { message, hint, severity } = problem;
  return diagnostic('plugins/message', { severity, message: shortened(message, 300), location, hint });
}

/** `plugins/off`: the user switched them off. */
export function pluginsOff(file: string): Diagnostic {
  return diagnostic('plugins/off', {
    message: 'docsgen did not load the plugins of this site: --no-plugins is set, or this command needs --plugins',
    location: { file, line: 1, column: 1 },
    hint: 'remove --no-plugins, or add --plugins, if you trust the code in this project',
  });
}

/** A page requires sign-in for its playground; `config/` reports the setting for the whole site. */
export function playgroundNeedsSignIn(file: string, pages: number): Diagnostic {
  return diagnostic('config/auth-required', {
    message: `"playground: auth" on ${pages === 1 ? 'this page' : `${pages} pages`} requires sign-in, which is not configured`,
    location: { file, line: 1, column: 1 },
    hint: 'configure sign-in under docsgen.auth; until then, the playground is left out',
  });
}

/** `config/auth-required`: pages for members of groups, on a site without sign-in. `file` is the first of them. */
export function groupsNeedSignIn(file: string, pages: number): Diagnostic {
  return diagnostic('config/auth-required', {
    message: `groups on ${pages === 1 ? 'this page' : `${pages} pages`} require sign-in, which is not configured, so everyone can read ${pages === 1 ? 'it' : 'them'}`,
    location: { file, line: 1, column: 1 },
    hint: 'configure sign-in under docsgen.auth, or build one output for each audience with --groups',
  });
}

/** `config/migrate-left-out`: `keys` are paths in mint.json without an equivalent in docs.json. */
export function leftOut(keys: readonly string[]): Diagnostic {
  return diagnostic('config/migrate-left-out', {
    message: `docs.json has no equivalent of ${keys.join(', ')}`,
    location: { file: 'mint.json', line: 1, column: 1 },
    hint: 'check whether the site needs these settings',
  });
}

/**
 * `config/missing-override`: `part` as under `docsgen.overrides`, `location` that of its path; the default part is
 * used.
 */
export function missingOverride(part: string, file: string, location: SourceLocation): Diagnostic {
  return diagnostic('config/missing-override', {
    message: `file "${file}" of docsgen.overrides.${part} does not exist`,
    location,
    hint: 'write a path relative to docs.json; until then, docsgen shows the built-in part',
  });
}

/** `config/unknown-slot`: a frame part uses a slot that it does not have; `known` are its slots. */
export function unknownSlot(name: string, known: readonly string[], location: SourceLocation): Diagnostic {
  return diagnostic('config/unknown-slot', {
    message: `this part has no slot "${name}"`,
    location,
    hint: `use one of ${known.join(', ')}`,
  });
}

/** `config/private-part`: reported once for each build of a site with sign-in. `folder` is beside the output folder. */
export function privatePart(folder: string): Diagnostic {
  return diagnostic('config/private-part', {
    message: `restricted pages are in ${folder}, which only docsgen serve reads; do not publish this folder with another web server`,
  });
}

/** `thumbnails/background`: social images are drawn without it. */
export function unreadableBackdrop({ file, thumbnails }: Pick<SiteConfig, 'file' | 'thumbnails'>): Diagnostic {
  return diagnostic('thumbnails/background', {
    message: `docsgen cannot draw thumbnails.background "${thumbnails.background}", so social images have a plain background`,
    location: { file, line: 1, column: 1 },
    hint: 'use a PNG file in the project, or an SVG file that contains only plain shapes',
  });
}

/**
 * `site/address`: reported once for a build. `file`: undefined for a folder without docs.json. `written`: the value of
 * `seo.metatags.canonical` when it is not a web URL.
 */
export function siteAddressMissing(file: string | undefined, written: string | undefined): Diagnostic {
  const cause = written === undefined ? 'the URL of the site is not set' : `"${shortened(written, 100)}" is not the URL of a site`;
  return diagnostic('site/address', {
    message: `${cause}, so sitemap.xml, feeds and social images have no absolute URLs and pages have no canonical link`,
    location: file === undefined ? undefined : { file, line: 1, column: 1 },
    hint: 'set "seo": { "metatags": { "canonical": "https://docs.example.com" } } in docs.json',
  });
}
