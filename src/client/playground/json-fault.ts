/** What is wrong with a JSON text: where its syntax ends, then what its schema wants and it lacks. */
import type { InputSchema } from '../../contract/playground.ts';

/** Longer texts are checked by the server alone: a form must answer keys at once. */
const longest = 512 * 1024;

export function jsonFault(text: string, schema: InputSchema | undefined): string | undefined {
  if (text.length > longest) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return syntaxWords(text, (error as Error).message);
  }
  return schema && schemaFault(value, schema, '');
}

function syntaxWords(text: string, message: string): string {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position === undefined) return `Not JSON: ${message.replace(/ in JSON$/, '')}`;
  const before = text.slice(0, Number(position)).split('\n');
  return `Not JSON, line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${message.replace(/ in JSON at position.*$/, '')}`;
}

/** The first thing that does not fit. Only what the form's data tells: types, choices, required members. */
function schemaFault(value: unknown, schema: InputSchema, path: string): string | undefined {
  const place = path === '' ? 'The body' : path;
  if (value === null)
    return schema.nullable || schema.type === 'any' || schema.enum?.includes(null) ? undefined : `${place} must not be null`;
  if (schema.variants) {
    const faults = schema.variants.map((variant) => schemaFault(value, variant.schema, path));
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
      const fault = schemaFault(item, schema.items, `${path}[${index}]`);
      if (fault) return fault;
    }
  } else if (type === 'object') {
    for (const { name, required, schema: inner } of schema.properties ?? []) {
      const at = path === '' ? name : `${path}.${name}`;
      if (!Object.hasOwn(value as object, name)) {
        if (required) return `${at} is required`;
        continue;
      }
      const fault = schemaFault((value as Record<string, unknown>)[name], inner, at);
      if (fault) return fault;
    }
  }
  return undefined;
}

function article(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;
}
