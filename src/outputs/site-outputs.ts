/** The whole-site files: a list of makers. A new output is one file and one line here. */
import type { NavTree } from '../model/nav-tree.ts';
import type { OutputFile } from '../model/output-file.ts';
import type { Page } from '../model/page.ts';
import type { ResolvedRedirect } from '../model/redirect.ts';
import type { SiteConfig } from '../model/site-config.ts';
import { hostHeaders } from './host-headers.ts';
import { nginxRedirects, pagesRedirects, vercelRedirects } from './host-redirects.ts';
import { redirectPages } from './redirect-pages.ts';

export type RedirectHost = 'vercel' | 'nginx';

export interface OutputsInput {
  readonly config: Pick<SiteConfig, 'name' | 'base'>;
  readonly pages: readonly Page[];
  readonly nav: Pick<NavTree, 'root'>;
  readonly redirects: readonly ResolvedRedirect[];
  /** Project files that are published: an author's own file wins over a generated one of the same name. */
  readonly assets: readonly string[];
  /** Where `/` leads when no page is there (site path or URL). */
  readonly homeHref?: string;
  /** Hosts besides Netlify and Cloudflare Pages whose redirect files are wanted (`--redirects`). */
  readonly redirectHosts?: readonly RedirectHost[];
  /** Site paths (without base) below which file names carry a hash of their content: cached for ever. */
  readonly immutablePaths?: readonly string[];
}

type OutputMaker = (input: OutputsInput) => OutputFile[];

const makers: readonly OutputMaker[] = [redirectPages, pagesRedirects, vercelRedirects, nginxRedirects, hostHeaders];

/** All whole-site files, none at a path that a page or a file of the author has. */
export function siteOutputs(input: OutputsInput): OutputFile[] {
  const taken = new Set([...input.assets, ...input.pages.map((page) => page.output)]);
  const outputs: OutputFile[] = [];
  for (const output of makers.flatMap((make) => make(input))) {
    if (taken.has(output.path)) continue;
    taken.add(output.path);
    outputs.push(output);
  }
  return outputs;
}
