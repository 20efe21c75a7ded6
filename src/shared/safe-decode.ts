/**
 * Decodes a part of a URL; returns it unchanged when its encoding is invalid, because readers truncate and type URLs.
 */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
