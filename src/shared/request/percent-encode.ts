/** Percent-encoding as RFC 3986 and RFC 6570 have it, which is stricter than `encodeURIComponent`. */

/** Everything but the unreserved characters of RFC 3986 §2.3 is encoded. Lone surrogates become U+FFFD instead of an exception. */
export function encodeValue(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, hex);
}

/**
 * Reserved expansion (RFC 6570 §3.2.3): reserved characters and existing triplets stay. `#` is encoded all the same:
 * raw it would start the fragment, and nothing behind it would reach the server.
 */
export function encodeReserved(text: string): string {
  return text
    .toWellFormed()
    .replace(/%[0-9a-fA-F]{2}|[\s\S]/gu, (piece) =>
      piece.length === 3 && piece[0] === '%' ? piece : /[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=]/.test(piece) ? piece : encodeValue(piece),
    );
}

/** Reserved expansion inside a path, where a raw `/` or `?` would end what the placeholder stands for (OpenAPI 3.2 §4.12.2). */
export function encodeReservedInPath(text: string): string {
  return encodeReserved(text).replace(/[/?]/g, encodeURIComponent);
}

/**
 * What may stand in no URL at all (RFC 3986 §2), behind its authority: blanks, quotes, angle brackets, bars, letters beyond ASCII. Browsers do
 * most of this by themselves, other programs refuse the URL. Braces stay: they are places that nobody has filled yet.
 */
export function encodeForbidden(url: string): string {
  const [authority = ''] = /^(?:[^/?#]*:)?\/\/[^/?#]*/.exec(url) ?? [];
  return authority + url.slice(authority.length).replace(/[^!#-;=?-[\]_a-z{}~]/gu, encodeValue);
}

/** `application/x-www-form-urlencoded` (WHATWG URL §5.2): space is `+`. */
export function encodeForm(text: string): string {
  return encodeValue(text).replace(/%20/g, '+').replace(/%2A/g, '*');
}

function hex(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
