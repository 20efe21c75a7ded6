/**
 * The memory of the engine after it has loaded the runtime, as a file of the package. It is only valid for the same
 * WebAssembly code, the same runtime and an engine that was started with the same steps. Its head describes these; an
 * engine for which anything differs interprets the runtime instead.
 */
import { createHash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** An engine before it loads the runtime. */
export interface EngineState {
  /** Hash of the WebAssembly code (`EngineCode.wasmHash`). */
  readonly wasmHash: string;
  /** Addresses of its objects in its memory. */
  readonly addresses: readonly number[];
}

/** A part of the memory that is not all zero. */
export interface MemorySegment {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** SHA-256 as bytes. */
const headLength = 32;
const maxImageBytes = 2 ** 26;

/** The content of the image file. */
export function packImage(state: EngineState, runtime: string, segments: readonly MemorySegment[]): Uint8Array {
  const table = new Uint32Array([segments.length, ...segments.flatMap(({ offset, bytes }) => [offset, bytes.length])]);
  const content = Buffer.concat([new Uint8Array(table.buffer), ...segments.map(({ bytes }) => bytes)]);
  const packed = zstdCompressSync(content, { params: { [constants.ZSTD_c_compressionLevel]: 19 } });
  return Buffer.concat([headOf(state, runtime), packed]);
}

/** The memory in an image file; undefined if it was made for other code. */
export function unpackImage(image: Uint8Array, state: EngineState, runtime: string): MemorySegment[] | undefined {
  if (!headOf(state, runtime).equals(image.subarray(0, headLength))) return undefined;
  const content = zstdDecompressSync(image.subarray(headLength), { maxOutputLength: maxImageBytes });
  const count = content.readUInt32LE(0);
  let start = 4 + count * 8;
  return Array.from({ length: count }, (_, index) => {
    const [offset, length] = [content.readUInt32LE(4 + index * 8), content.readUInt32LE(8 + index * 8)];
    start += length;
    return { offset, bytes: content.subarray(start - length, start) };
  });
}

function headOf(state: EngineState, runtime: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([state.wasmHash, state.addresses, runtime]))
    .digest();
}
