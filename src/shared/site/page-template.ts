/**
 * Addresses that say something of the page they are followed from: `$path`, and `$page` for the page
 * as Markdown, `$mcp` for the site's MCP server. They are written with marks, which the browser fills in.
 */

type Href = string | { readonly base: string; readonly query: readonly { readonly key: string; readonly value: string }[] };

const marks: Readonly<Record<string, string>> = { $page: '{page}', $path: '{path}', $mcp: '{mcp}' };

/** The address with `%7Bpage%7D`, `%7Bpath%7D`, `%7Bmcp%7D` where the author wrote `$page`, `$path`, `$mcp`. */
export function pageTemplate(href: Href): string {
  const marked = (text: string) => text.replace(/\$(?:page|path|mcp)\b/g, (name) => marks[name] as string);
  if (typeof href === 'string') return marked(href).replace(/\{(page|path|mcp)\}/g, '%7B$1%7D');
  const query = href.query.map(({ key, value }) => `${encodeURIComponent(key)}=${encodeURIComponent(marked(value))}`).join('&');
  return query === '' ? href.base : `${href.base}${href.base.includes('?') ? '&' : '?'}${query}`;
}

/** What the browser fills in, of the page that stands open; not yet percent-encoded. */
export interface TemplateValues {
  /** Of the page as Markdown. */
  readonly url: string;
  /** As the address bar has it: with the base of the site. */
  readonly path: string;
  /** The Markdown itself, cut to a length that addresses may have; empty where the template does not ask for it. */
  readonly page: string;
  /** Of the site's MCP server. */
  readonly mcp: string;
}

/** What stands in place of the marks; `%7Bmcp64%7D` is the setting of an MCP client, as its install links want it. */
export function fillTemplate(template: string, values: TemplateValues): string {
  return template.replace(/%7B(url|path|page|mcp|mcp64)%7D/g, (_, name: keyof TemplateValues | 'mcp64') =>
    encodeURIComponent(name === 'mcp64' ? btoa(JSON.stringify({ url: values.mcp })) : values[name]),
  );
}
