/** Redirects as pages, for hosts without redirect support: each exact source becomes a page with a refresh. */

import { escapeHtml } from '../../shared/html.ts';
import { policyTag } from '../../shared/site/policy-tag.ts';
import { encodeAddress, encodePath, isExternal, isSafeUrl, splitAddress } from '../../shared/url.ts';
import type { PlannedOutputs, SiteFile } from './outputs-input.ts';

/** One page for each exact redirect, and `/` if no page has that URL. */
export function redirectPages({ config, redirects, assets, homeHref }: PlannedOutputs): SiteFile[] {
  const published = new Set(assets);
  const files: SiteFile[] = [];
  for (const { source, destination, isPattern } of redirects) {
    const path = redirectOutput(source);
    if (isPattern || path === undefined || published.has(source.slice(1)) || !isSafeUrl(destination)) continue;
    files.push({ path, content: () => refreshPage(redirectHref(destination, config.base), config.name) });
  }
  if (homeHref !== undefined)
    files.push({ path: 'index.html', content: () => refreshPage(redirectHref(homeHref, config.base), config.name) });
  return files;
}

/**
 * `/a/b` → `a/b/index.html`, `/a/b.html` → itself; undefined for names that are not portable or that hosts serve with
 * another type.
 */
function redirectOutput(source: string): string | undefined {
  if (source === '/') return 'index.html';
  // Sources are the author's text: reject paths outside of the output folder and names that file systems do not
  // allow.
  const segments = source.slice(1).split('/');
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..' || Buffer.byteLength(segment) > 200))
    return undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are the point
  if (/[\u0000-\u001f\u007f\\:*?"<>|]/.test(source)) return undefined;
  if (/\.html?$/i.test(source)) return source.slice(1);
  if (/\.(?:mdx?|txt|xml|json|ya?ml|js|css|png|jpe?g|svg|gif|webp|ico|pdf)$/i.test(source)) return undefined;
  return `${source.slice(1)}/index.html`;
}

/** A destination as an href or a header value: site paths get the base and are percent-encoded; URLs stay unchanged. */
export function redirectHref(destination: string, base: string): string {
  if (isExternal(destination)) return encodeAddress(destination);
  const [path, suffix] = splitAddress(destination);
  return base + encodePath(path) + encodeAddress(suffix);
}

/** Works without JavaScript; the link is for browsers that do not follow the refresh. */
function refreshPage(href: string, siteName: string): string {
  const target = escapeHtml(href);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${policyTag("default-src 'none'; base-uri 'none'; form-action 'none'")}
<title>${escapeHtml(siteName)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="canonical" href="${target}">
<meta http-equiv="refresh" content="0; url=${target}">
</head>
<body>
<p>This page has moved: <a href="${target}">${target}</a></p>
</body>
</html>
`;
}
