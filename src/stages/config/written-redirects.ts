/** Finds the redirects of a site in docs.json itself or in the file that it names with `$ref`. */
import type { FileSystem } from '../../model/file-system.ts';
import { resolveProjectPath } from '../../model/project-path.ts';
import type { ObjectNode, SyntaxNode } from '../../platform/syntax/syntax-node.ts';
import { readSource } from './read-source.ts';
import { parseSource } from './resolve-refs.ts';

/** Offsets count from the start of the text, without a byte order mark. */
export interface WrittenRedirects {
  readonly file: string;
  readonly isJson: boolean;
  /** The list with its items; undefined when there is none yet. */
  readonly list?: {
    readonly start: number;
    readonly end: number;
    readonly items: readonly { readonly start: number; readonly end: number; readonly source: string | undefined }[];
  };
  /** The root object, for adding a list. */
  readonly root: { readonly start: number; readonly end: number; readonly lastMember: number | undefined };
}

/** Undefined for a configuration that cannot be read. */
export function writtenRedirects(files: FileSystem, configFile: string): WrittenRedirects | undefined {
  const root = parsed(files, configFile);
  if (root?.type !== 'object') return undefined;
  const rootSpan = spanOf(root);
  const node = root.members.get('redirects')?.value;
  if (node === undefined) return { file: configFile, isJson: true, root: rootSpan };
  if (node.type === 'array') return { file: configFile, isJson: true, list: listOf(node), root: rootSpan };
  const target = node.type === 'object' ? node.members.get('$ref')?.value : undefined;
  const file = target?.type === 'scalar' && typeof target.value === 'string' ? resolveProjectPath(configFile, target.value) : undefined;
  const other = file === undefined ? undefined : parsed(files, file);
  if (file === undefined || other?.type !== 'array') return undefined;
  return { file, isJson: !/\.ya?ml$/i.test(file), list: listOf(other), root: { ...rootSpan } };
}

function listOf(node: Extract<SyntaxNode, { readonly type: 'array' }>): NonNullable<WrittenRedirects['list']> {
  const items = node.items.map((item) => {
    const source = item.type === 'object' ? item.members.get('source')?.value : undefined;
    const value = source?.type === 'scalar' && typeof source.value === 'string' ? source.value : undefined;
    return { start: item.start, end: item.end, source: value };
  });
  return { start: node.start, end: node.end, items };
}

function spanOf(node: ObjectNode): WrittenRedirects['root'] {
  const last = [...node.members.values()].at(-1);
  return { start: node.start, end: node.end, lastMember: last?.value.end };
}

function parsed(files: FileSystem, file: string): SyntaxNode | undefined {
  if (!files.has(file)) return undefined;
  const source = readSource(files, file);
  return 'code' in source ? undefined : parseSource(source).value;
}
