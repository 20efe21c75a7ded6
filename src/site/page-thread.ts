/** What the build and the threads that make pages for it say to each other: plain data, both ways. */
import type { Parcel } from '../cache/outbox.ts';
import type { Listing } from '../files/listing.ts';
import type { SiteConfig } from '../model/site-config.ts';
import type { LinkedPage } from '../nav/links.ts';
import type { MakerSettings, PageOrder } from './page-maker.ts';
import type { StoredPage } from './page-store.ts';
import type { LinkedSite } from './site-links.ts';

/** What a thread is told once: all that it may be asked of the site. */
export interface ThreadSite extends LinkedSite<LinkedPage> {
  readonly config: SiteConfig;
  readonly listing: Listing;
  readonly settings: MakerSettings;
}

/** A page to make. `index` comes back with it. */
export interface ThreadOrder extends PageOrder {
  readonly index: number;
}

/** The page, and what making it has put into the store. Without them it was not made: what is wrong is told where it is made again. */
export interface ThreadAnswer {
  readonly index: number;
  readonly made?: { readonly page: StoredPage; readonly parcel: Parcel };
}
