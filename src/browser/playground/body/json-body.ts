import { parseExact } from '../../../shared/playground/exact-number.ts';
import type { InputSchema, PlaygroundMedia } from '../../../shared/playground/playground.ts';
import { element, newId } from '../dom.ts';
import { editorFor, fitOf } from '../form/editors.ts';
import type { Editor } from '../form/field.ts';
import { translate } from '../translate.ts';
import type { BodyPart } from './body-part.ts';
import { type TextEditor, textEditorFor } from './text-editor.ts';

/**
 * A JSON body, as a form or as text. The text is sent byte for byte; the form reads and writes it, so that the reader
 * can switch at any time.
 */
export function jsonPart({ mediaType, schema }: PlaygroundMedia, required: boolean): BodyPart {
  const text = textEditorFor({ label: translate('body'), isJson: true, ...(schema && { schema }) });
  const fields = schema && hasFields(schema) ? editorFor({ name: translate('body'), schema, typed: true, required }) : undefined;
  const views = fields && schema ? formAndText(fields, text, schema) : undefined;

  function setText(given: string): void {
    text.text = given;
    views?.refresh();
  }
  function textProblem(): string | undefined {
    if (text.text !== '') return text.problem();
    return required ? translate('required', { name: translate('theBody') }) : undefined;
  }

  return {
    nodes: [...(views ? views.nodes : []), text.node],
    read: () => (text.text === '' ? undefined : { kind: 'raw', mediaType, text: text.text }),
    state: () => ({ text: text.text }),
    restore: (state) => {
      if (typeof state.text === 'string') setText(state.text);
    },
    useExample: setText,
    problems() {
      const shown = views?.isFormShown() ? fields : undefined;
      const inForm = shown?.problem();
      const problem = inForm ?? textProblem();
      if (shown) shown.complain(inForm === undefined ? problem : undefined);
      else text.complain(problem);
      return problem ? [problem] : [];
    },
    focus: () => (views?.isFormShown() ? views.focusForm() : text.focus()),
  };
}

/** Two views of the same JSON: the form is shown first, and as long as the text fits its schema. */
function formAndText(fields: Editor, text: TextEditor, schema: InputSchema) {
  const form = element('div', { class: 'playground-body-fields' }, fields.node);
  const views = viewChoice([translate('form'), 'JSON'], (index) => (index === 0 ? showForm() : showText()));

  function showText(): void {
    form.hidden = true;
    text.node.hidden = false;
    views.choose(1);
  }
  /** A text that matches no variant or is not an object has no fields: it stays text. */
  function showForm(): void {
    const isEmpty = text.text.trim() === '';
    const value = isEmpty ? undefined : jsonIn(text.text);
    if (!isEmpty && (value === undefined || fitOf(value, schema) === -Infinity)) {
      showText();
      text.complain(mismatch(value, schema));
      return;
    }
    fields.write(value);
    // Default values are part of the body before anything is typed.
    if (isEmpty) write();
    form.hidden = false;
    text.node.hidden = true;
    views.choose(0);
  }
  function write(): void {
    const value = fields.read();
    text.text = value === undefined ? '' : JSON.stringify(value, null, 2);
  }

  form.addEventListener('input', write);
  form.addEventListener('change', write);
  showForm();
  return {
    nodes: [views.node, form],
    isFormShown: () => !form.hidden,
    /** Call it after setting the text by code. */
    refresh(): void {
      if (!form.hidden) showForm();
    },
    focusForm: () => focusFirstProblem(form, () => fields.focus()),
  };
}

/** Why a value has no form; undefined values are invalid JSON. */
function mismatch(value: unknown, schema: InputSchema): string {
  const list = schema.variants?.map(({ title }) => title).join(', ');
  return list === undefined || value === undefined ? translate('needsObject') : translate('fitsNone', { name: translate('theBody'), list });
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
