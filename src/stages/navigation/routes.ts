/** The URL and the output file of a page. All other modules get them from here. */

/** `guides/start` → `/guides/start`, `guides/index` → `/guides`, `index` → `/`. Keeps case, dots and spaces. */
export function urlOf(path: string): string {
  const folder = path === 'index' ? '' : path.endsWith('/index') ? path.slice(0, -'/index'.length) : path;
  return `/${folder}`;
}

/**
 * `/guides/start` → `guides/start/index.html`: a page may have the name of a folder, and dots in its name are not an
 * extension.
 */
export function outputOf(url: string): string {
  return url === '/' ? 'index.html' : `${url.slice(1)}/index.html`;
}

/** Windows device names, with or without an extension, in any segment: `con`, `docs/aux`, `nul.v2`. */
export function isReservedPath(path: string): boolean {
  return /(?:^|\/)(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.[^/]*)?(?:\/|$)/i.test(path);
}
