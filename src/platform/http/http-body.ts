/** Bodies of requests and answers, as every room that reads or writes one needs them. */
import type { ServerResponse } from 'node:http';

/** All bytes of a stream; undefined as soon as there are more than `most`, and what is left is not read. Rejects as the stream does. */
export async function readAtMost(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Until more can be written, or nobody reads any more. */
export function hasRoom(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
