/** The page list in which the 404 page searches for similar URLs. */

/** Site path of the list: `ListedPage[]` as JSON, in the order of the site. */
export const pageListPath = '_docsgen/urls.json';

/** Site path, not percent-encoded, and title. */
export type ListedPage = readonly [url: string, title: string];
