/** Where a page lives on the site: its URL and its file. Decided here and nowhere else (docs-json-spec 9). */

/** `guides/start` → `/guides/start`, `guides/index` → `/guides`, `index` → `/`. Case, dots and spaces are kept. */
export function urlOf(path: string): string {
  const folder = path === 'index' ? '' : path.endsWith('/index') ? path.slice(0, -'/index'.length) : path;
  return `/${folder}`;
}

/** `/guides/start` → `guides/start/index.html`: a page may share its name with a folder, and its dots are no extension. */
export function outputOf(url: string): string {
  return url === '/' ? 'index.html' : `${url.slice(1)}/index.html`;
}

/** Device names of Windows, with or without an extension, in any segment: `con`, `docs/aux`, `nul.v2`. */
export function isReservedPath(path: string): boolean {
  return /(?:^|\/)(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.[^/]*)?(?:\/|$)/i.test(path);
}
