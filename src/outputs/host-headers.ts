/** `_headers`, read by Netlify and Cloudflare Pages: what a `<meta>` tag cannot say. Other hosts lose nothing vital. */
import type { OutputFile } from '../model/output-file.ts';
import type { OutputsInput } from './outputs-input.ts';

export function hostHeaders({ config, immutablePaths = [] }: OutputsInput): OutputFile[] {
  const blocks = [
    [
      `${config.base}/*`,
      // `frame-ancestors` is ignored in a meta element (CSP3 §6.3.2); the rest of the policy stands in each page.
      "Content-Security-Policy: frame-ancestors 'self'",
      'X-Content-Type-Options: nosniff',
      'Referrer-Policy: strict-origin-when-cross-origin',
    ],
    // A picture opened by its own address is a document: it may not run anything, nor act as a page of the site.
    [`${config.base}/*.svg`, "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; sandbox"],
    ...immutablePaths.map((path) => [
      `${config.base}${path.endsWith('/') ? `${path}*` : path}`,
      'Cache-Control: public, max-age=31536000, immutable',
    ]),
  ];
  return [{ path: '_headers', data: `${blocks.map((lines) => lines.join('\n  ')).join('\n')}\n` }];
}
