/** HTML as a tagged template: every value is escaped, unless it is HTML that was made here. */

/** Text that may stand in a page as it is. Only `html` makes it, from strings of ours and escaped values. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a template: undefined and false are nothing, lists are their parts. */
export type Content = Html | string | number | undefined | false | readonly Content[];

/** Values are escaped for content and for attributes in double quotes; nowhere else may one stand. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(strings.reduce((text, part, index) => text + textOf(values[index - 1]) + part));
}

function textOf(value: Content): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return String(value).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
