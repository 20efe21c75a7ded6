/** One labelled control: its name as the description has it, its type, what it wants, what is wrong with it. */
import type { InputSchema } from '../../../shared/playground/playground.ts';
import type { FieldValue } from '../../../shared/request/request.ts';
import { type Child, element, newId } from '../dom.ts';
import { say } from '../translate.ts';

/** Something that a reader fills in. */
export interface Editor {
  readonly node: HTMLElement;
  /** What is sent; undefined = nothing is. */
  read(): FieldValue | undefined;
  /** Whether it holds nothing but an only choice that nobody has made: that alone begins no object that may be left out. */
  isPreset?(): boolean;
  /** Is told whether what stands around it is sent: only then is an only choice made by itself. Until told, `required` says so. */
  expect?(isExpected: boolean): void;
  /** Puts back what `read` gave, or an example. What does not fit is left out. */
  write(value: unknown): void;
  /** Says in words what is wrong, or takes the words back. */
  complain(problem: string | undefined): void;
  /** What is wrong with what was typed, or missing in what was begun. Marks the fields inside. */
  problem(): string | undefined;
  focus(): void;
}

/** What a control is made for. All but name and schema may be left out and then is false, or 0. */
export interface FieldOptions {
  readonly name: string;
  readonly schema: InputSchema;
  readonly required?: boolean;
  readonly deprecated?: boolean;
  /** An empty text can be sent: it is asked for, because an untouched field looks the same. */
  readonly offersEmpty?: boolean;
  /** Numbers are read as numbers (parts of JSON), not as typed. */
  readonly typed?: boolean;
  /** Its text may have several lines. */
  readonly hasLines?: boolean;
  /** How deep it stands in other fields. */
  readonly depth?: number;
}

/** What all controls have around them; `complain` says what is wrong, or with undefined takes it back. */
export interface FieldFrame {
  readonly node: HTMLElement;
  complain(problem: string | undefined): void;
}

/** Label and notes at one side, the control and what is wrong with it at the other. */
export function fieldFrame(options: FieldOptions, control: HTMLElement, ...extras: readonly HTMLElement[]): FieldFrame {
  const { schema, required } = options;
  const hints = [schema.description, schema.hint].filter((text) => text !== undefined);
  const { node, complain } = row(options.name, control, { words: facts(options), hints, extras });
  if (required) control.ariaRequired = 'true';
  return { node, complain };
}

/** A control of the form itself: a choice, a secret. */
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

/** The label holds nothing but the name: it is what the control is called. */
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
      tell(problem, text);
      control.ariaInvalid = text === undefined ? null : 'true';
    },
  };
}

/** A named set of fields. */
export interface GroupFrame {
  readonly node: HTMLFieldSetElement;
  /** Where the fields are put. */
  readonly content: HTMLElement;
  complain(problem: string | undefined): void;
}

/** The content is empty: whoever asks puts its fields there. */
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
  return { node, content, complain: (text) => tell(problem, text) };
}

/** What stands beside a name. */
function facts({ schema, required, deprecated }: FieldOptions): Child[] {
  return [
    element('span', { class: 'playground-type' }, schema.label),
    required && element('span', { class: 'playground-required' }, say('isRequired')),
    deprecated && element('span', { class: 'playground-deprecated' }, say('isDeprecated')),
  ];
}

function problemLine(id?: string): HTMLElement {
  return element('p', { class: 'playground-fault', id, hidden: true });
}

function tell(line: HTMLElement, text: string | undefined): void {
  line.hidden = text === undefined;
  line.textContent = text ?? '';
}
