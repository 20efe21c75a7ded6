/** The top of a page: breadcrumbs, title, description. */
import type { ComponentChildren, VNode } from 'preact';
import type { NavNode } from '../../../model/nav-tree.ts';
import type { Page } from '../../../model/page.ts';
import { feedPath } from '../../../shared/site/markdown-path.ts';
import { rawHtml } from '../../components/raw-html.ts';
import { withWordBreaks } from '../../components/word-breaks.tsx';
import { inlineMarkdown } from '../page/inline-markdown.ts';
import type { LayoutContext } from './layout-context.ts';
import { UiIcon } from './layout-icon.tsx';

interface Props {
  page: Page;
  /** Resolved targets of the URLs in its description. */
  hrefs?: Readonly<Record<string, string>> | undefined;
  /** Ancestors of the page, from the tab down. */
  trail: readonly NavNode[];
  context: LayoutContext;
  /** The page menu, when it is beside the title. */
  children?: ComponentChildren;
}

/** `styling.eyebrows` selects the text above the title. The description may contain inline Markdown. */
export function PageHeader({ page, hrefs, trail, context, children }: Props): VNode {
  return (
    <header id="header" data-part="header">
      {context.config.styling.eyebrows === 'breadcrumbs' ? (
        <Breadcrumbs page={page} trail={trail} context={context} />
      ) : (
        <Eyebrow page={page} trail={trail} />
      )}
      <div class="page-title-row">
        <h1 id="page-title" data-part="page-title">
          {withWordBreaks(page.title)}
        </h1>
        {page.deprecated && <span class="nav-tag-pill is-deprecated">{context.strings.deprecated}</span>}
        {children}
      </div>
      {page.description && <p class="page-description">{rawHtml(inlineMarkdown(page.description, context.config.base, hrefs), [])}</p>}
    </header>
  );
}

/** Link to the feed of the page's updates (`rss: true`). */
export function FeedLink({ page, context }: Pick<Props, 'page' | 'context'>): VNode {
  return (
    <a class="feed-link" href={context.href(feedPath(page.url))} aria-label={`RSS: ${page.title}`}>
      <UiIcon name="rss" />
      <span>RSS</span>
    </a>
  );
}

/** The nearest group above the page; for a group's root page, the group around that. */
function Eyebrow({ page, trail }: Pick<Props, 'page' | 'trail'>): VNode | null {
  const section = trail.findLast((node) => node.kind === 'group' && isNamed(node) && node.rootPage?.page !== page.path);
  return section ? <p class="eyebrow">{section.name}</p> : null;
}

function Breadcrumbs({ page, trail, context }: Pick<Props, 'page' | 'trail' | 'context'>): VNode | null {
  const above = trail.filter((node) => isNamed(node) && node.rootPage?.page !== page.path);
  if (above.length === 0) return null;
  return (
    <nav class="eyebrow" aria-label={context.strings.breadcrumbs}>
      <ol class="breadcrumb-list">
        {above.map((node) => {
          const href = context.nodeHref(node);
          return (
            <li key={node.path} class="breadcrumb-item">
              {href === undefined ? node.name : <a href={context.href(href)}>{node.name}</a>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

/** Authors write `"group": " "` for a group without a heading. */
function isNamed(node: NavNode): boolean {
  return node.name.trim() !== '';
}
