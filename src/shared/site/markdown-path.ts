/** Site path of the Markdown copy of a page, without base path: `/guides/start.md`; `/index.md` for `/`. */
export function markdownPath(url: string): string {
  return url === '/' ? '/index.md' : `${url}.md`;
}

/** Site path of the feed of its updates: `/news/rss.xml`. */
export function feedPath(url: string): string {
  return `${url === '/' ? '' : url}/rss.xml`;
}
