import type { ResolvedRedirect } from '../../model/link-target.ts';
import type { NavTree } from '../../model/nav-tree.ts';
import type { KnownBytes } from '../../model/output-file.ts';
import type { Page } from '../../model/page.ts';
import type { SiteConfig } from '../../model/site-config.ts';
import type { AgentEndpoint } from '../../shared/site/agent-pages.ts';
import type { HostFile } from '../../shared/site/host-files.ts';

/** Hosts whose redirect files are written only on request; those of Netlify and Cloudflare Pages always are. */
export type RedirectHost = 'vercel' | 'nginx';

/** What is known about a site before its pages are compiled. It determines the paths of all site-wide files. */
export interface PlannedOutputs {
  readonly config: Pick<SiteConfig, 'name' | 'description' | 'base' | 'seo' | 'markdown' | 'api' | 'navigation'>;
  readonly pages: readonly Page[];
  readonly redirects: readonly ResolvedRedirect[];
  /** Published project files: an author's file takes precedence over a generated one with the same path. */
  readonly assets: readonly string[];
  /** Target of `/` if no page has that URL (site path or URL). */
  readonly homeHref?: string;
  /** The text of the author's `skill.md`. */
  readonly authorSkill?: string;
  /** Additional hosts whose redirect files are requested (`--redirects`). */
  readonly redirectHosts?: readonly RedirectHost[];
  /** Files that hooks of the project declare. Their paths are free. */
  readonly customOutputs?: readonly CustomFile[];
}

/** A file that a hook of the project declares: its path in the output folder, and its media type. */
export interface CustomFile {
  readonly path: string;
  readonly mediaType?: string | undefined;
}

/** Input for the content of the files. Optional values may be unknown; the files are then written without them. */
export interface OutputsInput extends PlannedOutputs {
  readonly nav: Pick<NavTree, 'root' | 'places' | 'switches'>;
  /** Date of the last change of a page, as ISO 8601 date or date-time. */
  readonly changeOf?: (page: Page) => string | undefined;
  /** The Markdown copy of a built page. */
  readonly markdownOf?: (page: Page) => string | undefined;
  /** A key of that text: the same key, the same text. */
  readonly markdownKeyOf?: (page: Page) => string | undefined;
  /** The files of earlier builds by a key of their content. Absent = they are generated again. */
  readonly knownTexts?: KnownTexts;
  /** The operation that a page documents, if it comes from an API description. */
  readonly operationOf?: (page: Page) => AgentEndpoint | undefined;
  /** The content of a file that a hook declares. */
  readonly customContent?: (path: string) => string | Uint8Array;
  /** Site paths (without base) of content-hashed files and folders (with a trailing `/`), which can be cached forever. */
  readonly immutablePaths?: readonly string[];
}

/** Digests and sizes of large texts, by the key of their content. */
export interface KnownTexts {
  get(key: string): KnownBytes | undefined;
  set(key: string, bytes: KnownBytes): void;
}

/** The pieces of a text that is too large for memory. `key` is a digest of everything that the text depends on. */
export interface KeyedText {
  readonly key: string;
  readonly pieces: () => Iterable<string>;
}

/** A site-wide file: its path is known before its content. */
export interface SiteFile {
  /** Path in the output folder. */
  readonly path: string;
  /**
   * A text, bytes, or the pieces of a text that is too large for memory. Files with the same function have the same
   * content, generated once.
   */
  readonly content: (input: OutputsInput, files: readonly SiteFile[]) => string | Uint8Array | KeyedText;
  /** Link relation for agents, in a `Link` header of every response. */
  readonly relation?: string;
  /** Media type, if hosts cannot infer it from the file name. */
  readonly mediaType?: string;
}

/** Declares the files that it writes for a site. `content` is called only if the file is written. */
export type OutputWriter = (site: PlannedOutputs) => readonly SiteFile[];

/** The same for files that only web hosts read. */
export type HostFileWriter = (site: PlannedOutputs) => readonly (SiteFile & { readonly path: HostFile })[];
