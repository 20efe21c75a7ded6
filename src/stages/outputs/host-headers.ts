/**
 * `_headers`, read by Netlify and Cloudflare Pages: headers that a `<meta>` tag cannot replace. On other hosts
 * nothing essential is missing.
 */
import type { HostFileWriter, OutputsInput, SiteFile } from './outputs-input.ts';

/** One block for all paths, then one for each path with further headers. */
export const hostHeaders: HostFileWriter = () => [{ path: '_headers', content: headerBlocks }];

function headerBlocks({ config, immutablePaths = [] }: OutputsInput, files: readonly SiteFile[]): string {
  const blocks = [
    [
      `${config.base}/*`,
      // `frame-ancestors` is ignored in a meta element (CSP3 §6.3.2); the rest of the policy is in each page.
      "Content-Security-Policy: frame-ancestors 'self'",
      'X-Content-Type-Options: nosniff',
      'Referrer-Policy: strict-origin-when-cross-origin',
      ...agentHeaders(config.base, files),
    ],
    ...files.flatMap(({ path, mediaType }) => (mediaType === undefined ? [] : [[`${config.base}/${path}`, `Content-Type: ${mediaType}`]])),
    // An SVG opened by its URL is a document: it must not run scripts or act as a page of the site.
    [`${config.base}/*.svg`, "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; sandbox"],
    ...immutablePaths.map((path) => [
      `${config.base}${path.endsWith('/') ? `${path}*` : path}`,
      'Cache-Control: public, max-age=31536000, immutable',
    ]),
  ];
  return `${blocks.map((lines) => lines.join('\n  ')).join('\n')}\n`;
}

/** Headers of every response that point agents to the files for them. */
export function agentHeaders(base: string, files: readonly SiteFile[]): string[] {
  const links = files.flatMap(({ path, relation }) => (relation === undefined ? [] : [`<${base}/${path}>; rel="${relation}"`]));
  if (links.length === 0) return [];
  return [`Link: ${links.join(', ')}`, ...(files.some(({ path }) => path === 'llms.txt') ? [`X-Llms-Txt: ${base}/llms.txt`] : [])];
}
