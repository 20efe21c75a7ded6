/** What docs.json may say and docsgen reads, but does not act on yet. A feature that becomes real loses its line here. */
import type { Diagnostic } from '../model/diagnostic.ts';
import type { NavDivision, SiteConfig } from '../model/site-config.ts';
import { notYetDone } from './errors.ts';

interface Feature {
  readonly name: string;
  readonly isUsed: (config: SiteConfig, divisions: readonly NavDivision[]) => boolean;
}

const actedOnContextual = new Set(['copy', 'view', 'chatgpt', 'claude', 'perplexity', 'custom']);

const features: readonly Feature[] = [
  {
    name: 'integrations',
    isUsed: ({ integrations }) => Object.keys(integrations).some((name) => name !== 'telemetry' && name !== 'cookies'),
  },
  { name: 'thumbnails', isUsed: ({ thumbnails }) => Object.keys(thumbnails).length > 0 },
  {
    name: 'contextual options other than copy, view, chatgpt, claude, perplexity and custom',
    isUsed: ({ contextual }) => contextual.options.some(({ name }) => !actedOnContextual.has(name)),
  },
  {
    name: 'navigation directory',
    isUsed: (_, divisions) => divisions.some(({ directory }) => directory !== undefined && directory !== 'none'),
  },
  {
    name: 'sign-in (docsgen.auth, public)',
    isUsed: ({ docsgen, public: isPublic }, divisions) =>
      docsgen.hasAuth || isPublic !== undefined || divisions.some((division) => division.public !== undefined),
  },
  { name: 'seo.organization', isUsed: ({ seo }) => seo.organization !== undefined },
  { name: 'seo.paths', isUsed: ({ seo }) => seo.paths.length > 0 },
  { name: 'markdown', isUsed: ({ markdown }) => !markdown.schema || markdown.instructions !== undefined },
  {
    name: 'live figures of github and discord links',
    isUsed: ({ navbar }) =>
      navbar.links.some(({ type }) => type === 'discord' || type === 'github') || (navbar.primary?.type ?? 'button') !== 'button',
  },
  { name: 'api.playground.proxy', isUsed: ({ api }) => !api.playground.proxy || api.playground.credentials },
  {
    name: 'OpenAPI overlays',
    isUsed: ({ api }, divisions) => [api.specs, ...divisions.map(({ specs }) => specs)].flat().some(({ overlays }) => overlays.length > 0),
  },
];

/** One notice that names every such feature in use, or none. `extra`: features that do not reach the SiteConfig. */
export function notYet(config: SiteConfig, extra: readonly string[] = []): Diagnostic[] {
  const divisions = allDivisions(config.navigation);
  const used = [...features.filter(({ isUsed }) => isUsed(config, divisions)).map(({ name }) => name), ...extra];
  return used.length === 0 ? [] : [notYetDone(config.file, used)];
}

function allDivisions(root: NavDivision): NavDivision[] {
  const found = [root];
  for (const division of found) {
    for (const entry of division.entries) if (entry.kind !== 'page' && entry.kind !== 'endpoint') found.push(entry);
  }
  return found;
}
