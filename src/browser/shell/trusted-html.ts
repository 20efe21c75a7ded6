interface TrustedTypes {
  createPolicy(name: string, rules: Record<string, (text: string) => string>): unknown;
}

/**
 * Pages of sites with scripts of their own, islands or diagrams run code that writes HTML strings. The policy of such a
 * page names one default policy, made here. It changes nothing in the text: what a string may do is bounded by the
 * Content-Security-Policy, which runs no inline script. Strings as script code stay refused; data in a script element,
 * as search engines read it (`application/ld+json`), is no code. Once, before any other code of such a page; browsers
 * without trusted types need none.
 */
export function allowHtml(): void {
  const factory = (window as { trustedTypes?: TrustedTypes }).trustedTypes;
  factory?.createPolicy('default', { createHTML: (text) => text, createScriptURL: (url) => url, createScript: onlyData });
}

/** Throws, by which the text is refused, when it is not JSON. */
function onlyData(text: string): string {
  JSON.parse(text);
  return text;
}
