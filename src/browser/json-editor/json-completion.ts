/** Completions at a position in a JSON text, by its schema: property names and enum values. */
import type { InputSchema } from '../../shared/playground/playground.ts';

/** One row of the list. Labels of values are JSON, those of properties are plain names. */
export interface Completion {
  /** What is shown. */
  readonly label: string;
  /** What replaces the text from `from` to the caret. */
  readonly text: string;
  /** The type of the value. */
  readonly detail?: string;
}

interface Spot {
  /** Path from the root; `[]` for items. */
  readonly path: readonly string[];
  /** Existing members of the innermost object. */
  readonly written: ReadonlySet<string>;
  readonly wants: 'name' | 'value';
  /** Start of the word before the caret. */
  readonly from: number;
}

/**
 * At most fifty, in the order of the schema; `from` is the start of the word before the caret. Empty without a matching
 * schema.
 */
export function completions(
  text: string,
  caret: number,
  schema: InputSchema,
): { readonly from: number; readonly items: readonly Completion[] } {
  const spot = spotAt(text.slice(0, caret));
  const found = spot && schemasAt(schema, spot.path);
  if (!spot || !found) return { from: caret, items: [] };
  const word = text.slice(spot.from, caret).replace(/^"/, '').toLowerCase();
  const items =
    spot.wants === 'name'
      ? found
          .flatMap((each) => each.properties ?? [])
          .filter(({ name }) => !spot.written.has(name))
          .map(({ name, schema: inner }) => ({ label: name, text: `${JSON.stringify(name)}: ${start(inner)}`, detail: inner.label }))
      : found.flatMap(valuesOf).map((value) => ({ label: value, text: value }));
  const fitting = items.filter(({ label }) => label.replace(/^"/, '').toLowerCase().startsWith(word));
  return { from: spot.from, items: [...new Map(fitting.map((item) => [item.label, item])).values()].slice(0, 50) };
}

/** Parses the text up to the caret, which may be incomplete. */
function spotAt(text: string): Spot | undefined {
  const stack: { kind: '{' | '['; name: string; names: Set<string>; afterColon: boolean }[] = [];
  const token = /"(?:[^"\\]|\\.)*"?|[{}[\]:,]|[^\s"{}[\]:,]+/g;
  let from = text.length;
  for (const { 0: piece, index } of text.matchAll(token)) {
    const top = stack.at(-1);
    from = text.length;
    if (piece === '{' || piece === '[') stack.push({ kind: piece, name: '', names: new Set(), afterColon: piece === '[' });
    else if (piece === '}' || piece === ']') stack.pop();
    else if (piece === ':' && top) top.afterColon = true;
    else if (piece === ',' && top) top.afterColon = top.kind === '[';
    else if (index + piece.length === text.length && !/^".*"$/s.test(piece)) from = index;
    else if (top && !top.afterColon && piece.startsWith('"')) {
      top.name = piece.slice(1, -1);
      top.names.add(top.name);
    }
  }
  const top = stack.at(-1);
  const path = stack.flatMap(({ kind, name, afterColon }, index) => {
    const isLast = index === stack.length - 1;
    return kind === '[' ? ['[]'] : isLast && !afterColon ? [] : [name];
  });
  return { path, written: top?.names ?? new Set(), wants: top && !top.afterColon ? 'name' : 'value', from };
}

function schemasAt(schema: InputSchema, path: readonly string[]): InputSchema[] {
  let found = branches(schema);
  for (const step of path) {
    found = found
      .flatMap((each) =>
        step === '[]'
          ? each.items
            ? [each.items]
            : []
          : (each.properties ?? []).filter(({ name }) => name === step).map((property) => property.schema),
      )
      .flatMap(branches);
  }
  return found;
}

function branches(schema: InputSchema): InputSchema[] {
  return [schema, ...(schema.variants ?? []).flatMap((variant) => branches(variant.schema))];
}

function valuesOf(schema: InputSchema): string[] {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value));
  if (schema.type === 'boolean') return ['true', 'false'];
  return [schema.default, schema.example].filter((value) => value !== undefined).map((value) => JSON.stringify(value));
}

function start(schema: InputSchema): string {
  const [value] = schema.enum?.length === 1 ? schema.enum : [schema.default];
  if (value !== undefined) return JSON.stringify(value);
  return schema.type === 'string' ? '""' : schema.type === 'object' ? '{}' : schema.type === 'array' ? '[]' : '';
}
