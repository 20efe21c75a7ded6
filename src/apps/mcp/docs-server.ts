/**
 * The tools of a documentation site in the Model Context Protocol: search, read a page, list the endpoints of its APIs,
 * read one. All only read, and only what `SiteContent` has.
 */
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { AgentPage } from '../../shared/site/agent-pages.ts';
import { encodePath } from '../../shared/url.ts';
import { sectionNamed } from './markdown-sections.ts';
import { type EndpointPage, endpointsOf, findEndpoints, findPage } from './page-finder.ts';
import type { PageSearch } from './page-search.ts';
import type { SiteContent } from './site-content.ts';

/** Characters of one answer: longer pages are read in pieces. */
const longest = 60_000;
const maxEndpoints = 200;
const maxFilterWords = 20;

const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Makes the server of one connection or request. `search` outlives it: its index is made once for a build. */
export function docsServer(content: SiteContent, search: PageSearch, version: string): McpServer {
  const { site } = content;
  const server = new McpServer({ name: site.name, version }, { instructions: instructionsOf(content) });
  const about = `the documentation of ${site.name}`;

  server.registerTool(
    'search',
    {
      title: `Search ${site.name}`,
      description: `Finds pages and API endpoints in ${about}. Answers with titles, paths for read_page, and the passages that fit.`,
      inputSchema: z.object({
        query: z.string().min(1).max(500).describe('Words, a question, or an endpoint such as "POST /users"'),
        limit: z.number().int().min(1).max(30).default(8).describe('Results at most'),
        language: z.string().optional().describe('Code of the language wanted, on a site with several'),
        version: z.string().optional().describe('Version wanted, on a site with several'),
      }),
      annotations: readOnly,
    },
    async ({ query, limit, language, version }) => {
      const hits = await search.find(query, { limit, language, version });
      if (hits.length === 0) return text(`Nothing in ${about} fits "${query}". Try other words.`);
      return text(
        hits
          .map(({ page, section, excerpt }) =>
            [
              `## ${page.title}`,
              `Path: ${page.url}${page.trail.length > 0 ? ` (${page.trail.join(' › ')})` : ''}`,
              ...(page.endpoint ? [`Endpoint: ${endpointName(page as EndpointPage)}`] : []),
              ...(section ? [`Section: ${section.title}`] : []),
              '',
              excerpt,
            ].join('\n'),
          )
          .join('\n\n'),
      );
    },
  );

  server.registerTool(
    'read_page',
    {
      title: 'Read a page',
      description: `Gives a page of ${about} as Markdown, whole or one section of it.`,
      inputSchema: z.object({
        path: z.string().min(1).max(2000).describe('Path or address of the page, as search gives it'),
        section: z.string().max(500).optional().describe('Title of a heading: only what stands below it'),
        offset: z.number().int().min(0).default(0).describe('Where to go on in a long page'),
      }),
      annotations: readOnly,
    },
    async ({ path, section, offset }) => {
      const page = findPage(content, path);
      if (page === undefined) return missing(`There is no page ${path}. Use search to find it.`);
      return readPage(content, page, section, offset);
    },
  );

  server.registerTool(
    'list_endpoints',
    {
      title: 'List the endpoints',
      description: `Lists the API endpoints, webhooks and channels in ${about}.`,
      inputSchema: z.object({
        filter: z.string().max(500).optional().describe('Only those whose method, path, title or tag has all of these words'),
        offset: z.number().int().min(0).default(0).describe('Where to go on in a long list'),
      }),
      annotations: readOnly,
    },
    ({ filter, offset }) => {
      const words = [...new Set((filter ?? '').toLowerCase().split(/\s+/).filter(Boolean))].slice(0, maxFilterWords);
      const found = endpointsOf(content).filter((page) => words.every((word) => filterText(page).includes(word)));
      if (found.length === 0) return text(words.length > 0 ? `No endpoint fits "${filter}".` : 'This site documents no API.');
      const shown = found.slice(offset, offset + maxEndpoints);
      const rest = found.length - offset - shown.length;
      const lines = shown.map((page) => `- ${endpointName(page)}: ${page.title} (${page.url})`);
      return text([...lines, ...(rest > 0 ? [`${rest} more: offset ${offset + shown.length}`] : [])].join('\n'));
    },
  );

  server.registerTool(
    'read_endpoint',
    {
      title: 'Read an endpoint',
      description: 'Gives the whole reference of one API endpoint as Markdown: parameters, bodies, answers, examples.',
      inputSchema: z.object({
        endpoint: z
          .string()
          .min(1)
          .max(2000)
          .describe('Method and path such as "GET /users/{id}", an operation id, or the path of its page'),
        source: z.string().max(2000).optional().describe('The API description, where several have this endpoint'),
        offset: z.number().int().min(0).default(0).describe('Where to go on in a long text'),
      }),
      annotations: readOnly,
    },
    async ({ endpoint, source, offset }) => {
      const found = findEndpoints(content, endpoint, source);
      const [page] = found;
      if (page === undefined) return missing(`There is no endpoint ${endpoint}. Use list_endpoints to see all.`);
      if (sourcesOf(found).length > 1 && source === undefined) {
        const lines = found.map((one) => `- ${endpointName(one)}: ${one.title} (${one.url}, source ${one.endpoint.source})`);
        return text(`Several descriptions have it; read one by its path or with a source:\n${lines.join('\n')}`);
      }
      return readPage(content, page, undefined, offset);
    },
  );
  return server;
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
  if (whole === undefined) return missing(`The text of ${page.url} is not there any more. Use search to find another page.`);
  const found = section === undefined ? whole : sectionNamed(whole, section);
  if (found === undefined) return missing(`${page.url} has no section "${section}". Read it without one.`);
  if (offset > 0 && offset >= found.length) return missing(`The text ends before ${offset}: it has ${found.length} characters.`);
  const piece = found.slice(offset, offset + longest).toWellFormed();
  const rest = found.length - offset - piece.length;
  const source = `Source: ${content.site.root}${page.url === '/' ? '/' : encodePath(page.url)}`;
  return text([source, piece, ...(rest > 0 ? [`[${rest} characters more: offset ${offset + piece.length}]`] : [])].join('\n\n'));
}

function endpointName({ endpoint: { method, path, deprecated } }: EndpointPage): string {
  return `${method} ${path}${deprecated ? ' (deprecated)' : ''}`;
}

const filterTexts = new WeakMap<EndpointPage, string>();

/** What `filter` looks in; kept as long as the build is. */
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

/** The model is to read what went wrong, and to try again. */
function missing(content: string): CallToolResult {
  return { ...text(content), isError: true };
}
