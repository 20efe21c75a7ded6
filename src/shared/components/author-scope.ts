/** What author code finds without importing it, and under which names: the same words in the sandbox and in the browser. */

/** Hooks that stand ready in every component file (docs-json-spec 11). */
export const hookNames = [
  'useState',
  'useEffect',
  'useRef',
  'useCallback',
  'useMemo',
  'useContext',
  'useReducer',
  'useLayoutEffect',
  'useId',
  'useImperativeHandle',
  'useSyncExternalStore',
  'useTransition',
  'useDeferredValue',
] as const;

/** Other React names that real snippets use bare. */
export const reactNames = [
  'createContext',
  'forwardRef',
  'memo',
  'Component',
  'PureComponent',
  'cloneElement',
  'isValidElement',
  'Children',
] as const;

/** Packages that every page has: React under all its names, and the parts of Next.js that snippets borrow. */
export const reactPackages: ReadonlySet<string> = new Set([
  'react',
  'react-dom',
  'react-dom/client',
  'preact',
  'preact/hooks',
  'preact/compat',
]);
/** What `nextComponents` stands for; other parts of Next.js are looked for in the project as any package is. */
export const nextPackages: ReadonlySet<string> = new Set(['next/link', 'next/image', 'next/script', 'next/head']);

/**
 * `user` on pages and in components (docs-json-spec 10.4): a page is made before anybody reads it, so it is always the
 * empty object of somebody who is not signed in. What is shown for some readers only is never sent to others.
 */
export const user: Readonly<Record<string, never>> = Object.freeze({});

/**
 * Stands for whatever could not be found (a missing file, an export that is not there): draws nothing as a component,
 * is empty as a list, and every property or call of it is itself. A page with a missing snippet loses that snippet only.
 */
export function createNothing(): unknown {
  const target = () => null;
  const nothing: unknown = new Proxy(target, {
    get(_, key) {
      if (key === Symbol.toPrimitive) return () => '';
      if (key === Symbol.iterator) return [][Symbol.iterator].bind([]);
      if (key === 'prototype' || key === '$$typeof' || key === 'then' || key === 'contextType' || key === 'defaultProps') return undefined;
      return nothing;
    },
    apply: () => null,
  });
  return nothing;
}

type Draw = (type: string, props: Record<string, unknown>) => unknown;

/** What pages borrow from Next.js, as plain elements: `draw` is the caller's `createElement`. */
export function nextComponents(draw: Draw): Readonly<Record<string, (props: Record<string, unknown>) => unknown>> {
  return {
    'next/link': ({ prefetch, replace, scroll, shallow, passHref, ...props }) => draw('a', props),
    'next/image': ({ src, priority, fill, loader, quality, placeholder, blurDataURL, unoptimized, ...props }) =>
      draw('img', { ...props, src: typeof src === 'object' ? (src as { src?: unknown } | null)?.src : src }),
    // Scripts and head elements of an application have no place in a page's body.
    'next/script': () => null,
    'next/head': () => null,
  };
}
