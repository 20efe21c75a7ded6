import type { Page } from '../../model/page.ts';
import { type AgentEndpoint, type AgentPage, type AgentPages, agentPagesPath } from '../../shared/site/agent-pages.ts';
import { isForAgents } from './llms.ts';
import type { OutputsInput, OutputWriter } from './outputs-input.ts';
import { siteUrl } from './urls.ts';

/**
 * `_docsgen/pages.json`: the pages of the site for the MCP server (`shared/site/agent-pages.ts`). Not written if no
 * page is visible to agents.
 */
export const agentPages: OutputWriter = ({ pages }) =>
  pages.some(isForAgents) ? [{ path: agentPagesPath, content: (input) => JSON.stringify(agentSite(input)) }] : [];

function agentSite(input: OutputsInput): AgentPages {
  const { config } = input;
  return {
    name: config.name,
    ...(config.description && { description: config.description }),
    ...(config.markdown.instructions && { instructions: config.markdown.instructions }),
    root: siteUrl(config, '/').replace(/\/$/, ''),
    pages: input.pages.filter(isForAgents).map((page) => agentPage(input, page)),
  };
}

function agentPage({ nav, operationOf }: OutputsInput, page: Page): AgentPage {
  const { keywords, api } = page.frontMatter;
  const trail = (nav.places.get(page.path)?.[0]?.trail ?? []).filter(({ kind, name }) => kind !== 'root' && name !== '');
  const endpoint = operationOf?.(page) ?? (api === undefined ? undefined : handWritten(api));
  return {
    url: page.url,
    title: page.title,
    ...(page.description && { description: page.description }),
    trail: trail.map(({ name }) => name),
    ...(page.language && { language: page.language }),
    ...(page.version && { version: page.version }),
    ...(keywords.length > 0 && { keywords }),
    ...(page.boost !== 1 && { boost: page.boost }),
    ...(!page.access.inSearch && { isUnsearchable: true as const }),
    ...(endpoint && { endpoint: page.deprecated ? { ...endpoint, deprecated: true as const } : endpoint }),
  };
}

/** `api: POST /users` in front matter. */
function handWritten(api: string): AgentEndpoint {
  const [, method = 'GET', path = api] = /^\s*([A-Za-z]+)\s+(\S.*)$/.exec(api) ?? [];
  return { method: method.toUpperCase(), path: path.trim() };
}
