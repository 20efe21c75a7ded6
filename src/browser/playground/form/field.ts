/** One labelled control: name, type, constraints, error. */
import type { InputSchema } from '../../../shared/playground/playground.ts';
import type { FieldValue } from '../../../shared/request/request.ts';
import { type Child, element, newId } from '../dom.ts';
import { translate } from '../translate.ts';

/** An input for one value. */
export interface Editor {
  readonly node: HTMLElement;
  /** The value to send; undefined = not sent. */
  read(): FieldValue | undefined;
  /** Whether it only contains a preset constant, which alone does not make an optional object present. */
  isPreset?(): boolean;
  /** Tells whether the surrounding value is sent: only then is a constant preset. The default is `required`. */
  expect?(isExpected: boolean): void;
  /** Restores a value from `read`, or an example. Ignores what does not match. */
  write(value: unknown): void;
  /** Shows or clears an error message. */
  complain(problem: string | undefined): void;
  /** The problem of the typed or missing value. Marks nested fields. */
  problem(): string | undefined;
  focus(): void;
}

/** Input of a control. All members but name and schema are optional and default to false, or 0. */
export interface FieldOptions {
  readonly name: string;
  readonly schema: InputSchema;
  readonly required?: boolean;
  readonly deprecated?: boolean;
  /** Offers to send an empty text, which otherwise looks like an unused field. */
  readonly offersEmpty?: boolean;
  /** Read numbers as numbers (inside JSON), not as text. */
  readonly typed?: boolean;
  /** Allow several lines. */
  readonly hasLines?: boolean;
  /** Nesting depth. */
  readonly depth?: number;
}

/** The frame of a control; `complain` shows a message, or clears it with undefined. */
export interface FieldFrame {
  readonly node: HTMLElement;
  complain(problem: string | undefined): void;
}

/** Label and notes on one side, control and error on the other. */
export function fieldFrame(options: FieldOptions, control: HTMLElement, ...extras: readonly HTMLElement[]): FieldFrame {
  const { schema, required } = options;
  const hints = [schema.description, schema.hint].filter((text) => text !== undefined);
  const { node, complain } = row(options.name, control, { words: facts(options), hints, extras });
  if (required) control.ariaRequired = 'true';
  return { node, complain };
}

/** A control that is not a value: a choice, a secret. */
export function plainField(label: string, control: HTMLElement, hint?: string): HTMLElement {
  const { node } = row(label, control, { hints: hint === undefined ? [] : [hint] });
  node.classList.add('playground-plain');
  return node;
}

interface RowParts {
  readonly words?: readonly Child[];
  readonly hints: readonly string[];
  readonly extras?: readonly HTMLElement[];
}

/** The label contains only the name, because it is the accessible name of the control. */
function row(label: string, control: HTMLElement, { words = [], hints, extras = [] }: RowParts): FieldFrame {
  const id = newId();
  control.id = id;
  const problem = problemLine(`${id}-fault`);
  const notes = hints.map((text, index) => element('p', { class: 'playground-hint', id: `${id}-hint-${index}` }, text));
  control.setAttribute('aria-describedby', [...notes, problem].map((note) => note.id).join(' '));
  const node = element(
    'div',
    { class: 'playground-field' },
    element(
      'div',
      { class: 'playground-about' },
      element('div', { class: 'playground-label' }, element('label', { for: id }, label), ...words),
      ...notes,
    ),
    element('div', { class: 'playground-control' }, control, ...extras, problem),
  );
  return {
    node,
    complain(text) {
      showMessage(problem, text);
      control.ariaInvalid = text === undefined ? null : 'true';
    },
  };
}

/** A named group of fields. */
export interface GroupFrame {
  readonly node: HTMLFieldSetElement;
  /** Container for the fields. */
  readonly content: HTMLElement;
  complain(problem: string | undefined): void;
}

/** The content is empty; the caller adds fields. */
export function groupFrame(options: FieldOptions): GroupFrame {
  const { name, schema } = options;
  const content = element('div', { class: 'playground-group-content' });
  const problem = problemLine();
  const node = element(
    'fieldset',
    { class: 'playground-group' },
    element('legend', {}, name),
    element('div', { class: 'playground-label' }, ...facts(options)),
    schema.description && element('p', { class: 'playground-hint' }, schema.description),
    content,
    problem,
  );
  return { node, content, complain: (text) => showMessage(problem, text) };
}

/** The notes beside a name. */
function facts({ schema, required, deprecated }: FieldOptions): Child[] {
  return [
    element('span', { class: 'playground-type' }, schema.label ?? schema.type),
    required && element('span', { class: 'playground-required' }, translate('isRequired')),
    deprecated && element('span', { class: 'playground-deprecated' }, translate('isDeprecated')),
  ];
}

function problemLine(id?: string): HTMLElement {
  return element('p', { class: 'playground-fault', id, hidden: true });
}

function showMessage(line: HTMLElement, text: string | undefined): void {
  line.hidden = text === undefined;
  line.textContent = text ?? '';
}
