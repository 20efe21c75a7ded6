/** What is at an offset of docs.json or of a file that it refers to, in a text that need not be valid JSON. */
import { findNodeAtLocation, getLocation, type JSONPath, type Node, parseTree } from 'jsonc-parser';
import type { FileSystem } from '../../../model/file-system.ts';
import { resolveProjectPath } from '../../../model/project-path.ts';
import { writtenStrings } from '../../../stages/config/written-strings.ts';
import type { EditedDocument, Span } from '../project-view.ts';

/** A key or a value. */
export interface ConfigCursor {
  readonly kind: 'key' | 'value';
  /** Keys and indexes from the root of docs.json, whatever file the offset is in. The key itself is included. */
  readonly path: JSONPath;
  /** The keys of the same object, without this one. */
  readonly siblings: readonly string[];
  /** For each length of a prefix of `path`: the keys of that object; undefined for lists. */
  readonly keys: readonly (readonly string[] | undefined)[];
  /** The key or string with its quotes, or an empty span. */
  readonly span: Span;
  /** The text of the key or string without quotes; undefined for other values. */
  readonly text: string | undefined;
  /** The text between the opening quote and the offset. */
  readonly before: string;
  /** For a key: whether its value is already written. */
  readonly hasValue: boolean;
}

/** Paths of one file; `base` is the path of its root in docs.json. */
export function configCursor({ text }: EditedDocument, offset: number, base: JSONPath): ConfigCursor | undefined {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  const root = parseTree(text, [], { allowTrailingComma: true });
  const owner = root && findNodeAtLocation(root, path.slice(0, -1));
  const isString = previousNode?.type === 'string' || previousNode?.type === 'property';
  const node = previousNode && offset > previousNode.offset && offset <= endOf(previousNode) ? previousNode : undefined;
  const start = node?.offset ?? offset;
  // In a string without its closing quote, the parser takes the rest of the line.
  const isClosed = node === undefined || text[endOf(node) - 1] === '"';
  const end = node === undefined ? offset : isString && !isClosed ? lineEnd(text, offset) : endOf(node);
  const quoted = node !== undefined && isString;
  const siblings = owner?.type === 'object' ? keysOf(owner).filter((key) => key !== path.at(-1)) : [];
  const keys = [...path.keys(), path.length].map((length) => {
    const node = root && findNodeAtLocation(root, path.slice(0, length));
    return node?.type === 'object' ? keysOf(node) : undefined;
  });
  return {
    keys: [...base.map(() => undefined), ...keys],
    kind: isAtPropertyKey ? 'key' : 'value',
    path: [...base, ...path],
    siblings,
    span: { start, end },
    text: quoted ? text.slice(start + 1, isClosed ? end - 1 : end) : undefined,
    before: quoted ? text.slice(start + 1, offset) : '',
    hasValue: /^[ \t]*:/.test(text.slice(end, end + 20)),
  };
}

/** Each string that is a value, in document order, as `configCursor` finds it. Strings must be closed. */
export function stringCursors({ text }: EditedDocument, base: JSONPath): ConfigCursor[] {
  const found: ConfigCursor[] = [];
  const walk = (node: Node, path: JSONPath, keys: ConfigCursor['keys'], siblings: readonly string[]): void => {
    if (node.type === 'string') {
      const span = { start: node.offset, end: endOf(node) };
      const written = text.slice(span.start + 1, span.end - 1);
      found.push({ kind: 'value', path, siblings, keys: [...keys, undefined], span, text: written, before: written, hasValue: false });
    } else if (node.type === 'array') {
      for (const [index, item] of (node.children ?? []).entries()) walk(item, [...path, index], [...keys, undefined], []);
    } else if (node.type === 'object') {
      const own = keysOf(node);
      for (const { children: [key, value] = [] } of node.children ?? [])
        if (key && value)
          walk(
            value,
            [...path, String(key.value)],
            [...keys, own],
            own.filter((other) => other !== key.value),
          );
    }
  };
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (root)
    walk(
      root,
      base,
      base.map(() => undefined),
      [],
    );
  return found;
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

function lineEnd(text: string, offset: number): number {
  const found = /[\n,\]}]/.exec(text.slice(offset));
  return found === null ? text.length : offset + found.index;
}

function keysOf(node: Node): string[] {
  return (node.children ?? []).flatMap(({ children }) => (children?.[0]?.value === undefined ? [] : [String(children[0].value)]));
}

/** The path in docs.json of the root of `file`: empty for docs.json, the path of a `$ref` for another file. */
export function basePath(files: FileSystem, configFiles: readonly string[], file: string, root: string, depth = 0): JSONPath | undefined {
  if (file === root) return [];
  if (depth > 20) return undefined;
  for (const other of configFiles) {
    for (const { value, path } of writtenStrings(files, other)) {
      if (path.at(-1) !== '$ref' || resolveProjectPath(other, value) !== file) continue;
      const outer = basePath(files, configFiles, other, root, depth + 1);
      if (outer) return [...outer, ...path.slice(0, -1)];
    }
  }
  return undefined;
}
