/** One build as the server has loaded it: the public part, and the parts for each audience of signed-in readers. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestName } from '../../platform/files/output/manifest.ts';
import {
  type AudienceRecord,
  type AuthSettings,
  type PrivateRecord,
  privateFiles,
  privateRecordName,
  privateSuffix,
  type SiteRecord,
  siteRecordName,
} from '../../shared/site/site-record.ts';
import { type BlobStore, SiteReplaced } from './blob-store.ts';
import { SiteNotFound } from './errors.ts';
import { RouteTable } from './route-table.ts';

/** Immutable. A new build gets a new object. */
export interface SiteVersion {
  /** Differs for every different build. */
  readonly id: string;
  /** The record of the public part. */
  readonly record: SiteRecord;
  readonly open: RouteTable;
  /** Undefined on a public site. */
  readonly closed?: { readonly auth: AuthSettings; readonly audiences: readonly Audience[] };
}

/** Readers who have all of `groups`, and no others that a page requires. */
export interface Audience {
  readonly groups: ReadonlySet<string>;
  readonly table: RouteTable;
  /** Output files of pages whose playground is not available to these readers. */
  readonly withoutPlayground: ReadonlySet<string>;
}

/**
 * Loads a built site and copies its files into the store. Throws `SiteNotFound` when there is no site or its private part is missing, and
 * `SiteReplaced` when a build is changing it.
 */
export async function loadVersion(outDir: string, store: BlobStore): Promise<SiteVersion> {
  const manifest = await textOf(join(outDir, manifestName));
  if (manifest === undefined) throw new SiteNotFound(`there is no built site in ${outDir}; run docsgen build`);
  const hashes = hashesOf(manifest);
  const recordText = hashes.has(siteRecordName) ? await textOf(join(outDir, siteRecordName)) : undefined;
  if (recordText === undefined) throw new SiteNotFound(`the site in ${outDir} was built by an older docsgen; build it again`);
  if (createHash('sha256').update(recordText).digest('hex') !== hashes.get(siteRecordName))
    throw new SiteReplaced(`${outDir} is being changed`);
  const record = JSON.parse(recordText) as SiteRecord;
  const open = new RouteTable(record, hashes);
  const sources = new Map<string, string>();
  for (const [path, hash] of open.hashes()) sources.set(hash, join(outDir, path));

  let closed: SiteVersion['closed'];
  if (record.privateBuild !== undefined) {
    const folder = outDir + privateSuffix;
    const privateText = await textOf(join(folder, privateRecordName(record.privateBuild)));
    if (privateText === undefined) {
      throw new SiteNotFound(`the site in ${outDir} has sign-in, but its private part is not in ${folder}; copy both, or build it again`);
    }
    const { auth, audiences, build } = JSON.parse(privateText) as PrivateRecord;
    if (build !== record.privateBuild) throw new SiteReplaced(`${folder} is being changed`);
    closed = { auth, audiences: audiences.map(audienceOf) };
    for (const { table } of closed.audiences) {
      for (const [, hash] of table.hashes()) if (!sources.has(hash)) sources.set(hash, join(folder, privateFiles, hash));
    }
  }
  await store.copyMissing(sources);
  if ((await textOf(join(outDir, manifestName))) !== manifest) throw new SiteReplaced(`${outDir} is being changed`);
  return { id: idOf(manifest), record, open, ...(closed && { closed }) };
}

/** A hash of the manifest, so that identical builds have the same ID. */
export function idOf(manifest: string): string {
  return createHash('sha256').update(manifest).digest('hex').slice(0, 16);
}

/** The hashes of all files of a version. */
export function* hashesIn({ open, closed }: SiteVersion): Generator<string> {
  for (const table of [open, ...(closed?.audiences ?? []).map((audience) => audience.table)])
    for (const [, hash] of table.hashes()) yield hash;
}

function audienceOf({ groups, site, files, withoutPlayground }: AudienceRecord): Audience {
  return {
    groups: new Set(groups),
    table: new RouteTable(site, new Map(Object.entries(files))),
    withoutPlayground: new Set(withoutPlayground),
  };
}

function hashesOf(manifest: string): Map<string, string> {
  try {
    const { files } = JSON.parse(manifest) as { files: Record<string, string> };
    return new Map(Object.entries(files));
  } catch {
    throw new SiteReplaced('the manifest is being written');
  }
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
