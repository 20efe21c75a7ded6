/** A bounded cache of response bodies, compressed or not. The least recently used ones are removed first. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isCompressible } from '../../shared/media-type.ts';
import { policyIn } from '../../shared/site/policy-tag.ts';
import type { BlobStore } from './blob-store.ts';
import type { ServedFile } from './route-table.ts';

/** Values of `Content-Encoding` (RFC 9110, section 8.4.1). */
export type Encoding = 'identity' | 'gzip' | 'br';

/** A body with the properties that depend on it. Immutable. */
export interface Content {
  readonly body: Buffer;
  readonly encoding: Encoding;
  /** Including quotes. */
  readonly etag: string;
  /** The content security policy in the head of an HTML page. */
  readonly policy?: string;
}

/** Larger files are streamed from disk. */
export const maxCachedBytes = 2 * 1024 * 1024;
/** Smaller files are not worth compressing. */
const minCompressedBytes = 512;
/** Quality for compression during a request: much smaller than gzip in a fraction of the time of the best quality. */
const brotliQuality = 5;

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 6 }),
};

/** `limitBytes` limits the total size of bodies. Concurrent requests for a file compress it only once. */
export class ContentCache {
  readonly #store: BlobStore;
  readonly #limit: number;
  readonly #entries = new Map<string, Content>();
  readonly #waiting = new Map<string, Promise<Content>>();
  #bytes = 0;

  constructor(store: BlobStore, limitBytes: number) {
    this.#store = store;
    this.#limit = limitBytes;
  }

  /** Returns cached content; undefined when it must be loaded. */
  peek(file: ServedFile, encoding: Encoding): Content | undefined {
    const key = keyOf(file, encoding);
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // Moves the entry to the end, so that the least recently used one is first.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  /** Only for files of at most `maxCachedBytes`. Returns uncompressed content if compression does not help. */
  load(file: ServedFile, encoding: Encoding): Promise<Content> {
    const key = keyOf(file, encoding);
    const cached = this.peek(file, encoding);
    if (cached) return Promise.resolve(cached);
    let waiting = this.#waiting.get(key);
    if (waiting === undefined) {
      waiting = this.#create(file, encoding)
        .then((content) => {
          this.#add(key, content);
          return content;
        })
        .finally(() => this.#waiting.delete(key));
      this.#waiting.set(key, waiting);
    }
    return waiting;
  }

  async #create(file: ServedFile, wanted: Encoding): Promise<Content> {
    const plain = await this.#store.read(file.hash);
    const policy = file.type.startsWith('text/html') ? policyOf(plain) : undefined;
    const extra = policy === undefined ? {} : { policy };
    if (wanted !== 'identity' && plain.length >= minCompressedBytes && isCompressible(file.type)) {
      const compressed = file.packed?.[wanted];
      const body = compressed === undefined ? await compressors[wanted](plain) : await this.#store.read(compressed);
      if (body.length < plain.length) return { body, encoding: wanted, etag: `"${tag(file)}-${wanted}"`, ...extra };
    }
    return { body: plain, encoding: 'identity', etag: etagOf(file), ...extra };
  }

  #add(key: string, content: Content): void {
    this.#entries.set(key, content);
    this.#bytes += content.body.length;
    for (const [old, { body }] of this.#entries) {
      if (this.#bytes <= this.#limit || old === key) break;
      this.#entries.delete(old);
      this.#bytes -= body.length;
    }
  }
}

/** The ETag of the uncompressed content, including quotes. */
export function etagOf(file: ServedFile): string {
  return `"${tag(file)}"`;
}

function tag({ hash }: ServedFile): string {
  return hash.slice(0, 32);
}

function keyOf({ hash, type }: ServedFile, encoding: Encoding): string {
  // The same content can be published with two media types.
  return `${encoding} ${hash} ${type}`;
}

/** The policy is at the top of the head, so only the beginning of the page is searched. */
function policyOf(html: Buffer): string | undefined {
  return policyIn(html.toString('utf8', 0, 8192));
}
