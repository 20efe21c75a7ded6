/**
 * The runtime of author code, bundled into one script that the engine runs first (`engine.ts`). Pages come in and go
 * out as JSON text.
 */
import type { ComponentType, VNode } from 'preact';
import * as compat from 'preact/compat';
import { jsxTemplate } from 'preact/jsx-runtime';
import { authorProps, type Props, type RefusedProp } from '../../../shared/components/author-element.ts';
import { hookNames, reactNames, user } from '../../../shared/components/author-scope.ts';
import { authorMarkupProps } from '../../components/component-classes.ts';
import { internalComponentNames } from '../../components/registry.ts';
import { contentComponents } from '../../components/views.generated.ts';
import { createContentContext, renderBody } from '../page/render-content.tsx';
import type { RenderJob, RenderOutcome } from './protocol.ts';
import { installDeterminism, setClock } from './runtime/deterministic.ts';
import { registerBuiltIn } from './runtime/export-refs.ts';
import { installIntl } from './runtime/intl.ts';
import { isFrame, liveComponents, markLive, watchRendering } from './runtime/islands.tsx';
import { builtIns, defineModule, linkModules, loadModule, missingImport, nothing, provideReact } from './runtime/modules.ts';
import { allProblems, defineMissingName, failsWithoutBrowser, report } from './runtime/problems.ts';
import { installPromises, reportRejections } from './runtime/promises.ts';
import { limitScope } from './runtime/scope.ts';

// biome-ignore lint/suspicious/noExplicitAny: components of the author's and ours
type Component = ComponentType<any>;
type Names = Record<string, unknown>;

let base = '';
/** Built-in components by identity: their elements are treated like HTML elements. */
const builtInComponents = new Set<unknown>();

function reportProp(kind: RefusedProp, name: string, value: string): void {
  report({ kind, message: `${name}=${JSON.stringify(value.slice(0, 80))}`, stack: new Error().stack });
}

/** Applies the rules for elements to the props that an author passes. */
function applyRules(props: Props): Props {
  return authorMarkupProps(authorProps(props, base, reportProp));
}

function createElement(type: unknown, props: Props | null, ...children: unknown[]) {
  let kind = type;
  if (kind === null || kind === undefined) kind = nothing;
  else if (typeof kind === 'object') kind = (kind as { default?: unknown }).default ?? nothing;
  let given = props ?? {};
  if (typeof kind === 'string' || builtInComponents.has(kind)) {
    given = applyRules(given);
  }
  for (const name in given) if (/^on[A-Z]/.test(name) && typeof given[name] === 'function') markLive();
  return compat.createElement(kind as Component, given, ...(children as []));
}

/** `React.cloneElement`: the added props come from the author, too. */
function cloneElement(element: VNode, props: Props | null, ...children: unknown[]) {
  const isBuiltIn = typeof element?.type === 'string' || builtInComponents.has(element?.type);
  return compat.cloneElement(element as never, isBuiltIn ? applyRules(props ?? {}) : (props as object), ...(children as []));
}

/**
 * Evaluates an expression of the page: an error affects only its value. `fallback` is the same expression as a
 * component for the browser.
 */
function tryExpression(run: () => unknown, fallback?: unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (isFrame(error)) throw error;
    if (defineMissingName(error)) return tryExpression(run, fallback);
    return failsWithoutBrowser(error) && fallback ? createElement(fallback, null) : report(error);
  }
}

/** A component by name, for the page's markup. An unknown one renders its children. */
function component(name: string): unknown {
  return builtIns.get(name) ?? compat.Fragment;
}

let html = '';

function render(text: string): void {
  const job = JSON.parse(text) as RenderJob;
  base = job.base;
  setClock(job.now);
  linkModules(job.modules);
  html = renderPage(job);
}

/** Call after the jobs of `render` and `reportRejections` have run. */
function outcome(): string {
  const made: RenderOutcome = { html, live: liveComponents(), problems: allProblems() };
  return JSON.stringify(made);
}

function renderPage(job: RenderJob): string {
  try {
    const Page = (loadModule(job.entry).default ?? nothing) as Component;
    return renderBody(<Page />, createContentContext(job));
  } catch (error) {
    if (defineMissingName(error)) return renderPage(job);
    report(error);
    return '';
  }
}

function publish(names: Names): void {
  for (const [name, value] of Object.entries(names)) Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

limitScope();
installDeterminism();
installIntl();
installPromises();
provideReact({ createElement, cloneElement });
for (const [name, value] of Object.entries(contentComponents)) {
  builtIns.set(name, value);
  builtInComponents.add(value);
  registerBuiltIn(value, name);
  if (!name.includes('.') && !internalComponentNames.includes(name)) publish({ [name]: value });
}
// `<Tree.File>`: a property of the component, or of a namespace object (`GitHub`).
for (const [name, value] of builtIns) {
  const [space, part] = name.split('.') as [string, string?];
  if (part === undefined) continue;
  if (!builtIns.has(space) && !(space in globalThis)) publish({ [space]: {} });
  ((builtIns.get(space) ?? (globalThis as Names)[space]) as Names)[part] = value;
}
const react = { ...compat, cloneElement } as unknown as Names;
for (const name of [...hookNames, ...reactNames]) publish({ [name]: react[name] });
publish({
  React: { ...compat.default, createElement, cloneElement },
  user,
  $h: createElement,
  $Fragment: compat.Fragment,
  $html: (html: string) => jsxTemplate([html]),
  $try: tryExpression,
  $component: component,
  $missing: missingImport,
  // Timers never fire, because a page is rendered once.
  setTimeout: () => 0,
  setInterval: () => 0,
  setImmediate: () => 0,
  clearTimeout: () => undefined,
  clearInterval: () => undefined,
  console: Object.freeze(
    Object.fromEntries(
      ['log', 'info', 'warn', 'error', 'debug', 'trace', 'table', 'group', 'groupEnd', 'time', 'timeEnd'].map((name) => [
        name,
        () => undefined,
      ]),
    ),
  ),
});
Object.defineProperty(globalThis, '$docsgen', { value: Object.freeze({ define: defineModule, render, reportRejections, outcome }) });
watchRendering();
