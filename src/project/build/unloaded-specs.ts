/**
 * Links to pages of API descriptions that could not be read, and redirects to such pages: their existence is unknown,
 * and the cause is already reported. They become notices.
 */
import { posix } from 'node:path';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { FileSystem } from '../../model/file-system.ts';
import type { SiteConfig, SpecRef } from '../../model/site-config.ts';
import { divisionsOf } from '../../model/site-config.ts';
import { defaultDirectory } from '../../stages/openapi/read/api-library.ts';

/**
 * URL prefixes (`/api-reference/`) of descriptions that are missing, or whose reading ended with an error in
 * `diagnostics`.
 */
export function unreadDirectories(
  config: SiteConfig,
  files: Pick<FileSystem, 'has'>,
  diagnostics: readonly Diagnostic[],
): ReadonlyMap<string, string> {
  const broken = new Set(diagnostics.flatMap(({ code, location }) => (code.endsWith('/parse') && location ? [location.file] : [])));
  const found = new Map<string, string>();
  const add = ({ source, directory }: SpecRef) => {
    if (!files.has(source) || broken.has(source)) found.set(`/${directory ?? defaultDirectory}/`, source);
  };
  config.api.specs.forEach(add);
  for (const { specs } of divisionsOf(config.navigation)) specs.forEach(add);
  return found;
}

/** `directories`: the result of `unreadDirectories`. Keeps the order and number of diagnostics. */
export function withoutUnverifiable(diagnostics: readonly Diagnostic[], directories: ReadonlyMap<string, string>): readonly Diagnostic[] {
  if (directories.size === 0) return diagnostics;
  return diagnostics.map((found) => {
    const places = targetsOf(found).flatMap((address) => [
      `${address}/`,
      `/${address}/`,
      `${posix.resolve('/', found.location?.file ?? '', '..', address)}/`,
    ]);
    const source = [...directories].find(([start]) => places.some((place) => place.startsWith(start)))?.[1];
    return source === undefined
      ? found
      : {
          ...found,
          severity: 'notice',
          hint: `fix ${source} first: docsgen cannot read it, so it cannot tell whether the page exists`,
        };
  });
}

/**
 * The paths that a diagnostic says do not exist, or form a loop. A loop without patterns exists whatever the pages are.
 */
function targetsOf({ code, data }: Diagnostic): readonly string[] {
  const targets = data?.targets ?? [];
  return code === 'config/redirect' && !targets.some((path) => /[*:]/.test(path)) ? [] : targets;
}
