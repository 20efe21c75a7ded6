// Asks the search dialog of a built site as a reader does.

/**
 * The places of the right pages among the results, from 1; Infinity if a page is not among them.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} origin of the served site
 * @param {readonly (readonly [string, string])[]} pairs query, and URL of the right page
 * @returns {Promise<{ query: string, wanted: string, rank: number, first: string | undefined }[]>}
 */
export async function ranksOf(page, origin, pairs) {
  await page.goto(origin);
  await page.locator('button[data-search]').first().waitFor({ state: 'attached' });
  const ranks = [];
  for (const [query, wanted] of pairs) ranks.push({ query, wanted, ...(await rankOf(page, query, wanted)) });
  return ranks;
}

async function rankOf(page, query, wanted) {
  await page.reload();
  await page.locator('button[data-search]:visible').first().click();
  await page.locator('#search-input').fill(query);
  // Before a query, entry points are shown; results have marked words.
  const results = page.locator('.search-results');
  await results
    .locator('mark')
    .first()
    .waitFor({ timeout: 15_000 })
    .catch(() => {});
  const paths = await results
    .locator('a[href]')
    .evaluateAll((links) => links.map((link) => decodeURIComponent(new URL(link.href).pathname)));
  const pages = [...new Set(paths)];
  const index = pages.indexOf(wanted);
  return { rank: index < 0 ? Infinity : index + 1, first: pages[0] };
}
