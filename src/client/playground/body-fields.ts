/** Bodies of named fields: urlencoded and multipart forms. */
import type { PlaygroundMedia } from '../../contract/playground.ts';
import type { FieldValue } from '../../contract/request/request.ts';
import type { BodyPart, BodyState } from './body-part.ts';
import { editorFor } from './editors.ts';
import { say } from './say.ts';
import { isRecord } from './session.ts';
import { textEditorFor } from './text-editor.ts';

export function fieldsPart({ mediaType, schema, encoding }: PlaygroundMedia): BodyPart {
  const editors = (schema?.properties ?? []).map(({ name, required, schema: inner }) => ({
    name,
    required,
    // A member of a form is text of its own; an object becomes JSON, whose numbers must be numbers.
    editor: editorFor({ name, schema: inner, required, typed: inner.type === 'object', offersEmpty: !required && inner.type === 'string' }),
  }));
  const free = schema?.properties ? undefined : textEditorFor({ label: say('fieldsAsJson'), isJson: true });
  const read = (): Record<string, FieldValue> => {
    if (free) return fieldsOf(free.text);
    const fields: Record<string, FieldValue> = Object.create(null);
    for (const { name, editor } of editors) {
      const value = editor.read();
      if (value !== undefined) fields[name] = value;
    }
    return fields;
  };
  const restore = ({ fields }: BodyState): void => {
    if (!fields) return;
    for (const { name, editor } of editors) if (Object.hasOwn(fields, name)) editor.write(fields[name]);
    if (free) free.text = JSON.stringify(fields, null, 2);
  };
  return {
    nodes: [...editors.map(({ editor }) => editor.node), ...(free ? [free.node] : [])],
    read: () => ({ kind: 'form', mediaType, fields: read(), ...(encoding && { encoding }) }),
    state: () => ({ fields: Object.fromEntries(Object.entries(read()).filter(([, value]) => !JSON.stringify(value).includes('"$file"'))) }),
    restore,
    useExample: (text) => restore({ fields: fieldsOf(text) }),
    faults: () =>
      editors.flatMap(({ name, required, editor }) => {
        const inner = editor.fault();
        const fault = required && editor.read() === undefined ? say('required', { name }) : inner;
        editor.complain(fault);
        return fault ? [fault] : [];
      }),
    focus: () => (free ?? editors[0]?.editor)?.focus(),
  };
}

/** The members of a JSON object; none of anything else. */
function fieldsOf(text: string): Record<string, FieldValue> {
  try {
    const fields: unknown = JSON.parse(text);
    return isRecord(fields) ? (fields as Record<string, FieldValue>) : {};
  } catch {
    return {};
  }
}
