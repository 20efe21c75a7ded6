/** The Markdown copy of a page, from the root of the site without base: `/guides/start.md`; `/index.md` for `/`. */
export function markdownPath(url: string): string {
  return url === '/' ? '/index.md' : `${url}.md`;
}
