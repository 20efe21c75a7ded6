/** A page of a site → the same page as it works from a disk. */
import { createHash } from 'node:crypto';
import { withPolicy } from '../../../shared/site/policy-tag.ts';
import { type HasFile, relativePage, relativeStyle } from './relative-links.ts';

/** The script that stands in for the server, as an output path. */
export const runtimePath = '_docsgen/offline.js';

/** `from`: its output path. */
export function offlinePage(html: string, from: string, has: HasFile): string {
  const local = withPolicy(withRelativeStyles(html, from, has), offlinePolicy)
    // A page from a disk has no origin, and these ask for one.
    .replace(/<link data-rel="preload"[^>]*>\n?/g, '')
    // What the author's code draws stays as it was drawn: its modules cannot be loaded.
    .replace(/<script type="module" src="[^"]*\/_docsgen\/islands\.[^"]*"><\/script>\n?/g, '')
    .replaceAll(/<script type="module"(?: async)? src=/g, '<script defer src=');
  return relativePage(withRuntime(local), from, has);
}

/** The rules of the first paint name fonts and pictures; the policy knows them by their exact text. */
function withRelativeStyles(html: string, from: string, has: HasFile): string {
  const head = html.slice(0, html.indexOf('</head>'));
  const text = /<style>([\s\S]*?)<\/style>/.exec(head)?.[1];
  if (text === undefined) return html;
  const local = relativeStyle(text, from, has);
  const changed = head.replace(text, () => local).replace(hashOf(text), () => hashOf(local));
  return changed + html.slice(head.length);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** Before our first script. */
function withRuntime(html: string): string {
  const at = html.indexOf('<script defer src="/_docsgen/');
  return at < 0 ? html : `${html.slice(0, at)}<script defer src="/${runtimePath}"></script>\n${html.slice(at)}`;
}

/** Files beside a page from a disk are not "self" in every browser. */
function offlinePolicy(policy: string): string {
  return policy
    .replace(/(^|\s)'self'(?=[\s;]|$)/g, "$1'self' file:")
    .replace(/trusted-types 'none'/, 'trusted-types docsgen-offline')
    .replace(/trusted-types default/, 'trusted-types docsgen-offline default');
}
