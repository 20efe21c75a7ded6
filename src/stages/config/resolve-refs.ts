/**
 * Replaces `{"$ref": "./x.json"}` anywhere by the content of that file. Paths are relative to the containing file and
 * must stay inside the project; sibling keys override those of the referenced object. Nodes remember their own file, so
 * that problems are located in the referenced file.
 */
import type { Diagnostic, Result, SourceLocation } from '../../model/diagnostic.ts';
import type { FileSystem } from '../../model/file-system.ts';
import { resolveProjectPath } from '../../model/project-path.ts';
import type { SourceText } from '../../model/source-text.ts';
import type { ArrayNode, Member, ObjectNode, SyntaxNode } from '../../platform/syntax/syntax-node.ts';
import { ignored, quote, refProblem, tooDeep } from './errors.ts';
import { parseJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';
import { formatPath } from './path.ts';
import { readSource } from './read-source.ts';

/** Nested JSON containers: 32 levels of navigation need about 70. */
const maxDepth = 128;
/**
 * Maximum number of nodes after following all references: stops a few small files that refer to each other many times.
 */
const maxNodes = 1_000_000;

interface Measured {
  readonly node: SyntaxNode;
  /** Nested containers, including itself. */
  readonly height: number;
  /** Nodes below, including itself. Shared nodes count each time, because every traversal visits them each time. */
  readonly size: number;
}

/**
 * `node` is undefined when nothing remains to read: the root is a broken reference, or the result would be too large.
 */
export interface ResolvedRefs {
  readonly node: SyntaxNode | undefined;
  /** Every file that was read, in order, starting with the first. */
  readonly files: readonly string[];
}

/** Parses by extension: YAML, JSON with comments, or strict JSON. */
export function parseSource(source: SourceText): Result<SyntaxNode | undefined> {
  if (/\.ya?ml$/i.test(source.file)) return parseYaml(source, maxDepth);
  return parseJson(source, { maxDepth, jsonc: /\.(?:jsonc|json5)$/i.test(source.file) });
}

/** Reports `config/ref`, `config/too-deep`, and syntax errors of the referenced files. Each file is read once. */
export function resolveRefs(files: FileSystem, root: SyntaxNode): Result<ResolvedRefs> {
  const resolver = new RefResolver(files, root.source.file);
  const measured = resolver.resolve(root, [root.source.file], []);
  let node = measured?.node;
  if (measured !== undefined && measured.size > maxNodes) {
    resolver.diagnostics.push(
      refProblem(
        root.source.locate(root.start),
        `the configuration has more than ${maxNodes.toLocaleString('en-US')} values when every $ref is resolved`,
      ),
    );
    node = undefined;
  }
  return { value: { node, files: [...resolver.loaded.keys()] }, diagnostics: resolver.diagnostics };
}

class RefResolver {
  readonly diagnostics: Diagnostic[] = [];
  /** File → its content with references followed; undefined when it cannot be read. */
  readonly loaded = new Map<string, Measured | undefined>();
  readonly #files: FileSystem;
  /** Containers already followed: YAML aliases share nodes, and each is visited once. */
  readonly #followed = new Map<SyntaxNode, Measured | undefined>();

  constructor(files: FileSystem, first: string) {
    this.#files = files;
    this.loaded.set(first, undefined);
  }

  /** `chain`: the files being followed, outermost first. Undefined when a nested reference failed. */
  resolve(node: SyntaxNode, chain: readonly string[], path: readonly (string | number)[]): Measured | undefined {
    if (node.type === 'scalar') return { node, height: 0, size: 1 };
    const known = this.#followed.get(node);
    if (path.length + (known?.height ?? 0) > maxDepth) {
      this.diagnostics.push(tooDeep(node.source.locate(node.start), formatPath(path)));
      return undefined;
    }
    if (this.#followed.has(node)) return known;
    const measured = this.#follow(node, chain, path);
    this.#followed.set(node, measured);
    return measured;
  }

  #follow(node: ObjectNode | ArrayNode, chain: readonly string[], path: readonly (string | number)[]): Measured | undefined {
    let height = 0;
    let size = 1;
    let changed = false;
    const count = (child: Measured | undefined, from: SyntaxNode): SyntaxNode => {
      height = Math.max(height, child?.height ?? 0);
      size = Math.min(Number.MAX_SAFE_INTEGER, size + (child?.size ?? 1));
      changed ||= child?.node !== from;
      return child?.node ?? from;
    };
    if (node.type === 'array') {
      const items = node.items.map((item, index) => count(this.resolve(item, chain, [...path, index]), item));
      return { node: changed ? { ...node, items } : node, height: height + 1, size };
    }
    const target = node.members.get('$ref')?.value;
    const isRef = target?.type === 'scalar' && typeof target.value === 'string';
    const members = new Map<string, Member>();
    for (const [key, member] of node.members) {
      if (isRef && key === '$ref') continue;
      members.set(key, { ...member, value: count(this.resolve(member.value, chain, [...path, key]), member.value) });
    }
    if (!isRef) return { node: changed ? { ...node, members } : node, height: height + 1, size };
    const referenced = this.#load(target.value as string, target, chain, path);
    if (referenced === undefined || members.size === 0) return referenced;
    if (referenced.node.type !== 'object') {
      for (const [key, { key: at }] of members) {
        const message = `${quote(key)} is next to a $ref to ${quote(target.value as string)}, which is not an object, so docsgen ignores the key`;
        this.diagnostics.push(ignored(at.source.locate(at.start, at.end - at.start), message));
      }
      return referenced;
    }
    const merged = new Map(referenced.node.members);
    for (const [key, member] of members) merged.set(key, member);
    return {
      node: { ...referenced.node, members: merged },
      height: Math.max(referenced.height, height + 1),
      size: Math.min(Number.MAX_SAFE_INTEGER, referenced.size + size),
    };
  }

  #load(text: string, at: SyntaxNode, chain: readonly string[], path: readonly (string | number)[]): Measured | undefined {
    const location = at.source.locate(at.start, at.end - at.start);
    const shown = JSON.stringify(text);
    const file = resolveProjectPath(at.source.file, text);
    if (file === undefined || text.startsWith('/')) {
      this.diagnostics.push(refProblem(location, `$ref ${shown} points outside the project`, 'use a path relative to this file'));
      return undefined;
    }
    if (chain.includes(file)) {
      const cycle = [...chain.slice(chain.indexOf(file)), file].join(' -> ');
      this.diagnostics.push(refProblem(location, `$ref cycle: ${cycle}`));
      return undefined;
    }
    if (chain.length > 100) {
      this.diagnostics.push(refProblem(location, `more than 100 files form a chain of references, which ends with ${shown}`));
      return undefined;
    }
    const known = this.loaded.get(file);
    if (known !== undefined) {
      if (known.height + path.length <= maxDepth) return known;
      this.diagnostics.push(tooDeep(location, formatPath(path)));
      return undefined;
    }
    if (this.loaded.has(file) && !chain.includes(file)) return undefined;
    const measured = this.#read(file, location, shown, chain, path);
    this.loaded.set(file, measured);
    return measured;
  }

  #read(file: string, location: SourceLocation, shown: string, chain: readonly string[], path: readonly (string | number)[]) {
    if (!this.#files.has(file)) {
      const part = /^"\w+:\/\//.test(shown) ? 'a URL' : shown.includes('#') ? 'a fragment (#…)' : undefined;
      this.diagnostics.push(
        part === undefined
          ? refProblem(
              location,
              `$ref ${shown} in ${location.file} points to a file that does not exist`,
              `create ${file}, or fix the path`,
            )
          : refProblem(location, `$ref ${shown}: ${part} is not supported`, 'move the value to its own file, and refer to that file'),
      );
      return undefined;
    }
    const source = readSource(this.#files, file);
    if ('code' in source) {
      this.diagnostics.push(source);
      return undefined;
    }
    const parsed = parseSource(source);
    const from = `included by $ref at ${location.file}:${location.line}:${location.column}`;
    this.diagnostics.push(
      ...parsed.diagnostics.map((diagnostic) => ({
        ...diagnostic,
        hint: diagnostic.hint === undefined ? from : `${diagnostic.hint}; ${from}`,
      })),
    );
    if (parsed.value === undefined) return undefined;
    return this.resolve(parsed.value, [...chain, file], path);
  }
}
