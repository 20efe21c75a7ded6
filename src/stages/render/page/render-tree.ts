/**
 * Renders built-in components once, as HTML and as nodes. Preact produces the HTML; the nodes are collected from the
 * output of each component. Only for trusted components: pages with author code are rendered in the sandbox.
 */
import { type ComponentChild, Fragment, isValidElement, options, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { addElement, addNode, type HtmlNode, type ReadyHtml } from '../../../model/html-node.ts';

// biome-ignore lint/suspicious/noExplicitAny: elements of any kind
type Element = VNode<any>;
type Component = (this: unknown, props: unknown, context: unknown) => ComponentChild;

/** Preact calls `__b` before it renders an element. */
interface Internals {
  __b?: ((vnode: Element) => void) | undefined;
}

/** Rethrows errors of components. */
export function renderTree(root: VNode): ReadyHtml {
  const outputs = new Map<unknown, ComponentChild>();
  const internals = options as Internals;
  const before = internals.__b;
  internals.__b = (vnode) => {
    const { type } = vnode;
    if (typeof type === 'function' && type !== Fragment) {
      vnode.type = function (this: unknown, props: unknown, context: unknown) {
        vnode.type = type;
        const output = (type as Component).call(this, props, context);
        outputs.set(vnode, output);
        return output;
      } as typeof type;
    }
    before?.(vnode);
  };
  try {
    const html = renderToString(root);
    const nodes: HtmlNode[] = [];
    addOutput(nodes, root, outputs);
    return { html, nodes };
  } finally {
    internals.__b = before;
  }
}

function addOutput(to: HtmlNode[], child: unknown, outputs: ReadonlyMap<unknown, ComponentChild>): void {
  if (typeof child === 'string') {
    if (child !== '') addNode(to, child);
  } else if (typeof child === 'number') addNode(to, String(child));
  else if (Array.isArray(child)) for (const one of child) addOutput(to, one, outputs);
  else if (isValidElement(child)) addVNode(to, child as Element, outputs);
}

function addVNode(to: HtmlNode[], vnode: Element, outputs: ReadonlyMap<unknown, ComponentChild>): void {
  const { type, props } = vnode;
  if (type === Fragment) {
    if (Array.isArray(props.tpl)) {
      for (const node of (props.nodes ?? []) as readonly HtmlNode[]) addNode(to, node);
    } else if (typeof props.part === 'string') {
      const children: HtmlNode[] = [];
      addOutput(children, props.children, outputs);
      to.push({ tag: `!${props.part}`, attributes: {}, children });
    } else addOutput(to, props.children, outputs);
  } else if (typeof type === 'function') addOutput(to, outputs.get(vnode), outputs);
  else if (type !== 'script' && type !== 'style') {
    const children: HtmlNode[] = [];
    addOutput(children, props.children, outputs);
    addElement(to, type.toLowerCase(), type === 'svg' ? {} : attributesOf(props), children);
  }
}

/** The same attributes that Preact renders. */
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
