/** The strings of a configuration file with their locations, for checks and edits. */
import type { SourceLocation } from '../../model/diagnostic.ts';
import type { FileSystem } from '../../model/file-system.ts';
import type { SyntaxNode } from '../../platform/syntax/syntax-node.ts';
import { readSource } from './read-source.ts';
import { parseSource } from './resolve-refs.ts';

/** One string value in one file, before any `$ref` is followed. */
export interface WrittenString {
  readonly value: string;
  /** Keys and indexes from the root of this file. */
  readonly path: readonly (string | number)[];
  readonly location: SourceLocation;
  /** Offsets in the text of the file, including the quotes. */
  readonly start: number;
  readonly end: number;
}

/** All string values of one file (docs.json, or the target of a `$ref`); none for an unreadable file. */
export function writtenStrings(files: FileSystem, file: string): WrittenString[] {
  const root = rootOf(files, file);
  const found: WrittenString[] = [];
  const walk = (node: SyntaxNode, path: readonly (string | number)[]): void => {
    if (node.type === 'array') for (const [index, item] of node.items.entries()) walk(item, [...path, index]);
    else if (node.type === 'object') for (const [key, member] of node.members) walk(member.value, [...path, key]);
    else if (typeof node.value === 'string') {
      const { start, end, source } = node;
      found.push({ value: node.value, path, location: source.locate(start, end - start), start, end });
    }
  };
  if (root) walk(root, []);
  return found;
}

function rootOf(files: FileSystem, file: string): SyntaxNode | undefined {
  const source = readSource(files, file);
  return 'code' in source ? undefined : parseSource(source).value;
}
