/** Names of schemas: those of components and of whole files, which other schemas refer to and which have pages of their own. */
import { nameOf } from '../../../model/project-path.ts';
import { nodeId, type SpecNode } from '../read/spec-node.ts';
import { pointerKeys } from '../read/spec-value.ts';

const component = /^\/(?:components\/schemas|definitions|\$defs)\/[^/]+$/;

/** Whether a reference to this schema names it: a component, or a whole file. */
export function isNamedSchema({ pointer }: SpecNode): boolean {
  return pointer === '' || component.test(pointer);
}

/** The name that readers see: of a component, else of its file without extension. Only for named schemas. */
export function shownName({ file, pointer }: SpecNode): string {
  return pointerKeys(pointer).at(-1) ?? nameOf(file.path).replace(/\.(?:json|ya?ml)$/i, '');
}

/** The name by which `describeNamedSchema` finds a schema: that of a component of the description, else file and pointer. */
export function schemaName(node: SpecNode, rootFile: string): string {
  return node.file.path === rootFile && /^\/(?:components\/schemas|definitions)\/[^/]+$/.test(node.pointer)
    ? shownName(node)
    : nodeId(node);
}
