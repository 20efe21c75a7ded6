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
import { type ExportRef, exportRefOf, isBuiltIn, nameOf } from './export-refs.ts';
import { encodeProps, type Props } from './island-props.ts';
import { defineMissingName, failsWithoutBrowser, report, setRendering } from './problems.ts';

// biome-ignore lint/suspicious/noExplicitAny: any component of the author's
type Component = ComponentType<any>;

/** An author component that is being rendered as static HTML; thrown when it turns out to be interactive. */
interface Frame {
  readonly component: Component;
  isLive: boolean;
}

const liveComponentSet = new Set<Component>();
const browserOnly = new Set<Component>();
const islands = new Map<string, { exportRef: ExportRef; references: Set<string> }>();
const frames: Frame[] = [];
const creators = new WeakMap<object, Frame>();
/** Elements that a boundary has already processed. */
const processed = new WeakSet<object>();
/** Placeholder keys of the icons that the current island may show. */
let icons = new Set<string>();
const moduleIcons = new Map<string, readonly string[]>();
let insideIsland = false;

/** Icons named in the code of a module, whether or not they are shown initially. */
export function registerModuleIcons(module: string, names: readonly string[]): void {
  moduleIcons.set(
    module,
    names.map((name) => `::${name}`),
  );
}

/** Registers a component that can only be rendered in a browser, because its module fails here. */
export function registerBrowserOnly(component: Component): void {
  liveComponentSet.add(component);
  browserOnly.add(component);
}

/** All components that the page rendered as islands, each once, with the references of all instances. */
export function liveComponents(): LiveComponent[] {
  return [...islands.values()].map(({ exportRef, references }) => ({ ...exportRef, references: [...references].sort() }));
}

/** Called when the current component passes a function to an event, or calls a hook that needs a browser. */
export function markLive(): void {
  const frame = frames.at(-1);
  if (!frame || insideIsland) return;
  frame.isLive = true;
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
  const { vnode: createdHook, __b: beforeRender, __h: hookCalled } = internals;
  internals.vnode = (vnode) => {
    const frame = frames.at(-1);
    if (frame && typeof vnode.type === 'function') creators.set(vnode, frame);
    createdHook?.(vnode);
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
      } else if (exportRefOf(element.type) && !processed.has(vnode) && allowsIsland(vnode)) {
        element.props = { component: element.type, props: element.props, creator: creators.get(vnode) };
        element.type = Boundary;
      }
      setRendering(element.type === Boundary ? element.props.component : element.type);
    }
    beforeRender?.(vnode);
  };
  internals.__h = (component, index, hook) => {
    if (liveHooks.has(hook) && !isBuiltIn(component.__v?.type)) markLive();
    hookCalled?.(component, index, hook);
  };
}

/**
 * Elements whose content model does not allow an island; interactive content in them makes the surrounding component
 * the island.
 */
const closedTags = new Set(['svg', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'colgroup', 'select', 'optgroup', 'datalist']);
const openTags = new Set(['foreignObject', 'td', 'th', 'caption']);

function allowsIsland(vnode: VNode): boolean {
  for (let parent = parentOf(vnode); parent; parent = parentOf(parent)) {
    if (typeof parent.type !== 'string') continue;
    if (openTags.has(parent.type)) return true;
    if (closedTags.has(parent.type)) return false;
  }
  return true;
}

function parentOf(vnode: VNode): VNode | undefined {
  return (vnode as unknown as { __?: VNode }).__;
}

interface BoundaryProps {
  readonly component: Component;
  readonly props: Props;
  readonly creator?: Frame;
}

function Boundary(this: { context: object }, { component, props, creator }: BoundaryProps): unknown {
  return liveComponentSet.has(component)
    ? renderIsland(component, props, creator, this.context)
    : renderStatic(component, props, creator, this.context);
}

function renderStatic(component: Component, props: Props, creator: Frame | undefined, context: object): unknown {
  const frame: Frame = { component, isLive: typeof component.prototype?.render === 'function' };
  const depth = frames.length;
  frames.push(frame);
  try {
    if (frame.isLive) throw frame;
    const html = renderToString(createProcessed(component, props), context);
    if (!frame.isLive) return jsxTemplate([html]);
  } catch (error) {
    frames.length = depth;
    if (isFrame(error) && error !== frame) throw error;
    if (error !== frame) {
      if (defineMissingName(error)) return renderStatic(component, props, creator, context);
      if (!failsWithoutBrowser(error)) return report(error, { component: nameOf(component) });
      browserOnly.add(component);
    }
  } finally {
    frames.length = depth;
  }
  liveComponentSet.add(component);
  return renderIsland(component, props, creator, context);
}

function renderIsland(component: Component, props: Props, creator: Frame | undefined, context: object): unknown {
  const exportRef = exportRefOf(component) as ExportRef;
  const encoded = encodeProps(props, {
    exportRef,
    renderSlot: (content) => renderSlot(content, context),
    unknownFunction(name) {
      // Only the creator of the function can create it again in the browser.
      if (creator && frames.includes(creator)) {
        creator.isLive = true;
        throw creator;
      }
      report({ kind: 'island-prop', message: name }, { component: nameOf(component) });
    },
  });
  const id = reference(exportRef.module, exportRef.name);
  const entry = islands.get(id) ?? { exportRef, references: new Set() };
  islands.set(id, entry);
  for (const one of encoded.references) entry.references.add(one);

  const outerIcons = icons;
  icons = new Set(moduleIcons.get(exportRef.module));
  const body = browserOnly.has(component) ? undefined : renderInside(component, encoded.received);
  const iconMarkup = iconTemplate([...icons].sort());
  icons = outerIcons;
  return h(
    islandTag as 'div',
    {
      'data-module': exportRef.module,
      'data-component': id,
      'data-props': JSON.stringify(encoded.encoded),
      'data-client': body === undefined ? true : undefined,
      style: noBox,
      dangerouslySetInnerHTML: { __html: (body ?? '') + encoded.hiddenSlots() + iconMarkup },
    } as object,
  );
}

/** Markup passed to an island: stays HTML, may contain islands, and is rendered in the page's context. */
function renderSlot(content: unknown, context: object): string {
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
  const iconMarkup = keys.map((key) => `<i><svg data-icon="${escapeHtml(key)}"></svg></i>`);
  return `<template data-icons="${escapeHtml(JSON.stringify(keys))}">${iconMarkup.join('')}</template>`;
}

/** The component's HTML with its subtree; undefined if it cannot be rendered without a browser. */
function renderInside(component: Component, props: Props): string | undefined {
  insideIsland = true;
  try {
    return renderToString(createProcessed(component, props));
  } catch (error) {
    if (isFrame(error)) throw error;
    if (defineMissingName(error)) return renderInside(component, props);
    if (!failsWithoutBrowser(error)) report(error, { component: nameOf(component) });
    browserOnly.add(component);
    return undefined;
  } finally {
    insideIsland = false;
  }
}

function createProcessed(component: Component, props: Props): VNode {
  const element = h(component, props as object);
  processed.add(element);
  return element;
}

/** Whether a caught value is the internal signal, which must be rethrown. */
export function isFrame(value: unknown): value is Frame {
  return typeof value === 'object' && value !== null && 'component' in value && 'isLive' in value;
}
