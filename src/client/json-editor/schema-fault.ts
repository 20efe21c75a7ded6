/** What the schema of a body wants and its JSON text lacks. The server has the last word; this is what can be known before. */
import type { InputSchema } from '../../contract/playground.ts';
import { longestChecked } from '../playground/json-fault.ts';

/** The first fault in words; undefined for texts that fit, and for those that are no JSON. */
export function schemaFault(text: string, schema: InputSchema): string | undefined {
  if (text.length > longestChecked) return undefined;
  try {
    return valueFault(JSON.parse(text), schema, '');
  } catch {
    return undefined;
  }
}

/** The first thing that does not fit. Only what the form's data tells: types, choices, required members. */
function valueFault(value: unknown, schema: InputSchema, path: string): string | undefined {
  const place = path === '' ? 'The body' : path;
  if (value === null)
    return schema.nullable || schema.type === 'any' || schema.enum?.includes(null) ? undefined : `${place} must not be null`;
  if (schema.variants) {
    const faults = schema.variants.map((variant) => valueFault(value, variant.schema, path));
    return faults.includes(undefined) ? undefined : `${place} fits none of ${schema.variants.map(({ title }) => title).join(', ')}`;
  }
  if (schema.enum && !schema.enum.some((each) => JSON.stringify(each) === JSON.stringify(value)))
    return `${place} must be one of ${schema.enum.map((each) => JSON.stringify(each)).join(', ')}`;
  const type = Array.isArray(value) ? 'array' : typeof value;
  const wanted = schema.type === 'integer' ? 'number' : schema.type === 'file' ? 'string' : schema.type;
  if (wanted !== 'any' && wanted !== type) return `${place} must be ${article(schema.type)}, not ${article(type)}`;
  if (schema.type === 'integer' && !Number.isInteger(value)) return `${place} must be a whole number`;
  if (Array.isArray(value)) {
    if (!schema.items) return undefined;
    for (const [index, item] of value.entries()) {
      const fault = valueFault(item, schema.items, `${path}[${index}]`);
      if (fault) return fault;
    }
  } else if (type === 'object') {
    for (const { name, required, schema: inner } of schema.properties ?? []) {
      const at = path === '' ? name : `${path}.${name}`;
      if (!Object.hasOwn(value as object, name)) {
        if (required) return `${at} is required`;
        continue;
      }
      const fault = valueFault((value as Record<string, unknown>)[name], inner, at);
      if (fault) return fault;
    }
  }
  return undefined;
}

function article(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}
