import type { NavTree } from '../../model/nav-tree.ts';
import type { OutputFile } from '../../model/output-file.ts';
import { languageTag } from '../../shared/language-tag.ts';
import type { ProxyTarget } from '../../shared/playground/proxy.ts';
import { type SiteRecord, siteRecordName } from '../../shared/site/site-record.ts';
import { isSafeUrl } from '../../shared/url.ts';
import { agentHeaders } from './host-headers.ts';
import type { OutputsInput, PlannedOutputs } from './outputs-input.ts';
import { redirectHref } from './redirect-pages.ts';
import { siteFiles } from './site-outputs.ts';

/** For one audience: contains only the pages that these readers may see. */
export interface SiteRecordInput extends PlannedOutputs, Pick<OutputsInput, 'immutablePaths'> {
  readonly nav: Pick<NavTree, 'root'>;
  /** Output paths of the written pages. */
  readonly written: ReadonlySet<string>;
  /** Site paths of immutable files without page content. */
  readonly chrome: readonly string[];
  /** Output path of a page with a playground → the targets that it may request through the proxy. */
  readonly playgrounds: ReadonlyMap<string, readonly ProxyTarget[]>;
  /** Compressed variants are stored next to the files. */
  readonly packed: boolean;
  /** The private part of the build; absent on a site without sign-in. */
  readonly privateBuild?: string;
}

/** The data that the site server needs (`shared/site/site-record.ts`). Created last, because it lists the written files. */
export function siteRecord(input: SiteRecordInput): OutputFile {
  const { config, pages, written, assets, homeHref, immutablePaths = [], chrome, privateBuild } = input;
  const published = new Set(assets);
  const record: SiteRecord = {
    docsgen: 1,
    base: config.base,
    pages: Object.fromEntries(pages.filter(({ output }) => written.has(output)).map(({ url, output }) => [url, output])),
    // A file of the author at the source of a redirect takes precedence, as on a static host.
    redirects: input.redirects
      .filter(({ source, destination }) => isSafeUrl(destination) && !published.has(source.slice(1)))
      .map(({ source, destination, permanent, isPattern }) => ({
        source,
        destination: redirectHref(destination, config.base),
        permanent,
        isPattern,
      })),
    ...(homeHref !== undefined && { home: redirectHref(homeHref, config.base) }),
    ...languagesOf(input),
    immutable: immutablePaths,
    chrome,
    playgrounds: [...input.playgrounds.keys()].sort(),
    proxyTargets: uniqueTargets([...input.playgrounds.values()].flat()),
    headers: agentHeaders(config.base, siteFiles(input)),
    packed: input.packed,
    ...(privateBuild !== undefined && { privateBuild }),
  };
  return { path: siteRecordName, data: `${JSON.stringify(record, null, 1)}\n` };
}

/** The language at `/` first. Languages without a page in this build are left out. */
function languagesOf({ nav, pages, written, config }: SiteRecordInput): Pick<SiteRecord, 'languages'> {
  const urls = new Map(pages.filter(({ output }) => written.has(output)).map(({ path, url }) => [path, url]));
  const languages = nav.root.children.flatMap((child) => {
    const url = child.kind === 'language' && child.firstPage !== undefined ? urls.get(child.firstPage) : undefined;
    return url === undefined || child.kind !== 'language' ? [] : [{ tag: languageTag(child.name), url, isDefault: child.isDefault }];
  });
  const [first = undefined] = [...languages.filter(({ isDefault }) => isDefault), ...languages];
  if (first === undefined || languages.length < 2) return {};
  const entries = languages.map(({ tag, url }) => [tag, redirectHref(tag === first.tag ? '/' : url, config.base)] as const);
  return { languages: Object.fromEntries(entries) };
}

function uniqueTargets(targets: readonly ProxyTarget[]): ProxyTarget[] {
  const known = new Map(targets.map((target) => [`${target.protocol}//${target.host}:${target.port}`, target]));
  return [...known].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, target]) => target);
}
