/**
 * Finds out, while a page is drawn, which of the author's components are alive, and prints those as islands
 * (`shared/components/islands.ts`). A component is alive when it keeps state, has effects or hands a function to an event; that
 * is only known once it has been drawn, so each is first tried as plain HTML:
 *
 *   <Layout><Counter start={3}/></Layout>
 *   Layout   drawn, nothing alive             → plain HTML, ships no code
 *   Counter  calls useState → `throw frame`   → drawn again as <docs-island …>, whole subtree included
 *
 * A live component whose props hold a function of its maker cannot be woken alone: then its maker becomes the island.
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

/** One author component that is being drawn as plain HTML; thrown when it turns out to be alive. */
interface Frame {
  readonly component: Component;
  alive: boolean;
}

const alive = new Set<Component>();
const browserOnly = new Set<Component>();
const found = new Map<string, { home: Home; references: Set<string> }>();
const frames: Frame[] = [];
const makers = new WeakMap<object, Frame>();
/** Elements that a boundary has opened already. */
const opened = new WeakSet<object>();
/** Placeholder keys of the icons that the island being drawn shows, or may show later. */
let icons = new Set<string>();
const moduleIcons = new Map<string, readonly string[]>();
let insideIsland = false;

/** Icons that a module names in its code, whether they are shown at first or not. */
export function settleIcons(module: string, names: readonly string[]): void {
  moduleIcons.set(
    module,
    names.map((name) => `::${name}`),
  );
}

/** The component cannot be drawn without a browser at all (its module already fails). */
export function settleBrowserOnly(component: Component): void {
  alive.add(component);
  browserOnly.add(component);
}

/** All that the page has drawn as islands so far, each once, with everything that its instances need. */
export function liveComponents(): LiveComponent[] {
  return [...found.values()].map(({ home, references }) => ({ ...home, references: [...references].sort() }));
}

/** The component now being drawn hands a function to an event, or calls a hook that needs a browser. */
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

/** Puts the watch into Preact. Once, after everything that hooks into it too (compat). */
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

/** Elements whose content model has no room for an island: what is drawn there belongs to the component around it. */
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
      // Only whoever made the function can make it again in the browser.
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

/** Markup that an island was given: stays HTML, may hold islands of its own, and is drawn in the page's context. */
function drawSlot(content: unknown, context: object): string {
  const outer = insideIsland;
  insideIsland = false;
  try {
    return renderToString(h('slot', null, content as VNode), context).slice('<slot>'.length, -'</slot>'.length);
  } finally {
    insideIsland = outer;
  }
}

/** One drawing for each key: `browser/islands/icons.ts` learns from it which symbol of the sprite a key means. */
function iconTemplate(keys: readonly string[]): string {
  if (keys.length === 0) return '';
  const drawings = keys.map((key) => `<i><svg data-icon="${escapeHtml(key)}"></svg></i>`);
  return `<template data-icons="${escapeHtml(JSON.stringify(keys))}">${drawings.join('')}</template>`;
}

/** The component's HTML with everything below it; undefined when it needs a browser even for that. */
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

/** Whether what was caught is our own signal, which must be thrown on. */
export function isFrame(value: unknown): value is Frame {
  return typeof value === 'object' && value !== null && 'component' in value && 'alive' in value;
}
