/**
 * Addresses that say something of the page they are followed from (docs-json-spec 5.5): `$path`, and `$page` for the page
 * as Markdown. They are written with marks, which the browser fills in.
 */

type Href = string | { readonly base: string; readonly query: readonly { readonly key: string; readonly value: string }[] };

const marks: Readonly<Record<string, string>> = { $page: '{page}', $path: '{path}' };

/** The address with `%7Bpage%7D`, `%7Bpath%7D` where the author wrote `$page`, `$path`. */
export function pageTemplate(href: Href): string {
  const marked = (text: string) => text.replace(/\$(?:page|path)\b/g, (name) => marks[name] as string);
  if (typeof href === 'string') return marked(href).replace(/\{(page|path)\}/g, '%7B$1%7D');
  const query = href.query.map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(marked(value))}`).join('&');
  return query === '' ? href.base : `${href.base}${href.base.includes('?') ? '&' : '?'}${query}`;
}

/** What stands in place of the marks. `url` is the address of the page as Markdown. */
export function fillTemplate(template: string, values: { readonly url: string; readonly path: string; readonly page: string }): string {
  return template.replace(/%7B(url|path|page)%7D/g, (_, name: 'url' | 'path' | 'page') => encodeURIComponent(values[name]));
}
