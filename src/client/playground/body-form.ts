/** The request body: which media type, then what fits it: a text, a form of fields, or a file. */
import type { PlaygroundData, PlaygroundMedia } from '../../contract/playground.ts';
import type { FieldValue, RequestBody } from '../../contract/request/request.ts';
import { isJsonType } from '../../contract/request/serialize-parameter.ts';
import { button, element, fill, newId } from './dom.ts';
import { editorFor } from './editors.ts';
import type { Editor } from './field.ts';
import { fileEditor } from './scalar-editors.ts';
import { bodyTextEditor } from './text-editor.ts';

export interface BodyForm {
  readonly node: HTMLElement;
  /** Undefined = no body is sent. */
  read(): RequestBody | undefined;
  /** What can be kept and shared: no bytes of files. */
  state(): BodyState;
  restore(state: BodyState): void;
  /** Words for the reader; `blocks` = nothing sensible could be sent. */
  faults(): string[];
  focus(): void;
}

export interface BodyState {
  readonly mediaType?: string;
  readonly text?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** The part of the form that belongs to one media type. */
interface Part {
  readonly nodes: readonly HTMLElement[];
  read(): RequestBody | undefined;
  state(): BodyState;
  restore(state: BodyState): void;
  faults(): string[];
  focus(): void;
}

export function bodyForm(body: NonNullable<PlaygroundData['body']>, prefill: boolean): BodyForm {
  const { media, required } = body;
  const content = element('div', { class: 'playground-group-content' });
  const node = element('fieldset', { class: 'playground-section' }, element('legend', {}, 'Body'));
  const parts = new Map<PlaygroundMedia, Part>();
  let chosen = media[0] as PlaygroundMedia;
  const select = element('select', { id: newId() });

  function part(): Part {
    let made = parts.get(chosen);
    if (!made) {
      made = partFor(chosen, required);
      if (prefill) {
        const [example] = chosen.examples;
        if (example) made.restore({ text: example.text, ...fieldsOf(example.text) });
      }
      parts.set(chosen, made);
    }
    return made;
  }
  function show(): void {
    fill(content, ...part().nodes);
  }

  if (media.length > 1) {
    for (const [index, { mediaType }] of media.entries()) select.append(element('option', { value: index }, mediaType));
    select.addEventListener('change', () => {
      chosen = media[Number(select.value)] ?? chosen;
      show();
    });
    node.append(element('div', { class: 'playground-field' }, element('label', { for: select.id }, 'Content type'), select));
  } else node.append(element('span', { class: 'playground-type' }, chosen.mediaType));
  node.append(content);
  show();

  return {
    node,
    read: () => part().read(),
    state: () => ({ mediaType: chosen.mediaType, ...part().state() }),
    restore(state) {
      const wanted = media.find(({ mediaType }) => mediaType === state.mediaType);
      if (wanted) {
        chosen = wanted;
        select.value = String(media.indexOf(wanted));
        show();
      }
      part().restore(state);
    },
    faults: () => part().faults(),
    focus: () => part().focus(),
  };
}

function partFor(media: PlaygroundMedia, required: boolean): Part {
  const { mediaType, schema } = media;
  if (/^(?:multipart\/|application\/x-www-form-urlencoded)/i.test(mediaType)) return formPart(media);
  const isBinary = /^(?:image|audio|video|font)\/|octet-stream|[/+]zip|[/+]gzip|\/pdf/i.test(mediaType);
  return isBinary || schema?.type === 'file' ? filePart(media, required) : textPart(media, required);
}

function textPart(media: PlaygroundMedia, required: boolean): Part {
  const { mediaType, schema, examples } = media;
  const isJson = isJsonType(mediaType);
  const editor = bodyTextEditor('Body', isJson, schema);
  const useExample = (text: string): void => {
    editor.text = text;
    editor.node.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const tools = element('div', { class: 'playground-choices' });
  if (examples.length > 0) tools.append(exampleChooser(examples, useExample));

  // The same body as fields: what they hold is written into the text, which stays what is sent.
  const nodes = [tools, editor.node];
  if (isJson && schema?.type === 'object' && schema.properties) {
    const form = element('details', { class: 'playground-fields' }, element('summary', {}, 'Edit as form'));
    form.addEventListener('toggle', () => {
      if (!form.open) return;
      const fields = editorFor({ name: 'Body', schema, typed: true });
      try {
        fields.write(JSON.parse(editor.text || '{}'));
      } catch {
        // A broken text has no fields; the form starts empty.
      }
      fields.node.addEventListener('input', () => {
        editor.text = JSON.stringify(fields.read() ?? {}, null, 2);
      });
      fill(form, form.querySelector('summary') as HTMLElement, fields.node);
    });
    nodes.push(form);
  }
  return {
    nodes,
    read: () => (editor.text === '' ? undefined : { kind: 'raw', mediaType, text: editor.text }),
    state: () => ({ text: editor.text }),
    restore: ({ text }) => {
      if (typeof text === 'string') editor.text = text;
    },
    faults() {
      const fault = editor.text === '' ? (required ? 'The body is required' : undefined) : editor.fault();
      editor.complain(fault);
      return fault ? [fault] : [];
    },
    focus: () => editor.focus(),
  };
}

function formPart({ mediaType, schema, encoding, examples }: PlaygroundMedia): Part {
  const depth = 0;
  const editors: (readonly [string, Editor, boolean])[] = (schema?.properties ?? []).map(({ name, required, schema: inner }) => [
    name,
    // A member of a form is text of its own; an object becomes JSON, whose numbers must be numbers.
    editorFor({ name, schema: inner, required, depth, typed: inner.type === 'object', offersEmpty: !required && inner.type === 'string' }),
    required,
  ]);
  const free = schema?.properties ? undefined : bodyTextEditor('Fields as JSON', true);
  const restore = ({ fields }: BodyState): void => {
    for (const [name, editor] of editors) if (fields && Object.hasOwn(fields, name)) editor.write(fields[name]);
    if (free && fields) free.text = JSON.stringify(fields, null, 2);
  };
  const read = (): Record<string, FieldValue> => {
    const fields: Record<string, FieldValue> = Object.create(null);
    for (const [name, editor] of editors) {
      const value = editor.read();
      if (value !== undefined) fields[name] = value;
    }
    return free ? ((fieldsOf(free.text).fields as Record<string, FieldValue>) ?? fields) : fields;
  };
  const tools = element('div', { class: 'playground-choices' });
  const useExample = (text: string): void => {
    restore(fieldsOf(text));
    tools.dispatchEvent(new Event('input', { bubbles: true }));
  };
  if (examples.length > 0) tools.append(exampleChooser(examples, useExample));
  return {
    nodes: [tools, ...editors.map(([, editor]) => editor.node), ...(free ? [free.node] : [])],
    read: () => ({ kind: 'form', mediaType, fields: read(), ...(encoding && { encoding }) }),
    state: () => ({ fields: Object.fromEntries(Object.entries(read()).filter(([, value]) => !JSON.stringify(value).includes('"$file"'))) }),
    restore,
    faults: () =>
      editors.flatMap(([name, editor, required]) => {
        const fault = required && editor.read() === undefined ? `${name} is required` : editor.fault();
        editor.complain(fault);
        return fault ? [fault] : [];
      }),
    focus: () => editors[0]?.[1].focus(),
  };
}

function filePart({ mediaType, schema }: PlaygroundMedia, required: boolean): Part {
  const editor = fileEditor({ name: 'Body', schema: schema ?? { type: 'file', label: 'file' }, required });
  return {
    nodes: [editor.node],
    read() {
      const file = editor.read();
      return file === undefined ? undefined : ({ kind: 'file', mediaType, file } as RequestBody);
    },
    state: () => ({}),
    restore: () => {},
    faults() {
      const fault = required && editor.read() === undefined ? 'A file is required' : undefined;
      editor.complain(fault);
      return fault ? [fault] : [];
    },
    focus: () => editor.focus(),
  };
}

function exampleChooser(examples: PlaygroundMedia['examples'], use: (text: string) => void): HTMLElement {
  const [only] = examples;
  if (examples.length === 1 && only) return button('Use example', 'playground-button', () => use(only.text));
  const select = element('select', { 'aria-label': 'Use example' }, element('option', { value: '' }, 'Use example…'));
  for (const [index, { name }] of examples.entries()) select.append(element('option', { value: index }, name));
  select.addEventListener('change', () => {
    const example = select.value === '' ? undefined : examples[Number(select.value)];
    if (example) use(example.text);
    select.value = '';
  });
  return select;
}

function fieldsOf(text: string): BodyState {
  try {
    const fields: unknown = JSON.parse(text);
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields) ? { fields: fields as Record<string, unknown> } : {};
  } catch {
    return {};
  }
}
