/** Adds the remote descriptions that a project refers to, as files under their URLs, if they are allowed. */
import { join, resolve } from 'node:path';
import type { Result } from '../../model/diagnostic.ts';
import type { FileSystem } from '../../model/file-system.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import { defaultCacheDir } from '../../platform/cache/cache.ts';
import { openProject } from '../../platform/files/disk.ts';
import { namedBy } from '../../platform/remote/permission.ts';
import { remoteFiles } from '../../platform/remote/remote-files.ts';
import { urlScheme } from '../../shared/url.ts';
import { loadConfig } from '../../stages/config/index.ts';
import { configuredSpecs } from '../../stages/openapi/read/api-library.ts';

/** Copies of fetched documents are in the cache, for offline builds. */
export interface RemoteOptions {
  readonly dir: string;
  readonly cacheDir?: string | undefined;
  /** Hosts that the user allows, in addition to those of docs.json. */
  readonly allowRemote?: readonly string[];
  /** Use existing copies only. */
  readonly isOffline?: boolean;
  readonly signal?: AbortSignal | undefined;
}

const mayRefer = 20 * 1_048_576;

/** Usually no hosts are allowed; then it returns the project itself. */
export function withRemoteDescriptions(files: FileSystem, options: RemoteOptions): Promise<Result<FileSystem>> {
  return described(files, options, (config) => config.docsgen.security.remote.allow);
}

/**
 * Downloads descriptions from the hosts of `allowRemote` into the cache, for a check without network. Ignores
 * docs.json: authors of a repository must not be able to direct the service's requests.
 */
export async function fetchDescriptions(options: RemoteOptions): Promise<void> {
  await described(openProject(options.dir).value, options, () => []);
}

async function described(
  files: FileSystem,
  options: RemoteOptions,
  allowedBy: (config: SiteConfig) => readonly string[],
): Promise<Result<FileSystem>> {
  const unchanged = { value: files, diagnostics: [] };
  const byUser = options.allowRemote ?? [];
  // Reads the configuration only if it can contain the permission: under "docsgen", or in a referenced file.
  if (byUser.length === 0 && !/"docsgen"|"\$ref"/.test(textOf(files, 'docs.json'))) return unchanged;
  const config = loadConfig({ files, isNamed: namedBy(byUser) }).value;
  const byConfig = config === undefined ? [] : allowedBy(config);
  if (config === undefined || (byUser.length === 0 && byConfig.length === 0)) return unchanged;
  const named = configuredSpecs(config).filter(({ source }) => urlScheme(source) !== undefined);
  return remoteFiles({
    files,
    permission: { byConfig, byUser },
    named: new Map(named.map(({ source, location }) => [source, location])),
    referring: files.list().flatMap(({ path, size }) => (/\.(?:json|ya?ml)$/i.test(path) && size <= mayRefer ? [path] : [])),
    copiesDir: copiesDir(options),
    day: new Date().toISOString().slice(0, 10),
    isOffline: options.isOffline,
    signal: options.signal,
  });
}

function copiesDir({ cacheDir, dir }: RemoteOptions): string | undefined {
  const folder = cacheDir ?? defaultCacheDir(dir);
  return folder === undefined ? undefined : join(resolve(folder), 'remote');
}

/** Ignores read errors, which are reported later. */
function textOf(files: FileSystem, path: string): string {
  return files.has(path) ? new TextDecoder().decode(files.read(path)) : '';
}
