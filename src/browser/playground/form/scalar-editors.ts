/** Controls for scalar values: texts, numbers, enums, booleans, files. */
import { isNumber, isSameJson, parseExact } from '../../../shared/playground/exact-number.ts';
import type { ParameterValue } from '../../../shared/request/request.ts';
import { fileValue } from '../body/files.ts';
import { element } from '../dom.ts';
import { translate } from '../translate.ts';
import { type Editor, type FieldOptions, fieldFrame } from './field.ts';

/** Texts and numbers. Typed numbers stay text, so that no digit is lost. */
export function textEditor(options: FieldOptions): Editor {
  const { schema, typed, offersEmpty } = options;
  const isNumeric = schema.type === 'integer' || schema.type === 'number';
  const shared = { placeholder: placeholder(schema.default ?? schema.example), autocomplete: 'off', spellcheck: 'false' };
  const initial = options.hasLines
    ? element('textarea', { ...shared, rows: 2 })
    : element('input', {
        ...shared,
        type: schema.format === 'password' ? 'password' : 'text',
        inputmode: isNumeric ? (schema.type === 'integer' ? 'numeric' : 'decimal') : undefined,
      });
  const empty = offersEmpty ? element('input', { type: 'checkbox' }) : undefined;
  const frame = fieldFrame(options, initial, ...emptyLine(options, empty));
  const mayHaveLines = !isNumeric && schema.format !== 'password';
  let input: HTMLInputElement | HTMLTextAreaElement = initial;
  /** An input drops line breaks: it becomes a text area as soon as the text has one. */
  const allowLines = () => {
    if (input instanceof HTMLTextAreaElement) return;
    const area = element('textarea', { ...shared, rows: 2 });
    for (const name of ['id', 'aria-describedby', 'aria-required', 'aria-invalid'])
      if (input.hasAttribute(name)) area.setAttribute(name, input.getAttribute(name) ?? '');
    const [from, to] = [input.selectionStart, input.selectionEnd];
    area.value = input.value;
    const hadFocus = document.activeElement === input;
    input.replaceWith(area);
    if (hadFocus) area.focus();
    area.setSelectionRange(from, to);
    input = area;
  };
  initial.addEventListener('paste', (event) => {
    const text = (event as ClipboardEvent).clipboardData?.getData('text/plain') ?? '';
    if (!mayHaveLines || input !== initial || input instanceof HTMLTextAreaElement || !/[\r\n]/.test(text)) return;
    event.preventDefault();
    allowLines();
    input.setRangeText(text, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  return {
    node: frame.node,
    complain(problem) {
      frame.complain(problem);
      input.ariaInvalid = problem === undefined ? null : 'true';
    },
    read: () =>
      input.value === '' ? (empty?.checked ? '' : undefined) : typed && isNumeric ? (numberIn(input.value) as string) : input.value,
    write(value) {
      const text =
        value === undefined || value === null ? '' : typeof value === 'object' && !isNumber(value) ? JSON.stringify(value) : String(value);
      if (mayHaveLines && /[\r\n]/.test(text)) allowLines();
      input.value = text;
      if (empty) empty.checked = value === '';
    },
    problem: () =>
      isNumeric && input.value !== '' && !isNumeral(input.value, schema.type)
        ? translate('notOfType', { value: input.value, type: schema.type })
        : undefined,
    focus: () => input.focus(),
  };
}

function emptyLine({ name }: FieldOptions, empty: HTMLInputElement | undefined): HTMLElement[] {
  return empty ? [element('label', { class: 'playground-check' }, empty, translate('sendEmpty', { name }))] : [];
}

/** An enum. A required constant is selected from the start. */
export function choiceEditor(options: FieldOptions): Editor {
  const { schema, required, offersEmpty } = options;
  const values = schema.type === 'boolean' && !schema.enum ? [true, false] : (schema.enum ?? []);
  const select = element('select', {}, element('option', { value: '' }, required ? translate('choose') : translate('notSent')));
  for (const [index, value] of values.entries()) select.append(element('option', { value: index }, textOf(value)));
  const preset = required && values.length === 1 ? '0' : '';
  select.value = preset;
  let isOwn = false;
  select.addEventListener('input', () => {
    isOwn = true;
  });
  const empty = offersEmpty ? element('input', { type: 'checkbox' }) : undefined;
  return {
    ...fieldFrame(options, select, ...emptyLine(options, empty)),
    isPreset: () => preset !== '' && !isOwn,
    expect(isExpected) {
      if (preset !== '' && !isOwn) select.value = isExpected ? preset : '';
    },
    read() {
      if (select.value === '' && empty?.checked) return '';
      const value = select.value === '' ? undefined : values[Number(select.value)];
      return options.typed || (typeof value === 'object' && !isNumber(value))
        ? (value as string | undefined)
        : value === undefined
          ? undefined
          : textOf(value);
    },
    write(value) {
      isOwn = value !== undefined;
      const index = isOwn ? values.findIndex((each) => textOf(each) === textOf(value) || isSameJson(each, value)) : -1;
      select.value = index === -1 ? (isOwn ? '' : preset) : String(index);
      if (empty) empty.checked = value === '';
    },
    problem: () => undefined,
    focus: () => select.focus(),
  };
}

/** Reads one file, or with `multiple` a list; undefined when none is selected. */
export function fileEditor(options: FieldOptions, multiple = false): Editor {
  const input = element('input', { type: 'file', multiple });
  return {
    ...fieldFrame(options, input),
    read() {
      const files = [...(input.files ?? [])].map(fileValue);
      return files.length === 0 ? undefined : multiple ? files : files[0];
    },
    // Scripts cannot select files.
    write: () => {},
    problem: () => undefined,
    focus: () => input.focus(),
  };
}

/** Any value, as JSON or as plain text. Digits outside JSON stay as typed. */
export function anyEditor(options: FieldOptions): Editor {
  const { schema } = options;
  const isStructure = schema.type === 'object' || schema.type === 'array';
  const area = element('textarea', {
    rows: 3,
    spellcheck: 'false',
    placeholder: isStructure ? (schema.type === 'array' ? '[…]' : '{…}') : undefined,
  });
  return {
    ...fieldFrame(options, area),
    read() {
      const text = area.value.trim();
      if (text === '') return undefined;
      if (!/^[[{]/.test(text))
        return options.typed && /^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(text) ? (numberIn(text) as string) : text;
      try {
        return parseExact(text) as ParameterValue;
      } catch {
        return text;
      }
    },
    write(value) {
      area.value = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    },
    problem() {
      const text = area.value.trim();
      if (text === '' || !(isStructure || /^[[{]/.test(text))) return undefined;
      try {
        JSON.parse(text);
        return undefined;
      } catch (error) {
        return `${translate('notJson')}: ${(error as Error).message}`;
      }
    },
    focus: () => area.focus(),
  };
}

/** The number that a text represents, for use in JSON; other text is returned unchanged. */
function numberIn(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return text;
  }
}

function isNumeral(text: string, type: string): boolean {
  return type === 'integer' ? /^[+-]?\d+(?:\.0+)?$/.test(text) : /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text);
}

function placeholder(value: unknown): string | undefined {
  return value === undefined ? undefined : textOf(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : isNumber(value) ? String(value) : (JSON.stringify(value) ?? '');
}
