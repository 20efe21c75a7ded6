// Whether the Markdown copy of a page has its headings, tables and code, in order. Uses simple parsers of its own, not
// docsgen's code.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** For each page with a copy: what the copy lacks. `[]` for a complete one. */
export function compareCopies(out) {
  const results = [];
  for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
    if (entry.name !== 'index.html') continue;
    const folder = relative(out, entry.parentPath);
    const copy = join(out, folder === '' ? 'index.md' : `${folder}.md`);
    if (!existsSync(copy) || folder.startsWith('_docsgen')) continue;
    const html = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    const markdown = readFileSync(copy, 'utf8');
    if (!html.includes('<main')) continue;
    const [page, text] = [partsOfPage(html), partsOfCopy(markdown)];
    // The right column is beside the content in the page and after it in the copy: code is unordered.
    const missing = ['headings', 'tables', 'code'].flatMap((part) =>
      lacking(page[part], text[part], part !== 'code').map((one) => ({ part, text: one })),
    );
    results.push({
      page: `/${folder}`,
      missing,
      counts: { headings: page.headings.length, tables: page.tables.length, code: page.code.length },
    });
  }
  return results;
}

/** The items of `wanted` that are not in `found`, in the same order or number. */
function lacking(wanted, found, isOrdered) {
  if (!isOrdered) {
    const left = [...found];
    return wanted.filter((one) => {
      const index = left.indexOf(one);
      if (index >= 0) left.splice(index, 1);
      return index < 0;
    });
  }
  let at = 0;
  return wanted.filter((one) => {
    const next = found.indexOf(one, at);
    if (next < 0) return true;
    at = next + 1;
    return false;
  });
}

function partsOfPage(html) {
  const main = /<main\b[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
  // Everything from the pagination on is not content; the source of a diagram is in its own `pre`.
  const content = main.replace(/<nav id="pagination"[\s\S]*$/, '').replace(/<(script|style|template|svg)\b[\s\S]*?<\/\1>/g, '');
  const code = [...content.matchAll(/<pre\b[^>]*>([\s\S]*?)<\/pre>/g)].map(([, inner]) => codeText(textOf(inner)));
  const rest = content.replace(/<pre\b[\s\S]*?<\/pre>/g, '');
  const headings = [...rest.matchAll(/<h([1-6])\b([^>]*)>([\s\S]*?)<\/h\1>/g)]
    .filter(([, , attributes]) => !/visually-hidden|id="page-title"/.test(attributes))
    .map(
      ([, depth, , inner]) =>
        `${depth} ${words(textOf(inner.replace(/<(button|a class="(?:heading-anchor|anchor-link))[^>]*>[\s\S]*?<\/(?:button|a)>/g, '')))}`,
    )
    .filter((heading) => heading.length > 2);
  const tables = [...rest.matchAll(/<table\b[\s\S]*?<\/table>/g)].map(([table]) =>
    [...table.matchAll(/<t[hd]\b[^>]*>([\s\S]*?)<\/t[hd]>/g)]
      .map(([, cell]) => words(textOf(cell)))
      .filter(Boolean)
      .join('|'),
  );
  return { headings, tables: tables.filter(Boolean), code: code.filter(Boolean) };
}

function partsOfCopy(markdown) {
  const found = { headings: [], tables: [], code: [] };
  let fence;
  let block = [];
  let table = [];
  const endTable = () => {
    if (table.length > 0) found.tables.push(table.join('|'));
    table = [];
  };
  for (const raw of markdown.split('\n')) {
    if (fence) {
      if (new RegExp(`^[ >]*${fence.mark}${fence.mark[0]}*\\s*$`).test(raw)) {
        found.code.push(codeText(block.join('\n')));
        fence = undefined;
      } else block.push(raw.slice(0, fence.indent).replace(/^[ >]*/, '') + raw.slice(fence.indent));
      continue;
    }
    const line = raw.replace(/^(?:[ >]|[-*] (?=[`#|>-])|\d+\. (?=[`#|>]))*/, '');
    const mark = /^(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark) {
      fence = { mark, indent: raw.length - line.length };
      block = [];
    } else if (/^\|.*\|\s*$/.test(line)) {
      if (!/^\|(?:\s*:?-+:?\s*\|)+\s*$/.test(line)) {
        const cells = line.slice(1, line.lastIndexOf('|')).split(/(?<!\\)\|/);
        for (const cell of cells) if (words(plain(cell))) table.push(words(plain(cell)));
      }
      continue;
    } else {
      const heading = /^(#{1,6})\s+(.*)$/.exec(line);
      if (heading) found.headings.push(`${heading[1].length} ${words(plain(heading[2]))}`);
    }
    endTable();
  }
  endTable();
  return found;
}

/** Inline Markdown as plain text. */
function plain(text) {
  // Code spans are verbatim, also in links.
  const spans = [];
  const kept = text.replace(/(?<![`\\])(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, (_, _mark, code) => `\ue000${spans.push(code) - 1}\ue001`);
  return kept
    .replace(/<br>|\\$/g, ' ')
    .replace(/!\[[^\]]*\]\((?:<[^>]*>|[^)\s]*)\)/g, '')
    .replace(/\[((?:\\.|[^\]\\])*)\]\((?:<[^>]*>|[^)\s]*)\)/g, '$1')
    .replace(/<\/?(?:sub|sup|details|summary)>/g, '')
    .replace(/\ue000(\d+)\ue001/g, (_, index) => spans[index]);
}

/** Letters and digits only, because delimiters and white space may differ. */
function words(text) {
  return text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function codeText(text) {
  return text.replace(/\s+/g, '');
}

const entities = { lt: '<', gt: '>', quot: '"', amp: '&', nbsp: ' ', '#39': "'" };

function textOf(html) {
  return html
    .replace(/<annotation[\s\S]*?<\/annotation>/g, '')
    .replace(/<button\b[\s\S]*?<\/button>/g, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(?:br|wbr)\b[^>]*>|<\/(?:p|li|div|span class="line")>/g, (tag) => (tag.startsWith('<wbr') ? '' : ' '))
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp|nbsp|#39);/g, (_, name) => entities[name])
    .replace(/&#(x?)([0-9a-f]+);/gi, (_, hex, code) => String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)));
}
