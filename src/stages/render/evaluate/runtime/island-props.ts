/** The props of an island in two forms: as JSON for the browser (`EncodedProp`), and as the component receives them here. */
import { type ComponentType, h, isValidElement, type VNode } from 'preact';
import { type EncodedProp, noBox, slotTag } from '../../../../shared/components/islands.ts';
import { exportRefOf, type Home, referenceTo } from './homes.ts';

/** Author values of any type. */
export type Props = Record<string, unknown>;

interface Form<T> {
  readonly encoded: T;
  readonly given: T;
}

/** Callbacks for encoding. */
export interface PropsCoder {
  /** The export of the component. */
  readonly home: Home;
  /** HTML of markup that was passed to the island. */
  readonly drawSlot: (content: unknown) => string;
  /** Called for a function in the prop `name` that the browser cannot import. If this returns, the function is left out. */
  readonly unknownFunction: (name: string) => void;
}

/** `references` are the functions that the island's script must include. */
export interface CodedProps extends Form<Props> {
  readonly references: ReadonlySet<string>;
  /** A template for each slot that the component did not render; call after rendering it. */
  hiddenSlots(): string;
}

/** Undefined values, `ref` and functions that cannot be imported are left out of both; markup becomes a slot. */
export function codeProps(props: Props, { home, drawSlot, unknownFunction }: PropsCoder): CodedProps {
  const references = new Set<string>();
  const slots: { readonly content: unknown; isDrawn: boolean }[] = [];

  function code(value: unknown, name: string): Form<unknown> {
    const same = { encoded: value, given: value };
    if (typeof value === 'function') return codeFunction(value, name);
    if (typeof value === 'bigint') return { encoded: String(value), given: value };
    if (typeof value !== 'object' || value === null) return same;
    if (isValidElement(value)) return isCompound(value) ? codeElement(value as VNode<Props>) : codeSlot(value);
    if (Array.isArray(value)) {
      if (value.some((item) => isValidElement(item)) && !value.some(isCompound)) return codeSlot(value);
      const items = value.map((item) => code(item, name));
      return { encoded: items.map(({ encoded }) => encoded ?? null), given: items.map(({ given }) => given) };
    }
    return typeof (value as { toJSON?: unknown }).toJSON === 'function' ? same : codeAll(value as Props);
  }

  function codeAll(values: Props): Form<Props> {
    const encoded: Props = {};
    const given: Props = {};
    for (const name of Object.keys(values)) {
      const form = values[name] === undefined || name === 'ref' ? undefined : code(values[name], name);
      if (!form || form.given === undefined) continue;
      encoded[name] = form.encoded;
      given[name] = form.given;
    }
    return { encoded, given };
  }

  function codeFunction(value: unknown, name: string): Form<unknown> {
    const known = referenceTo(value);
    if (known === undefined) {
      unknownFunction(name);
      return { encoded: undefined, given: undefined };
    }
    references.add(known);
    return { encoded: { $ref: known } satisfies EncodedProp, given: value };
  }

  /** A parent that reads the props of its children (`child.props.title`) is defined in the same file as they are. */
  function isCompound(item: unknown): boolean {
    const sibling = isValidElement(item) ? exportRefOf((item as VNode).type) : undefined;
    return sibling?.module === home.module && sibling.name !== home.name;
  }

  function codeElement({ type, props: inner, key }: VNode<Props>): Form<unknown> {
    const name = referenceTo(type) as string;
    references.add(name);
    const { encoded, given } = codeAll(inner);
    const element: EncodedProp = { $element: name, props: encoded, ...(key !== undefined && key !== null && { key: String(key) }) };
    return { encoded: element, given: h(type as ComponentType<Props>, { ...given, key }) };
  }

  function codeSlot(content: unknown): Form<unknown> {
    const slot = { content, isDrawn: false };
    const number = slots.push(slot) - 1;
    const Slot = () => {
      slot.isDrawn = true;
      const __html = drawSlot(content);
      return h(slotTag as 'div', { 'data-slot': number, style: noBox, dangerouslySetInnerHTML: { __html } } as object);
    };
    return { encoded: { $slot: number } satisfies EncodedProp, given: h(Slot, null) };
  }

  return {
    ...codeAll(props),
    references,
    hiddenSlots: () =>
      slots
        .map(({ content, isDrawn }, number) => (isDrawn ? '' : `<template data-slot="${number}">${drawSlot(content)}</template>`))
        .join(''),
  };
}
