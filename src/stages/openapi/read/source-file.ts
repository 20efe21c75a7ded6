import type { SourceLocation } from '../../../model/diagnostic.ts';
import { SourceText } from '../../../model/source-text.ts';
import { SyntaxProblem, type SyntaxSink } from '../../../platform/syntax/events.ts';
import { readJson } from '../../../platform/syntax/read-json.ts';
import { readYaml } from '../../../platform/syntax/read-yaml.ts';
import { type RepeatedKey, ValueBuilder } from './build-value.ts';
import { LocationFinder, type LocationSpan } from './find-locations.ts';
import { isObject, pointerKeys, type SpecValue } from './spec-value.ts';

/**
 * One file of an API description: its text, its value, and on demand the locations of its values. Locations need a
 * second reading of the text, so they are requested together.
 */
export class SpecFile {
  #source: SourceText | undefined;

  readonly path: string;
  readonly text: string;
  readonly format: 'json' | 'yaml';
  readonly value: SpecValue;
  readonly repeated: readonly RepeatedKey[];
  readonly #maxDepth: number;

  constructor(
    /** Project path. */
    path: string,
    text: string,
    format: 'json' | 'yaml',
    value: SpecValue,
    repeated: readonly RepeatedKey[],
    maxDepth: number,
  ) {
    this.path = path;
    this.text = text;
    this.format = format;
    this.value = value;
    this.repeated = repeated;
    this.#maxDepth = maxDepth;
  }

  /** The locations of many pointers in one reading of the text; with a leading `key:` those of keys. */
  locateAll(pointers: Iterable<string>): Map<string, SourceLocation> {
    const wanted = new Map([...pointers].map((pointer) => [pointer, pointerKeys(pointer.replace(/^key:/, ''))]));
    const finder = new LocationFinder(wanted.values());
    read(this.text, this.format, finder, this.#maxDepth);
    const found = new Map<string, SourceLocation>();
    for (const [pointer, path] of wanted) {
      const place = finder.find(path);
      const span = pointer.startsWith('key:') ? place?.key : place?.value;
      found.set(pointer, this.location(span ?? { start: 0, end: 1 }));
    }
    return found;
  }

  location({ start, end }: LocationSpan): SourceLocation {
    this.#source ??= new SourceText(this.path, this.text);
    return this.#source.locate(start, end - start);
  }
}

/**
 * The parsed file, or the first syntax error. JSON or YAML by content; `.json` files that look like JSON must be JSON.
 */
export function parseSpecFile(
  path: string,
  text: string,
  maxDepth: number,
): { readonly file: SpecFile } | { readonly problem: SyntaxProblem; readonly location: SourceLocation } {
  const isJsonName = /\.json$/i.test(path);
  const looksLikeJson = /^\s*[[{"]/.test(text);
  const attempts: ('json' | 'yaml')[] = looksLikeJson
    ? isJsonName
      ? ['json']
      : ['json', 'yaml']
    : isJsonName
      ? ['yaml', 'json']
      : ['yaml'];
  let first: SyntaxProblem | undefined;
  for (const format of attempts) {
    const builder = new ValueBuilder();
    try {
      read(text, format, builder, maxDepth);
      const value = builder.value ?? null;
      // Text that YAML parses as one long string is not the intended content of a .json file.
      if (format === 'yaml' && attempts.length > 1 && !isObject(value)) continue;
      return { file: new SpecFile(path, text, format, value, builder.repeated, maxDepth) };
    } catch (problem) {
      if (!(problem instanceof SyntaxProblem)) throw problem;
      if (isJsonName && format === 'json') first = problem;
      else first = looksLikeJson && problem.kind === 'parse' ? (first ?? problem) : problem;
      if (problem.kind !== 'parse') break;
    }
  }
  const problem = first ?? new SyntaxProblem('parse', 'neither JSON nor YAML', 0);
  return { problem, location: new SourceText(path, text).locate(problem.offset, problem.length) };
}

function read(text: string, format: 'json' | 'yaml', sink: SyntaxSink, maxDepth: number): void {
  if (format === 'yaml') {
    readYaml(text, sink, maxDepth);
    return;
  }
  try {
    readJson(text, sink, { maxDepth });
  } catch (problem) {
    throw problem instanceof SyntaxProblem ? ofDescription(problem, text) : problem;
  }
}

/** The likely cause, given that a description is expected. */
function ofDescription(problem: SyntaxProblem, text: string): SyntaxProblem {
  const { kind, message, offset, length, hint, detail } = problem;
  const again = (shown: string, help?: string) => new SyntaxProblem(kind, shown, offset, length, help);
  if (detail?.reason === 'empty') return again('the file is empty');
  if (detail?.reason === 'comment') return again(message, 'remove it, or write YAML');
  if (kind === 'parse' && text[offset] === '<' && text.slice(0, offset).trim() === '')
    return again('this is HTML or XML, not an API description', hint);
  return problem;
}
