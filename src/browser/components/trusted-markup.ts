interface Factory {
  readonly defaultPolicy: unknown;
  createPolicy(name: string, rules: { createHTML(html: string): string }): unknown;
}

/**
 * Pages demand trusted types, and mermaid writes markup as strings. The `default` policy lets strings become markup on
 * pages with diagrams, never scripts: inline ones stay forbidden by the page's policy, which runs none at all. May be
 * called any number of times.
 */
export function allowMarkup(): void {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
  // A site's own scripts may need one as well; there can be only one, and it then allows no less.
  if (factory && factory.defaultPolicy === null) factory.createPolicy('default', { createHTML: (html) => html });
}
