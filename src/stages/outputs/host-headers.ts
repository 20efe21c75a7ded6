/** `_headers`, read by Netlify and Cloudflare Pages: what a `<meta>` tag cannot say. Other hosts lose nothing vital. */
import type { HostFileMaker, OutputsInput, SiteFile } from './outputs-input.ts';

/** One block for all paths, then one for each place that needs more. */
export const hostHeaders: HostFileMaker = () => [{ path: '_headers', content: headerBlocks }];

function headerBlocks({ config, immutablePaths = [] }: OutputsInput, files: readonly SiteFile[]): string {
  const blocks = [
    [
      `${config.base}/*`,
      // `frame-ancestors` is ignored in a meta element (CSP3 §6.3.2); the rest of the policy stands in each page.
      "Content-Security-Policy: frame-ancestors 'self'",
      'X-Content-Type-Options: nosniff',
      'Referrer-Policy: strict-origin-when-cross-origin',
      ...agentHeaders(config.base, files),
    ],
    ...files.flatMap(({ path, mediaType }) => (mediaType === undefined ? [] : [[`${config.base}/${path}`, `Content-Type: ${mediaType}`]])),
    // A picture opened by its own address is a document: it may not run anything, nor act as a page of the site.
    [`${config.base}/*.svg`, "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; sandbox"],
    ...immutablePaths.map((path) => [
      `${config.base}${path.endsWith('/') ? `${path}*` : path}`,
      'Cache-Control: public, max-age=31536000, immutable',
    ]),
  ];
  return `${blocks.map((lines) => lines.join('\n  ')).join('\n')}\n`;
}

/** Where agents find what is made for them, on every answer. */
export function agentHeaders(base: string, files: readonly SiteFile[]): string[] {
  const links = files.flatMap(({ path, relation }) => (relation === undefined ? [] : [`<${base}/${path}>; rel="${relation}"`]));
  if (links.length === 0) return [];
  return [`Link: ${links.join(', ')}`, ...(files.some(({ path }) => path === 'llms.txt') ? [`X-Llms-Txt: ${base}/llms.txt`] : [])];
}
