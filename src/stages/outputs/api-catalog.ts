import type { OutputFile } from '../../model/output-file.ts';
import { address } from './addresses.ts';
import { isForAgents, publishedSpecs } from './llms.ts';
import type { OutputsInput } from './outputs-input.ts';

/**
 * `/.well-known/api-catalog`: where the API descriptions of a site are (RFC 9727, in the JSON form of RFC 9264).
 * Nothing where readers can fetch no description.
 */
export function apiCatalog(input: OutputsInput): OutputFile[] {
  const specs = input.pages.some(isForAgents) ? publishedSpecs(input) : [];
  if (specs.length === 0) return [];
  const site = address(input.config, '/');
  const linkset = specs.map(({ source, kind }) => {
    const format = /\.json$/i.test(source) ? 'json' : 'yaml';
    return {
      anchor: site,
      'service-desc': [
        { href: source, type: kind === 'openapi' ? `application/vnd.oai.openapi+${format}` : `application/vnd.aai.asyncapi+${format}` },
      ],
      'service-doc': [{ href: site, type: 'text/html' }],
    };
  });
  return [{ path: '.well-known/api-catalog', data: `${JSON.stringify({ linkset }, undefined, 2)}\n` }];
}
