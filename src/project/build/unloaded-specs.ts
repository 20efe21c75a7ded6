/**
 * Links to pages of an API description that could not be read, and redirects that end at one: whether such a page exists, nobody knows,
 * and the cause is told already. They stay as notices.
 */
import { posix } from 'node:path';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { FileSystem } from '../../model/file-system.ts';
import { divisionsOf } from '../../model/nav-divisions.ts';
import type { SiteConfig, SpecRef } from '../../model/site-config.ts';
import { defaultDirectory } from '../../stages/openapi/read/api-library.ts';

/** The start of their addresses (`/api-reference/`) by description: of those that are not there, and those in which a fault of `diagnostics` ended the reading. */
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

/** `directories`: what `unreadDirectories` gave. Order and number of the findings stay. */
export function withoutUnverifiable(diagnostics: readonly Diagnostic[], directories: ReadonlyMap<string, string>): readonly Diagnostic[] {
  if (directories.size === 0) return diagnostics;
  return diagnostics.map((found) => {
    const places = addressesOf(found).flatMap((address) => [
      `${address}/`,
      `/${address}/`,
      `${posix.resolve('/', found.location?.file ?? '', '..', address)}/`,
    ]);
    const source = [...directories].find(([start]) => places.some((place) => place.startsWith(start)))?.[1];
    return source === undefined
      ? found
      : { ...found, severity: 'notice', hint: `${source} is not read, so whether it has that page is not known` };
  });
}

/** What a finding says to lead nowhere, or in a circle. A circle without patterns is one whatever pages there are. */
function addressesOf({ code, message }: Diagnostic): string[] {
  if (code === 'links/broken' || code === 'config/redirect-target') return [/"([^"]*)"/.exec(message)?.[1] ?? ''];
  const circle = code === 'config/redirect' ? /^redirect loop (.+)/.exec(message)?.[1] : undefined;
  return circle !== undefined && /[*:]/.test(circle) ? circle.split(' -> ') : [];
}
