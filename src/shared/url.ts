/** Which URLs author text may contain; used for configuration, pages, components and the browser. */

/**
 * Browsers remove control characters before they parse the scheme (URL Standard, "basic URL parser", steps 1 and 3). They keep Unicode
 * spaces, but JavaScript's `trim` removes those, so an address may lose them before it reaches the page.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are the point
const ignored = /[\s\u0000-\u0020\u007f-\u009f\u00ad\u200b-\u200f]/g;
/** Schemes that run scripts, contain documents, or open local files and applications. */
const refused = new Set('javascript data vbscript livescript mocha file blob filesystem view-source intent'.split(' '));

/** The scheme in lower case as a browser would read it, or undefined for a relative reference. */
export function urlScheme(url: string): string | undefined {
  return /^([a-z][a-z0-9+.-]*):/i.exec(url.replace(ignored, ''))?.[1]?.toLowerCase();
}

/**
 * Whether a page may contain this link: its scheme is not one of scripts, data or local files. With `allowDataImage`,
 * for `img` and `source`, `data:` images are allowed.
 */
export function isSafeUrl(url: string, allowDataImage = false): boolean {
  const scheme = urlScheme(url);
  if (scheme === undefined || !(refused.has(scheme) || isDrive(scheme))) return true;
  return allowDataImage && scheme === 'data' && /^data:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml)[;,]/i.test(url.trim());
}

/** `C:\docs\a.png` is a path on the author's computer, not a URL: no scheme has one letter. */
export function isDrive(scheme: string): boolean {
  return scheme.length === 1;
}

/** Whether a meta element of this name contains a URL: `og:image`, `og:video:secure_url`, `twitter:player`. */
export function isMetaUrl(name: string): boolean {
  return /(?:^|:)(?:(?:secure_)?url|image|video|audio|player|stream|src)$/i.test(name);
}

/** Whether it would run as a script when it is followed or framed. */
export function isScriptUrl(url: string): boolean {
  return /^(?:javascript|vbscript|livescript|mocha)$/.test(urlScheme(url) ?? '');
}

/** The values of an SVG animation can be a URL or an event handler: `<animate attributeName="href" values="…">`. */
export function isSafeAnimation(name: string, value: string): boolean {
  if (/^attributename$/i.test(name)) return !/^(?:.*:)?\s*on/i.test(value);
  return !/^(?:values|to|from|by)$/i.test(name) || !value.split(';').some(isScriptUrl);
}

/** Whether the connection is protected from third parties: https, or http to the same host. */
export function isGuardedUrl({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname));
}

/** Whether it leaves the site: has a scheme, or is protocol-relative. */
export function isExternal(url: string): boolean {
  return urlScheme(url) !== undefined || /^[\\/]{2}/.test(url.replace(ignored, ''));
}

/** Whether it opens in a new tab when clicked: http(s) elsewhere, not `mailto:` and the like. */
export function opensNewTab(url: string): boolean {
  const scheme = urlScheme(url);
  return scheme === 'http' || scheme === 'https' || /^[\\/]{2}/.test(url.replace(ignored, ''));
}

/** The URL without line breaks and tabs, as browsers parse it (URL Standard, "basic URL parser", step 3). */
export function withoutBreaks(url: string): string {
  return /[\t\n\r]/.test(url) ? url.replace(/[\t\n\r]/g, '') : url;
}

/** `/a?b#c` → `/a` and `?b#c`; the second is empty when there is neither. */
export function splitAddress(address: string): readonly [path: string, suffix: string] {
  const cut = address.search(/[?#]/);
  return cut === -1 ? [address, ''] : [address.slice(0, cut), address.slice(cut)];
}

/**
 * Percent-encodes characters that are invalid in an href and keeps existing escapes. For an absolute URL, or its query
 * and fragment.
 */
export function encodeAddress(address: string): string {
  // Half of a surrogate pair has no encoding.
  return encodeURI(address.toWellFormed()).replace(/%25([0-9a-f]{2})/gi, '%$1');
}

/** The same for a site path, in which `?` and `#` are ordinary characters. */
export function encodePath(path: string): string {
  return encodeAddress(path).replace(/[?#]/g, encodeURIComponent);
}
