/** Files that the reader chose. Values name them; the bytes stay with the browser until they are sent. */
import type { FileValue } from '../../../shared/request/request.ts';

const byRef = new Map<string, File>();
const refs = new WeakMap<File, string>();

/** A form is read on every key: the same file gets the same name. */
export function fileValue(file: File): FileValue {
  let ref = refs.get(file);
  if (ref === undefined) {
    ref = String(byRef.size + 1);
    refs.set(file, ref);
    byRef.set(ref, file);
  }
  return { $file: { name: file.name, type: file.type, ref } };
}

/** Undefined for a name that this page has not given: one kept from an earlier visit. */
export function fileOf(ref: string | undefined): File | undefined {
  return ref === undefined ? undefined : byRef.get(ref);
}
