/** A page with `api: METHOD url` front matter: what is known of its operation without a description. */
import type { EndpointView, SecuritySchemeView, ServerView } from '../model/endpoint.ts';
import type { Page } from '../model/page.ts';
import type { ApiSettings } from '../model/site-config.ts';

/** The view of a hand-written reference page; undefined for every other page. Its parameters stand in its text. */
export function handWrittenEndpoint(page: Page, api: ApiSettings): EndpointView | undefined {
  const match = /^\s*([a-z]+)\s+(\S.*?)\s*$/i.exec(page.frontMatter.api ?? '');
  if (match === null) return undefined;
  const method = (match[1] as string).toUpperCase();
  const { server, path } = splitAddress(match[2] as string);
  const auth = page.frontMatter.authMethod ?? api.mdx.auth?.method;
  return {
    ref: {
      id: `${page.path} ${method} ${path}`,
      source: page.file ?? page.path,
      kind: 'operation',
      method,
      path,
      title: page.title,
      tags: [],
      group: '',
      deprecated: page.deprecated,
      hidden: false,
      excluded: false,
      metadata: {},
      groups: [],
    },
    servers: (server === undefined ? api.mdx.servers : [server]).map(serverView),
    security: securityOf(auth, api),
    parameters: [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => ({
      name: name as string,
      in: 'path',
      required: true,
      deprecated: false,
      schema: text,
      examples: [],
    })),
    responses: [],
    callbacks: [],
    codeSamples: [],
  };
}

/** An address with a host of its own does not stand below the servers of docs.json. */
function splitAddress(address: string): { readonly server?: string; readonly path: string } {
  const match = /^(https?:\/\/[^/?#]+)(.*)$/i.exec(address);
  if (match === null) return { path: address.startsWith('/') ? address : `/${address}` };
  return { server: match[1] as string, path: match[2] || '/' };
}

function serverView(url: string): ServerView {
  return { url, variables: [] };
}

function securityOf(method: string | undefined, { mdx }: ApiSettings): EndpointView['security'] {
  const scheme: SecuritySchemeView = { key: 'auth', type: 'http', scopes: [], flows: [] };
  switch (method) {
    case 'bearer':
    case 'basic':
      return [[{ ...scheme, scheme: method }]];
    case 'key':
    case 'cobo':
      return [[{ ...scheme, type: 'apiKey', in: 'header', name: mdx.auth?.name ?? (method === 'cobo' ? 'BIZ-API-KEY' : 'x-api-key') }]];
    default:
      return [];
  }
}

const text = {
  label: 'string',
  types: ['string'],
  nullable: false,
  constraints: [],
  examples: [],
  deprecated: false,
  readOnly: false,
  writeOnly: false,
  properties: [],
  otherProperties: [],
  prefixItems: [],
  pre: [],
  post: [],
} satisfies EndpointView['schema'];
