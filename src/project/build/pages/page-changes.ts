/** Dates of the last changes of pages, and which pages display them. */
import type { Page } from '../../../model/page.ts';
import { type ChangeTimes, changeTimes } from '../change-times.ts';
import type { LoadedSite } from '../load-site.ts';

/** The form that page templates expect. */
export interface PageChange {
  /** ISO 8601 date or date-time. */
  readonly changed: string;
}

/** Undefined if neither the author nor the history has a date. */
export interface PageChanges {
  of(page: Page): PageChange | undefined;
  /** The same for a page that displays it. */
  displayedOn(page: Page): PageChange | undefined;
}

/** The author's date takes precedence over the file history. The history is read only if a page displays it. */
export function pageChanges(site: LoadedSite, times: ChangeTimes = changeTimes(site.files)): PageChanges {
  const isShown = site.pages.some((page) => displaysDate(page, site));
  const of = ({ file, frontMatter: { lastUpdatedDate } }: Page): PageChange | undefined => {
    if (lastUpdatedDate !== undefined) return { changed: lastUpdatedDate };
    const time = file === undefined || !isShown ? undefined : times(file);
    return time === undefined ? undefined : { changed: new Date(time).toISOString() };
  };
  return { of, displayedOn: (page) => (displaysDate(page, site) ? of(page) : undefined) };
}

/** Whether the page displays its date: its own setting, else that of the site. */
function displaysDate(page: Page, { config }: LoadedSite): boolean {
  return page.frontMatter.timestamp ?? config.metadata.timestamp;
}
