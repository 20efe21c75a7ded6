/** Converts a displayed schema to the data for the playground's form, within a budget. */

import type { PropertyView, SchemaView } from '../../../model/endpoint.ts';
import { fitted } from '../../../model/shorten.ts';
import { withoutLinks } from '../../../shared/inline-marks.ts';
import type { InputSchema } from '../../../shared/playground/playground.ts';
import { isFileSchema } from './file-schema.ts';
import type { ApiMessages } from './parts/api-messages.ts';
import { constraintText } from './parts/constraint-messages.ts';

/** Maximum length of the description beside a field. */
const longestSummary = 140;

/** `nodes`: the remaining number of schemas; deeper ones are edited as JSON. `words` are the texts of constraints. */
export interface SchemaBudget {
  nodes: number;
  readonly words: ApiMessages;
}

/**
 * `depth`: 0 for a whole body or parameter, whose description is shown elsewhere. Decrements the budget for each
 * schema.
 */
export function inputSchema(schema: SchemaView, budget: SchemaBudget, depth: number): InputSchema {
  budget.nodes -= 1;
  const isDeep = depth > 20 || budget.nodes <= 0 || schema.more !== undefined;
  const [example] = schema.examples;
  const own = inputType(schema);
  const type = isDeep && (own === 'array' || own === 'object') ? 'any' : own;
  const description = depth > 0 ? summaryOf(schema.descriptionMarkdown) : undefined;
  const shared = {
    type,
    ...(schema.label !== type && { label: schema.label }),
    ...(schema.nullable && { nullable: true }),
    ...(schema.format && { format: schema.format }),
    ...(description && { description }),
    ...(schema.constraints.length > 0 && {
      hint: schema.constraints.map((constraint) => constraintText(constraint, budget.words)).join(', '),
    }),
    ...(schema.enum && { enum: schema.enum.map(({ value }) => value) }),
    ...(schema.const && { enum: [schema.const.value] }),
    ...(schema.default && { default: schema.default.value }),
    ...(example !== undefined && { example }),
  };
  if (isDeep) return shared;
  // Only the server sets read-only properties.
  const properties = schema.properties.filter((property) => !property.schema.readOnly);
  return {
    ...shared,
    ...(properties.length > 0 && {
      properties: properties.map(({ name, required, schema: inner }) => ({
        name,
        ...(required && { required }),
        schema: inputSchema(inner, budget, depth + 1),
      })),
    }),
    ...(schema.items && { items: inputSchema(schema.items, budget, depth + 1) }),
    ...(schema.variants && isChoice(schema, properties) && { variants: variantsOf(schema.variants, properties, budget, depth) }),
  };
}

/**
 * Alternatives that only require members of the surrounding schema (`{ required: [email] }`) do not change its form.
 */
function isChoice({ variants }: SchemaView, properties: readonly PropertyView[]): boolean {
  const isBare = ({ properties: own, types, items, variants: inner, more, enum: values, const: only }: SchemaView) =>
    own.length === 0 && types.every((type) => type === 'object') && !items && !inner && !more && !values && !only;
  return properties.length === 0 || variants?.options.every(({ schema }) => isBare(schema)) === false;
}

/** With a discriminator, each variant has its discriminator value (OpenAPI 3.1 §4.8.25). */
function variantsOf(
  { options, discriminator }: NonNullable<SchemaView['variants']>,
  around: readonly PropertyView[],
  budget: SchemaBudget,
  depth: number,
): NonNullable<InputSchema['variants']> {
  return options.map(({ title, discriminatorValues, schema: option }) => {
    const schema = inputSchema(option, budget, depth + 1);
    if (discriminator === undefined || discriminatorValues.length === 0 || schema.type !== 'object') return { title, schema };
    const own = schema.properties ?? [];
    const outer = around.find(({ name }) => name === discriminator);
    const given = own.find(({ name }) => name === discriminator)?.schema ?? (outer && inputSchema(outer.schema, budget, depth + 1));
    // Names are strings: a property of another type does not select a variant.
    if (given && given.type !== 'string' && given.type !== 'any') return { title, schema };
    // Values that are not in the enum are another spelling of the name: the enum is right.
    const listed = given?.enum?.filter((value) => discriminatorValues.includes(value as string)) ?? discriminatorValues;
    const choice = given?.enum ? { enum: listed.length > 0 ? listed : given.enum } : { enum: listed, isOpen: true };
    const known = { name: discriminator, required: true, schema: { type: 'string' as const, ...given, ...choice } };
    const isOwn = own.some(({ name }) => name === discriminator);
    return {
      title,
      schema: { ...schema, properties: isOwn ? own.map((each) => (each.name === discriminator ? known : each)) : [known, ...own] },
    };
  });
}

function inputType(schema: SchemaView): InputSchema['type'] {
  const { types, format, properties, items, otherProperties } = schema;
  const [only] = types;
  if (only !== 'array' && (isFileSchema(schema) || (types.length === 1 && only === 'string' && format === 'base64'))) return 'file';
  if (types.length === 1) return only as InputSchema['type'];
  if (types.length === 0 && (properties.length > 0 || otherProperties.length > 0)) return 'object';
  if (types.length === 0 && items) return 'array';
  return 'any';
}

/** The first line of a Markdown text as plain text. */
export function firstLine(text: string | undefined): string | undefined {
  const line = text?.trim().split('\n', 1)[0];
  return line === undefined ? undefined : withoutLinks(line.replace(/[*_`]/g, ''));
}

/** The text beside a field: the first sentence of a description. The page shows the rest. */
export function summaryOf(markdown: string | undefined): string | undefined {
  const line = firstLine(markdown?.slice(0, 400)) ?? '';
  const sentence = /^.{12,}?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  return fitted(sentence, longestSummary);
}
