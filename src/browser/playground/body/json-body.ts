import { parseExact } from '../../../shared/playground/exact-number.ts';
import type { InputSchema, PlaygroundMedia } from '../../../shared/playground/playground.ts';
import { element, newId } from '../dom.ts';
import { editorFor, fitOf } from '../form/editors.ts';
import type { Editor } from '../form/field.ts';
import { translate } from '../translate.ts';
import type { BodyPart } from './body-part.ts';
import { textEditorFor } from './text-editor.ts';

/**
 * A JSON body, as a form or as text. The text is sent byte for byte; the form reads and writes it, so that the reader
 * can switch at any time.
 */
export function jsonPart({ mediaType, schema }: PlaygroundMedia, required: boolean): BodyPart {
  const text = textEditorFor({ label: translate('body'), isJson: true, ...(schema && { schema }) });
  const fields = schema && hasFields(schema) ? editorFor({ name: translate('body'), schema, typed: true, required }) : undefined;
  const form = element('div', { class: 'playground-body-fields' }, fields?.node);
  const views = fields ? viewChoice([translate('form'), 'JSON'], (index) => (index === 0 ? showForm(fields) : showText())) : undefined;

  function showText(): void {
    form.hidden = true;
    text.node.hidden = false;
    views?.choose(1);
  }
  /** A text that matches no variant or is not an object has no fields: it stays text. */
  function showForm(editor: Editor): void {
    const isEmpty = text.text.trim() === '';
    const value = isEmpty ? undefined : jsonIn(text.text);
    if (!isEmpty && (value === undefined || fitOf(value, schema as InputSchema) === -Infinity)) {
      showText();
      const list = schema?.variants?.map(({ title }) => title).join(', ');
      text.complain(
        list === undefined || value === undefined ? translate('needsObject') : translate('fitsNone', { name: translate('theBody'), list }),
      );
      return;
    }
    editor.write(value);
    // Default values are part of the body before anything is typed.
    if (isEmpty) write(editor);
    form.hidden = false;
    text.node.hidden = true;
    views?.choose(0);
  }
  const refresh = () => (fields && !form.hidden ? showForm(fields) : undefined);

  if (fields) {
    form.addEventListener('input', () => write(fields));
    form.addEventListener('change', () => write(fields));
    showForm(fields);
  } else showText();

  function write(editor: Editor): void {
    const value = editor.read();
    text.text = value === undefined ? '' : JSON.stringify(value, null, 2);
  }
  function setText(given: string): void {
    text.text = given;
    refresh();
  }

  return {
    nodes: [...(views ? [views.node] : []), form, text.node],
    read: () => (text.text === '' ? undefined : { kind: 'raw', mediaType, text: text.text }),
    state: () => ({ text: text.text }),
    restore: (state) => {
      if (typeof state.text === 'string') setText(state.text);
    },
    useExample: setText,
    problems() {
      const inForm = form.hidden ? undefined : fields?.problem();
      const problem =
        inForm ?? (text.text === '' ? (required ? translate('required', { name: translate('theBody') }) : undefined) : text.problem());
      if (form.hidden) text.complain(problem);
      else fields?.complain(inForm === undefined ? problem : undefined);
      return problem ? [problem] : [];
    },
    focus: () => (form.hidden ? text.focus() : focusFirstProblem(form, () => fields?.focus())),
  };
}

/** Whether the body has fields: objects, and variants that are objects. */
function hasFields({ type, properties = [], variants = [] }: InputSchema): boolean {
  return (type === 'object' && properties.length > 0) || variants.some((variant) => hasFields(variant.schema));
}

/** Undefined for what is no JSON. */
function jsonIn(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}

function focusFirstProblem(place: HTMLElement, otherwise: () => void): void {
  const marked = place.querySelector<HTMLElement>('[aria-invalid=true]');
  if (marked) marked.focus();
  else otherwise();
}

/** Two views of the same value, as radio buttons. */
function viewChoice(labels: readonly string[], chosen: (index: number) => void) {
  const name = newId();
  const inputs = labels.map((_, index) => element('input', { type: 'radio', name, onchange: () => chosen(index) }));
  const node = element(
    'div',
    { class: 'playground-views', role: 'radiogroup', 'aria-label': translate('editAs') },
    ...labels.map((label, index) => element('label', {}, inputs[index], label)),
  );
  return {
    node,
    choose(index: number): void {
      const input = inputs[index];
      if (input) input.checked = true;
    },
  };
}
