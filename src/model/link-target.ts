import type { Page } from './page.ts';

/** Where an address that an author wrote leads. */
export interface LinkTarget {
  /** Ready for an attribute: with base, percent-encoded. The author's own text for external and missing ones. */
  readonly href: string;
  /** `anchor` = within the page; `generated` = a file that the build makes. */
  readonly status: 'page' | 'asset' | 'redirect' | 'external' | 'anchor' | 'generated' | 'missing';
  /** For `generated`: the page whose feed it is. Whether there is one is known when the page is compiled. */
  readonly feedOf?: Page;
  /** Path of the page that it leads to. */
  readonly page?: Page;
  /** Project path of the file that it leads to. */
  readonly asset?: string;
  /** What follows `#`, decoded, for pages and anchors. */
  readonly fragment?: string;
  /** For missing ones: the closest path that exists, as one would write the link. */
  readonly nearest?: string;
  /** Only the capitals differ from what is there: a page is found all the same, a file is not. */
  readonly differsInCase?: boolean;
  /** Where a redirect leads, as docs.json says it. */
  readonly redirect?: string;
}
