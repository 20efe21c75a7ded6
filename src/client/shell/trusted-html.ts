/**
 * Pages of sites with scripts of their own, islands or diagrams run code that writes HTML strings. The policy of such a
 * page names one default policy, made here. It changes nothing in the text: what a string may do is bounded by the
 * Content-Security-Policy, which runs no inline script. Strings as script code stay refused.
 */
interface TrustedTypes {
  createPolicy(name: string, rules: Record<string, (text: string) => string>): unknown;
}

export function allowHtml(): void {
  const factory = (window as { trustedTypes?: TrustedTypes }).trustedTypes;
  factory?.createPolicy('default', { createHTML: (text) => text, createScriptURL: (url) => url });
}
