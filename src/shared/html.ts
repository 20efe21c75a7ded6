/** Escaping for HTML: the only ways in which a string becomes markup. */

const unsafe = /[&<>"']/;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for element content or a double- or single-quoted attribute. */
export function escapeHtml(text: string): string {
  return unsafe.test(text) ? text.replace(/[&<>"']/g, (character) => entities[character] as string) : text;
}

/** Text for element content alone, where quotes need nothing: pages of code have many. */
export function escapeContent(text: string): string {
  return /[&<>]/.test(text) ? text.replace(/[&<>]/g, (character) => entities[character] as string) : text;
}

/** Text for element content in which `&nbsp;` is a space: references to characters stay as they are written. */
export function escapeProse(text: string): string {
  return escapeHtml(text).replace(/&amp;(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi, '&$1;');
}

/** JSON for a `<script type="application/json">` island: cannot end the element and is valid in every JavaScript engine. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
