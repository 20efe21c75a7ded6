/**
 * Adds the remote documents that a project refers to. They are fetched before anything is parsed, and are then files
 * under their URLs, so that later stages need no network.
 */
import type { Diagnostic, Result, SourceLocation } from '../../model/diagnostic.ts';
import { FileError, type FileSystem } from '../../model/file-system.ts';
import { Copies } from './copies.ts';
import { usesCopy } from './errors.ts';
import { type Fetched, type FetchLimits, fetchText } from './fetch-text.ts';
import { allowsNothing, permit, type RemotePermission } from './permission.ts';

/** The URLs of a project, and what may be fetched. */
export interface RemoteFilesInput {
  readonly files: FileSystem;
  readonly permission: RemotePermission;
  /** Explicit URLs, with their locations. */
  readonly named?: ReadonlyMap<string, SourceLocation | undefined>;
  /** Project files whose references are followed. */
  readonly referring: readonly string[];
  /** Folder for copies; undefined: none. */
  readonly copiesDir?: string | undefined;
  /** Offline mode: uses existing copies only. */
  readonly isOffline?: boolean | undefined;
  /** Today's date, as `2026-11-21`, for the age of copies. */
  readonly day?: string;
  readonly limits?: FetchLimits;
  readonly signal?: AbortSignal | undefined;
}

/** Maximum number of documents reached through references. */
const maxDocuments = 200;
const atOnce = 8;
/** `$ref` in JSON and YAML; the part before `#`. */
const reference = /["']?\$ref["']?\s*:\s*(?:"([^"#]+)|'([^'#]+)|([^\s"'#,}]+))/g;

type Document = { readonly bytes: Uint8Array } | Extract<Fetched, { readonly reason: string }>;

/** Fetches what is allowed; other documents are missing, and the references to them are reported later. */
export async function remoteFiles(input: RemoteFilesInput): Promise<Result<FileSystem>> {
  const { files, permission, named = new Map(), referring } = input;
  if (allowsNothing(permission)) return { value: files, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const documents = new Map<string, Document>();
  const queue = new Set<string>();
  const want = (written: string, base?: string) => {
    const url = URL.canParse(written, base) ? new URL(written, base) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol)) return;
    url.hash = '';
    // As written, so that it is found under that name.
    const name = /^https?:/i.test(written) ? (written.split('#', 1)[0] as string) : url.href;
    if (!documents.has(name)) queue.add(name);
  };
  for (const url of named.keys()) want(url);
  // A data file may have any content; reading it as a description reports that it is not text.
  for (const path of referring) for (const ref of references(lossyText(files.read(path)))) if (/^https?:/i.test(ref)) want(ref);
  while (queue.size > 0 && documents.size < maxDocuments) {
    const batch = [...queue].slice(0, atOnce);
    const found = await Promise.all(batch.map((url) => document(url, input, (problem) => diagnostics.push(problem))));
    for (const [index, url] of batch.entries()) {
      const one = found[index] as Document;
      queue.delete(url);
      documents.set(url, one);
      if ('bytes' in one) for (const ref of references(lossyText(one.bytes))) want(ref, url);
    }
  }
  return { value: withDocuments(files, documents), diagnostics };
}

async function document(url: string, input: RemoteFilesInput, report: (problem: Diagnostic) => void): Promise<Document> {
  const { permission, limits, signal, copiesDir, isOffline, day = '', named } = input;
  const permitted = permit(new URL(url), permission);
  if ('refused' in permitted) return { kind: 'denied', reason: permitted.refused };
  const copies = copiesDir === undefined ? undefined : new Copies(copiesDir);
  const copy = copies?.find(url);
  if (isOffline) return copy ?? { kind: 'failed', reason: 'there is no cached copy, and remote access is turned off' };
  const fetched = await fetchText(url, { permission, etag: copy?.etag, signal, ...(limits && { limits }) });
  if (fetched.kind === 'text') {
    copies?.keep(url, { bytes: fetched.bytes, day, ...(fetched.etag !== undefined && { etag: fetched.etag }) });
    return { bytes: fetched.bytes };
  }
  if (fetched.kind === 'unchanged') return copy ?? { kind: 'failed', reason: 'the server sent no content' };
  if (copy === undefined || fetched.kind === 'denied') return fetched;
  report(usesCopy(url, fetched.reason, copy.day, named?.get(url)));
  return copy;
}

function lossyText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function references(text: string): Set<string> {
  return new Set([...text.matchAll(reference)].map(([, double, single, bare]) => (double ?? single ?? bare) as string));
}

/** Not listed, so that it is not published, but readable by its URL. */
function withDocuments(files: FileSystem, documents: ReadonlyMap<string, Document>): FileSystem {
  const read = (path: string): Uint8Array => {
    const found = documents.get(path);
    if (found === undefined) return files.read(path);
    if ('bytes' in found) return found.bytes;
    throw new FileError(found.kind, path, found.reason);
  };
  return {
    ...files,
    has: (path) => 'bytes' in (documents.get(path) ?? {}) || files.has(path),
    read,
    readText(path) {
      if (!documents.has(path)) return files.readText(path);
      try {
        return new TextDecoder('utf-8', { fatal: true }).decode(read(path));
      } catch (error) {
        if (error instanceof FileError) throw error;
        throw new FileError('encoding', path, 'not UTF-8');
      }
    },
    absolute: (path) => (documents.has(path) ? undefined : files.absolute(path)),
  };
}
