/** A description as one file, for readers who download it: the other files that it refers to are members of it. */
import type { ApiDocument } from './load-api.ts';
import type { SpecNode } from './spec-node.ts';
import { isObject, newObject, pointerKeys, pointerStep, type SpecValue } from './spec-value.ts';

/** The member of the root with the parts of other files that it refers to, by path. */
const filesKey = 'x-files';

/**
 * JSON text, which is YAML too. References to other files of the project become references to `#/x-files/<path>`; those
 * to other hosts and broken ones stay as written. Of another file, only the parts that something refers to are included: the rest may be
 * for other readers.
 */
export function joinedDescription({ root: { file }, refs }: Pick<ApiDocument, 'root' | 'refs'>): string {
  const parts = new Map<string, SpecNode>();

  const reference = (holder: SpecNode, ref: string): string => {
    const target = refs.find(holder, ref);
    if (target === undefined || /^https?:/i.test(target.file.path)) return ref;
    if (target.file === file) return `#${encoded(target.pointer)}`;
    const place = pointerStep(target.file.path) + target.pointer;
    parts.set(place, target);
    return `#${encoded(pointerStep(filesKey) + place)}`;
  };
  const copy = (node: SpecNode): SpecValue => {
    const { value, pointer } = node;
    const inside = (key: string | number, member: SpecValue) =>
      copy({ file: node.file, pointer: pointer + pointerStep(key), value: member });
    if (Array.isArray(value)) return value.map((item, index) => inside(index, item));
    if (!isObject(value)) return value;
    const made = newObject();
    const isMapping = pointer.endsWith('/discriminator/mapping');
    for (const key of Object.keys(value)) {
      const member = value[key] as SpecValue;
      const isReference = typeof member === 'string' && (key === '$ref' || (isMapping && /[#/]|\.(?:json|ya?ml)$/i.test(member)));
      made[key] = isReference ? reference(node, member) : inside(key, member);
    }
    return made;
  };

  const whole = copy({ file, pointer: '', value: file.value });
  const copies = new Map<string, SpecValue>();
  // The Map grows during iteration.
  for (const [place, part] of parts) copies.set(place, copy(part));
  const members = nested(copies);
  return JSON.stringify(isObject(whole) && parts.size > 0 ? { ...whole, [filesKey]: members } : whole, undefined, 2);
}

/** One object with each value at its JSON pointer. Elements of lists that are not complete are members of an object. */
function nested(values: ReadonlyMap<string, SpecValue>): SpecValue {
  const root = newObject();
  const complete = new Set<SpecValue>();
  // A part comes before the parts inside it, which it contains.
  const sorted = [...values].sort(([a], [b]) => a.length - b.length);
  for (const [pointer, value] of sorted) {
    const keys = pointerKeys(pointer);
    const last = keys.pop() as string;
    let holder = root;
    const isInside = keys.some((key) => {
      holder[key] ??= newObject();
      holder = holder[key] as typeof root;
      return complete.has(holder);
    });
    if (isInside) continue;
    holder[last] = value;
    complete.add(value);
  }
  return root;
}

/** A JSON pointer in a URL fragment (RFC 6901 §6). */
function encoded(pointer: string): string {
  return pointer.split('/').map(encodeURIComponent).join('/');
}
