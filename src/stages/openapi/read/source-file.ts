import type { SourceLocation } from '../../../model/diagnostic.ts';
import { SourceText } from '../../../model/source-text.ts';
import { SyntaxFault, type SyntaxSink } from '../../../platform/syntax/events.ts';
import { readJson } from '../../../platform/syntax/read-json.ts';
import { readYaml } from '../../../platform/syntax/read-yaml.ts';
import { type RepeatedKey, ValueBuilder } from './build-value.ts';
import { PlaceFinder, type PlaceSpan } from './find-locations.ts';
import { isObject, pointerKeys, type SpecValue } from './spec-value.ts';

/**
 * One file of an API description: its text, its value, and on demand the place of each of its values. Places cost a
 * second reading of the text, so they are asked for together.
 */
export class SpecFile {
  private source: SourceText | undefined;

  constructor(
    /** Project path. */
    readonly path: string,
    readonly text: string,
    readonly format: 'json' | 'yaml',
    readonly value: SpecValue,
    readonly repeated: readonly RepeatedKey[],
    private readonly maxDepth: number,
  ) {}

  /** The places of many pointers in one reading of the text; those of keys with a leading `key:`. */
  locateAll(pointers: Iterable<string>): Map<string, SourceLocation> {
    const wanted = new Map([...pointers].map((pointer) => [pointer, pointerKeys(pointer.replace(/^key:/, ''))]));
    const finder = new PlaceFinder(wanted.values());
    read(this.text, this.format, finder, this.maxDepth);
    const found = new Map<string, SourceLocation>();
    for (const [pointer, path] of wanted) {
      const place = finder.find(path);
      const span = pointer.startsWith('key:') ? place?.key : place?.value;
      found.set(pointer, this.location(span ?? { start: 0, end: 1 }));
    }
    return found;
  }

  location({ start, end }: PlaceSpan): SourceLocation {
    this.source ??= new SourceText(this.path, this.text);
    return this.source.locate(start, end - start);
  }
}

/** The file as parsed, or the fault that ended the reading. JSON or YAML by content; `.json` files that look like JSON must be JSON. */
export function parseSpecFile(
  path: string,
  text: string,
  maxDepth: number,
): { readonly file: SpecFile } | { readonly fault: SyntaxFault; readonly location: SourceLocation } {
  const isJsonName = /\.json$/i.test(path);
  const looksLikeJson = /^\s*[[{"]/.test(text);
  const attempts: ('json' | 'yaml')[] = looksLikeJson
    ? isJsonName
      ? ['json']
      : ['json', 'yaml']
    : isJsonName
      ? ['yaml', 'json']
      : ['yaml'];
  let first: SyntaxFault | undefined;
  for (const format of attempts) {
    const builder = new ValueBuilder();
    try {
      read(text, format, builder, maxDepth);
      const value = builder.value ?? null;
      // Text that YAML takes for one long string is not what a .json file means.
      if (format === 'yaml' && attempts.length > 1 && !isObject(value)) continue;
      return { file: new SpecFile(path, text, format, value, builder.repeated, maxDepth) };
    } catch (fault) {
      if (!(fault instanceof SyntaxFault)) throw fault;
      if (isJsonName && format === 'json') first = fault;
      else first = looksLikeJson && fault.kind === 'parse' ? (first ?? fault) : fault;
      if (fault.kind !== 'parse') break;
    }
  }
  const fault = first ?? new SyntaxFault('parse', 'neither JSON nor YAML', 0);
  return { fault, location: new SourceText(path, text).locate(fault.offset, fault.length) };
}

function read(text: string, format: 'json' | 'yaml', sink: SyntaxSink, maxDepth: number): void {
  if (format === 'yaml') {
    readYaml(text, sink, maxDepth);
    return;
  }
  try {
    readJson(text, sink, { maxDepth });
  } catch (fault) {
    throw fault instanceof SyntaxFault ? ofDescription(fault, text) : fault;
  }
}

/** What is likely to be meant where a description is expected. */
function ofDescription(fault: SyntaxFault, text: string): SyntaxFault {
  const { kind, message, offset, length, hint, detail } = fault;
  const again = (shown: string, help?: string) => new SyntaxFault(kind, shown, offset, length, help);
  if (detail?.reason === 'empty') return again('the file is empty');
  if (detail?.reason === 'comment') return again(message, 'JSON has no comments: remove it, or write YAML');
  if (kind === 'parse' && text[offset] === '<' && text.slice(0, offset).trim() === '')
    return again('this is HTML or XML, and no description', hint);
  return fault;
}
