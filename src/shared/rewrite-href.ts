/** Rewrites a URL to another target in the author's own style: absolute or relative, with extension and fragment. */
import { splitAddress } from './url.ts';

/**
 * `href` as written in `fromFile`, changed to point to `target` (a project path without leading slash, for a page
 * without extension; empty for the home page).
 */
export function rewriteHref(href: string, target: string, fromFile: string): string {
  const [path, suffix] = splitAddress(href);
  const extension = /\.[\w]+$/.test(target) ? '' : (/\.mdx?$/i.exec(path)?.[0] ?? '');
  const slash = path.length > 1 && path.endsWith('/') ? '/' : '';
  const isEncoded = path.includes('%') || /[\s()]/.test(target);
  const written = (text: string) => (isEncoded ? encodeURI(text).replace(/\(/g, '%28').replace(/\)/g, '%29') : text);
  if (path.startsWith('/')) return `/${written(target)}${target === '' ? '' : extension + slash}${suffix}`;
  const relative = relativePath(fromFile, target === '' ? 'index' : target);
  const start = relative.startsWith('../') || !path.startsWith('./') ? '' : './';
  return `${start}${written(relative)}${extension}${slash}${suffix}`;
}

/** `a/b.mdx`, `a/c/d` → `c/d`. */
export function relativePath(fromFile: string, target: string): string {
  const from = fromFile.split('/').slice(0, -1);
  const to = target.split('/');
  let common = 0;
  while (common < from.length && common < to.length - 1 && from[common] === to[common]) common++;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}
