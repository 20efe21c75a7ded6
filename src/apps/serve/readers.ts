/** Which view of a site a reader gets. Access was decided when the site was built: what a view does not hold is not there. */
import type { ProxyTarget } from '../../shared/playground/proxy.ts';
import type { Route, RouteTable, ServedFile } from './route-table.ts';
import type { Audience, SiteVersion } from './site-version.ts';

/** Somebody who is signed in. */
export interface Reader {
  readonly groups: readonly string[];
}

/** What stands at an address for one reader. */
export interface ReaderView {
  find(path: string): Route | undefined;
  readonly notFound: ServedFile | undefined;
  /** Readers with the same name see the same. */
  readonly name: string;
  /** What playgrounds that these readers get may ask the proxy for, in a version. */
  proxyTargets(version: SiteVersion): readonly ProxyTarget[];
  /** The table that this reader's earlier files are compared with. */
  tableOf(version: SiteVersion): RouteTable | undefined;
}

/** The view of everybody. */
export function openView(version: SiteVersion): ReaderView {
  return {
    name: '',
    find: (path) => version.open.find(path),
    notFound: version.open.notFound,
    proxyTargets: (each) => each.open.proxyTargets,
    tableOf: (each) => each.open,
  };
}

/**
 * Of the audiences that the build made, those whose groups the reader has, the most particular first. A site with many
 * groups has no view for every mixture of them; then each address is taken from the first view that holds it.
 */
export function viewOf(version: SiteVersion, reader: Reader): ReaderView {
  const audiences = audiencesOf(version, reader);
  const [first] = audiences;
  return {
    name: JSON.stringify(audiences.map(({ groups }) => [...groups])),
    proxyTargets: (each) => audiencesOf(each, reader).flatMap(({ table }) => table.proxyTargets),
    find: (path) => findIn(audiences, path),
    notFound: first?.table.notFound,
    tableOf: (each) => audiencesOf(each, reader)[0]?.table,
  };
}

function audiencesOf({ closed }: SiteVersion, { groups }: Reader): readonly Audience[] {
  const own = new Set(groups);
  return (closed?.audiences ?? [])
    .filter((audience) => [...audience.groups].every((group) => own.has(group)))
    .sort((a, b) => b.groups.size - a.groups.size);
}

function findIn(audiences: readonly Audience[], path: string): Route | undefined {
  let found: Route | undefined;
  for (const { table, withoutPlayground } of audiences) {
    const route = table.find(path);
    if (route === undefined) continue;
    if (route.kind === 'file' && !withoutPlayground.has(route.file.path)) return route;
    if (found === undefined || (found.kind === 'redirect' && route.kind === 'file')) found = route;
  }
  return found;
}
