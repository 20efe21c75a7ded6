/** One labelled control: its name as the description has it, its type, what it wants, what is wrong with it. */
import type { InputSchema } from '../../contract/playground.ts';
import type { FieldValue } from '../../contract/request/request.ts';
import { element, newId } from './dom.ts';

/** Something that a reader fills in. */
export interface Editor {
  readonly node: HTMLElement;
  /** What is sent; undefined = nothing is. */
  read(): FieldValue | undefined;
  /** Puts back what `read` gave, or an example. What does not fit is left out. */
  write(value: unknown): void;
  /** Says in words what is wrong, or takes the words back. */
  complain(fault: string | undefined): void;
  /** What is wrong with what was typed, missing values apart. */
  fault(): string | undefined;
  focus(): void;
}

export interface FieldOptions {
  readonly name: string;
  readonly schema: InputSchema;
  readonly required?: boolean;
  readonly deprecated?: boolean;
  /** An empty text can be sent: it is asked for, because an untouched field looks the same. */
  readonly offersEmpty?: boolean;
  /** Numbers are read as numbers (parts of JSON), not as typed. */
  readonly typed?: boolean;
  /** How deep it stands in other fields. */
  readonly depth?: number;
  /** Accessible name, where it is more than the name: items of a list. */
  readonly label?: string;
}

export interface FieldFrame {
  readonly node: HTMLElement;
  complain(fault: string | undefined): void;
}

/** Label, control and notes. The label holds nothing but the name: it is what the control is called. */
export function fieldFrame(options: FieldOptions, control: HTMLElement, ...extras: readonly HTMLElement[]): FieldFrame {
  const { name, schema, required, deprecated, label } = options;
  const id = newId();
  control.id = id;
  if (label) control.ariaLabel = label;
  const fault = element('p', { class: 'playground-fault', id: `${id}-fault`, hidden: true });
  const hint = schema.hint ? element('p', { class: 'playground-hint', id: `${id}-hint` }, schema.hint) : undefined;
  control.setAttribute('aria-describedby', [hint?.id, fault.id].filter(Boolean).join(' '));
  if (required) control.ariaRequired = 'true';
  const node = element(
    'div',
    { class: 'playground-field' },
    element(
      'div',
      { class: 'playground-label' },
      element('label', { for: id }, name),
      element('span', { class: 'playground-type' }, schema.label),
      required && element('span', { class: 'playground-required' }, 'required'),
      deprecated && element('span', { class: 'playground-deprecated' }, 'deprecated'),
    ),
    control,
    ...extras,
    hint,
    fault,
  );
  return {
    node,
    complain(text) {
      fault.hidden = text === undefined;
      fault.textContent = text ?? '';
      control.ariaInvalid = text === undefined ? null : 'true';
    },
  };
}

/** A named set of fields. */
export interface GroupFrame {
  readonly node: HTMLFieldSetElement;
  readonly content: HTMLElement;
  complain(fault: string | undefined): void;
}

export function groupFrame({ name, schema, required, label }: FieldOptions): GroupFrame {
  const content = element('div', { class: 'playground-group-content' });
  const fault = element('p', { class: 'playground-fault', hidden: true });
  const node = element(
    'fieldset',
    { class: 'playground-group', 'aria-label': label },
    element('legend', {}, name),
    element('span', { class: 'playground-type' }, schema.label),
    required && element('span', { class: 'playground-required' }, 'required'),
    content,
    fault,
  );
  return {
    node,
    content,
    complain(text) {
      fault.hidden = text === undefined;
      fault.textContent = text ?? '';
    },
  };
}
