import type { OutputFile } from '../../../model/output-file.ts';
import { escapeHtml } from '../../../shared/html.ts';
import { type PageParts, wholeDocument } from './page-document.tsx';
import type { Fragment } from './sidebar-templates.tsx';

/**
 * The list of one branch of a long sidebar as a page: what the browser fetches when the fold is opened
 * (`browser/shell/sidebar.ts` takes the list out of it), and where readers without scripts go instead. Icons in `html`
 * are placed already.
 */
export function sidebarPage({ path, node, section, html, icons }: Fragment, language: string | undefined, parts: PageParts): OutputFile {
  const title = node.name || parts.frames.context(language).strings.allPages;
  const main = `<header id="header" data-part="header"><h1 id="page-title" data-part="page-title">${escapeHtml(title)}</h1></header><div id="content" data-part="content" class="sidebar-branch">${html}</div>`;
  const data = wholeDocument(
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
