import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { NavNode } from '../../../model/nav-tree.ts';
import type { OutputFile } from '../../../model/output-file.ts';
import { type ListedPage, pageListPath } from '../../../shared/site/page-list.ts';
import { rawHtml } from '../../components/raw-html.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { PageSearchEntry } from '../layout/search-entry.tsx';
import { SiteLink } from '../layout/site-link.tsx';
import { searchStrings } from '../messages/search-strings.ts';
import { inlineMarkdown } from './inline-markdown.ts';
import { type PageParts, renderDocument } from './page-document.tsx';
import { defaultSection, type Section } from './section.ts';

/** Few enough to scan quickly. */
const maxEntryLinks = 5;

/**
 * `404.html`: static hosts return it for every URL that does not exist. It contains the entry points of the site; a
 * script searches the page list for similar URLs (`browser/not-found`) and shows these instead. It is in the default
 * language.
 */
export function notFoundPage(parts: PageParts): OutputFile {
  const { config, nav } = parts.site;
  const section = defaultSection(nav.root);
  const language = section.trail.find((node) => node.kind === 'language')?.name;
  const version = section.trail.find((node) => node.kind === 'version')?.name;
  const context = parts.frames.context(language);
  const { title = context.strings.notFound, description, redirect } = config.errors.notFound;
  const markup = renderToString(
    <div
      class="not-found-container"
      data-home={redirect ? context.href('/') : undefined}
      data-pages={context.href(`/${pageListPath}`)}
      data-near={context.strings.nearPages}
    >
      <p class="eyebrow">404</p>
      <h1 id="page-title" data-part="page-title">
        {title}
      </h1>
      <p class="page-description">
        {description === undefined ? context.strings.notFoundText : rawHtml(inlineMarkdown(description, config.base), [])}
      </p>
      <PageSearchEntry version={version} context={context} />
      <EntryLinks section={section} heading={searchStrings(language).starts} context={context} />
      <a class="cta-button" href={context.href('/')}>
        {context.strings.home}
      </a>
    </div>,
  );
  const { html: main, used: icons } = parts.icons.insert(markup);
  const position = { section, groups: [] };
  const data = renderDocument(
    { title, mode: 'center', language, spot: position, main, icons, hasFooter: true, hasPanel: false, script: parts.shared.notFoundScript },
    parts,
  );
  return { path: '404.html', data };
}

/** The page list for that script, with the pages that readers can find. */
export function pageList({ site }: PageParts): OutputFile {
  const listed = site.pages.filter(({ access }) => access.inSearch || access.inSidebar);
  return { path: pageListPath, data: JSON.stringify(listed.map(({ url, title }): ListedPage => [url, title])) };
}

function EntryLinks({ section, heading, context }: { section: Section; heading: string; context: LayoutContext }): VNode | null {
  const links = entryLinks(section, context);
  if (links.length === 0) return null;
  return (
    <nav class="not-found-pages" aria-labelledby="not-found-pages">
      <h2 id="not-found-pages">{heading}</h2>
      <ul class="directory-accordion">
        {links.map(({ title, href }) => (
          <li key={href}>
            <SiteLink class="directory-link" href={href} context={context}>
              <span class="directory-title">{title}</span>
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * The parts of the site in its first language and version: its tabs or similar divisions, else its groups and pages.
 */
function entryLinks({ trail }: Section, context: LayoutContext): { title: string; href: string }[] {
  const switchable = /^(?:root|language|version|product)$/;
  const depth = trail.findIndex(({ kind, children }) => !switchable.test(kind) || (children.length > 1 && !children.some(isSwitchable)));
  const node = trail[depth < 0 ? trail.length - 1 : depth] as NavNode;
  const found = node.children.flatMap((child) => {
    if (child.kind === 'page') return child.external ? [] : [{ title: child.title, href: child.href }];
    const href = child.firstPage === undefined ? undefined : context.nodeHref(child);
    return href === undefined || child.name === '' ? [] : [{ title: child.name, href }];
  });
  return found.slice(0, maxEntryLinks);
}

function isSwitchable({ kind }: { readonly kind: string }): boolean {
  return kind === 'language' || kind === 'version' || kind === 'product';
}
