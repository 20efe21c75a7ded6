import type { ExampleView } from '../../model/endpoint.ts';
import { isSameJson } from '../../shared/playground/exact-number.ts';
import type { DescribeContext } from './describe-schema.ts';
import { isObject, type SpecObject, type SpecValue } from './read/spec-value.ts';
import { conforms } from './schemas/conforms.ts';
import { type ExampleOptions, exampleOf } from './schemas/example.ts';
import type { Conjunction, FlatSchema } from './schemas/flatten-schema.ts';
import { isNamedSchema } from './schemas/named-schema.ts';
import { RecentValues } from './schemas/recent-values.ts';

/** Maximum number of values in a generated example where `DescribeContext.isBrief` is set. */
const nodesInBriefExample = 12;

/**
 * An example from the schema alone: of a request the smallest valid value, with the complete one beside it if that is
 * another; of everything else one value, as docs.json sets it. `name`: of the parameter. `written`: converts a value to
 * the text of its media type. Undefined when there is no valid value.
 */
export function generatedExample(
  schemas: Conjunction,
  context: DescribeContext,
  { name, written = (value) => value }: { readonly name?: string; readonly written?: (value: SpecValue) => SpecValue } = {},
): ExampleView | undefined {
  const found = name === undefined ? sharedValues(schemas, context) : newValues(schemas, context, name);
  if (found === undefined) return undefined;
  const { value, complete, generated } = found;
  const example: ExampleView = { name: 'example', value: written(value), generated };
  if (complete === undefined) return example;
  // A parameter without content would not be sent.
  if (name !== undefined && isObject(value) && Object.keys(value).length === 0) return { ...example, value: written(complete) };
  return { ...example, complete: written(complete) };
}

/** `complete`: if it is another valid value. */
interface GeneratedValues {
  readonly value: SpecValue;
  readonly complete?: SpecValue;
  readonly generated: boolean;
}

/** Values for named schemas, which many operations have, by everything else that they depend on. */
const namedValues = new RecentValues<FlatSchema, GeneratedValues | undefined>(400);

function sharedValues(schemas: Conjunction, context: DescribeContext): GeneratedValues | undefined {
  const { reader, direction, defaults, isBrief = false } = context;
  const flat = reader.flatten(schemas);
  if (flat.identity === undefined || !isNamedSchema(flat.identity)) return newValues(schemas, context);
  return namedValues.get(flat, `${direction} ${defaults} ${isBrief}`, () => newValues(schemas, context));
}

function newValues(schemas: Conjunction, context: DescribeContext, name?: string): GeneratedValues | undefined {
  const { reader, direction, defaults, isBrief } = context;
  const make = (wanted: ExampleOptions['defaults']) =>
    exampleOf(schemas, reader, {
      direction,
      defaults: wanted,
      ...(name !== undefined && { name }),
      ...(isBrief && { maxNodes: nodesInBriefExample }),
    });
  const first = make(direction === 'request' ? 'required' : defaults);
  const complete = direction === 'request' ? make('all') : undefined;
  const value = first ?? complete;
  if (value === undefined) return undefined;
  const generated = !isDocumented(reader.flatten(schemas).keywords, value);
  const isOther = complete !== undefined && !isSameJson(complete, value) && conforms(schemas, complete, reader);
  return { value, generated, ...(isOther && { complete }) };
}

function isDocumented({ example, examples }: SpecObject, value: SpecValue): boolean {
  return example === value || (Array.isArray(examples) && examples.includes(value));
}
