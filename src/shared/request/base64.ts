/** Base64 of the UTF-8 bytes (RFC 7617 §2.1): `btoa` alone throws on characters beyond Latin-1. */
export function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}
