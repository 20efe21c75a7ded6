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
  const { text } = source;
  const diagnostics: Diagnostic[] = [];
  const anchors = new Map<string, SyntaxNode>();
  const stack: Frame[] = [];
  let root: SyntaxNode | undefined;

  function fail(message: string, offset: number): void {
    diagnostics.push(yamlSyntax(source.locate(offset), message));
  }

  function add(node: SyntaxNode): void {
    const frame = stack.at(-1);
    if (frame?.node === undefined) root ??= node;
    else if (frame.node.type === 'array') frame.node.items.push(node);
    else if (frame.node.type === 'object') {
      if (frame.key === undefined) {
        if (node.type !== 'scalar') fail('a key must be a plain value', node.start);
        frame.key = { name: node.type === 'scalar' ? String(node.value) : '', node };
        return;
      }
      const earlier = frame.node.members.get(frame.key.name);
      if (earlier !== undefined)
        diagnostics.push(duplicateKey(source.locate(frame.key.node.start), frame.key.name, source.locate(earlier.key.start)));
      frame.node.members.set(frame.key.name, { key: frame.key.node, value: node });
      frame.key = undefined;
    }
  }

  function anchored(event: { anchorStart: number; anchorEnd: number }, node: SyntaxNode): SyntaxNode {
    if (event.anchorStart >= 0) anchors.set(text.slice(event.anchorStart, event.anchorEnd), node);
    return node;
  }

  try {
    for (const event of parseEvents(text, { maxDepth })) {
      if (event.type === EVENT_ID.DOCUMENT) {
        if (root !== undefined) fail('only one document is allowed', 0);
        stack.push({ node: undefined, key: undefined });
      } else if (event.type === EVENT_ID.POP) {
        stack.pop();
      } else if (event.type === EVENT_ID.SCALAR) {
        const [start, end] = [event.valueStart, event.valueEnd];
        const scalar = yamlScalar(text, event);
        const value = scalar instanceof ExactNumber ? Number(scalar) : scalar;
        add(anchored(event, { type: 'scalar', source, start, end, value }));
      } else if (event.type === EVENT_ID.ALIAS) {
        const name = text.slice(event.anchorStart, event.anchorEnd);
        const target = anchors.get(name);
        // An alias inside its own anchor would make an infinite structure.
        if (target === undefined || stack.some((frame) => frame.node === target))
          fail(`the alias *${name} has no anchor before it`, event.anchorStart);
        else add(target);
      } else {
        const span = { source, start: event.start, end: event.start + 1 };
        const node: SyntaxNode =
          event.type === EVENT_ID.SEQUENCE ? { type: 'array', ...span, items: [] } : { type: 'object', ...span, members: new Map() };
        add(anchored(event, node));
        stack.push({ node, key: undefined });
      }
    }
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    fail(error.reason, error.mark?.position ?? 0);
  }
  if (root === undefined && diagnostics.length === 0) fail('the file is empty', 0);
  const failed = diagnostics.some(({ severity }) => severity === 'error');
  return { value: failed ? undefined : root, diagnostics };
}
