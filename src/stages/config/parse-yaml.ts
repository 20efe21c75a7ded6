import { EVENT_ID, parseEvents, YAMLException } from 'js-yaml';
import type { Diagnostic, Result } from '../../model/diagnostic.ts';
import type { SourceText } from '../../model/source-text.ts';
import { yamlScalar } from '../../platform/syntax/read-yaml.ts';
import type { SyntaxNode } from '../../platform/syntax/syntax-node.ts';
import { ExactNumber } from '../../shared/playground/exact-number.ts';
import { duplicateKey, yamlSyntax } from './errors.ts';

interface Frame {
  /** Undefined: the document itself. */
  readonly node: SyntaxNode | undefined;
  key: { readonly name: string; readonly node: SyntaxNode } | undefined;
}

/**
 * Parses YAML (a `$ref` target) to the same nodes as JSON, with the types of the YAML 1.2 core schema. An alias is the
 * same node as its anchor, not a copy. Undefined after any error (`config/yaml`); repeated keys are warnings.
 */
export function parseYaml(source: SourceText, maxDepth: number): Result<SyntaxNode | undefined> {
  const tree = new YamlTree(source);
  try {
    for (const event of parseEvents(source.text, { maxDepth })) tree.take(event);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    tree.fail(error.reason, error.mark?.position ?? 0);
  }
  const { root, diagnostics } = tree;
  if (root === undefined && diagnostics.length === 0) tree.fail('the file is empty', 0);
  const failed = diagnostics.some(({ severity }) => severity === 'error');
  return { value: failed ? undefined : root, diagnostics };
}

type YamlEvent = ReturnType<typeof parseEvents>[number];

/** The nodes that the events so far describe. */
class YamlTree {
  readonly diagnostics: Diagnostic[] = [];
  root: SyntaxNode | undefined;
  readonly #source: SourceText;
  readonly #anchors = new Map<string, SyntaxNode>();
  /** The node that is open, and those around it. */
  readonly #stack: Frame[] = [];

  constructor(source: SourceText) {
    this.#source = source;
  }

  fail(message: string, offset: number): void {
    this.diagnostics.push(yamlSyntax(this.#source.locate(offset), message));
  }

  take(event: YamlEvent): void {
    const source = this.#source;
    const { text } = source;
    if (event.type === EVENT_ID.DOCUMENT) {
      if (this.root !== undefined) this.fail('only one document is allowed', 0);
      this.#stack.push({ node: undefined, key: undefined });
    } else if (event.type === EVENT_ID.POP) {
      this.#stack.pop();
    } else if (event.type === EVENT_ID.SCALAR) {
      const [start, end] = [event.valueStart, event.valueEnd];
      const scalar = yamlScalar(text, event);
      const value = scalar instanceof ExactNumber ? Number(scalar) : scalar;
      this.#add(this.#anchored(event, { type: 'scalar', source, start, end, value }));
    } else if (event.type === EVENT_ID.ALIAS) {
      const name = text.slice(event.anchorStart, event.anchorEnd);
      const target = this.#anchors.get(name);
      // An alias inside its own anchor would make an infinite structure.
      if (target === undefined || this.#stack.some((frame) => frame.node === target))
        this.fail(`the alias *${name} has no anchor before it`, event.anchorStart);
      else this.#add(target);
    } else {
      const span = { source, start: event.start, end: event.start + 1 };
      const node: SyntaxNode =
        event.type === EVENT_ID.SEQUENCE ? { type: 'array', ...span, items: [] } : { type: 'object', ...span, members: new Map() };
      this.#add(this.#anchored(event, node));
      this.#stack.push({ node, key: undefined });
    }
  }

  /** Adds a node to the one that is open: an item, or in turn a key and its value. */
  #add(node: SyntaxNode): void {
    const frame = this.#stack.at(-1);
    if (frame?.node === undefined) this.root ??= node;
    else if (frame.node.type === 'array') frame.node.items.push(node);
    else if (frame.node.type === 'object') {
      if (frame.key === undefined) {
        if (node.type !== 'scalar') this.fail('a key must be a plain value', node.start);
        frame.key = { name: node.type === 'scalar' ? String(node.value) : '', node };
        return;
      }
      const earlier = frame.node.members.get(frame.key.name);
      if (earlier !== undefined) {
        const first = this.#source.locate(earlier.key.start);
        this.diagnostics.push(duplicateKey(this.#source.locate(frame.key.node.start), frame.key.name, first));
      }
      frame.node.members.set(frame.key.name, { key: frame.key.node, value: node });
      frame.key = undefined;
    }
  }

  #anchored(event: { anchorStart: number; anchorEnd: number }, node: SyntaxNode): SyntaxNode {
    if (event.anchorStart >= 0) this.#anchors.set(this.#source.text.slice(event.anchorStart, event.anchorEnd), node);
    return node;
  }
}
