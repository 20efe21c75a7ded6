/** Validates a JSON text against the schema of its body. The server decides; this finds obvious problems early. */
import { isNumber, isRecord, isSameJson, isWhole, parseExact } from '../../shared/playground/exact-number.ts';
import type { InputSchema } from '../../shared/playground/playground.ts';
import { longestChecked } from '../playground/body/json-error.ts';
import { translate } from '../playground/translate.ts';

/** The first problem as text; undefined for valid texts, and for invalid JSON. */
export function schemaProblem(text: string, schema: InputSchema): string | undefined {
  if (text.length > longestChecked) return undefined;
  try {
    return valueProblem(parseExact(text), schema, '');
  } catch {
    return undefined;
  }
}

/** The first mismatch. Checks only what the form's data contains: types, choices, required members. */
function valueProblem(value: unknown, schema: InputSchema, path: string): string | undefined {
  const place = path === '' ? translate('theBody') : path;
  if (value === null)
    return schema.nullable || schema.type === 'any' || schema.enum?.includes(null)
      ? undefined
      : translate('mustNotBeNull', { name: place });
  if (schema.variants) {
    const named = schema.variants.filter((variant) => isNamed(value, variant.schema));
    const problems = (named.length === 1 ? named : schema.variants).map((variant) => valueProblem(value, variant.schema, path));
    if (named.length === 1 && problems[0] !== undefined) return problems[0];
    if (!problems.includes(undefined))
      return translate('fitsNone', { name: place, list: schema.variants.map(({ title }) => title).join(', ') });
  }
  if (schema.enum && !schema.isOpen && !schema.enum.some((each) => isSameJson(each, value)))
    return translate('mustBeOneOf', { name: place, list: schema.enum.map((each) => JSON.stringify(each)).join(', ') });
  const type = Array.isArray(value) ? 'array' : isNumber(value) ? 'number' : typeof value;
  const wanted = schema.type === 'integer' ? 'number' : schema.type === 'file' ? 'string' : schema.type;
  if (wanted !== 'any' && wanted !== type) return translate('mustBe', { name: place, type: typeText(schema.type), other: typeText(type) });
  if (schema.type === 'integer' && !isWhole(value)) return translate('mustBeWhole', { name: place });
  if (Array.isArray(value)) {
    if (!schema.items) return undefined;
    for (const [index, item] of value.entries()) {
      const problem = valueProblem(item, schema.items, `${path}[${index}]`);
      if (problem) return problem;
    }
  } else if (type === 'object') {
    for (const { name, required, schema: inner } of schema.properties ?? []) {
      const at = path === '' ? name : `${path}.${name}`;
      if (!Object.hasOwn(value as object, name)) {
        if (required) return translate('required', { name: at });
        continue;
      }
      const problem = valueProblem((value as Record<string, unknown>)[name], inner, at);
      if (problem) return problem;
    }
  }
  return undefined;
}

/** Whether the discriminator of a value selects this variant. */
function isNamed(value: unknown, { properties = [] }: InputSchema): boolean {
  return properties.some(
    ({ name, schema }) => schema.isOpen && isRecord(value) && Object.hasOwn(value, name) && schema.enum?.includes(value[name]),
  );
}

/** `a string`. A file is sent as a string here. */
function typeText(type: string): string {
  return translate(type === 'file' ? 'string' : (type as 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array'));
}
