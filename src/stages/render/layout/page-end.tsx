/** The end of the page: related pages, previous and next. */
import type { VNode } from 'preact';
import type { NavPage } from '../../../model/nav-tree.ts';
import { languageTag } from '../../../shared/language.ts';
import { withWordBreaks } from '../../components/word-breaks.tsx';
import type { LayoutContext } from './layout-context.ts';
import { UiIcon } from './layout-icon.tsx';
import { SiteLink } from './site-link.tsx';

interface RelatedProps {
  links: readonly { readonly title: string; readonly href: string }[];
  context: LayoutContext;
}

/** Front matter `related`, resolved: titles and the author's hrefs, in order. */
export function Related({ links, context }: RelatedProps): VNode {
  return (
    <section class="related" aria-labelledby="related-title">
      <h2 id="related-title">{context.strings.related}</h2>
      <ul>
        {links.map((link) => (
          <li key={link.href}>
            <SiteLink class="link" href={link.href} context={context}>
              {link.title}
              <UiIcon name="arrow-right" />
            </SiteLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface LastChangeProps {
  /** ISO 8601 date or date-time. */
  date: string;
  /** Language code as configured. */
  language: string | undefined;
  context: LayoutContext;
}

/**
 * The date in the page's language, in UTC so that it does not depend on the host of the build. Renders nothing for an
 * invalid date.
 */
export function LastChange({ date, language, context }: LastChangeProps): VNode | null {
  const time = new Date(date);
  if (Number.isNaN(time.getTime())) return null;
  const words = new Intl.DateTimeFormat(languageTag(language), { dateStyle: 'long', timeZone: 'UTC' }).format(time);
  return (
    <p class="last-change">
      {context.strings.lastModified}: <time dateTime={date}>{words}</time>
    </p>
  );
}

interface PaginationProps {
  previous: NavPage | undefined;
  next: NavPage | undefined;
  context: LayoutContext;
}

/** Previous and next page in the navigation; the element is present but empty without either. */
export function Pagination({ previous, next, context }: PaginationProps): VNode {
  return (
    <nav id="pagination" data-part="pagination" aria-label={`${context.strings.previous} / ${context.strings.next}`}>
      {previous && (
        <SiteLink class="pagination-link is-previous" href={previous.href} context={context}>
          <span class="pagination-label">
            <UiIcon name="arrow-left" />
            {context.strings.previous}
          </span>
          <span class="pagination-title">{withWordBreaks(previous.title)}</span>
        </SiteLink>
      )}
      {next && (
        <SiteLink class="pagination-link is-next" href={next.href} context={context}>
          <span class="pagination-label">
            {context.strings.next}
            <UiIcon name="arrow-right" />
          </span>
          <span class="pagination-title">{withWordBreaks(next.title)}</span>
        </SiteLink>
      )}
    </nav>
  );
}
