/** The `/mcp` endpoint of a site, which gives AI agents access to the public pages. Its packages are loaded at the first request. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { agentPagesPath } from '../../shared/site/agent-pages.ts';
import type { McpEndpoint } from '../mcp/connect.ts';
import type { SiteContent } from '../mcp/site-content.ts';
import type { BlobStore } from './blob-store.ts';
import type { SiteVersion } from './site-version.ts';

/** What the endpoint reads. */
export interface SiteAgentsOptions {
  /** The build that is served. Agents read nothing else: the output folder may contain a build that the server has refused. */
  readonly current: () => SiteVersion;
  readonly store: BlobStore;
  /** Version of docsgen. */
  readonly version: string;
}

/** Follows the build that is served. Must be closed even if it was never used. */
export class SiteAgents {
  readonly #options: SiteAgentsOptions;
  #endpoint: Promise<McpEndpoint> | undefined;
  #read: { readonly version: SiteVersion; readonly content: SiteContent | undefined } | undefined;

  constructor(options: SiteAgentsOptions) {
    this.#options = options;
  }

  /** `address` identifies the client for rate limits. */
  async answer(request: IncomingMessage, response: ServerResponse, address: string): Promise<void> {
    this.#endpoint ??= this.#open();
    const endpoint = await this.#endpoint;
    await this.#readCurrent();
    await endpoint.answer(request, response, address);
  }

  async close(): Promise<void> {
    await (await this.#endpoint)?.close();
  }

  async #open(): Promise<McpEndpoint> {
    const { mcpEndpoint, serverFactory } = await import('../mcp/connect.ts');
    return mcpEndpoint(serverFactory(() => this.#read?.content, this.#options.version));
  }

  async #readCurrent(): Promise<void> {
    const version = this.#options.current();
    if (this.#read?.version === version) return;
    const { siteContent } = await import('../mcp/site-content.ts');
    const read = async (path: string) => {
      const file = version.open.file(path.replace(/^\//, ''));
      return file && (await this.#options.store.read(file.hash).catch(() => undefined))?.toString();
    };
    const list = await read(agentPagesPath);
    this.#read = { version, content: list === undefined ? undefined : siteContent(list, read) };
  }
}
