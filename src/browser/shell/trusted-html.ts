interface TrustedTypes {
  createPolicy(name: string, rules: Record<string, (text: string) => string>): unknown;
}

/**
 * Pages of sites with their own scripts, islands or diagrams run code that writes HTML strings. The CSP of such a page
 * allows one default policy, which is created here. It does not change the text: the CSP already forbids inline
 * scripts. Strings as script code stay forbidden; data in a script element for search engines (`application/ld+json`)
 * is allowed. Call once, before any other code of such a page; browsers without Trusted Types need none.
 */
export function allowHtml(): void {
  const factory = (window as { trustedTypes?: TrustedTypes }).trustedTypes;
  factory?.createPolicy('default', { createHTML: (text) => text, createScriptURL: (url) => url, createScript: onlyData });
}

/** Throws when the text is not JSON, so that it is rejected. */
function onlyData(text: string): string {
  JSON.parse(text);
  return text;
}
