/** Renders the Markdown subset that change descriptions use. Everything else stays text. */
import { type Content, type Html, html } from './html.ts';

/** Renders paragraphs, quotes, lists, headings, code and strong text. It renders no links, because an agent wrote the text. */
export function prose(text: string): Html {
  const blocks = text.trim().split(/\n{2,}/);
  return html`<div class="prose">${blocks.map(block)}</div>`;
}

function block(text: string): Content {
  const lines = text.split('\n');
  if (lines.every((line) => line.startsWith('> ') || line === '>'))
    return html`<blockquote>${lines.map((line) => html`${inline(line.slice(2))}<br>`)}</blockquote>`;
  if (lines.every((line) => /^[-*] /.test(line))) return html`<ul>${lines.map((line) => html`<li>${inline(line.slice(2))}</li>`)}</ul>`;
  const heading = /^#{1,4} (.*)$/.exec(lines[0] ?? '');
  if (heading) return [html`<h3>${inline(heading[1] ?? '')}</h3>`, lines.length > 1 ? block(lines.slice(1).join('\n')) : ''];
  if (/^-{3,}$/.test(lines[0] ?? '')) return lines.length > 1 ? html`<p class="quiet">${inline(lines.slice(1).join('\n'))}</p>` : '';
  return html`<p>${lines.map((line, index) => [index > 0 && html`<br>`, inline(line)])}</p>`;
}

function inline(text: string): Content {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`') && part.length > 2) return html`<code>${part.slice(1, -1)}</code>`;
    return part.startsWith('**') && part.length > 4 ? html`<strong>${part.slice(2, -2)}</strong>` : part;
  });
}
