/** The Content-Security-Policy element of a page, which servers also send as a header. */

const tag = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/;

/** The `meta` element of a policy. It is first in the head, so that it applies to everything after it. */
export function policyTag(policy: string): string {
  return `<meta http-equiv="Content-Security-Policy" content="${policy.replaceAll('"', '&quot;')}">`;
}

/** The policy in a page, or in the beginning of one; undefined without a policy. */
export function policyIn(html: string): string | undefined {
  const written = tag.exec(html)?.[1];
  return written?.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

/** The page with its policy changed. */
export function withPolicy(html: string, change: (policy: string) => string): string {
  return html.replace(tag, () => policyTag(change(policyIn(html) as string)));
}
