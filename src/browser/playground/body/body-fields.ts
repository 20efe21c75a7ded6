/** Form fields for urlencoded and multipart bodies. */
import { isRecord, parseExact } from '../../../shared/playground/exact-number.ts';
import type { InputSchema, PlaygroundMedia, PlaygroundParameter } from '../../../shared/playground/playground.ts';
import { isMultipartType } from '../../../shared/request/body-type.ts';
import { type FieldEncoding, type FieldValue, listRest, type ParameterValue } from '../../../shared/request/request.ts';
import { editorFor } from '../form/editors.ts';
import type { Editor } from '../form/field.ts';
import { translate } from '../translate.ts';
import type { BodyPart, BodyState } from './body-part.ts';
import { textEditorFor } from './text-editor.ts';

/**
 * A control for each property of the schema; without properties, one text field for a JSON object. Files are sent but
 * never stored.
 */
export function fieldsPart(media: PlaygroundMedia): BodyPart {
  const { mediaType, schema, encoding = {}, isList = false } = media;
  const fields = (schema?.properties ?? []).map((property) => bodyField(property, media));
  const free = schema?.properties ? undefined : textEditorFor({ label: translate('fieldsAsJson'), isJson: true });
  const read = () => (free ? fieldsOf(free.text) : valuesOf(fields));
  const restore = (state: BodyState): void => {
    if (!state.fields) return;
    writeFields(fields, state.fields, state.headers ?? {});
    if (free) free.text = JSON.stringify(state.fields, null, 2);
  };
  return {
    nodes: [
      ...fields.flatMap(({ editor, headers }) => [editor.node, ...headers.map((header) => header.editor.node)]),
      ...(free ? [free.node] : []),
    ],
    read: () => ({
      kind: 'form',
      mediaType,
      fields: read(),
      encoding: encodingWith(encoding, headerValuesOf(fields)),
      ...(isList && { isList }),
    }),
    state: () => ({
      fields: Object.fromEntries(Object.entries(read()).filter(([, value]) => !JSON.stringify(value).includes('"$file"'))),
      headers: headerValuesOf(fields),
    }),
    restore,
    useExample(text) {
      restore({ fields: isList ? placesOf(text, fields.length) : fieldsOf(text) });
      for (const { headers } of fields) for (const { editor, initial } of headers) if (initial !== undefined) editor.write(initial);
    },
    problems: () => fields.flatMap(problemsOf),
    focus: () => (free ?? fields[0]?.editor)?.focus(),
  };
}

/** A field, and the headers of its part. */
interface BodyField {
  readonly name: string;
  readonly required: boolean;
  readonly editor: Editor;
  readonly headers: readonly ReturnType<typeof headerOf>[];
}

function bodyField(
  { name, required = false, schema }: NonNullable<InputSchema['properties']>[number],
  { mediaType, encoding = {}, isList = false }: PlaygroundMedia,
): BodyField {
  const isMultipart = isMultipartType(mediaType);
  const editor = editorFor({
    name,
    schema,
    required,
    typed: isList ? isJsonPart(name === listRest ? schema.items : schema) : becomesJson(schema),
    offersEmpty: !required && schema.type === 'string' && schema.enum === undefined,
    hasLines: isMultipart && mayHaveLines(schema),
  });
  return { name, required, editor, headers: (encoding[name]?.headers ?? []).map((header) => headerOf(name, header)) };
}

function valuesOf(fields: readonly BodyField[]): Record<string, FieldValue> {
  const values: Record<string, FieldValue> = Object.create(null);
  for (const { name, editor } of fields) {
    const value = editor.read();
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** The headers of the parts, by field. */
function headerValuesOf(fields: readonly BodyField[]): Record<string, Record<string, ParameterValue>> {
  const all: Record<string, Record<string, ParameterValue>> = Object.create(null);
  for (const { name, headers } of fields) {
    const given = headers.flatMap((header) => {
      const value = header.editor.read() as ParameterValue | undefined;
      return value === undefined ? [] : [[header.name, value] as const];
    });
    if (given.length > 0) all[name] = Object.fromEntries(given);
  }
  return all;
}

/** The encoding of the description, with the values that the reader gave its headers. */
function encodingWith(
  encoding: NonNullable<PlaygroundMedia['encoding']>,
  given: Readonly<Record<string, Record<string, ParameterValue>>>,
): Record<string, FieldEncoding> {
  return Object.fromEntries(
    Object.entries(encoding).map(([name, { headers: _, ...rest }]) => [name, { ...rest, ...(given[name] && { headers: given[name] }) }]),
  );
}

function writeFields(
  fields: readonly BodyField[],
  values: NonNullable<BodyState['fields']>,
  headers: NonNullable<BodyState['headers']>,
): void {
  for (const { name, editor, headers: own } of fields) {
    if (Object.hasOwn(values, name)) editor.write(values[name]);
    const given = headers[name] ?? {};
    for (const header of own) if (Object.hasOwn(given, header.name)) header.editor.write(given[header.name]);
  }
}

/** Marks the invalid and missing values of a field and its headers. */
function problemsOf({ name, required, editor, headers }: BodyField): string[] {
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
