interface Factory {
  readonly defaultPolicy: unknown;
  createPolicy(name: string, rules: { createHTML(html: string): string }): unknown;
}

/**
 * Pages require trusted types, and mermaid creates markup as strings. The `default` policy allows strings as markup on
 * pages with diagrams, but never as scripts; the page's CSP forbids inline scripts. Can be called repeatedly.
 */
export function allowMarkup(): void {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
  // Only one default policy can exist; the site's own scripts may have created one.
  if (factory && factory.defaultPolicy === null) factory.createPolicy('default', { createHTML: (html) => html });
}
