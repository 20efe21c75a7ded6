/** Files that the reader chose. Values name them; the bytes stay with the browser until they are sent. */
import type { FileValue } from '../../contract/request/request.ts';

const chosen = new Map<string, File>();

export function fileValue(file: File): FileValue {
  const ref = String(chosen.size + 1);
  chosen.set(ref, file);
  return { $file: { name: file.name, type: file.type, ref } };
}

export function fileOf(ref: string | undefined): File | undefined {
  return ref === undefined ? undefined : chosen.get(ref);
}
