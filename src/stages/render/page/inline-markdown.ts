import { escapeHtml, escapeProse } from '../../../shared/html.ts';
import { inlineMarks } from '../../../shared/inline-marks.ts';
import { siteHref } from '../../../shared/site-href.ts';
import { opensNewTab } from '../../../shared/url.ts';

/**
 * The inline Markdown of banners, descriptions and the 404 text: bold, italic, code, links, character references.
 * Everything else is literal text. The result is always safe HTML. `base` is prepended to site paths of links; `hrefs`
 * maps resolved URLs to their targets, including the base path.
 */
export function inlineMarkdown(text: string, base: string, hrefs: Readonly<Record<string, string>> = {}): string {
  let html = '';
  for (const { kind, text: inside, href } of inlineMarks(text)) {
    if (kind === 'text') html += escapeProse(inside);
    else if (kind === 'strong') html += `<strong>${inlineMarkdown(inside, base, hrefs)}</strong>`;
    else if (kind === 'emphasis') html += `<em>${inlineMarkdown(inside, base, hrefs)}</em>`;
    else if (kind === 'code') html += `<code>${escapeHtml(inside)}</code>`;
    else if (href !== undefined) {
      const target = opensNewTab(href) ? ' target="_blank" rel="noopener"' : '';
      const found = Object.hasOwn(hrefs, href) ? (hrefs[href] as string) : siteHref(base, href);
      html += `<a class="link" href="${escapeHtml(found)}"${target}>${inlineMarkdown(inside, base, hrefs)}</a>`;
    }
  }
  return html;
}
