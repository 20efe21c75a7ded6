/**
 * The rest of a schema as a page: the browser loads it when the schema is expanded (`browser/components/schema-rest.ts`
 * extracts the fields), and readers without scripts open it.
 */

import type { OutputFile } from '../../../model/output-file.ts';
import { escapeHtml } from '../../../shared/html.ts';
import { type PageParts, renderDocument } from '../page/page-document.tsx';
import { defaultSection } from '../page/section.ts';

/** `path` is the file in the output; `html` still has icon placeholders, `title` is plain text. */
export interface PageFragment {
  readonly path: string;
  readonly title: string;
  readonly html: string;
}

/** In the frame of the default section and language, without sidebar and footer, because few readers see it. */
export function fragmentPage({ path, title, html }: PageFragment, parts: PageParts): OutputFile {
  const placed = parts.icons.insert(html);
  const main = `<header id="header" data-part="header"><h1 id="page-title" data-part="page-title">${escapeHtml(title)}</h1></header><div id="content" data-part="content" class="mdx-content schema-part">${placed.html}</div>`;
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
    },
    parts,
  );
  return { path, data };
}
