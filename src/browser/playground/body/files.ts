/** Selected files. Values refer to them; the browser keeps the bytes until they are sent. */
import type { FileValue } from '../../../shared/request/request.ts';

const byRef = new Map<string, File>();
const refs = new WeakMap<File, string>();

/** The form is read on every key, so the same file always gets the same reference. */
export function fileValue(file: File): FileValue {
  let ref = refs.get(file);
  if (ref === undefined) {
    ref = String(byRef.size + 1);
    refs.set(file, ref);
    byRef.set(ref, file);
  }
  return { $file: { name: file.name, type: file.type, ref } };
}

/** Undefined for an unknown reference, such as one from an earlier visit. */
export function fileOf(ref: string | undefined): File | undefined {
  return ref === undefined ? undefined : byRef.get(ref);
}
