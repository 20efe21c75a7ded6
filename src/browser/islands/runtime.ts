/**
 * The runtime of author components in the browser: the same names as in the sandbox
 * (`stages/render/evaluate/runtime.tsx`), and `$mount`, which hydrates one island. Bundled with the components of a
 * site, so that only used parts are shipped.
 */
import * as compat from 'preact/compat';
import { jsxTemplate } from 'preact/jsx-runtime';
import { authorProps, type Props } from '../../shared/components/author-element.ts';
import { createNothing, nextComponents } from '../../shared/components/author-scope.ts';
import { contentComponents } from '../../stages/components/views.generated.ts';
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
export * from '../../stages/components/views.generated.ts';

/** Replaces unknown imports; as in the sandbox, it renders its children. */
export const $nothing = /* @__PURE__ */ createNothing();
/** Package name → replacement for the components of Next.js. */
export const $next = /* @__PURE__ */ nextComponents(compat.createElement as Parameters<typeof nextComponents>[0]);

let base = '';

/**
 * `element` is an island with or without HTML from the build; `scope` has every component and function that its markup
 * refers to.
 */
export function $mount(element: HTMLElement, scope: Readonly<Record<string, unknown>>): void {
  const source = element.dataset.src ?? '';
  base = source.slice(0, Math.max(0, source.indexOf('/_docsgen/')));
  mountIsland(element, { names: scope, createElement: $h });
}

/** The JSX factory. Handles attributes like the build; an undefined type renders nothing. */
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

/** Ready-made HTML from a Markdown snippet. */
export function $html(html: string): unknown {
  return jsxTemplate([html]);
}

/** An expression in a Markdown snippet: an error affects only its value. */
export function $try(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    console.error(error);
    return null;
  }
}

/** Lookup by name, used by Markdown snippets only. */
export function $component(name: string): unknown {
  return contentComponents[name] ?? compat.Fragment;
}

/** A name whose import failed: the built-in component of that name, or a placeholder. Used by Markdown snippets only. */
export function $missing(name: string): unknown {
  return contentComponents[name] ?? $nothing;
}
