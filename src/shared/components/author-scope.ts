/** The names that author code can use without importing them, the same in the sandbox and in the browser. */

/** Hooks that are available in every component file. */
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

/** Other React names that real snippets use without an import. */
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

/** Packages that every page can import: React under all its names, and some modules of Next.js. */
export const reactPackages: ReadonlySet<string> = new Set([
  'react',
  'react-dom',
  'react-dom/client',
  'preact',
  'preact/hooks',
  'preact/compat',
]);
/** The modules that `nextComponents` replaces; other Next.js modules are resolved in the project like any package. */
export const nextPackages: ReadonlySet<string> = new Set(['next/link', 'next/image', 'next/script', 'next/head']);

/**
 * `user` in pages and components. A page is rendered before it is requested, so `user` is always the empty object of an
 * anonymous reader. Content for some readers is never sent to others.
 */
export const user: Readonly<Record<string, never>> = Object.freeze({});

/**
 * Replaces a missing file or export: renders its children as a component, is empty as a list, and returns itself for
 * every property. A page with a missing component then loses only the component, never the text inside its tag.
 */
export function createNothing(): unknown {
  const target = () => null;
  const childrenOf = (props: unknown) => (typeof props === 'object' && (props as { children?: unknown } | null)?.children) || null;
  const nothing: unknown = new Proxy(target, {
    get(_, key) {
      if (key === Symbol.toPrimitive) return () => '';
      if (key === Symbol.iterator) return [][Symbol.iterator].bind([]);
      // How Preact calls a component.
      if (key === 'call') return (_self: unknown, props: unknown) => childrenOf(props);
      if (key === 'prototype' || key === '$$typeof' || key === 'then' || key === 'contextType' || key === 'defaultProps') return undefined;
      return nothing;
    },
    apply: (_target, _self, [props]) => childrenOf(props),
  });
  return nothing;
}

type Draw = (type: string, props: Record<string, unknown>) => unknown;

/** Replacements for Next.js components, as plain elements; `draw` is the caller's `createElement`. */
export function nextComponents(draw: Draw): Readonly<Record<string, (props: Record<string, unknown>) => unknown>> {
  return {
    'next/link': ({ prefetch, replace, scroll, shallow, passHref, ...props }) => draw('a', props),
    'next/image': ({ src, priority, fill, loader, quality, placeholder, blurDataURL, unoptimized, ...props }) =>
      draw('img', { ...props, src: typeof src === 'object' ? (src as { src?: unknown } | null)?.src : src }),
    // Scripts and head elements of an application do not belong in a page's body.
    'next/script': () => null,
    'next/head': () => null,
  };
}
