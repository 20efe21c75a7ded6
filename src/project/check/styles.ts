/** Checks the author's stylesheets with the CSS parser of esbuild. */
import type { Message } from 'esbuild';
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { FileSystem } from '../../model/file-system.ts';
import { fileText } from '../../model/file-system.ts';
import { NestedTooDeeply, withEsbuild } from '../../stages/render/esbuild-process.ts';
import * as errors from './site-errors.ts';

/** Larger stylesheets are generated. */
const largestStylesheet = 512 * 1024;
const maxProblems = 20;

/** `styles` are project paths. Unreadable files are reported elsewhere. */
export async function checkStyles(files: FileSystem, styles: readonly string[]): Promise<Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const file of styles) {
    const bytes = files.read(file);
    const text = bytes.length > largestStylesheet ? undefined : fileText(bytes);
    if (text === undefined || /\.min\.css$/i.test(file)) continue;
    const lines = linesOf(text);
    const openings = [...missingOpenings(file, lines)];
    found.push(...openings);
    for (const problem of await problemsIn(text)) {
      // These follow from the missing brace.
      if (openings.length > 0 && problem.id === 'css-syntax-error') continue;
      const diagnostic = diagnosticOf(file, problem);
      if (diagnostic) found.push(diagnostic);
    }
    found.push(...missingSemicolons(file, lines));
  }
  return found;
}

/** The lines as written, and with blanks for comments. */
interface StyleLines {
  readonly written: readonly string[];
  readonly lines: readonly string[];
}

function linesOf(text: string): StyleLines {
  const withoutComments = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  return { written: text.split('\n'), lines: withoutComments.split('\n') };
}

/** A selector on a line of its own that is followed by a declaration. */
function* missingOpenings(file: string, { written, lines }: StyleLines): Generator<Diagnostic> {
  let depth = 0;
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1] ?? '';
    if (depth === 0 && /^[.#\w[*][^{};:@/]*$/.test(line) && /^\s+[a-z-]+\s*:[^;{}]+;/.test(next)) {
      const selector = line.trim();
      yield errors.missingOpening({ file, line: index + 1, column: 1, length: selector.length, lineText: written[index] ?? '' }, selector);
      depth += 1;
    }
    depth = Math.max(0, depth + (line.match(/\{/g)?.length ?? 0) - (line.match(/\}/g)?.length ?? 0));
  }
}

/** CSS takes a declaration after a forgotten semicolon as part of the value before it, so both have no effect. */
function* missingSemicolons(file: string, { written, lines }: StyleLines): Generator<Diagnostic> {
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1] ?? '';
    if (line.length > 500 || next.length > 500 || /[;{}]|,\s*$/.test(line)) continue;
    const property = /^\s*([a-z-]+)\s*:\s*\S/.exec(line)?.[1];
    if (property === undefined || property.startsWith('--') || !/^\s*[a-z-]+\s*:[^;{}]+;/.test(next)) continue;
    const at = { file, line: index + 1, column: line.trimEnd().length + 1, length: 1 };
    yield errors.missingSemicolon({ ...at, lineText: written[index] ?? '' }, property);
  }
}

async function problemsIn(text: string): Promise<readonly Message[]> {
  try {
    const { warnings } = await withEsbuild((esbuild) =>
      esbuild.transform(text, { loader: 'css', logLevel: 'silent', logLimit: maxProblems, target: 'esnext' }),
    );
    return warnings;
  } catch (error) {
    if (error instanceof NestedTooDeeply) return [];
    return (error as { readonly errors: readonly Message[] }).errors;
  }
}

function diagnosticOf(file: string, { id, text, location }: Message): Diagnostic | undefined {
  if (location === null) return undefined;
  const { line, lineText } = location;
  // esbuild counts bytes.
  const bytes = Buffer.from(lineText);
  const before = bytes.subarray(0, location.column).toString();
  const name = bytes.subarray(location.column, location.column + location.length).toString();
  const at = { file, line, column: before.length + 1, length: Math.max(1, name.length), ...(lineText.length <= 1000 && { lineText }) };
  if (id === 'js-comment-in-css') return errors.lineComment(at);
  if (id === 'css-syntax-error') return errors.badStyle(at, text.charAt(0).toLowerCase() + text.slice(1));
  return id === 'unsupported-css-property' && location.suggestion !== ''
    ? errors.unknownProperty(at, name, location.suggestion)
    : undefined;
}
