import type { Diagnostic, Result } from '../../model/diagnostic.ts';
import type { SourceText } from '../../model/source-text.ts';
import { NodeBuilder } from '../../platform/syntax/build-nodes.ts';
import { SyntaxProblem } from '../../platform/syntax/events.ts';
import { type JsonOptions, readJson } from '../../platform/syntax/read-json.ts';
import type { SyntaxNode } from '../../platform/syntax/syntax-node.ts';
import { duplicateKey, jsonSyntax, loneSurrogate, tooDeep } from './errors.ts';
import { formatPath } from './path.ts';

/**
 * The nodes of a JSON text, or undefined with the syntax error. Repeated keys are warnings; the last one takes effect.
 */
export function parseJson(source: SourceText, options: JsonOptions): Result<SyntaxNode | undefined> {
  const diagnostics: Diagnostic[] = [];
  const builder = new NodeBuilder(source, {
    repeated: (name, key, first) =>
      diagnostics.push(duplicateKey(source.locate(key.start, key.end - key.start), name, source.locate(first.start))),
    loneSurrogate: (code, { start, end }) => diagnostics.push(loneSurrogate(source.locate(start, end - start), code)),
  });
  try {
    readJson(source.text, builder, options);
    return { value: builder.root, diagnostics };
  } catch (problem) {
    if (!(problem instanceof SyntaxProblem)) throw problem;
    return { value: undefined, diagnostics: [...diagnostics, diagnosticOf(problem, source, builder)] };
  }
}

function diagnosticOf(
  { kind, message, offset, length, hint, detail }: SyntaxProblem,
  source: SourceText,
  builder: NodeBuilder,
): Diagnostic {
  if (kind === 'too-deep') return tooDeep(source.locate(offset, 1), formatPath(builder.path()));
  if (detail?.reason === 'trailing-comma') return jsonSyntax(source.locate(detail.closing, 1), message, hint);
  const help = detail?.reason === 'empty' ? 'the file is empty: write { } with its settings in it' : hint;
  return jsonSyntax(source.locate(offset, length), message, help);
}
