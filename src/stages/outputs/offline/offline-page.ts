/** Converts a page for use from a local disk. */
import { createHash } from 'node:crypto';
import { withPolicy } from '../../../shared/site/policy-tag.ts';
import { type HasFile, relativePage, relativeStyle } from './relative-links.ts';

/** Output path of the script that replaces the server. */
export const runtimePath = '_docsgen/offline.js';

/** `from`: output path of the page. */
export function offlinePage(html: string, from: string, has: HasFile): string {
  // Only the head, which docsgen wrote: removing a part of the content could change what the rest of it means.
  const end = html.indexOf('</head>');
  const head = withPolicy(withRelativeStyles(html.slice(0, end), from, has), offlinePolicy)
    // Pages opened from a disk have an opaque origin, and preloads require CORS.
    .replace(/<link (?:data-)?rel="preload"[^>]*>\n?/g, '')
    // Islands stay static, because their modules cannot be loaded.
    .replace(/<script type="module" src="[^"]*\/_docsgen\/islands\.[^"]*"><\/script>\n?/g, '')
    .replaceAll(/<script type="module"(?: async)? src=/g, '<script defer src=');
  return relativePage(withRuntime(head) + html.slice(end), from, has);
}

/** The styles of the first paint refer to fonts and images; the policy contains their hash, which is updated. */
function withRelativeStyles(head: string, from: string, has: HasFile): string {
  const text = /<style>([\s\S]*?)<\/style>/.exec(head)?.[1];
  if (text === undefined) return head;
  const local = relativeStyle(text, from, has);
  return head.replace(text, () => local).replace(hashOf(text), () => hashOf(local));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}

/** Inserted before the first script. */
function withRuntime(head: string): string {
  const at = head.indexOf('<script defer src="/_docsgen/');
  return at < 0 ? head : `${head.slice(0, at)}<script defer src="/${runtimePath}"></script>\n${head.slice(at)}`;
}

/** Not every browser treats local files next to the page as 'self'. */
function offlinePolicy(policy: string): string {
  return policy
    .replace(/(^|\s)'self'(?=[\s;]|$)/g, "$1'self' file:")
    .replace(/trusted-types 'none'/, 'trusted-types docsgen-offline')
    .replace(/trusted-types default/, 'trusted-types docsgen-offline default');
}
