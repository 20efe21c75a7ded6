/** The `/mcp` endpoint of a site, which gives AI agents access to the public pages. Its packages are loaded at the first request. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { McpEndpoint } from '../mcp/connect.ts';

/** Follows new builds automatically. Must be closed even if it was never used. */
export class SiteAgents {
  readonly #outDir: string;
  readonly #version: string;
  #endpoint: Promise<McpEndpoint> | undefined;

  /** `outDir` is the output folder of the public site. */
  constructor(outDir: string, version: string) {
    this.#outDir = outDir;
    this.#version = version;
  }

  /** `address` identifies the client for rate limits. */
  async answer(request: IncomingMessage, response: ServerResponse, address: string): Promise<void> {
    this.#endpoint ??= this.#open();
    await (await this.#endpoint).answer(request, response, address);
  }

  async close(): Promise<void> {
    await (await this.#endpoint)?.close();
  }

  async #open(): Promise<McpEndpoint> {
    const [{ mcpEndpoint, serverFactory }, { followBuiltSite }] = await Promise.all([
      import('../mcp/connect.ts'),
      import('../mcp/site-content.ts'),
    ]);
    return mcpEndpoint(serverFactory(followBuiltSite(this.#outDir), this.#version));
  }
}
