/** Sanitizes the props of elements in author code before they are rendered; shared by the sandbox and the browser. */
import { isSafeAnimation, isSafeUrl } from '../url.ts';

const urlProps: ReadonlySet<string> = new Set([
  'href',
  'src',
  'img',
  'poster',
  'action',
  'formAction',
  'formaction',
  'xlinkHref',
  'xlink:href',
  'data',
]);
const imageProps: ReadonlySet<string> = new Set(['src', 'img', 'poster']);

/** As passed by JSX: any value, including `children`. */
export type Props = Readonly<Record<string, unknown>>;
/**
 * Why a prop was removed: a URL with a scheme that runs code, or text where only a function is allowed (`onclick="…"`).
 */
export type RefusedProp = 'url-scheme' | 'event-handler';

/**
 * Adds the site's base path to root-absolute URLs, and removes script URLs and event handlers written as text. Returns
 * the same object when nothing changed.
 */
export function authorProps(props: Props, base: string, refuse?: (why: RefusedProp, name: string, value: string) => void): Props {
  let changed: Record<string, unknown> | undefined;
  for (const name in props) {
    const value = props[name];
    if (typeof value !== 'string') continue;
    if (urlProps.has(name)) {
      if (!isSafeUrl(value, imageProps.has(name))) {
        changed ??= { ...props };
        delete changed[name];
        refuse?.('url-scheme', name, value);
      } else if (needsBase(value, base)) {
        changed ??= { ...props };
        changed[name] = base + value;
      }
    } else if (!isSafeAnimation(name, value)) {
      changed ??= { ...props };
      delete changed[name];
      refuse?.(/^attributename$/i.test(name) ? 'event-handler' : 'url-scheme', name, value);
    } else if (/^on[a-z]/i.test(name)) {
      changed ??= { ...props };
      delete changed[name];
      refuse?.('event-handler', name, value);
    }
  }
  return changed ?? props;
}

/** Root-absolute and not already under the base path (the compiler has resolved URLs in the page's own markup). */
function needsBase(url: string, base: string): boolean {
  return base !== '' && url.startsWith('/') && !url.startsWith('//') && url !== base && !url.startsWith(`${base}/`);
}
