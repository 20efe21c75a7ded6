/** A description as one file, for readers who download it: the other files that it refers to are members of it. */
import type { ApiDocument } from './load-api.ts';
import type { SpecFile } from './source-file.ts';
import type { SpecNode } from './spec-node.ts';
import { isObject, newObject, pointerStep, type SpecValue } from './spec-value.ts';

/** The member of the root with the other files by path. */
const filesKey = 'x-files';

/**
 * JSON text, which is YAML too. References to other files of the project become references to `#/x-files/<path>`; those
 * to other hosts and broken ones stay as written.
 */
export function joinedDescription({ root: { file }, refs }: Pick<ApiDocument, 'root' | 'refs'>): string {
  const others = new Map<string, SpecFile>();

  const reference = (holder: SpecNode, ref: string): string => {
    const target = refs.find(holder, ref);
    if (target === undefined || /^https?:/i.test(target.file.path)) return ref;
    if (target.file === file) return `#${encoded(target.pointer)}`;
    others.set(target.file.path, target.file);
    return `#${encoded(pointerStep(filesKey) + pointerStep(target.file.path) + target.pointer)}`;
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
  const members = newObject();
  // The Map grows during iteration.
  for (const [path, other] of others) members[path] = copy({ file: other, pointer: '', value: other.value });
  return JSON.stringify(isObject(whole) && others.size > 0 ? { ...whole, [filesKey]: members } : whole, undefined, 2);
}

/** A JSON pointer in a URL fragment (RFC 6901 §6). */
function encoded(pointer: string): string {
  return pointer.split('/').map(encodeURIComponent).join('/');
}
