/**
 * Draws components of ours once, as HTML and as what it says: the HTML is that of Preact, and the tree is put together from what each
 * component gave back on the way. Only for components that we wrote; a page with code of its author is drawn in the sandbox.
 */
import { type ComponentChild, Fragment, isValidElement, options, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { addElement, addNode, type HtmlNode, type ReadyHtml } from '../../../model/html-node.ts';

// biome-ignore lint/suspicious/noExplicitAny: elements of any kind
type Element = VNode<any>;
type Component = (this: unknown, props: unknown, context: unknown) => ComponentChild;

/** `__b` is called before each element is drawn. */
interface Internals {
  __b?: ((vnode: Element) => void) | undefined;
}

/** Throws what a component throws. */
export function renderTree(root: VNode): ReadyHtml {
  const drawn = new Map<unknown, ComponentChild>();
  const internals = options as Internals;
  const before = internals.__b;
  internals.__b = (vnode) => {
    const { type } = vnode;
    if (typeof type === 'function' && type !== Fragment) {
      vnode.type = function (this: unknown, props: unknown, context: unknown) {
        vnode.type = type;
        const made = (type as Component).call(this, props, context);
        drawn.set(vnode, made);
        return made;
      } as typeof type;
    }
    before?.(vnode);
  };
  try {
    const html = renderToString(root);
    const nodes: HtmlNode[] = [];
    addDrawn(nodes, root, drawn);
    return { html, nodes };
  } finally {
    internals.__b = before;
  }
}

function addDrawn(to: HtmlNode[], child: unknown, drawn: ReadonlyMap<unknown, ComponentChild>): void {
  if (typeof child === 'string') {
    if (child !== '') addNode(to, child);
  } else if (typeof child === 'number') addNode(to, String(child));
  else if (Array.isArray(child)) for (const one of child) addDrawn(to, one, drawn);
  else if (isValidElement(child)) addElementOf(to, child as Element, drawn);
}

function addElementOf(to: HtmlNode[], vnode: Element, drawn: ReadonlyMap<unknown, ComponentChild>): void {
  const { type, props } = vnode;
  if (type === Fragment) {
    if (Array.isArray(props.tpl)) {
      for (const node of (props.nodes ?? []) as readonly HtmlNode[]) addNode(to, node);
    } else if (typeof props.part === 'string') {
      const children: HtmlNode[] = [];
      addDrawn(children, props.children, drawn);
      to.push({ tag: `!${props.part}`, attributes: {}, children });
    } else addDrawn(to, props.children, drawn);
  } else if (typeof type === 'function') addDrawn(to, drawn.get(vnode), drawn);
  else if (type !== 'script' && type !== 'style') {
    const children: HtmlNode[] = [];
    addDrawn(children, props.children, drawn);
    addElement(to, type.toLowerCase(), type === 'svg' ? {} : attributesOf(props), children);
  }
}

/** As Preact prints them. */
function attributesOf(props: Readonly<Record<string, unknown>>): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const name in props) {
    if (name === 'children' || name === 'key' || name === 'ref') continue;
    const value = props[name];
    const key = name === 'className' ? 'class' : name === 'htmlFor' ? 'for' : name.toLowerCase();
    if (typeof value === 'string' || typeof value === 'number') attributes[key] = String(value);
    else if (typeof value === 'boolean' && (key.startsWith('aria-') || key.startsWith('data-'))) attributes[key] = String(value);
    else if (value === true) attributes[key] = '';
  }
  return attributes;
}
