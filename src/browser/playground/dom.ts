/** Creates DOM nodes. Pages require trusted types and all texts are untrusted, so strings never become markup. */

/** Ignores false and undefined, so that children can be conditional. */
export type Child = Node | string | false | undefined;
type Value = string | number | boolean | undefined | ((event: Event) => void);

/** An element with attributes (`true` = present, `false` and `undefined` = absent), listeners (`onclick`) and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) node.setAttribute(name, value === true ? '' : String(value));
  }
  node.append(...present(children));
  return node;
}

/** A button that does not submit a form; `label` is text. */
export function button(label: string, className: string, onclick: (event: Event) => void): HTMLButtonElement {
  return element('button', { type: 'button', class: className, onclick }, label);
}

/** Replaces the children. */
export function fill(node: Element, ...children: readonly Child[]): void {
  node.replaceChildren(...present(children));
}

let counter = 0;

/** A unique id that differs from the anchors of the page. */
export function newId(): string {
  counter += 1;
  return `playground:${counter}`;
}

function present(children: readonly Child[]): (Node | string)[] {
  return children.filter((child) => child !== undefined && child !== false);
}
