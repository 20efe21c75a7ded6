/**
 * What agents may know of a site, as one file of the build: every page that everybody may read and that no setting keeps
 * from agents. The text of a page is its Markdown copy (`markdownPath`). `mcp/` answers from the two.
 */

/** Path in the built site. */
export const agentPagesPath = '_docsgen/pages.json';

/** Where `docsgen serve` answers agents (Model Context Protocol), below the base. */
export const mcpPath = '/mcp';

/** The file as JSON. Optional fields are left out, never null. */
export interface AgentPages {
  readonly name: string;
  readonly description?: string;
  /** What the site asks of agents (`markdown.instructions`). */
  readonly instructions?: string;
  /** Where the site stands, without a slash at the end; its path prefix when only that is known. */
  readonly root: string;
  /** In the order of the site. */
  readonly pages: readonly AgentPage[];
}

/** What a list or a search can say of a page without opening its Markdown. */
export interface AgentPage {
  /** Site path without base. */
  readonly url: string;
  readonly title: string;
  readonly description?: string;
  /** Names of the divisions and groups above it, outermost first. */
  readonly trail: readonly string[];
  /** Code as configured. */
  readonly language?: string;
  readonly version?: string;
  /** Of the front matter: search words that nobody is shown. */
  readonly keywords?: readonly string[];
  /** Search weight; left out when it is 1. */
  readonly boost?: number;
  /** Search does not offer it. */
  readonly isUnsearchable?: true;
  /** Absent for pages that document no operation. */
  readonly endpoint?: AgentEndpoint;
}

/** Of pages that describe an operation, a webhook, a channel or a schema, whether generated or written by hand. */
export interface AgentEndpoint {
  /** `GET`, `WEBHOOK`, `CHANNEL`, `SCHEMA`. */
  readonly method: string;
  /** Path template; name of a webhook, channel or schema. */
  readonly path: string;
  /** The description that it stands in: project path or URL; undefined for an endpoint written by hand. */
  readonly source?: string;
  readonly operationId?: string;
  readonly tags?: readonly string[];
  /** By the description, or by the front matter. */
  readonly deprecated?: true;
}
