import type { OutputFile } from '../../../model/output-file.ts';
import { signInPage as path, signInPlaceholder, signInTitle } from '../../../shared/site/sign-in.ts';
import { type PageParts, renderDocument } from '../page/page-document.tsx';
import { defaultSection } from '../page/section.ts';

/**
 * The sign-in and sign-out page in the site's design. The server fills in the title and the form. It is the same for
 * all readers and contains no data of pages or readers.
 */
export function signInPage(parts: PageParts): OutputFile {
  const { nav } = parts.site;
  const section = defaultSection(nav.root);
  const data = renderDocument(
    {
      title: signInTitle,
      mode: 'center',
      language: section.trail.find((node) => node.kind === 'language')?.name,
      spot: { section, groups: [] },
      main: `<div class="sign-in-form">${signInPlaceholder}</div>`,
      icons: [],
      hasSidebar: false,
      hasFooter: false,
      hasPanel: false,
    },
    parts,
  );
  return { path, data };
}
