/** Form fields for urlencoded and multipart bodies. */
import { isRecord, parseExact } from '../../../shared/playground/exact-number.ts';
import type { InputSchema, PlaygroundMedia, PlaygroundParameter } from '../../../shared/playground/playground.ts';
import { type FieldEncoding, type FieldValue, listRest, type ParameterValue } from '../../../shared/request/request.ts';
import { editorFor } from '../form/editors.ts';
import { translate } from '../translate.ts';
import type { BodyPart, BodyState } from './body-part.ts';
import { textEditorFor } from './text-editor.ts';

/**
 * A control for each property of the schema; without properties, one text field for a JSON object. Files are sent but
 * never stored.
 */
export function fieldsPart({ mediaType, schema, encoding = {}, isList = false }: PlaygroundMedia): BodyPart {
  const isMultipart = /^multipart\//i.test(mediaType);
  const editors = (schema?.properties ?? []).map(({ name, required, schema: inner }) => ({
    name,
    required,
    editor: editorFor({
      name,
      schema: inner,
      required,
      typed: isList ? isJsonPart(name === listRest ? inner.items : inner) : becomesJson(inner),
      offersEmpty: !required && inner.type === 'string' && inner.enum === undefined,
      hasLines: isMultipart && mayHaveLines(inner),
    }),
    headers: (encoding[name]?.headers ?? []).map((header) => headerOf(name, header)),
  }));
  const free = schema?.properties ? undefined : textEditorFor({ label: translate('fieldsAsJson'), isJson: true });
  const read = (): Record<string, FieldValue> => {
    if (free) return fieldsOf(free.text);
    const fields: Record<string, FieldValue> = Object.create(null);
    for (const { name, editor } of editors) {
      const value = editor.read();
      if (value !== undefined) fields[name] = value;
    }
    return fields;
  };
  const readHeaders = (): Record<string, Record<string, ParameterValue>> => {
    const all: Record<string, Record<string, ParameterValue>> = Object.create(null);
    for (const { name, headers } of editors) {
      const given = headers.flatMap((header) => {
        const value = header.editor.read() as ParameterValue | undefined;
        return value === undefined ? [] : [[header.name, value] as const];
      });
      if (given.length > 0) all[name] = Object.fromEntries(given);
    }
    return all;
  };
  const readEncoding = (): Record<string, FieldEncoding> => {
    const given = readHeaders();
    return Object.fromEntries(
      Object.entries(encoding).map(([name, { headers: _, ...rest }]) => [name, { ...rest, ...(given[name] && { headers: given[name] }) }]),
    );
  };
  const restore = ({ fields, headers = {} }: BodyState): void => {
    if (!fields) return;
    for (const { name, editor, headers: own } of editors) {
      if (Object.hasOwn(fields, name)) editor.write(fields[name]);
      const given = headers[name] ?? {};
      for (const header of own) if (Object.hasOwn(given, header.name)) header.editor.write(given[header.name]);
    }
    if (free) free.text = JSON.stringify(fields, null, 2);
  };
  return {
    nodes: [
      ...editors.flatMap(({ editor, headers }) => [editor.node, ...headers.map((header) => header.editor.node)]),
      ...(free ? [free.node] : []),
    ],
    read: () => ({ kind: 'form', mediaType, fields: read(), encoding: readEncoding(), ...(isList && { isList }) }),
    state: () => ({
      fields: Object.fromEntries(Object.entries(read()).filter(([, value]) => !JSON.stringify(value).includes('"$file"'))),
      headers: readHeaders(),
    }),
    restore,
    useExample(text) {
      restore({ fields: isList ? placesOf(text, editors.length) : fieldsOf(text) });
      for (const { headers } of editors) for (const { editor, initial } of headers) if (initial !== undefined) editor.write(initial);
    },
    problems: () =>
      editors.flatMap(({ name, required, editor, headers }) => {
        const isSent = editor.read() !== undefined;
        const inner = editor.problem();
        const problem = required && !isSent ? translate('required', { name }) : inner;
        editor.complain(problem);
        const ofHeaders = headers.flatMap((header) => {
          const missing = isSent && header.required && header.editor.read() === undefined;
          const wrong = missing ? translate('required', { name: header.name }) : header.editor.problem();
          header.editor.complain(wrong);
          return wrong ? [wrong] : [];
        });
        return [...(problem ? [problem] : []), ...ofHeaders];
      }),
    focus: () => (free ?? editors[0]?.editor)?.focus(),
  };
}

/** A header of a field's part. */
function headerOf(field: string, { name, schema, required = false, deprecated = false, example, contentType }: PlaygroundParameter) {
  const editor = editorFor({ name: `${field}: ${name}`, schema, required, deprecated, typed: contentType !== undefined });
  return { name, required, editor, initial: example ?? schema.example ?? schema.default };
}

/** Texts with a format (dates, URLs, enum values) have one line. */
function mayHaveLines({ type, format, enum: values }: InputSchema): boolean {
  return type === 'string' && format === undefined && values === undefined;
}

/** Top-level values are text; objects and list items become JSON, in which numbers must be numbers. */
function becomesJson({ type, items }: InputSchema): boolean {
  return type === 'object' || (type === 'array' && items !== undefined && becomesJson(items));
}

/** Whether a part of a list is JSON rather than text. */
function isJsonPart(schema: InputSchema | undefined): boolean {
  return schema?.type === 'object' || schema?.type === 'array' || schema?.type === 'any';
}

/** The items of a JSON list by position; the last position gets all remaining items. */
function placesOf(text: string, count: number): Record<string, FieldValue> {
  try {
    const items = parseExact(text);
    if (!Array.isArray(items)) return {};
    const single = items.slice(0, count - 1).map((item, index): [string, FieldValue] => [`[${index}]`, item]);
    const rest = items.slice(count - 1);
    // Without a position for the rest, the last one is a single item.
    return { ...Object.fromEntries(single), [`[${count - 1}]`]: rest[0], [listRest]: rest };
  } catch {
    return {};
  }
}

/** The members of a JSON object; empty for other values. */
function fieldsOf(text: string): Record<string, FieldValue> {
  try {
    const fields = parseExact(text);
    return isRecord(fields) ? (fields as Record<string, FieldValue>) : {};
  } catch {
    return {};
  }
}
