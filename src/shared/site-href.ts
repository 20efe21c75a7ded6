/** Hrefs for the HTML: base path, percent-encoding, removal of script URLs. */
import { encodePath, isExternal, isSafeUrl, splitAddress } from './url.ts';

/** `/guides/a b#x` → `/base/guides/a%20b#x`; external URLs are unchanged; a script URL becomes `#`. */
export function siteHref(base: string, href: string): string {
  if (!isSafeUrl(href)) return '#';
  if (isExternal(href) || href.startsWith('#')) return href;
  const [path, suffix] = splitAddress(href);
  return `${base}${path.startsWith('/') ? '' : '/'}${encodePath(path)}${suffix}`;
}
