/** The Markdown copy of a page, from the root of the site without base: `/guides/start.md`; `/index.md` for `/`. */
export function markdownPath(url: string): string {
  return url === '/' ? '/index.md' : `${url}.md`;
}

/** The feed of its updates, likewise: `/news/rss.xml`. */
export function feedPath(url: string): string {
  return `${url === '/' ? '' : url}/rss.xml`;
}
