/** Diagnostics of what a site looks like: its icons, fonts and styles. */
import type { Diagnostic } from '../../model/diagnostic.ts';
import { codeStyleSheet } from '../../stages/mdx/code/style-sheet.ts';
import { createRenderer } from '../../stages/render/renderer.ts';
import type { LoadedSite } from '../build/load-site.ts';
import { frameIconFindings } from '../build/pages/frame-icons.ts';
import type { CompiledEntry } from '../build/pages/page-builder.ts';
import type { CheckedPage, YieldWhenDue } from './site-view.ts';
import { checkStyles } from './styles.ts';

/** Of the shared parts, and of the icons in pages, which a check does not render. Throws when `yieldWhenDue` throws. */
export async function appearanceFindings(
  site: LoadedSite,
  entries: ReadonlyMap<string, CompiledEntry>,
  pages: readonly CheckedPage[],
  yieldWhenDue: YieldWhenDue = () => undefined,
): Promise<Diagnostic[]> {
  const compiled = [...entries.values()].map((entry) => entry.compiled);
  const classNames = new Set(compiled.flatMap((page) => page.classNames));
  const codeStyles = codeStyleSheet(new Set(compiled.flatMap((page) => page.codeStyles)));
  const { value: renderer, diagnostics } = await createRenderer({ site, classNames, codeStyles });
  const icons: Diagnostic[] = [];
  for (const { page, html } of pages) {
    await yieldWhenDue();
    icons.push(...renderer.missingIcons(page, html()));
  }
  return [
    ...(await checkStyles(site.files, site.styles)),
    ...diagnostics,
    ...icons,
    ...frameIconFindings(site, renderer),
    ...(await renderer.siteFiles()).diagnostics,
  ];
}
