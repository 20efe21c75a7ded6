/** An operation from a description in memory to the HTML of its page, through the real rooms. */

import type { EndpointView } from '../../../../src/model/endpoint.ts';
import { memory } from '../../../../src/platform/files/memory.ts';
import { escapeHtml } from '../../../../src/shared/html.ts';
import { loadConfig } from '../../../../src/stages/config/index.ts';
import { compileMarkdown } from '../../../../src/stages/mdx/compile-markdown.ts';
import { describeEndpoint } from '../../../../src/stages/openapi/describe-endpoint.ts';
import { operationsOf } from '../../../../src/stages/openapi/operations.ts';
import { loadApi } from '../../../../src/stages/openapi/read/load-api.ts';
import { type EndpointContext, renderEndpoint } from '../../../../src/stages/render/endpoint/render-endpoint.tsx';

type Json = Readonly<Record<string, unknown>>;

/** The first operation of a description, as the page is told of it. */
export function viewOf(description: Json): EndpointView {
  const root = 'asyncapi' in description ? description : { openapi: '3.1.0', info: { title: 'T', version: '1' }, ...description };
  const kind = 'asyncapi' in description ? ('asyncapi' as const) : ('openapi' as const);
  return viewOfText(JSON.stringify(root), kind);
}

/** The same of a description as its file has it, JSON or YAML. */
export function viewOfText(text: string, kind: 'openapi' | 'asyncapi' = 'openapi'): EndpointView {
  const document = loadApi({ files: memory({ 'api.json': text }), source: 'api.json', kind }).value;
  const operation = document && operationsOf(document)[0];
  if (!operation) throw new Error('the description of this test has no operation');
  return describeEndpoint(document, operation).value;
}

export function contextOf(api: Json = {}, changes: Partial<EndpointContext> = {}): EndpointContext {
  const docs = { theme: 'mint', name: 'T', colors: { primary: '#000' }, navigation: { pages: [] }, api };
  const config = loadConfig({ files: memory({ 'docs.json': JSON.stringify(docs) }) }).value;
  if (config === undefined) throw new Error('the docs.json of this test is not usable');
  return {
    settings: {},
    api: config.api,
    markdown: (text, where) => compileMarkdown(text, { inline: where === 'line' }),
    highlight: (code) => ({
      html: `<pre><code>${escapeHtml(code)}</code></pre>`,
      nodes: [{ tag: 'pre', attributes: {}, children: [code] }],
    }),
    schemaHref: (name) => `/schemas/${name}`,
    playground: 'none',
    ...changes,
  };
}

export function drawn(description: Json, api: Json = {}, changes: Partial<EndpointContext> = {}) {
  const { lead, content, ...rest } = renderEndpoint(viewOf(description), contextOf(api, changes));
  return { ...rest, lead: lead.html, html: content.html };
}

/** One operation `POST /n` around what a test is about. */
export function post(operation: Json, components: Json = {}): Json {
  return { paths: { '/n': { post: { responses: {}, ...operation } } }, components };
}

export function body(schema: Json): Json {
  return post({ requestBody: { content: { 'application/json': { schema } } } });
}

export function idsOf({ lead, html }: Pick<ReturnType<typeof drawn>, 'lead' | 'html'>): string[] {
  return [...(lead + html).matchAll(/ id="([^"]*)"/g)].map((match) => match[1] as string);
}

/** What a reader reads, in one line. */
export function textOf(html: string): string {
  return html
    .replace(/<wbr[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, ' ');
}
