/**
 * Detects during rendering which of the author's components are interactive, and writes those as islands
 * (`shared/components/islands.ts`). A component is interactive if it keeps state, has effects or passes a function to
 * an event. That is known only after rendering it, so each is first rendered as static HTML:
 *
 *   <Layout><Counter start={3}/></Layout>
 *   Layout   renders without state            → static HTML, ships no code
 *   Counter  calls useState → `throw frame`   → rendered again as <docs-island …> with its subtree
 *
 * An interactive component whose props contain a function of its creator cannot run alone: then its creator becomes
 * the island.
 */
import { type ComponentType, h, options, type VNode } from 'preact';
import { jsxTemplate } from 'preact/jsx-runtime';
import { renderToString } from 'preact-render-to-string';
import { islandTag, noBox, rawTag, reference } from '../../../../shared/components/islands.ts';
import { escapeHtml } from '../../../../shared/html.ts';
import type { LiveComponent } from '../protocol.ts';
import { clientOnly, drawing, report, tryAgain } from './faults.ts';
import { exportRefOf, type Home, isOwn, nameOf } from './homes.ts';
import { codeProps, type Props } from './island-props.ts';

// biome-ignore lint/suspicious/noExplicitAny: any component of the author's
type Component = ComponentType<any>;

/** An author component that is being rendered as static HTML; thrown when it turns out to be interactive. */
interface Frame {
  readonly component: Component;
  alive: boolean;
}

const alive = new Set<Component>();
const browserOnly = new Set<Component>();
const found = new Map<string, { home: Home; references: Set<string> }>();
const frames: Frame[] = [];
const makers = new WeakMap<object, Frame>();
/** Elements that a boundary has already processed. */
const opened = new WeakSet<object>();
/** Placeholder keys of the icons that the current island may show. */
let icons = new Set<string>();
const moduleIcons = new Map<string, readonly string[]>();
let insideIsland = false;

/** Icons named in the code of a module, whether or not they are shown initially. */
export function settleIcons(module: string, names: readonly string[]): void {
  moduleIcons.set(
    module,
    names.map((name) => `::${name}`),
  );
}

/** Registers a component that can only be rendered in a browser, because its module fails here. */
export function settleBrowserOnly(component: Component): void {
  alive.add(component);
  browserOnly.add(component);
}

/** All components that the page rendered as islands, each once, with the references of all instances. */
export function liveComponents(): LiveComponent[] {
  return [...found.values()].map(({ home, references }) => ({ ...home, references: [...references].sort() }));
}

/** Called when the current component passes a function to an event, or calls a hook that needs a browser. */
export function markAlive(): void {
  const frame = frames.at(-1);
  if (!frame || insideIsland) return;
  frame.alive = true;
  throw frame;
}

/** useState, useReducer, useEffect, useLayoutEffect, useImperativeHandle by Preact's numbers. */
const liveHooks = new Set([1, 2, 3, 4, 6]);

interface Internals {
  vnode?: (vnode: VNode) => void;
  __b?: (vnode: VNode) => void;
  __h?: (component: { __v?: VNode }, index: number, hook: number) => void;
}

/** Installs the rendering hooks of Preact. Call once, after other code that sets hooks (compat). */
export function watchRendering(): void {
  const internals = options as unknown as Internals;
  const { vnode: made, __b: beforeDrawing, __h: hookCalled } = internals;
  internals.vnode = (vnode) => {
    const frame = frames.at(-1);
    if (frame && typeof vnode.type === 'function') makers.set(vnode, frame);
    made?.(vnode);
  };
  internals.__b = (vnode) => {
    const element = vnode as { type: unknown; props: Props };
    if (insideIsland && typeof element.props?.['data-icon'] === 'string') icons.add(element.props['data-icon']);
    if (typeof element.type === 'function') {
      if (insideIsland) {
        if (Array.isArray(element.props.tpl)) {
          const __html = element.props.tpl.join('');
          element.type = rawTag;
          element.props = { style: noBox, dangerouslySetInnerHTML: { __html } };
        }
      } else if (exportRefOf(element.type) && !opened.has(vnode) && mayHoldIsland(vnode)) {
        element.props = { component: element.type, props: element.props, maker: makers.get(vnode) };
        element.type = Boundary;
      }
      drawing(element.type === Boundary ? element.props.component : element.type);
    }
    beforeDrawing?.(vnode);
  };
  internals.__h = (component, index, hook) => {
    if (liveHooks.has(hook) && !isOwn(component.__v?.type)) markAlive();
    hookCalled?.(component, index, hook);
  };
}

/**
 * Elements whose content model does not allow an island; interactive content in them makes the surrounding component
 * the island.
 */
const closed = new Set(['svg', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup', 'select', 'optgroup', 'datalist']);
const opens = new Set(['foreignObject', 'td', 'th', 'caption']);

function mayHoldIsland(vnode: VNode): boolean {
  for (let parent = parentOf(vnode); parent; parent = parentOf(parent)) {
    if (typeof parent.type !== 'string') continue;
    if (opens.has(parent.type)) return true;
    if (closed.has(parent.type)) return false;
  }
  return true;
}

function parentOf(vnode: VNode): VNode | undefined {
  return (vnode as unknown as { __?: VNode }).__;
}

interface BoundaryProps {
  readonly component: Component;
  readonly props: Props;
  readonly maker?: Frame;
}

function Boundary(this: { context: object }, { component, props, maker }: BoundaryProps): unknown {
  return alive.has(component) ? island(component, props, maker, this.context) : plain(component, props, maker, this.context);
}

function plain(component: Component, props: Props, maker: Frame | undefined, context: object): unknown {
  const frame: Frame = { component, alive: typeof component.prototype?.render === 'function' };
  const depth = frames.length;
  frames.push(frame);
  try {
    if (frame.alive) throw frame;
    const html = renderToString(open(component, props), context);
    if (!frame.alive) return jsxTemplate([html]);
  } catch (error) {
    frames.length = depth;
    if (isFrame(error) && error !== frame) throw error;
    if (error !== frame) {
      if (tryAgain(error)) return plain(component, props, maker, context);
      if (!clientOnly(error)) return report(error, { component: nameOf(component) });
      browserOnly.add(component);
    }
  } finally {
    frames.length = depth;
  }
  alive.add(component);
  return island(component, props, maker, context);
}

function island(component: Component, props: Props, maker: Frame | undefined, context: object): unknown {
  const home = exportRefOf(component) as Home;
  const coded = codeProps(props, {
    home,
    drawSlot: (content) => drawSlot(content, context),
    unknownFunction(name) {
      // Only the creator of the function can create it again in the browser.
      if (maker && frames.includes(maker)) {
        maker.alive = true;
        throw maker;
      }
      report({ kind: 'island-prop', message: name }, { component: nameOf(component) });
    },
  });
  const id = reference(home.module, home.name);
  const entry = found.get(id) ?? { home, references: new Set() };
  found.set(id, entry);
  for (const one of coded.references) entry.references.add(one);

  const outerIcons = icons;
  icons = new Set(moduleIcons.get(home.module));
  const body = browserOnly.has(component) ? undefined : drawInside(component, coded.given);
  const drawings = iconTemplate([...icons].sort());
  icons = outerIcons;
  return h(
    islandTag as 'div',
    {
      'data-module': home.module,
      'data-component': id,
      'data-props': JSON.stringify(coded.encoded),
      'data-client': body === undefined ? true : undefined,
      style: noBox,
      dangerouslySetInnerHTML: { __html: (body ?? '') + coded.hiddenSlots() + drawings },
    } as object,
  );
}

/** Markup passed to an island: stays HTML, may contain islands, and is rendered in the page's context. */
function drawSlot(content: unknown, context: object): string {
  const outer = insideIsland;
  insideIsland = false;
  try {
    return renderToString(h('slot', null, content as VNode), context).slice('<slot>'.length, -'</slot>'.length);
  } finally {
    insideIsland = outer;
  }
}

/** One icon for each key; `browser/islands/icons.ts` maps keys to sprite symbols with it. */
function iconTemplate(keys: readonly string[]): string {
  if (keys.length === 0) return '';
  const drawings = keys.map((key) => `<i><svg data-icon="${escapeHtml(key)}"></svg></i>`);
  return `<template data-icons="${escapeHtml(JSON.stringify(keys))}">${drawings.join('')}</template>`;
}

/** The component's HTML with its subtree; undefined if it cannot be rendered without a browser. */
function drawInside(component: Component, props: Props): string | undefined {
  insideIsland = true;
  try {
    return renderToString(open(component, props));
  } catch (error) {
    if (isFrame(error)) throw error;
    if (tryAgain(error)) return drawInside(component, props);
    if (!clientOnly(error)) report(error, { component: nameOf(component) });
    browserOnly.add(component);
    return undefined;
  } finally {
    insideIsland = false;
  }
}

function open(component: Component, props: Props): VNode {
  const element = h(component, props as object);
  opened.add(element);
  return element;
}

/** Whether a caught value is the internal signal, which must be rethrown. */
export function isFrame(value: unknown): value is Frame {
  return typeof value === 'object' && value !== null && 'component' in value && 'alive' in value;
}
