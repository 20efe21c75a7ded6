/** Formats the changed pages as one HTML page without scripts: a list, then the differences of each page, old and new side by side. */
import { escapeHtml } from '../../shared/html.ts';
import { siteHref } from '../../shared/site-href.ts';
import type { PageChange } from './compare-sites.ts';
import type { TextHunk, TextPart } from './compare-text.ts';

/** Path of the page in the site that `docsgen preview --out` writes. */
export const differencesPath = '_docsgen/preview.html';

/** Unchanged lines that are shown before and after a change. */
const context = 2;

const style = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:2.5rem;font-size:1.2rem;overflow-wrap:anywhere}h2 small{font-weight:400}
table{border-collapse:collapse;width:100%;table-layout:fixed}th{text-align:start}td{vertical-align:top;padding:.1rem .5rem;white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.5 ui-monospace,monospace}
tr.same td{opacity:.7}tr.skip td{text-align:center;opacity:.7}
td.old{background:#d1242f1a}td.new{background:#1a7f371a}del{background:#d1242f40;text-decoration:none}ins{background:#1a7f3740;text-decoration:none}
li{overflow-wrap:anywhere}`;

/** `title` names the compared versions; `base` is the URL prefix of the site. Pages that need sign-in are left out. */
export function differencesPage(
  changes: readonly PageChange[],
  { title, base }: { readonly title: string; readonly base: string },
): string {
  const shown = changes.filter(({ isPublic }) => isPublic);
  const list = shown.map((change, index) => `<li><a href="#page-${index + 1}">${escapeHtml(change.title)}</a> ${change.change}</li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${list.length > 0 ? `<ul>\n${list.join('\n')}\n</ul>` : '<p>No public page changed.</p>'}
${shown.map((change, index) => section(change, index + 1, base)).join('\n')}
</body>
</html>
`;
}

function section(change: PageChange, number: number, base: string): string {
  const { url, from, title, hunks } = change;
  const address = change.change === 'removed' ? escapeHtml(url) : `<a href="${escapeHtml(siteHref(base, url))}">${escapeHtml(url)}</a>`;
  const move = from === undefined ? '' : `${escapeHtml(from)} → `;
  return `<section>
<h2 id="page-${number}">${escapeHtml(title)} <small>${change.change}, ${move}${address}</small></h2>
<table>
<thead><tr><th scope="col">Before</th><th scope="col">After</th></tr></thead>
<tbody>
${hunks.map((hunk, index) => rows(hunk, index === 0, index === hunks.length - 1)).join('\n')}
</tbody>
</table>
</section>`;
}

function rows(hunk: TextHunk, isFirst: boolean, isLast: boolean): string {
  if (hunk.kind === 'changed')
    return `<tr><td${hunk.before.length > 0 ? ' class="old"' : ''}>${marked(hunk.before, 'del')}</td><td${hunk.after.length > 0 ? ' class="new"' : ''}>${marked(hunk.after, 'ins')}</td></tr>`;
  const { lines } = hunk;
  const before = isFirst ? 0 : context;
  const after = isLast ? 0 : context;
  const skipped = lines.length - before - after;
  if (skipped <= 0) return same(lines);
  return [
    same(lines.slice(0, before)),
    `<tr class="skip"><td colspan="2">${skipped} unchanged ${skipped === 1 ? 'line' : 'lines'}</td></tr>`,
    same(lines.slice(lines.length - after)),
  ].join('');
}

function same(lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const text = escapeHtml(lines.join('\n'));
  return `<tr class="same"><td>${text}</td><td>${text}</td></tr>`;
}

function marked(parts: readonly TextPart[], tag: 'del' | 'ins'): string {
  return parts.map(({ text, isChanged }) => (isChanged ? `<${tag}>${escapeHtml(text)}</${tag}>` : escapeHtml(text))).join('');
}
