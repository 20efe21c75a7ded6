/**
 * Makes invisible characters in code visible ("Trojan Source"). The characters stay in the text, so that copying
 * returns the original.
 */
import { escapeContent } from '../../../shared/html.ts';

/**
 * Direction controls, zero-width characters, byte order marks. Joiners are allowed, because emoji and several scripts
 * need them.
 */
const hidden = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/;
const allHidden = new RegExp(hidden.source, 'g');

/** Text → HTML for the content of `<code>`. */
export function escapeCode(text: string): string {
  const html = escapeContent(text);
  if (!hidden.test(html)) return html;
  // `dir` isolates the character, so that it does not affect the text after it.
  return html.replace(allHidden, (character) => {
    const code = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
    return `<span class="hidden-character" dir="ltr" data-code="U+${code}" title="U+${code}">${character}</span>`;
  });
}
