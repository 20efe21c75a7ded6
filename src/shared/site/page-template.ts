/**
 * URL templates with values of the current page: `$path`, `$page` for its Markdown, and `$mcp` for the site's MCP
 * server. The HTML contains placeholders, which the browser fills in.
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

/** The values for the open page; not yet percent-encoded. */
export interface TemplateValues {
  /** URL of the Markdown copy. */
  readonly url: string;
  /** As in the address bar, including the base path. */
  readonly path: string;
  /** The Markdown, truncated to a valid URL length; empty when the template does not need it. */
  readonly page: string;
  /** URL of the site's MCP server. */
  readonly mcp: string;
}

/** Replaces the placeholders; `%7Bmcp64%7D` is the setting of an MCP client for install links. */
export function fillTemplate(template: string, values: TemplateValues): string {
  return template.replace(/%7B(url|path|page|mcp|mcp64)%7D/g, (_, name: keyof TemplateValues | 'mcp64') =>
    encodeURIComponent(name === 'mcp64' ? btoa(JSON.stringify({ url: values.mcp })) : values[name]),
  );
}
