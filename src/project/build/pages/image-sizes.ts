/** Width and height of the project's images, read once from the first bytes of each file. */
import { closeSync, readSync } from 'node:fs';
import type { FileSystem } from '../../../model/file-system.ts';
import { openListed } from '../../../platform/files/open-listed.ts';

/** Pixels, after applying the EXIF orientation. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Most formats store the size at the start; a JPEG may begin with long metadata (a colour profile, a preview). */
const headBytes = [4 * 1024, 256 * 1024];
const formats = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp|ico)$/i;

/** Returns a function for the size of a project image; undefined for other files and unreadable images. */
export async function imageSizes(files: FileSystem): Promise<(path: string) => ImageSize | undefined> {
  const { imageSize } = await import('image-size');
  const known = new Map<string, ImageSize | undefined>();
  const measure = (path: string): ImageSize | undefined => {
    if (!formats.test(path) || !files.has(path)) return undefined;
    for (const length of headBytes) {
      try {
        const { width, height, orientation = 1 } = imageSize(readHead(files, path, length));
        // EXIF orientations 5 to 8 swap width and height.
        return orientation >= 5 ? { width: height, height: width } : { width, height };
      } catch {
        // The size may be further into the file.
      }
    }
    return undefined;
  };
  return (path) => {
    if (!known.has(path)) known.set(path, measure(path));
    return known.get(path);
  };
}

function readHead(files: FileSystem, path: string, length: number): Uint8Array {
  const absolute = files.absolute(path);
  if (absolute === undefined) return files.read(path).subarray(0, length);
  const descriptor = openListed(absolute);
  try {
    const bytes = new Uint8Array(length);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, length, 0));
  } finally {
    closeSync(descriptor);
  }
}
