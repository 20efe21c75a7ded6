import type { OutputFile } from '../../../model/output-file.ts';
import { escapeHtml } from '../../../shared/html.ts';
import { type PageParts, renderDocument } from './page-document.tsx';
import type { Fragment } from './sidebar-templates.tsx';

/**
 * One branch of a long sidebar as a page: the browser loads it when the group is expanded (`browser/shell/sidebar.ts`
 * extracts the list), and readers without scripts open it. Icons in `html` are already in place.
 */
export function sidebarPage({ path, node, section, html, icons }: Fragment, language: string | undefined, parts: PageParts): OutputFile {
  const title = node.name || parts.frames.context(language).strings.allPages;
  const main = `<header id="header" data-part="header"><h1 id="page-title" data-part="page-title">${escapeHtml(title)}</h1></header><div id="content" data-part="content" class="sidebar-branch">${html}</div>`;
  const data = renderDocument(
    {
      title,
      mode: 'center',
      language,
      spot: { section, groups: [] },
      main,
      icons,
      hasSidebar: false,
      hasFooter: true,
      hasPanel: false,
      isFetched: true,
    },
    parts,
  );
  return { path, data };
}
