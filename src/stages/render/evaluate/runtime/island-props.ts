/** The props of an island in two forms: as JSON for the browser (`EncodedProp`), and as the component receives them here. */
import { type ComponentType, h, isValidElement, type VNode } from 'preact';
import { type EncodedProp, noBox, plainTags, slotTag } from '../../../../shared/components/islands.ts';
import { type ExportRef, exportRefOf, referenceOf } from './export-refs.ts';

/** Author values of any type. */
export type Props = Record<string, unknown>;

interface EncodedValue<T> {
  readonly encoded: T;
  readonly received: T;
}

/** Callbacks for encoding. */
export interface PropsEncoder {
  /** The export of the component. */
  readonly exportRef: ExportRef;
  /** HTML of markup that was passed to the island. */
  readonly renderSlot: (content: unknown) => string;
  /** Called for a function in the prop `name` that the browser cannot import. If this returns, the function is left out. */
  readonly unknownFunction: (name: string) => void;
}

/** `references` are the functions that the island's script must include. */
export interface EncodedProps extends EncodedValue<Props> {
  readonly references: ReadonlySet<string>;
  /** A template for each slot that the component did not render; call after rendering it. */
  hiddenSlots(): string;
}

/** Longer markup is passed as a slot, because the page would contain it twice: as HTML and as JSON. */
const longestPlainText = 1000;

/** Whether the value is markup that is passed as elements. */
function isShort(value: unknown): boolean {
  let length = 0;
  let hasElements = false;
  const isPlain = (item: unknown): boolean => {
    if (Array.isArray(item)) return item.every(isPlain);
    if (typeof item === 'string') length += item.length;
    if (length > longestPlainText) return false;
    if (typeof item !== 'object' || item === null) return typeof item !== 'function' && typeof item !== 'bigint';
    const { type, props, key, ref } = item as VNode<Props>;
    if (!isValidElement(item) || typeof type !== 'string' || !plainTags.has(type) || key != null || ref != null) return false;
    hasElements = true;
    return Object.entries(props).every(([name, prop]) =>
      name === 'children' ? isPlain(prop) : typeof prop === 'string' && isPlain(prop) && !/^on/i.test(name),
    );
  };
  return isPlain(value) && hasElements;
}

/** Undefined values, `ref` and functions that cannot be imported are left out of both; long markup becomes a slot. */
export function encodeProps(props: Props, encoder: PropsEncoder): EncodedProps {
  const island = new IslandEncoder(encoder);
  return { ...island.encodeAll(props), references: island.references, hiddenSlots: () => island.hiddenSlots() };
}

class IslandEncoder {
  readonly references = new Set<string>();
  readonly #slots: { readonly content: unknown; isRendered: boolean }[] = [];
  readonly #encoder: PropsEncoder;

  constructor(encoder: PropsEncoder) {
    this.#encoder = encoder;
  }

  hiddenSlots(): string {
    return this.#slots
      .map(({ content, isRendered }, number) =>
        isRendered ? '' : `<template data-slot="${number}">${this.#encoder.renderSlot(content)}</template>`,
      )
      .join('');
  }

  #encode(value: unknown, name: string): EncodedValue<unknown> {
    const same = { encoded: value, received: value };
    if (typeof value === 'function') return this.#encodeFunction(value, name);
    if (typeof value === 'bigint') return { encoded: String(value), received: value };
    if (typeof value !== 'object' || value === null) return same;
    if (isShort(value)) return encodePlain(value);
    if (isValidElement(value)) return this.#isCompound(value) ? this.#encodeElement(value as VNode<Props>) : this.#encodeSlot(value);
    if (Array.isArray(value)) {
      if (value.some((item) => isValidElement(item)) && !value.some((item) => this.#isCompound(item))) return this.#encodeSlot(value);
      const items = value.map((item) => this.#encode(item, name));
      return { encoded: items.map(({ encoded }) => encoded ?? null), received: items.map(({ received }) => received) };
    }
    return typeof (value as { toJSON?: unknown }).toJSON === 'function' ? same : this.encodeAll(value as Props);
  }

  encodeAll(values: Props): EncodedValue<Props> {
    const encoded: Props = {};
    const received: Props = {};
    for (const name of Object.keys(values)) {
      const form = values[name] === undefined || name === 'ref' ? undefined : this.#encode(values[name], name);
      if (!form || form.received === undefined) continue;
      encoded[name] = form.encoded;
      received[name] = form.received;
    }
    return { encoded, received };
  }

  #encodeFunction(value: unknown, name: string): EncodedValue<unknown> {
    const known = referenceOf(value);
    if (known === undefined) {
      this.#encoder.unknownFunction(name);
      return { encoded: undefined, received: undefined };
    }
    this.references.add(known);
    return { encoded: { $ref: known } satisfies EncodedProp, received: value };
  }

  /** A parent that reads the props of its children (`child.props.title`) is defined in the same file as they are. */
  #isCompound(item: unknown): boolean {
    const sibling = isValidElement(item) ? exportRefOf((item as VNode).type) : undefined;
    return sibling?.module === this.#encoder.exportRef.module && sibling.name !== this.#encoder.exportRef.name;
  }

  #encodeElement({ type, props: inner, key }: VNode<Props>): EncodedValue<unknown> {
    const name = referenceOf(type) as string;
    this.references.add(name);
    const { encoded, received } = this.encodeAll(inner);
    const element: EncodedProp = { $element: name, props: encoded, ...(key !== undefined && key !== null && { key: String(key) }) };
    return { encoded: element, received: h(type as ComponentType<Props>, { ...received, key }) };
  }

  #encodeSlot(content: unknown): EncodedValue<unknown> {
    const slot = { content, isRendered: false };
    const number = this.#slots.push(slot) - 1;
    const Slot = () => {
      slot.isRendered = true;
      const __html = this.#encoder.renderSlot(content);
      return h(slotTag as 'div', { 'data-slot': number, style: noBox, dangerouslySetInnerHTML: { __html } } as object);
    };
    return { encoded: { $slot: number } satisfies EncodedProp, received: h(Slot, null) };
  }
}

/** Short markup without components, as elements. */
function encodePlain(value: unknown): EncodedValue<unknown> {
  const encodeItem = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(encodeItem);
    if (!isValidElement(item)) return item ?? null;
    const { type, props: inner } = item as VNode<Props>;
    const { children, ...attributes } = inner;
    const encodedChildren = children === undefined ? {} : { children: encodeItem(children) };
    return { $tag: type as string, props: { ...attributes, ...encodedChildren } } satisfies EncodedProp;
  };
  return { encoded: encodeItem(value), received: value };
}
