/** Writes compressed copies of files beside them, for servers that support precompressed files. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { OutputFile } from '../../model/output-file.ts';
import { isCompressible, mediaType } from '../../shared/media-type.ts';
import { siteRecordName } from '../../shared/site/site-record.ts';

/** Smaller files are not compressed. */
const minBytes = 512;

/** Each file, followed by `.br` and `.gz` if these are smaller. The author's own files are not compressed. */
export async function* withCompressed(files: AsyncIterable<OutputFile>): AsyncGenerator<OutputFile> {
  for await (const file of files) {
    yield file;
    if (!('data' in file) || file.path === siteRecordName || file.path.startsWith('_redirects')) continue;
    const bytes = typeof file.data === 'string' ? Buffer.from(file.data) : file.data;
    if (bytes.length < minBytes || !isCompressible(mediaType(file.path))) continue;
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
      promisify(gzip)(bytes, { level: 9 }),
    ]);
    if (br.length < bytes.length) yield { path: `${file.path}.br`, data: br };
    if (gz.length < bytes.length) yield { path: `${file.path}.gz`, data: gz };
  }
}
