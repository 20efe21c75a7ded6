/** Bytes that were sent lately, as they are sent: packed or plain. Bounded; the ones that were asked for longest ago go first. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isCompressible } from '../../shared/media-type.ts';
import { policyIn } from '../../shared/site/policy-tag.ts';
import type { BlobStore } from './blob-store.ts';
import type { ServedFile } from './route-table.ts';

/** As in `Content-Encoding` (RFC 9110, 8.4.1). */
export type Encoding = 'identity' | 'gzip' | 'br';

/** Bytes with all that depends on them; never changed. */
export interface Content {
  readonly body: Buffer;
  readonly encoding: Encoding;
  /** With quotes. */
  readonly etag: string;
  /** Of an HTML page: the policy that stands in its head. */
  readonly policy?: string;
}

/** Larger files are sent from the disk. */
export const maxCachedBytes = 2 * 1024 * 1024;
/** Less is not worth packing. */
const leastPackedBytes = 512;
/** Packing while a reader waits: far smaller than gzip at a fraction of the time that the best quality takes. */
const brotliQuality = 5;

const packers = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 6 }),
};

/** `limitBytes`: of bodies, all together. A file is packed once, however many readers ask for it at that moment. */
export class ContentCache {
  readonly #store: BlobStore;
  readonly #limit: number;
  readonly #known = new Map<string, Content>();
  readonly #waiting = new Map<string, Promise<Content>>();
  #bytes = 0;

  constructor(store: BlobStore, limitBytes: number) {
    this.#store = store;
    this.#limit = limitBytes;
  }

  /** What is at hand now; undefined when it has to be loaded. */
  peek(file: ServedFile, encoding: Encoding): Content | undefined {
    const key = keyOf(file, encoding);
    const found = this.#known.get(key);
    if (found === undefined) return undefined;
    // To the end: the least recently used stands first.
    this.#known.delete(key);
    this.#known.set(key, found);
    return found;
  }

  /** Only for files of at most `maxCachedBytes`. What does not get smaller comes plain. */
  load(file: ServedFile, encoding: Encoding): Promise<Content> {
    const key = keyOf(file, encoding);
    const known = this.peek(file, encoding);
    if (known) return Promise.resolve(known);
    let waiting = this.#waiting.get(key);
    if (waiting === undefined) {
      waiting = this.#make(file, encoding)
        .then((content) => {
          this.#keep(key, content);
          return content;
        })
        .finally(() => this.#waiting.delete(key));
      this.#waiting.set(key, waiting);
    }
    return waiting;
  }

  async #make(file: ServedFile, wanted: Encoding): Promise<Content> {
    const plain = await this.#store.read(file.hash);
    const policy = file.type.startsWith('text/html') ? policyOf(plain) : undefined;
    const extra = policy === undefined ? {} : { policy };
    if (wanted !== 'identity' && plain.length >= leastPackedBytes && isCompressible(file.type)) {
      const made = file.packed?.[wanted];
      const body = made === undefined ? await packers[wanted](plain) : await this.#store.read(made);
      if (body.length < plain.length) return { body, encoding: wanted, etag: `"${tag(file)}-${wanted}"`, ...extra };
    }
    return { body: plain, encoding: 'identity', etag: etagOf(file), ...extra };
  }

  #keep(key: string, content: Content): void {
    this.#known.set(key, content);
    this.#bytes += content.body.length;
    for (const [old, { body }] of this.#known) {
      if (this.#bytes <= this.#limit || old === key) break;
      this.#known.delete(old);
      this.#bytes -= body.length;
    }
  }
}

/** The tag of the plain bytes, with quotes. */
export function etagOf(file: ServedFile): string {
  return `"${tag(file)}"`;
}

function tag({ hash }: ServedFile): string {
  return hash.slice(0, 32);
}

function keyOf({ hash, type }: ServedFile, encoding: Encoding): string {
  // The same bytes can be published as two types.
  return `${encoding} ${hash} ${type}`;
}

/** It stands first in the head, so the start of the page is enough. */
function policyOf(html: Buffer): string | undefined {
  return policyIn(html.toString('utf8', 0, 8192));
}
