/** Percent-encoding by RFC 3986 and RFC 6570, which is stricter than `encodeURIComponent`. */

/**
 * Encodes everything except the unreserved characters of RFC 3986 §2.3. Lone surrogates become U+FFFD instead of
 * throwing.
 */
export function encodeValue(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, hex);
}

/**
 * Reserved expansion (RFC 6570 §3.2.3): keeps reserved characters and existing escapes. Still encodes `#`, which would
 * start the fragment.
 */
export function encodeReserved(text: string): string {
  return text
    .toWellFormed()
    .replace(/%[0-9a-fA-F]{2}|[\s\S]/gu, (piece) =>
      piece.length === 3 && piece[0] === '%' ? piece : /[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=]/.test(piece) ? piece : encodeValue(piece),
    );
}

/** Reserved expansion inside a path, where a raw `/` or `?` would end the value (OpenAPI 3.2 §4.12.2). */
export function encodeReservedInPath(text: string): string {
  return encodeReserved(text).replace(/[/?]/g, encodeURIComponent);
}

/**
 * Encodes characters that are invalid in any URL (RFC 3986 §2), after its authority: spaces, quotes, angle brackets,
 * bars, non-ASCII characters. Browsers do most of this, other programs reject the URL. Keeps braces, which are unfilled
 * placeholders.
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
