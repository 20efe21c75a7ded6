/** Compares all pages of a site with the HTML and the Markdown copies. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, kinds, WordStream } from './compare.mjs';
import { readHtmlPage, readMarkdownCopy } from './output.mjs';
import { linkOf, readSource, Unreadable } from './source.mjs';
import { addressKey, wordsOf } from './text.mjs';

const placeholder = /:(\w+)\*?|\*/g;

/**
 * @param {string} root the folder of docs.json
 * @param {string} out the built site
 */
export function compareSite(root, out) {
  const config = readConfig(root);
  const base = (config.docsgen?.base ?? '').replace(/\/$/, '');
  const site = { pages: 0, computed: 0, links: 0, absent: [], unreadable: [], differences: [], html: zero(), markdown: zero() };
  const found = pageFiles(root);
  const files = found.filter((file) => existsSync(join(root, file)));
  site.unreadable.push(...found.filter((file) => !files.includes(file)).map((file) => `${file}: a symbolic link without a target`));
  const redirects = redirectsOf([...linkPages(root, files), ...(config.redirects ?? []), ...homePage(out)]);
  for (const file of files) {
    // A README that the navigation does not list is not a page.
    if (/(?:^|\/)README\.mdx?$/i.test(file) && !config.text.includes(`"${file.replace(/\.mdx?$/, '')}"`)) continue;
    const url = file.replace(/\.mdx?$/, '');
    const html = outputOf(out, url, 'index.html');
    const copy = outputOf(out, url, '.md');
    // `a.mdx` and `a/index.mdx` have the same URL: docsgen reports it, and builds the first.
    const rival = /\/index$/.test(url) && files.find((other) => other.replace(/\.mdx?$/, '') === url.slice(0, -'/index'.length));
    if (html === undefined || rival) {
      site.absent.push(rival ? `${file}: ${rival} has the same URL` : file);
      continue;
    }
    let source;
    try {
      source = readSource(root, file, config.variables ?? {});
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      site.unreadable.push(`${file}: ${error.message}`);
      continue;
    }
    site.pages++;
    if (source.computed) site.computed++;
    if (source.linkTo !== undefined) {
      site.links++;
      continue;
    }
    const page = { file, base, url, redirects };
    const shown = readHtmlPage(html);
    add(site, 'html', file, compare(source, shown, { ...page, form: 'html' }));
    if (copy === undefined) {
      site.differences.push({ form: 'markdown', page: file, kind: 'page', class: 'loss', file, line: 1, text: 'no Markdown copy' });
      continue;
    }
    const written = readMarkdownCopy(copy);
    add(site, 'markdown', file, compare(drawnToo(source, shown), written, { ...page, form: 'markdown' }));
  }
  return site;
}

/** The output of the author's components is expected in the copy when the HTML has it. */
function drawnToo(source, html) {
  if (source.componentWords.length === 0) return source;
  const stream = new WordStream(wordsOf(html.text));
  for (const fact of source.words) stream.take(wordsOf(fact.text));
  return {
    ...source,
    words: [...source.words, ...source.componentWords.filter((fact) => wordsOf(fact.text).length > 0 && stream.take(wordsOf(fact.text)))],
  };
}

function add(site, form, page, { counts, differences }) {
  for (const kind of kinds) {
    site[form][kind].total += counts[kind].total;
    site[form][kind].lost += counts[kind].lost;
  }
  for (const one of differences) site.differences.push({ form, page, ...one });
}

/** Pages with `url` in their front matter are links: links to them lead to their target. */
function linkPages(root, files) {
  return files.flatMap((file) => {
    const destination = linkOf(readFileSync(join(root, file), 'utf8'));
    return destination === undefined ? [] : [{ source: `/${file.replace(/\.mdx?$/, '')}`, destination }];
  });
}

/** A site without a page at its root redirects to its first page. */
function homePage(out) {
  const html = existsSync(join(out, 'index.html')) ? readFileSync(join(out, 'index.html'), 'utf8') : '';
  const destination = /<meta http-equiv="refresh" content="0; url=([^"]*)">/.exec(html)?.[1];
  return destination === undefined ? [] : [{ source: '/', destination }];
}

/** The target of a URL after all redirects of docs.json. */
function redirectsOf(entries) {
  const plain = new Map();
  const patterns = [];
  for (const { source, destination } of entries) {
    if (typeof source !== 'string' || typeof destination !== 'string') continue;
    if (!/[:*]/.test(source)) {
      plain.set(addressKey(source), destination);
      continue;
    }
    const names = [...source.matchAll(placeholder)].map(([, name]) => name ?? 'star');
    const pattern = addressKey(source.replace(placeholder, '\ue000'))
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      // `/old/:rest*` also matches `/old`.
      .replace(/\/\ue000$/, source.endsWith('*') ? '(?:/\ue000)?' : '$&')
      .replaceAll('\ue000', '(.*)');
    patterns.push({ pattern: new RegExp(`^${pattern}$`, 'i'), names, destination });
  }
  const once = (key) => {
    if (plain.has(key)) return plain.get(key);
    for (const { pattern, names, destination } of patterns) {
      const values = pattern
        .exec(key)
        ?.slice(1)
        .map((one) => one ?? '');
      if (values !== undefined)
        return destination.replace(placeholder, (whole, name) => values[names.indexOf(name ?? 'star')] ?? values.at(-1) ?? whole);
    }
    return undefined;
  };
  const known = new Map();
  return (key) => {
    let found = known.get(key);
    if (found !== undefined) return found;
    found = [];
    for (let target = once(key); target !== undefined && found.length < 8; target = once(addressKey(target).split(/[?#]/)[0]))
      found.push(target);
    known.set(key, found);
    return found;
  };
}

/** @returns {Record<string, { total: number, lost: number }>} */
export function zero() {
  return Object.fromEntries(kinds.map((kind) => [kind, { total: 0, lost: 0 }]));
}

function readConfig(root) {
  for (const name of ['docs.json', 'mint.json']) {
    try {
      const text = readFileSync(join(root, name), 'utf8').replace(/^\ufeff/, '');
      return { ...JSON.parse(text), text };
    } catch {
      /* then the other, or none */
    }
  }
  return { text: '' };
}

/** The first existing output file of a page. */
function outputOf(out, url, form) {
  const short = url.replace(/(?:^|\/)index$/i, '');
  for (const one of short === url ? [url] : [short, url]) {
    const name = form === '.md' ? (one === '' ? 'index.md' : `${one}.md`) : join(one, form);
    for (const path of [name, ...(form === '.md' ? [join(one, 'index.md')] : [`${one}.html`])])
      if (existsSync(join(out, path))) return readFileSync(join(out, path), 'utf8');
  }
  return undefined;
}

function pageFiles(root) {
  const files = [];
  const walk = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!/^(?:\.|_|node_modules$|snippets$)/.test(entry.name)) walk(path);
      } else if (/\.mdx?$/.test(entry.name)) files.push(path);
    }
  };
  walk('');
  return files.sort();
}
