import { escapeHtml } from '../contract/html.ts';
import { inlineMarks } from '../contract/inline-marks.ts';
import { opensNewTab } from '../contract/url.ts';
import { siteHref } from './site-urls.ts';

/**
 * The little Markdown of banners, of descriptions and of the 404 text: bold, italic, code, links, character references.
 * Everything else is literal text. Safe HTML comes out, whatever goes in; `base` is put before site paths of links.
 */
export function inlineMarkdown(text: string, base: string): string {
  let html = '';
  let from = 0;
  for (const match of text.matchAll(inlineMarks)) {
    const [whole, strong, strongToo, emphasis, code, label, href] = match;
    html += plainText(text.slice(from, match.index));
    from = match.index + whole.length;
    const bold = strong ?? strongToo;
    if (bold !== undefined) html += `<strong>${inlineMarkdown(bold, base)}</strong>`;
    else if (emphasis !== undefined) html += `<em>${inlineMarkdown(emphasis, base)}</em>`;
    else if (code !== undefined) html += `<code>${escapeHtml(code)}</code>`;
    else if (label !== undefined && href !== undefined) {
      const target = opensNewTab(href) ? ' target="_blank" rel="noopener"' : '';
      html += `<a class="link" href="${escapeHtml(siteHref(base, href))}"${target}>${inlineMarkdown(label, base)}</a>`;
    }
  }
  return html + plainText(text.slice(from));
}

/** As in Markdown, `&nbsp;` is a space: a browser reads references to characters, and they are no markup. */
function plainText(text: string): string {
  return escapeHtml(text).replace(/&amp;(#\d{1,7};|#x[\da-f]{1,6};|[a-z][a-z\d]{1,31};)/gi, '&$1');
}
