// Text that readers must never see because a program, not the author, wrote it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const leak = /\[object Object\]|(?<![\w.$'"`-])(?:undefined|NaN)(?![\w.$'"`-])/g;

/** A line for each page that shows such text although neither the page nor an imported file contains it. */
export function leaksOf(out, docs) {
  const found = [];
  for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.html')) continue;
    const path = join(entry.parentPath, entry.name);
    const html = readFileSync(path, 'utf8');
    if (!/undefined|NaN|\[object Object\]/.test(html)) continue;
    const words = [...new Set(textOf(html).match(leak) ?? [])];
    if (words.length === 0) continue;
    const page = relative(out, path).replace(/(?:\/?index)?\.html$/, '');
    const source = sourceOf(docs, page);
    const own = words.filter((word) => !source.includes(word));
    if (own.length > 0) found.push(`/${page} shows ${own.join(', ')}`);
  }
  return found;
}

/** The text of a page's main part, without code, scripts and markup. */
function textOf(html) {
  const main = /<main\b[\s\S]*<\/main>/.exec(html)?.[0] ?? html;
  return main
    .replace(/<(script|style|pre|code|template|svg|math)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<[^>]*>/g, ' ');
}

function sourceOf(docs, page) {
  const names = [`${page}.mdx`, `${page}.md`, `${page}/index.mdx`, `${page}/index.md`, 'index.mdx'];
  const file = names.map((name) => join(docs, name)).find(existsSync);
  return file ? withImports(docs, file, new Set()) : '';
}

function withImports(docs, file, seen) {
  if (seen.has(file) || !existsSync(file)) return '';
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const imports = text.matchAll(/\bfrom\s+["']([./][^"']+)["']|<Snippet\s+file=["']([^"']+)["']/g);
  const paths = [...imports].map(([, path, snippet]) => {
    if (snippet) return join(docs, 'snippets', snippet);
    return path.startsWith('/') ? join(docs, path) : join(dirname(file), path);
  });
  return [text, ...paths.map((path) => withImports(docs, path, seen))].join('\n');
}
