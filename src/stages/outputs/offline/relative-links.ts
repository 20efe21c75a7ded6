/** Addresses from the root of a site → addresses of files beside one another, so that a page works wherever its folder lies. */
import { decoded } from '../../../shared/safe-decode.ts';
import { splitAddress } from '../../../shared/url.ts';

/** Tags with their attributes; what stands between them is left alone. */
const tags = /<(?:[a-z][^\s/>"']*)(?:"[^"]*"|'[^']*'|[^'">])*>/gi;
const rawText = /<(script|style)\b(?:"[^"]*"|'[^']*'|[^'">])*>[\s\S]*?<\/\1>/gi;
const addressAttributes = /(\s(?:href|src|poster|action|data-script|data-search|data-markdown)=)(?:"(\/(?!\/)[^"]*)"|'(\/(?!\/)[^']*)')/gi;

/** Says of a site path without slash at its start whether the site has such a file. */
export type HasFile = (path: string) => boolean;

/** `from`: output path of the file that the address stands in. What leaves the site stays. */
export function relativeAddress(address: string, from: string, has: HasFile): string {
  if (!address.startsWith('/') || address.startsWith('//')) return address;
  const [path, rest] = splitAddress(address);
  const depth = from.split('/').length - 1;
  const up = depth === 0 ? './' : '../'.repeat(depth);
  return up + filePath(path.slice(1), has) + rest;
}

/** The file that answers for a path: itself, or the page of that address. */
function filePath(path: string, has: HasFile): string {
  const plain = decoded(path.replace(/\/$/, ''));
  if (plain !== '' && has(plain)) return path.replace(/\/$/, '');
  const page = path === '' ? 'index.html' : `${path.replace(/\/$/, '')}/index.html`;
  return has(decoded(page)) ? page : path;
}

/** All addresses in the tags of a page. */
export function relativePage(html: string, from: string, has: HasFile): string {
  const relative = (address: string) => relativeAddress(address, from, has);
  const tag = (text: string) =>
    text
      .replace(addressAttributes, (_, start: string, double?: string, single?: string) =>
        double === undefined ? `${start}'${relative(single as string)}'` : `${start}"${relative(double)}"`,
      )
      .replace(
        /(\ssrcset=")([^"]*)"/gi,
        (_, start: string, list: string) =>
          `${start}${list.replace(/(^|,\s*)(\/[^\s,]*)/g, (__, before: string, address: string) => before + relative(address))}"`,
      )
      .replace(/(\sstyle=")([^"]*)"/gi, (_, start: string, style: string) => `${start}${relativeStyle(style, from, has)}"`)
      .replace(/(\scontent="\d+;\s*url=)(\/[^"]*)"/gi, (_, start: string, address: string) => `${start}${relative(address)}"`);
  let text = '';
  let at = 0;
  // The opening tag of a script has an address; what it holds is no markup.
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
    (_, quote: string, address: string) => `url(${quote}${relativeAddress(address, from, has)}${quote})`,
  );
}
