/** `_headers`, read by Netlify and Cloudflare Pages: what a `<meta>` tag cannot say. Other hosts lose nothing vital. */
import type { OutputFile } from '../../model/output-file.ts';
import { isForAgents, publishedSpecs } from './llms.ts';
import type { OutputsInput } from './outputs-input.ts';

/** One block for all paths, then one for each place that needs more. */
export function hostHeaders(input: OutputsInput): OutputFile[] {
  const { config, immutablePaths = [] } = input;
  const blocks = [
    [
      `${config.base}/*`,
      // `frame-ancestors` is ignored in a meta element (CSP3 §6.3.2); the rest of the policy stands in each page.
      "Content-Security-Policy: frame-ancestors 'self'",
      'X-Content-Type-Options: nosniff',
      'Referrer-Policy: strict-origin-when-cross-origin',
      ...agentHeaders(input),
    ],
    [`${config.base}/.well-known/api-catalog`, 'Content-Type: application/linkset+json'],
    // A picture opened by its own address is a document: it may not run anything, nor act as a page of the site.
    [`${config.base}/*.svg`, "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; sandbox"],
    ...immutablePaths.map((path) => [
      `${config.base}${path.endsWith('/') ? `${path}*` : path}`,
      'Cache-Control: public, max-age=31536000, immutable',
    ]),
  ];
  return [{ path: '_headers', data: `${blocks.map((lines) => lines.join('\n  ')).join('\n')}\n` }];
}

/** Where agents find what is made for them, on every answer (docs-json-spec 13). */
export function agentHeaders(input: Pick<OutputsInput, 'config' | 'pages' | 'assets'>): string[] {
  if (!input.pages.some(isForAgents)) return [];
  const { base } = input.config;
  const links = [
    ['llms.txt', 'llms-txt'],
    ['llms-full.txt', 'llms-full-txt'],
    ['.well-known/agent-skills/index.json', 'agent-skills'],
    ...(publishedSpecs(input).length > 0 ? [['.well-known/api-catalog', 'api-catalog']] : []),
  ];
  return [`Link: ${links.map(([path, rel]) => `<${base}/${path}>; rel="${rel}"`).join(', ')}`, `X-Llms-Txt: ${base}/llms.txt`];
}
