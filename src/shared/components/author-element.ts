/** What happens to the props of an element that author code makes, before it is drawn: the same in the sandbox and in the browser. */
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

/** As JSX gives them: any value, `children` among them. */
export type Props = Readonly<Record<string, unknown>>;
/** Why a prop was taken out: a URL with a scheme that runs code, or text where only a function may stand (`onclick="…"`). */
export type RefusedProp = 'url-scheme' | 'event-handler';

/**
 * Puts the site's base before root-absolute URLs, and takes out script URLs and event handlers written as text. Gives
 * back the same object when nothing had to change.
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

/** Root-absolute and not under the base already (the compiler has resolved what stands in the page's own markup). */
function needsBase(url: string, base: string): boolean {
  return base !== '' && url.startsWith('/') && !url.startsWith('//') && url !== base && !url.startsWith(`${base}/`);
}
