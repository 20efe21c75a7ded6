/**
 * The rest of a schema as a page: the browser loads it when the schema is expanded (`browser/components/schema-rest.ts`
 * extracts the fields), and readers without scripts open it.
 */

import type { OutputFile } from '../../../model/output-file.ts';
import { escapeHtml } from '../../../shared/html.ts';
import { siteHref } from '../../../shared/site-href.ts';
import { type PageParts, renderDocument } from '../page/page-document.tsx';
import { defaultSection } from '../page/section.ts';

/** `path` is the file in the output; `html` still has icon placeholders, `title` is plain text. */
export interface PageFragment {
  readonly path: string;
  readonly title: string;
  readonly html: string;
}

/** Without the frame of the site, because few readers see it and an API can have thousands: only a link to the site. */
export function fragmentPage({ path, title, html }: PageFragment, parts: PageParts): OutputFile {
  const placed = parts.icons.insert(html);
  const { config } = parts.site;
  const main = `<p><a href="${escapeHtml(siteHref(config.base, '/'))}">${escapeHtml(config.name)}</a></p><header id="header" data-part="header"><h1 id="page-title" data-part="page-title">${escapeHtml(title)}</h1></header><div id="content" data-part="content" class="mdx-content schema-part">${placed.html}</div>`;
  const data = renderDocument(
    {
      title,
      mode: 'center',
      language: undefined,
      spot: { section: defaultSection(parts.site.nav.root), groups: [] },
      main,
      icons: placed.used,
      hasSidebar: false,
      hasFooter: false,
      hasPanel: false,
      isFetched: true,
      isBare: true,
    },
    parts,
  );
  return { path, data };
}
