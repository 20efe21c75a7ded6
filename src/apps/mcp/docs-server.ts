/**
 * The MCP tools of a documentation site: search, read a page, list API endpoints, read an endpoint. All are read-only and limited to
 * `SiteContent`.
 */
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { AgentPage } from '../../shared/site/agent-pages.ts';
import { encodePath } from '../../shared/url.ts';
import { sectionNamed } from './markdown-sections.ts';
import { type EndpointPage, endpointsOf, findEndpoints, findPage } from './page-finder.ts';
import type { PageSearch, SearchHit } from './page-search.ts';
import type { SiteContent } from './site-content.ts';

/** Maximum characters of a result. Longer pages are read in parts. */
const maxTextLength = 60_000;
const maxEndpoints = 200;
const maxFilterWords = 20;

const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Creates the server of one connection or request. `search` is shared, because its index is built once for each build. */
export function docsServer(content: SiteContent, search: PageSearch, version: string): McpServer {
  const server = new McpServer({ name: content.site.name, version }, { instructions: instructionsOf(content) });
  addSearch(server, content, search);
  addReadPage(server, content);
  addListEndpoints(server, content);
  addReadEndpoint(server, content);
  return server;
}

/** What the descriptions of the tools call the site. */
function aboutOf({ site }: SiteContent): string {
  return `the documentation of ${site.name}`;
}

function addSearch(server: McpServer, content: SiteContent, search: PageSearch): void {
  const about = aboutOf(content);
  server.registerTool(
    'search',
    {
      title: `Search ${content.site.name}`,
      description: `Finds pages and API endpoints in ${about}. Returns titles, paths for read_page, and matching passages.`,
      inputSchema: z.object({
        query: z.string().min(1).max(500).describe('Keywords, a question, or an endpoint such as "POST /users"'),
        limit: z.number().int().min(1).max(30).default(8).describe('Maximum number of results'),
        language: z.string().optional().describe('Language code, for sites in several languages'),
        version: z.string().optional().describe('Version, for sites with several versions'),
      }),
      annotations: readOnly,
    },
    async ({ query, limit, language, version }) => {
      const hits = await search.find(query, { limit, language, version });
      if (hits.length === 0) return text(`No results for "${query}" in ${about}. Try other keywords.`);
      return text(hits.map((hit) => hitText(hit)).join('\n\n'));
    },
  );
}

function hitText({ page, section, excerpt }: SearchHit): string {
  return [
    `## ${page.title}`,
    `Path: ${page.url}${page.trail.length > 0 ? ` (${page.trail.join(' › ')})` : ''}`,
    ...(page.endpoint ? [`Endpoint: ${endpointName(page as EndpointPage)}`] : []),
    ...(section ? [`Section: ${section.title}`] : []),
    '',
    excerpt,
  ].join('\n');
}

function addReadPage(server: McpServer, content: SiteContent): void {
  server.registerTool(
    'read_page',
    {
      title: 'Read a page',
      description: `Returns a page of ${aboutOf(content)} as Markdown, complete or only one section.`,
      inputSchema: z.object({
        path: z.string().min(1).max(2000).describe('Path or URL of the page, as returned by search'),
        section: z.string().max(500).optional().describe('Title of a heading, to read only its section'),
        offset: z.number().int().min(0).default(0).describe('Offset for continuing a long page'),
      }),
      annotations: readOnly,
    },
    async ({ path, section, offset }) => {
      const page = findPage(content, path);
      if (page === undefined) return missing(`Page not found: ${path}. Use search to find it.`);
      return readPage(content, page, section, offset);
    },
  );
}

function addListEndpoints(server: McpServer, content: SiteContent): void {
  server.registerTool(
    'list_endpoints',
    {
      title: 'List endpoints',
      description: `Lists the API endpoints, webhooks and channels in ${aboutOf(content)}.`,
      inputSchema: z.object({
        filter: z
          .string()
          .max(500)
          .optional()
          .describe('Return only endpoints whose method, path, title or tag contains all of these words'),
        offset: z.number().int().min(0).default(0).describe('Offset for continuing a long list'),
      }),
      annotations: readOnly,
    },
    ({ filter, offset }) => {
      const terms = [...new Set((filter ?? '').toLowerCase().split(/\s+/).filter(Boolean))].slice(0, maxFilterWords);
      const matches = endpointsOf(content).filter((page) => terms.every((word) => filterText(page).includes(word)));
      if (matches.length === 0) return text(terms.length > 0 ? `No endpoint matches "${filter}".` : 'This site has no API reference.');
      const shown = matches.slice(offset, offset + maxEndpoints);
      const rest = matches.length - offset - shown.length;
      const lines = shown.map((page) => `- ${endpointName(page)}: ${page.title} (${page.url})`);
      return text([...lines, ...(rest > 0 ? [`${rest} more; continue with offset ${offset + shown.length}`] : [])].join('\n'));
    },
  );
}

function addReadEndpoint(server: McpServer, content: SiteContent): void {
  server.registerTool(
    'read_endpoint',
    {
      title: 'Read an endpoint',
      description: 'Returns the complete reference of one API endpoint as Markdown: parameters, bodies, responses, examples.',
      inputSchema: z.object({
        endpoint: z
          .string()
          .min(1)
          .max(2000)
          .describe('Method and path such as "GET /users/{id}", an operation id, or the path of its page'),
        source: z.string().max(2000).optional().describe('The API description, if several contain this endpoint'),
        offset: z.number().int().min(0).default(0).describe('Offset for continuing a long text'),
      }),
      annotations: readOnly,
    },
    async ({ endpoint, source, offset }) => {
      const matches = findEndpoints(content, endpoint, source);
      const [page] = matches;
      if (page === undefined) return missing(`Endpoint not found: ${endpoint}. Use list_endpoints to see all endpoints.`);
      if (sourcesOf(matches).length > 1 && source === undefined) {
        const lines = matches.map((one) => `- ${endpointName(one)}: ${one.title} (${one.url}, source ${one.endpoint.source})`);
        return text(`Several API descriptions contain this endpoint. Specify a path or a source:\n${lines.join('\n')}`);
      }
      return readPage(content, page, undefined, offset);
    },
  );
}

function instructionsOf({ site, pages }: SiteContent): string {
  const hasEndpoints = pages.some(({ endpoint }) => endpoint !== undefined);
  return [
    `The documentation of ${site.name}${site.description ? `: ${site.description}` : '.'}`,
    `Use search first, then read_page.${hasEndpoints ? ' For an API, use list_endpoints and read_endpoint.' : ''}`,
    ...(site.instructions ? [site.instructions] : []),
  ].join('\n');
}

async function readPage(content: SiteContent, page: AgentPage, section: string | undefined, offset: number): Promise<CallToolResult> {
  const whole = await content.markdown(page);
  if (whole === undefined) return missing(`The text of ${page.url} is no longer available. Use search to find another page.`);
  const markdown = section === undefined ? whole : sectionNamed(whole, section);
  if (markdown === undefined) return missing(`${page.url} has no section "${section}". Omit the section to read the whole page.`);
  if (offset > 0 && offset >= markdown.length) return missing(`The text ends before ${offset}: it has ${markdown.length} characters.`);
  const piece = markdown.slice(offset, offset + maxTextLength).toWellFormed();
  const rest = markdown.length - offset - piece.length;
  const source = `Source: ${content.site.root}${page.url === '/' ? '/' : encodePath(page.url)}`;
  return text(
    [source, piece, ...(rest > 0 ? [`[${rest} more characters; continue with offset ${offset + piece.length}]`] : [])].join('\n\n'),
  );
}

function endpointName({ endpoint: { method, path, deprecated } }: EndpointPage): string {
  return `${method} ${path}${deprecated ? ' (deprecated)' : ''}`;
}

const filterTexts = new WeakMap<EndpointPage, string>();

/** The text that `filter` searches; cached for each build. */
function filterText(page: EndpointPage): string {
  let text = filterTexts.get(page);
  if (text === undefined) {
    text = `${endpointName(page)} ${page.title} ${page.endpoint.tags?.join(' ') ?? ''}`.toLowerCase();
    filterTexts.set(page, text);
  }
  return text;
}

function sourcesOf(pages: readonly EndpointPage[]): string[] {
  return [...new Set(pages.map(({ endpoint }) => endpoint.source ?? ''))];
}

function text(content: string): CallToolResult {
  return { content: [{ type: 'text', text: content }] };
}

/** An error result, which the model can read to correct its call. */
function missing(content: string): CallToolResult {
  return { ...text(content), isError: true };
}
