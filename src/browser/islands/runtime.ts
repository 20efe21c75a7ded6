/**
 * What author components run on in the browser: the names that the sandbox gives them (`stages/render/evaluate/runtime.tsx`),
 * and `$mount`, which wakes one island. Bundled with the components of a site, so that only what they use is shipped.
 */
import * as compat from 'preact/compat';
import { jsxTemplate } from 'preact/jsx-runtime';
import { authorProps, type Props } from '../../shared/components/author-element.ts';
import { createNothing, nextComponents } from '../../shared/components/author-scope.ts';
import type * as views from '../../stages/components/views.ts';
import { contentComponents, type ExportedName } from '../../stages/components/views.ts';
import { cleanHtml } from './author-html.ts';
import { mountIsland } from './mount.ts';

export {
  Children,
  Component,
  cloneElement,
  createContext,
  default as React,
  Fragment as $Fragment,
  forwardRef,
  isValidElement,
  memo,
  PureComponent,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
  useTransition,
} from 'preact/compat';
export { user } from '../../shared/components/author-scope.ts';
export * from '../../stages/components/views.ts';

/** The names of components that the registry does not export: author code in the browser would not find them. */
type Forgotten = Exclude<ExportedName, keyof typeof views>;
null as unknown as Forgotten satisfies never;

/** Stands for what an author imports and nobody exports; as in the sandbox, it shows nothing. */
export const $nothing = /* @__PURE__ */ createNothing();
/** Package name → stand-in for the components of Next.js that authors' files import. */
export const $next = /* @__PURE__ */ nextComponents(compat.createElement as Parameters<typeof nextComponents>[0]);

let base = '';

/** `element` is an island that is empty or as the build drew it; `scope` has every component and function that its markup names. */
export function $mount(element: HTMLElement, scope: Readonly<Record<string, unknown>>): void {
  const source = element.dataset.src ?? '';
  base = source.slice(0, Math.max(0, source.indexOf('/_docsgen/')));
  mountIsland(element, scope);
}

/** What JSX is compiled to. Attributes of elements are treated as in the build; a type that is not there draws nothing. */
export function $h(type: unknown, props: Props | null, ...children: unknown[]): unknown {
  let kind = type ?? $nothing;
  if (typeof kind === 'object') kind = (kind as { default?: unknown }).default ?? $nothing;
  const given = typeof kind === 'string' ? withCleanHtml(authorProps(props ?? {}, base)) : (props ?? {});
  return compat.createElement(kind as compat.FunctionComponent<object>, given, ...(children as []));
}

function withCleanHtml(props: Props): Props {
  const html = (props.dangerouslySetInnerHTML as { readonly __html?: unknown } | null | undefined)?.__html;
  return typeof html === 'string' ? { ...props, dangerouslySetInnerHTML: { __html: cleanHtml(html) } } : props;
}

/** Ready-made HTML that the compiler wrote into a snippet. */
export function $html(html: string): unknown {
  return jsxTemplate([html]);
}

/** An expression in a snippet written in Markdown: a fault in it costs its value only. */
export function $try(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    console.error(error);
    return null;
  }
}

/** Only a snippet written in Markdown asks by name. */
export function $component(name: string): unknown {
  return contentComponents[name] ?? compat.Fragment;
}
