/** When pages were last changed, and which of them say so. */
import type { Page } from '../../../model/page.ts';
import { type ChangeTimes, changeTimes } from '../change-times.ts';
import type { LoadedSite } from '../load-site.ts';

/** As templates of pages take it. */
export interface PageChange {
  /** ISO 8601, or a day. */
  readonly changed: string;
}

/** Undefined where neither the author nor a history says anything. */
export interface PageChanges {
  of(page: Page): PageChange | undefined;
  /** The same for a page that shows it. */
  shownOn(page: Page): PageChange | undefined;
}

/** By the author's word, else by the history of the file; history is only read when some page shows it. */
export function pageChanges(site: LoadedSite, times: ChangeTimes = changeTimes(site.files)): PageChanges {
  const isShown = site.pages.some((page) => shows(page, site));
  const of = ({ file, frontMatter: { lastUpdatedDate } }: Page): PageChange | undefined => {
    if (lastUpdatedDate !== undefined) return { changed: lastUpdatedDate };
    const time = file === undefined || !isShown ? undefined : times(file);
    return time === undefined ? undefined : { changed: new Date(time).toISOString() };
  };
  return { of, shownOn: (page) => (shows(page, site) ? of(page) : undefined) };
}

/** Whether the page says when it was changed: its own word, else that of the site. */
function shows(page: Page, { config }: LoadedSite): boolean {
  return page.frontMatter.timestamp ?? config.metadata.timestamp;
}
