/** A configuration for tests: the navigation as authors write it, everything else as small as it may be. */
import type { DivisionKind, NavDivision, NavEntry, Redirect, SiteConfig } from '../../../src/model/site-config.ts';

// biome-ignore lint/suspicious/noExplicitAny: authored JSON
type Authored = any;

const childKinds: Record<string, DivisionKind> = {
  languages: 'language',
  versions: 'version',
  products: 'product',
  tabs: 'tab',
  dropdowns: 'dropdown',
  anchors: 'anchor',
  menu: 'item',
  groups: 'group',
};

export function siteConfig(
  navigation: Authored,
  more: { redirects?: Authored[] } & Omit<Partial<SiteConfig>, 'redirects'> = {},
): SiteConfig {
  const { redirects = [], ...rest } = more;
  return {
    file: 'docs.json',
    name: 'Test',
    files: [],
    base: '',
    icons: { library: 'fontawesome' },
    seo: { indexing: 'navigable', metatags: {}, paths: [], trailingSlash: false },
    globalLinks: [],
    docsgen: { limits: { pageBytes: 2_097_152, pageSeconds: 10, pageHeapMiB: 512, mdxNesting: 100 }, hasAuth: false, settings: {} },
    navigation: division('root', '', 'navigation', navigation),
    redirects: redirects.map((redirect): Redirect => ({ permanent: true, location: place('redirects'), ...redirect })),
    ...rest,
  } as unknown as SiteConfig;
}

function place(_path: string) {
  return { file: 'docs.json', line: 1, column: 1 };
}

function division(kind: DivisionKind, name: string, path: string, node: Authored, specs: NavDivision['specs'] = []): NavDivision {
  const own = node.openapi === undefined ? specs : specRefs(node.openapi);
  const entries: NavEntry[] = [];
  for (const [key, childKind] of Object.entries(childKinds)) {
    if (!Array.isArray(node[key])) continue;
    const nameKey = childKind;
    node[key].forEach((child: Authored, index: number) => {
      entries.push(division(childKind, child[nameKey] ?? child.group ?? '', `${path}.${key}[${index}]`, child, own));
    });
  }
  (node.pages ?? []).forEach((child: Authored, index: number) => {
    const at = `${path}.pages[${index}]`;
    if (typeof child !== 'string') {
      const found = Object.values(childKinds).find((candidate) => child[candidate] !== undefined) ?? 'group';
      entries.push(division(found, child[found] ?? '', at, child, own));
      return;
    }
    const endpoint = /^(?:(\S+)\s+)?(GET|POST|PUT|PATCH|DELETE)\s+(\/\S*)$/.exec(child);
    if (endpoint) {
      const [, spec, method, path_] = endpoint;
      entries.push({
        kind: 'endpoint',
        method: method ?? '',
        path: path_ ?? '',
        ...(spec ? { spec } : {}),
        text: child,
        location: place(at),
      });
    } else entries.push({ kind: 'page', page: child.replace(/^\.?\//, ''), location: place(at) });
  });
  const { icon, tag, description, href, searchable, boost, directory, align } = node;
  const optional = { tag, description, href, searchable, public: node.public, boost, directory, align };
  return {
    kind,
    name,
    path,
    location: place(path),
    ...(icon ? { icon: { kind: 'name', name: String(icon), library: 'fontawesome' } } : {}),
    ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)),
    isDefault: node.default === true,
    hidden: node.hidden === true,
    ...(node.root ? { rootPage: { kind: 'page', page: node.root.replace(/^\//, ''), location: place(path) } } : {}),
    expanded: node.expanded === true,
    specs: own,
    ownsSpecs: node.openapi !== undefined,
    entries,
  };
}

function specRefs(openapi: Authored): NavDivision['specs'] {
  return [openapi].flat().map((spec) => ({
    kind: 'openapi',
    source: typeof spec === 'string' ? spec : spec.source,
    overlays: [],
    location: place(''),
  }));
}
