/** HTML escaping: the only functions that turn text into markup. */

const unsafe = /[&<>"']/;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** For element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return unsafe.test(text) ? text.replace(/[&<>"']/g, (character) => entities[character] as string) : text;
}

/** For element content only: leaves quotes unescaped, which makes code blocks much shorter. */
export function escapeContent(text: string): string {
  return /[&<>]/.test(text) ? text.replace(/[&<>]/g, (character) => entities[character] as string) : text;
}

/** For element content in which character references such as `&nbsp;` are kept. */
export function escapeProse(text: string): string {
  return escapeHtml(text).replace(/&amp;(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi, '&$1;');
}

/**
 * JSON for a `<script type="application/json">` element: cannot end the element, and is valid in every JavaScript
 * engine.
 */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
