/** Site-absolute URLs → relative URLs of files, so that the pages work in any folder. */
import { decoded } from '../../../shared/safe-decode.ts';
import { splitAddress } from '../../../shared/url.ts';

/** Tags with their attributes; the text between them is not changed. */
const tags = /<(?:[a-z][^\s/>"']*)(?:"[^"]*"|'[^']*'|[^'">])*>/gi;
const rawText = /<(script|style)\b(?:"[^"]*"|'[^']*'|[^'">])*>[\s\S]*?<\/\1>/gi;
const urlAttributes = /(\s(?:href|src|poster|action|data-script|data-search|data-markdown)=)(?:"(\/(?!\/)[^"]*)"|'(\/(?!\/)[^']*)')/gi;

/** Whether the site has a file; `path` has no leading slash. */
export type HasFile = (path: string) => boolean;

/** `from`: output path of the file that contains the URL. External URLs are not changed. */
export function relativeUrl(url: string, from: string, has: HasFile): string {
  if (!url.startsWith('/') || url.startsWith('//')) return url;
  const [path, rest] = splitAddress(url);
  const depth = from.split('/').length - 1;
  const up = depth === 0 ? './' : '../'.repeat(depth);
  return up + filePath(path.slice(1), has) + rest;
}

/** The file for a URL path: the file itself, or the page with that URL. */
function filePath(path: string, has: HasFile): string {
  const plain = decoded(path.replace(/\/$/, ''));
  if (plain !== '' && has(plain)) return path.replace(/\/$/, '');
  const page = path === '' ? 'index.html' : `${path.replace(/\/$/, '')}/index.html`;
  return has(decoded(page)) ? page : path;
}

/** Converts all URLs in the tags of a page. */
export function relativePage(html: string, from: string, has: HasFile): string {
  const relative = (url: string) => relativeUrl(url, from, has);
  const tag = (text: string) =>
    text
      .replace(urlAttributes, (_, start: string, double?: string, single?: string) =>
        double === undefined ? `${start}'${relative(single as string)}'` : `${start}"${relative(double)}"`,
      )
      .replace(
        /(\ssrcset=")([^"]*)"/gi,
        (_, start: string, list: string) =>
          `${start}${list.replace(/(^|,\s*)(\/[^\s,]*)/g, (__, before: string, url: string) => before + relative(url))}"`,
      )
      .replace(/(\sstyle=")([^"]*)"/gi, (_, start: string, style: string) => `${start}${relativeStyle(style, from, has)}"`)
      .replace(/(\scontent="\d+;\s*url=)(\/[^"]*)"/gi, (_, start: string, url: string) => `${start}${relative(url)}"`);
  let text = '';
  let at = 0;
  // The opening tag of a script may have a URL; its content is not markup.
  for (const match of html.matchAll(rawText)) {
    text += html.slice(at, match.index).replace(tags, tag);
    const [opening = ''] = /^<(?:"[^"]*"|'[^']*'|[^'">])*>/.exec(match[0]) ?? [];
    text += tag(opening) + match[0].slice(opening.length);
    at = match.index + match[0].length;
  }
  return text + html.slice(at).replace(tags, tag);
}

/** `url(/…)` in a stylesheet. */
export function relativeStyle(css: string, from: string, has: HasFile): string {
  return css.replace(
    /url\((["']?)(\/(?!\/)[^"')]*)\1\)/g,
    (_, quote: string, url: string) => `url(${quote}${relativeUrl(url, from, has)}${quote})`,
  );
}
