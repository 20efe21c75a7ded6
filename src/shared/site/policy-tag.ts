/** The Content-Security-Policy of a page as it stands in its head: servers send it as a header, too. */

const tag = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/;

/** The element that says a policy. It stands first in the head, so that it holds for all that follows. */
export function policyTag(policy: string): string {
  return `<meta http-equiv="Content-Security-Policy" content="${policy.replaceAll('"', '&quot;')}">`;
}

/** The policy that a page says, or the start of one; undefined for a page without. */
export function policyIn(html: string): string | undefined {
  const written = tag.exec(html)?.[1];
  return written?.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

/** The page with another policy in the place of its own. */
export function withPolicy(html: string, change: (policy: string) => string): string {
  return html.replace(tag, () => policyTag(change(policyIn(html) as string)));
}
