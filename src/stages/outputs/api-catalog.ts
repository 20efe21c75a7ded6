import { isForAgents, publishedSpecs } from './llms.ts';
import type { OutputsInput, OutputWriter } from './outputs-input.ts';
import { siteUrl } from './urls.ts';

/**
 * `/.well-known/api-catalog`: the API descriptions of the site (RFC 9727, in the JSON form of RFC 9264). Not written
 * if no description is published.
 */
export const apiCatalog: OutputWriter = (site) => {
  if (!site.pages.some(isForAgents) || publishedSpecs(site).length === 0) return [];
  return [{ path: '.well-known/api-catalog', content: catalogText, relation: 'api-catalog', mediaType: 'application/linkset+json' }];
};

function catalogText(input: OutputsInput): string {
  const site = siteUrl(input.config, '/');
  const linkset = publishedSpecs(input).map(({ source, kind }) => {
    const format = /\.json$/i.test(source) ? 'json' : 'yaml';
    return {
      anchor: site,
      'service-desc': [
        { href: source, type: kind === 'openapi' ? `application/vnd.oai.openapi+${format}` : `application/vnd.aai.asyncapi+${format}` },
      ],
      'service-doc': [{ href: site, type: 'text/html' }],
    };
  });
  return `${JSON.stringify({ linkset }, undefined, 2)}\n`;
}
