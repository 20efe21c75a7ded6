import type { NavTree } from '../../model/nav-tree.ts';
import type { Page } from '../../model/page.ts';
import type { ResolvedRedirect } from '../../model/redirect.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import type { AgentEndpoint } from '../../shared/site/agent-pages.ts';

/** Hosts whose redirect rules are written on demand; those of Netlify and Cloudflare Pages always are. */
export type RedirectHost = 'vercel' | 'nginx';

/** What every maker of whole-site files is given. What is optional may be unknown: files are then made without it. */
export interface OutputsInput {
  readonly config: Pick<SiteConfig, 'name' | 'description' | 'base' | 'seo' | 'markdown' | 'api' | 'navigation'>;
  readonly pages: readonly Page[];
  readonly nav: Pick<NavTree, 'root' | 'places' | 'switches'>;
  /** When a page was last changed, as ISO 8601 or a day. */
  readonly changeOf?: (page: Page) => string | undefined;
  /** The Markdown copy of a page that was built. */
  readonly markdownOf?: (page: Page) => string | undefined;
  /** What a page documents, when an API description says it. */
  readonly operationOf?: (page: Page) => AgentEndpoint | undefined;
  /** The author's own `skill.md`. */
  readonly ownSkill?: string;
  readonly redirects: readonly ResolvedRedirect[];
  /** Project files that are published: an author's own file wins over a generated one of the same name. */
  readonly assets: readonly string[];
  /** Where `/` leads when no page is there (site path or URL). */
  readonly homeHref?: string;
  /** Hosts besides Netlify and Cloudflare Pages whose redirect files are wanted (`--redirects`). */
  readonly redirectHosts?: readonly RedirectHost[];
  /** Site paths (without base) of files, and of folders (with a `/` at the end), named by their content: cached for ever. */
  readonly immutablePaths?: readonly string[];
}
