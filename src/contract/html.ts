/** Escaping for HTML text and attributes: the only two ways in which a string becomes markup. */

const unsafe = /[&<>"']/;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for element content or a double- or single-quoted attribute. */
export function escapeHtml(text: string): string {
  return unsafe.test(text) ? text.replace(/[&<>"']/g, (character) => entities[character] as string) : text;
}

/** JSON for a `<script type="application/json">` island: cannot end the element and is valid in every JavaScript engine. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
