/** `/mcp` of a site: its pages for AI agents, as far as everybody may read them. The packages are loaded at the first question. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { McpEndpoint } from '../mcp/connect.ts';

/** Follows later builds by itself. To be closed, asked or not. */
export class SiteAgents {
  readonly #outDir: string;
  readonly #version: string;
  #endpoint: Promise<McpEndpoint> | undefined;

  /** `outDir`: what the build wrote for everybody. */
  constructor(outDir: string, version: string) {
    this.#outDir = outDir;
    this.#version = version;
  }

  /** `address`: whose requests are counted together. */
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
