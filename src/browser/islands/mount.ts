import { Component, type ComponentChild, type ComponentType, h, hydrate, options, render, type VNode } from 'preact';
import { type EncodedProp, noBox, plainTags, rawTag, slotTag } from '../../shared/components/islands.ts';
import { registerIcons, watchIcons } from './icons.ts';

/** What the props and the name of a component refer to. */
export interface Scope {
  readonly names: Readonly<Record<string, unknown>>;
  /** Creates an element of the page; removes unsafe attributes. */
  readonly createElement: (tag: string, props: Readonly<Record<string, unknown>>) => unknown;
}

/** Slot number → its nodes, wherever they are now. */
type Slots = ReadonlyMap<number, readonly Node[]>;

let watching = false;

/**
 * Hydrates one island: takes the markup of its props from the page, decodes the props, and lets Preact take over the
 * HTML. If a component fails, its HTML stays.
 */
export function mountIsland(element: HTMLElement, scope: Scope): void {
  if (!watching) {
    watching = true;
    watchRawHtml();
    watchIcons();
  }
  const component = scope.names[element.dataset.component ?? ''];
  if (typeof component !== 'function') return;
  const slots = takeSlots(element);
  const props = decodeProps(JSON.parse(element.dataset.props ?? '{}'), scope, slots);
  const before = [...element.childNodes].map((node) => node.cloneNode(true));
  const contained = h(Contained, { restore: () => element.replaceChildren(...before) }, h(component as ComponentType, props));
  if (element.dataset.client === undefined) hydrate(contained, element);
  else render(contained, element);
}

/** Error boundary: restores the component's static HTML. */
class Contained extends Component<{ readonly restore: () => void; readonly children?: ComponentChild }, { failed: boolean }> {
  override state = { failed: false };

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ failed: true }, this.props.restore);
  }

  override render(): ComponentChild {
    return this.state.failed ? null : this.props.children;
  }
}

function takeSlots(island: HTMLElement): Slots {
  const slots = new Map<number, Node[]>();
  for (const slotElement of island.querySelectorAll<HTMLElement>(slotTag)) {
    if (slotElement.parentElement?.closest(island.localName) === island)
      slots.set(Number(slotElement.dataset.slot), [...slotElement.childNodes]);
  }
  for (const child of [...island.children]) {
    if (!(child instanceof HTMLTemplateElement)) continue;
    child.remove();
    if (child.dataset.slot !== undefined) slots.set(Number(child.dataset.slot), [...child.content.childNodes]);
    else registerIcons(child);
  }
  return slots;
}

/** Holds page nodes inside the component's tree. Preact does not manage its content. */
class Slot extends Component<{ readonly number: number; readonly nodes: readonly Node[] }> {
  override shouldComponentUpdate(): boolean {
    return false;
  }

  override render({ number, nodes }: { number: number; nodes: readonly Node[] }): VNode {
    const fill = (element: Element | null) => {
      if (!element || element.hasChildNodes()) return;
      // Shown twice: the second one gets a copy.
      element.append(...nodes.map((node) => (node.isConnected ? node.cloneNode(true) : node)));
    };
    return h(slotTag, { 'data-slot': number, style: noBox, ref: fill, dangerouslySetInnerHTML: { __html: '' } } as object);
  }
}

function decodeProps(props: Readonly<Record<string, unknown>>, scope: Scope, slots: Slots): Record<string, unknown> {
  return Object.fromEntries(Object.entries(props).map(([name, value]) => [name, decode(value, scope, slots)]));
}

function decode(value: unknown, scope: Scope, slots: Slots): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => decode(item, scope, slots));
  const encoded = value as EncodedProp;
  if ('$slot' in encoded) return h(Slot, { key: encoded.$slot, number: encoded.$slot, nodes: slots.get(encoded.$slot) ?? [] });
  if ('$ref' in encoded) return scope.names[encoded.$ref];
  if ('$tag' in encoded) {
    return plainTags.has(encoded.$tag) ? scope.createElement(encoded.$tag, decodeProps(encoded.props, scope, slots)) : null;
  }
  if ('$element' in encoded) {
    const props = decodeProps(encoded.props, scope, slots);
    return h(scope.names[encoded.$element] as ComponentType, encoded.key === undefined ? props : { ...props, key: encoded.key });
  }
  return decodeProps(value as Record<string, unknown>, scope, slots);
}

/** Ready-made HTML (`jsxTemplate`) only exists in the server renderer: here it becomes an element. */
function watchRawHtml(): void {
  const previousHook = options.vnode;
  options.vnode = (vnode) => {
    const element = vnode as { type: unknown; props: { tpl?: readonly string[] } };
    if (Array.isArray(element.props?.tpl)) {
      const __html = element.props.tpl.join('');
      element.type = rawTag;
      element.props = { style: noBox, dangerouslySetInnerHTML: { __html } } as object;
    }
    previousHook?.(vnode);
  };
}
