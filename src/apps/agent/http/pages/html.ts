/** HTML as a tagged template. Every value is escaped, unless it is the result of the same tag. */

/** Markup that is inserted without escaping. Only `html` creates it, from literal strings and escaped values. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The values that a template accepts. Undefined and false render nothing; lists render their items. */
export type Content = Html | string | number | undefined | false | readonly Content[];

/** Values are escaped for element content and for double-quoted attributes. Do not use them anywhere else. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(strings.reduce((text, part, index) => text + textOf(values[index - 1]) + part));
}

function textOf(value: Content): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return String(value).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
