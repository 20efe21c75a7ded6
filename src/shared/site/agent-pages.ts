/**
 * The index of a site for agents, one file of the build: all public pages that are not hidden from agents. The text of
 * a page is its Markdown copy (`markdownPath`). `mcp/` answers from both.
 */

/** Path in the built site. */
export const agentPagesPath = '_docsgen/pages.json';

/** Path of the MCP endpoint of `docsgen serve`, below the base path. */
export const mcpPath = '/mcp';

/** The file as JSON. Optional fields are omitted, never null. */
export interface AgentPages {
  readonly name: string;
  readonly description?: string;
  /** The site's instructions for agents (`markdown.instructions`). */
  readonly instructions?: string;
  /** Absolute URL of the site without trailing slash; only its base path when the origin is unknown. */
  readonly root: string;
  /** In the order of the site. */
  readonly pages: readonly AgentPage[];
}

/** The metadata of a page for lists and search, without its Markdown. */
export interface AgentPage {
  /** Site path without base path. */
  readonly url: string;
  readonly title: string;
  readonly description?: string;
  /** Names of the divisions and groups above it, outermost first. */
  readonly trail: readonly string[];
  /** Language code as configured. */
  readonly language?: string;
  readonly version?: string;
  /** Front matter keywords, which are only used by search. */
  readonly keywords?: readonly string[];
  /** Search weight; omitted when it is 1. */
  readonly boost?: number;
  /** Excluded from search. */
  readonly isUnsearchable?: true;
  /** Absent for pages without an operation. */
  readonly endpoint?: AgentEndpoint;
}

/** The operation, webhook, channel or schema of a generated or hand-written page. */
export interface AgentEndpoint {
  /** `GET`, `WEBHOOK`, `CHANNEL`, `SCHEMA`. */
  readonly method: string;
  /** Path template; name of a webhook, channel or schema. */
  readonly path: string;
  /** Its API description: project path or URL; undefined for a hand-written endpoint. */
  readonly source?: string;
  readonly operationId?: string;
  readonly tags?: readonly string[];
  /** According to the description or the front matter. */
  readonly deprecated?: true;
}
