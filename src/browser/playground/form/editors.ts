/** Creates the controls for a schema: scalars, lists, objects, variants. */
import { isNumber, isRecord, isSameJson, isWhole } from '../../../shared/playground/exact-number.ts';
import type { InputSchema } from '../../../shared/playground/playground.ts';
import type { FieldValue, FileValue, ParameterValue } from '../../../shared/request/request.ts';
import { button, element } from '../dom.ts';
import { translate } from '../translate.ts';
import { type Editor, type FieldOptions, type GroupFrame, groupFrame } from './field.ts';
import { anyEditor, choiceEditor, fileEditor, textEditor } from './scalar-editors.ts';

/** Maximum nesting of form groups; deeper values are edited as JSON. */
const deepestGroup = 3;

/**
 * Never fails: a schema without type gets a text field. Objects and lists deeper than three levels are edited as JSON.
 */
export function editorFor(options: FieldOptions): Editor {
  const editor = controlFor(options);
  return options.typed ? keepingWritten(editor) : editor;
}

/** Preserves values that no control can show (null, empty text, empty list) until something changes. */
function keepingWritten(editor: Editor): Editor {
  let written: { readonly value: unknown; readonly shown: string | undefined } | undefined;
  return {
    ...editor,
    read() {
      const value = editor.read();
      return written && JSON.stringify(value) === written.shown ? (written.value as FieldValue | undefined) : value;
    },
    write(value) {
      editor.write(value);
      written = value === undefined ? undefined : { value, shown: JSON.stringify(editor.read()) };
    },
  };
}

function controlFor(options: FieldOptions): Editor {
  const { schema, depth = 0 } = options;
  if (schema.variants && schema.variants.length > 0) return variantEditor(options, schema.variants);
  if (schema.enum || schema.type === 'boolean') return choiceEditor(options);
  switch (schema.type) {
    case 'file':
      return fileEditor(options);
    case 'array':
      if (schema.items?.type === 'file') return fileEditor(options, true);
      return depth < deepestGroup && schema.items ? listEditor(options, schema.items) : anyEditor(options);
    case 'object':
      return depth < deepestGroup && schema.properties ? objectEditor(options, schema.properties) : anyEditor(options);
    case 'any':
      return anyEditor(options);
    default:
      return textEditor(options);
  }
}

function objectEditor(options: FieldOptions, properties: NonNullable<InputSchema['properties']>): Editor {
  const frame = groupFrame(options);
  const depth = (options.depth ?? 0) + 1;
  const typed = options.typed ?? false;
  const editors = properties.map(({ name, required = false, schema }) => ({
    name,
    required,
    editor: editorFor({ name, schema, required, depth, typed }),
  }));
  const known = new Set(properties.map(({ name }) => name));
  /** Members without a control are preserved. */
  let others: readonly (readonly [string, unknown])[] = [];
  frame.content.append(...editors.map(({ editor }) => editor.node));
  let isExpected = options.required === true;
  /** A missing constant is shown as it will be sent, until something changes. */
  let isAsWritten = false;
  const isWanted = () => isExpected || isBegun();
  const settle = () => {
    const wanted = isWanted() && !isAsWritten;
    for (const { required, editor } of editors) editor.expect?.(wanted && required);
  };
  const isBegun = () => others.length > 0 || editors.some(({ editor }) => editor.read() !== undefined && !editor.isPreset?.());
  settle();
  // Selecting a variant is a `change` event only.
  for (const type of ['input', 'change'])
    frame.content.addEventListener(type, () => {
      isAsWritten = false;
      settle();
    });
  return {
    ...frame,
    isPreset: () => !isBegun(),
    expect(is) {
      isExpected = is;
      settle();
    },
    read() {
      const value = membersOf(editors, others);
      return isBegun() || (isExpected && Object.keys(value).length > 0) ? value : undefined;
    },
    write(value) {
      const given = isRecord(value) ? value : {};
      for (const { name, editor } of editors) editor.write(Object.hasOwn(given, name) ? given[name] : undefined);
      others = Object.entries(given).filter(([name]) => !known.has(name));
      isAsWritten = isRecord(value);
      settle();
    },
    ...judged(frame, () => {
      const wants = isWanted();
      return firstProblem(
        editors.map(({ name, required, editor }) => ({
          editor,
          missing: wants && required && editor.read() === undefined ? translate('required', { name }) : undefined,
        })),
      );
    }),
    focus: () => editors[0]?.editor.focus(),
  };
}

/** The members of an object: those with a control that has a value, then the others. */
function membersOf(
  editors: readonly { readonly name: string; readonly editor: Editor }[],
  others: readonly (readonly [string, unknown])[],
): Record<string, ParameterValue> {
  const value: Record<string, ParameterValue> = Object.create(null);
  for (const { name, editor } of editors) {
    const inner = editor.read();
    if (inner !== undefined) value[name] = inner as ParameterValue;
  }
  for (const [name, inner] of others) value[name] = inner as ParameterValue;
  return value;
}

function listEditor(options: FieldOptions, items: InputSchema): Editor {
  const frame = groupFrame(options);
  const { name, typed } = options;
  const rows: { readonly editor: Editor; readonly node: HTMLElement }[] = [];
  const list = element('div', { class: 'playground-items' });
  const add = button(translate('add', { name }), 'playground-add', () => {
    append().focus();
    frame.node.dispatchEvent(new Event('input', { bubbles: true }));
  });
  frame.content.append(list, add);

  function append(value?: unknown): Editor {
    const label = `${name} ${rows.length + 1}`;
    const editor = editorFor({ name: label, schema: items, depth: (options.depth ?? 0) + 1, typed: typed ?? false });
    if (value !== undefined) editor.write(value);
    const remove = button('×', 'playground-remove', () => {
      rows.splice(
        rows.findIndex((row) => row.editor === editor),
        1,
      );
      node.remove();
      frame.node.dispatchEvent(new Event('input', { bubbles: true }));
      add.focus();
    });
    remove.ariaLabel = translate('remove', { name: label });
    const node = element('div', { class: 'playground-item' }, editor.node, remove);
    rows.push({ editor, node });
    list.append(node);
    return editor;
  }

  if (options.required) append();
  return {
    ...frame,
    read() {
      const values = rows.map(({ editor }) => editor.read()).filter((value) => value !== undefined);
      return values.length === 0 ? undefined : (values as readonly ParameterValue[] | readonly FileValue[]);
    },
    write(value) {
      rows.splice(0);
      list.replaceChildren();
      for (const item of Array.isArray(value) ? value : value === undefined || value === '' ? [] : [value]) append(item);
    },
    ...judged(frame, () => firstProblem(rows)),
    focus: () => (rows[0] ? rows[0].editor.focus() : add.focus()),
  };
}

/**
 * A choice of variants by title, and the controls of the selected one combined with those of the surrounding schema.
 */
function variantEditor(options: FieldOptions, variants: NonNullable<InputSchema['variants']>): Editor {
  // A whole body has no frame.
  const depth = options.depth === undefined ? 0 : options.depth + 1;
  const place = element('div', { class: 'playground-group-content' });
  const select = element('select', { 'aria-label': translate('kindOf', { name: options.name }) });
  for (const [index, { title }] of variants.entries()) select.append(element('option', { value: index }, title));
  let isExpected = options.required === true;
  /**
   * Editors of variants shown since the last `write`; they keep typed values, except those changed in another variant.
   */
  let made: Editor[] = [];
  let chosen = 0;
  let editor = choose(0);
  select.addEventListener('change', () => {
    const index = Number(select.value);
    const isKnown = made[index] !== undefined;
    const before = editor.read();
    const left = schemaAt(chosen);
    editor = choose(index);
    const shared = sharedMembers(before, left, schemaAt(index));
    const own = isKnown ? editor.read() : undefined;
    if (shared) editor.write(isRecord(own) ? { ...own, ...shared } : shared);
  });

  function schemaAt(index: number): InputSchema {
    return joined(options.schema, variants[index]?.schema ?? (variants[0] as { schema: InputSchema }).schema);
  }
  function choose(index: number): Editor {
    made[index] ??= editorFor({ ...options, schema: schemaAt(index), depth });
    const shown = made[index];
    chosen = index;
    shown.expect?.(isExpected);
    place.replaceChildren(shown.node);
    return shown;
  }

  return {
    node: element('div', { class: 'playground-variants' }, select, place),
    read: (): FieldValue | undefined => editor.read(),
    isPreset: () => editor.isPreset?.() ?? false,
    expect(is) {
      isExpected = is;
      editor.expect?.(is);
    },
    write(value) {
      const fits = variants.map(({ schema }) => fitOf(value, joined(options.schema, schema)));
      const index = value === undefined ? Number(select.value) : fits.indexOf(Math.max(...fits));
      select.value = String(index);
      made = [];
      editor = choose(index);
      editor.write(value);
    },
    complain: (problem) => editor.complain(problem),
    problem: () => editor.problem(),
    focus: () => editor.focus(),
  };
}

/** A variant includes the members of the surrounding schema; its own definition takes precedence. */
function joined({ properties: around = [] }: InputSchema, variant: InputSchema): InputSchema {
  const { type, properties = [], items } = variant;
  if (around.length === 0 || items || (type !== 'object' && type !== 'any')) return variant;
  const own = new Set(properties.map(({ name }) => name));
  return { ...variant, type: 'object', properties: [...around.filter(({ name }) => !own.has(name)), ...properties] };
}

/**
 * The members that another variant takes over: known ones, and those without a field in both. Undefined without a
 * value.
 */
function sharedMembers(value: unknown, left: InputSchema, wanted: InputSchema): Record<string, unknown> | undefined {
  if (!isRecord(value)) return undefined;
  const shared: Record<string, unknown> = Object.create(null);
  for (const { name, required, schema } of wanted.properties ?? []) {
    const isTaken = Object.hasOwn(value, name) && fitOf(value[name], schema) !== -Infinity;
    // A constant is preset as in an empty form.
    const preset = required && schema.enum?.length === 1 ? schema.enum[0] : undefined;
    const member = isTaken ? value[name] : preset;
    if (member !== undefined) shared[name] = member;
  }
  if (wanted.type === 'object') {
    const known = new Set([...namesIn(left), ...namesIn(wanted)]);
    for (const [name, member] of Object.entries(value)) if (!known.has(name)) shared[name] = member;
  }
  return Object.keys(shared).length > 0 ? shared : undefined;
}

/** All names that have a field in some variant. */
function namesIn({ properties = [], variants = [] }: InputSchema): string[] {
  return [...properties.map(({ name }) => name), ...variants.flatMap(({ schema }) => namesIn(schema))];
}

/** A score for selecting a variant by value; -Infinity = another type. */
export function fitOf(value: unknown, schema: InputSchema): number {
  if (schema.variants) return Math.max(...schema.variants.map((variant) => fitOf(value, joined(schema, variant.schema))));
  if (schema.enum) return schema.enum.some((each) => isSameJson(each, value)) ? 1 : -Infinity;
  if (Array.isArray(value)) return schema.type === 'array' ? 1 : schema.type === 'any' ? 0 : -Infinity;
  if (isRecord(value)) {
    if (schema.type !== 'object') return schema.type === 'any' ? 0 : -Infinity;
    let fit = 0;
    for (const { name, required, schema: inner } of schema.properties ?? []) {
      const isThere = Object.hasOwn(value, name);
      // A constant distinguishes variants: a different value outweighs all matching names.
      if (isThere) fit += inner.enum && fitOf(value[name], inner) === -Infinity ? -1000 : 1;
      else if (required) fit -= 1;
    }
    return fit;
  }
  if (schema.type === 'array' || schema.type === 'object' || (isNumber(value) && schema.type === 'boolean')) return -Infinity;
  // Text fields accept values of any type, but a matching type is better.
  const type = isWhole(value) && schema.type === 'integer' ? 'integer' : isNumber(value) ? 'number' : typeof value;
  return schema.type === type ? 1 : 0;
}

/** Problems of nested fields are not repeated for the group. */
function judged(frame: GroupFrame, judge: () => string | undefined): Pick<Editor, 'problem' | 'complain'> {
  let inside: string | undefined;
  return {
    problem() {
      inside = judge();
      return inside;
    },
    complain: (words) => frame.complain(words === inside ? undefined : words),
  };
}

/** Marks every invalid field, and returns the first problem. */
function firstProblem(fields: readonly { readonly editor: Editor; readonly missing?: string | undefined }[]): string | undefined {
  let first: string | undefined;
  for (const { editor, missing } of fields) {
    const inner = editor.problem();
    const problem = missing ?? inner;
    editor.complain(problem);
    first ??= problem;
  }
  return first;
}
