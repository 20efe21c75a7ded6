/** The pages of a site as its 404 page looks through them for those that a wrong address may have meant. */

/** Site path of the list: `ListedPage[]` as JSON, in the order of the site. */
export const pageListPath = '_docsgen/addresses.json';

/** Address from the root of the site, not percent-encoded, and title. */
export type ListedPage = readonly [url: string, title: string];
