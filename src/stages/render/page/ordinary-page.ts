/** An ordinary page, from which the styles of the first paint are selected that many pages share. */
import type { PageFeatures } from '../../../model/compiled-page.ts';
import { type PageBody, type PageParts, pageDocument } from './page-document.tsx';

const noFeatures: PageFeatures = {
  math: false,
  mermaid: false,
  code: false,
  frameOrigins: [],
  scriptOrigins: [],
  hasPanel: false,
  hasRequestExample: false,
  hasUpdates: false,
  inlineStyles: [],
};

/** What ordinary pages have around their content; empty on a site without such a page. */
export function ordinaryPageWithoutContent(parts: PageParts): string {
  const page = parts.site.pages.find(({ path, frontMatter }) => frontMatter.mode === 'default' && parts.site.nav.neighbours.has(path));
  const headings = [2, 3].map((depth) => ({ depth, id: `heading-${depth}`, text: `Heading ${depth}`, inToc: true }));
  const body: PageBody = { html: '', compiled: { headings, features: noFeatures }, changed: '2000-01-01' };
  return page === undefined ? '' : pageDocument(page, body, parts).html;
}
