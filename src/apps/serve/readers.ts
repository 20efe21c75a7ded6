/** Selects the view of a site for a reader. The build has already decided on access: a view contains only what its readers may see. */
import type { ProxyTarget } from '../../shared/playground/proxy.ts';
import type { Route, RouteTable, ServedFile } from './route-table.ts';
import type { Audience, SiteVersion } from './site-version.ts';

/** A signed-in reader. */
export interface Reader {
  readonly groups: readonly string[];
}

/** What a reader gets at each URL. */
export interface ReaderView {
  find(path: string): Route | undefined;
  readonly notFound: ServedFile | undefined;
  /** Views with the same name are identical. */
  readonly name: string;
  /** The servers that the playgrounds in this view may reach through the proxy. */
  proxyTargets(version: SiteVersion): readonly ProxyTarget[];
  /** The route table that decides which files of previous builds the reader may get. */
  tableOf(version: SiteVersion): RouteTable | undefined;
}

/** The public view. */
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
 * The view of the audiences whose groups the reader has, the most specific first. A build does not create an audience for every
 * combination of many groups, so each URL comes from the first audience that contains it.
 */
export function viewOf(version: SiteVersion, reader: Reader): ReaderView {
  const audiences = audiencesOf(version, reader);
  const [first] = audiences;
  return {
    name: JSON.stringify(audiences.map(({ groups }) => [...groups])),
    proxyTargets: (each) => audiencesOf(each, reader).flatMap(({ table }) => table.proxyTargets),
    find: (path) => findRoute(audiences, path),
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

function findRoute(audiences: readonly Audience[], path: string): Route | undefined {
  let found: Route | undefined;
  for (const { table, withoutPlayground } of audiences) {
    const route = table.find(path);
    if (route === undefined) continue;
    if (route.kind === 'file' && !withoutPlayground.has(route.file.path)) return route;
    if (found === undefined || (found.kind === 'redirect' && route.kind === 'file')) found = route;
  }
  return found;
}
