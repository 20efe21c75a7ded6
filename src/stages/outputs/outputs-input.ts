import type { NavTree } from '../../model/nav-tree.ts';
import type { Page } from '../../model/page.ts';
import type { ResolvedRedirect } from '../../model/redirect.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import type { AgentEndpoint } from '../../shared/site/agent-pages.ts';
import type { HostFile } from '../../shared/site/host-files.ts';

/** Hosts whose redirect rules are written on demand; those of Netlify and Cloudflare Pages always are. */
export type RedirectHost = 'vercel' | 'nginx';

/** What is known of a site before its pages are compiled. The paths of all files for the whole site follow from it. */
export interface PlannedOutputs {
  readonly config: Pick<SiteConfig, 'name' | 'description' | 'base' | 'seo' | 'markdown' | 'api' | 'navigation'>;
  readonly pages: readonly Page[];
  readonly redirects: readonly ResolvedRedirect[];
  /** Project files that are published: an author's own file wins over a generated one of the same name. */
  readonly assets: readonly string[];
  /** Where `/` leads when no page is there (site path or URL). */
  readonly homeHref?: string;
  /** The author's own `skill.md`. */
  readonly ownSkill?: string;
  /** Hosts besides Netlify and Cloudflare Pages whose redirect files are wanted (`--redirects`). */
  readonly redirectHosts?: readonly RedirectHost[];
}

/** What the content of the files is made from. What is optional may be unknown: files are then made without it. */
export interface OutputsInput extends PlannedOutputs {
  readonly nav: Pick<NavTree, 'root' | 'places' | 'switches'>;
  /** When a page was last changed, as ISO 8601 or a day. */
  readonly changeOf?: (page: Page) => string | undefined;
  /** The Markdown copy of a page that was built. */
  readonly markdownOf?: (page: Page) => string | undefined;
  /** What a page documents, when an API description says it. */
  readonly operationOf?: (page: Page) => AgentEndpoint | undefined;
  /** Site paths (without base) of files, and of folders (with a `/` at the end), named by their content: cached for ever. */
  readonly immutablePaths?: readonly string[];
}

/** A file for the whole site: its path is known before its content can be made. */
export interface SiteFile {
  /** In the output folder. */
  readonly path: string;
  /** A text, or its pieces if it is too large to be in memory. Files with the same function have the same content, made once. */
  readonly content: (input: OutputsInput, files: readonly SiteFile[]) => string | (() => Iterable<string>);
  /** What it is to agents: they find it by this relation, in a `Link` header of every response. */
  readonly relation?: string;
  /** Its media type, if hosts cannot tell it from the name. */
  readonly mediaType?: string;
}

/** Declares which files it writes for a site. `content` is called only if the file is written. */
export type OutputWriter = (site: PlannedOutputs) => readonly SiteFile[];

/** Likewise for a file that only a web host reads. */
export type HostFileMaker = (site: PlannedOutputs) => readonly (SiteFile & { readonly path: HostFile })[];
