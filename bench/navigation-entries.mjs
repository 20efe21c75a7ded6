// The pages that a docs.json lists, read without docsgen's code, to verify a build independently.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Expected page paths of a build: without endpoints, URLs, and external link pages. */
export function navigationOf(docs) {
  const file = ['docs.json', 'mint.json'].map((name) => join(docs, name)).find(existsSync);
  const { navigation } = read(file);
  const pages = new Set();
  const walk = (node, key) => {
    if (typeof node === 'string') {
      if (key === 'pages' || key === 'root') pages.add(normal(node));
    } else if (Array.isArray(node)) {
      for (const child of node) walk(child, key);
    } else if (node && typeof node === 'object') {
      for (const [name, child] of Object.entries(node)) walk(child, name);
    }
  };
  walk(navigation, '');
  return [...pages].filter((page) => page !== '' && !isEndpoint(page) && !isLink(docs, page));
}

function read(file) {
  const follow = (node) => {
    if (Array.isArray(node)) return node.map(follow);
    if (!node || typeof node !== 'object') return node;
    const { $ref: reference, ...rest } = node;
    const own = Object.fromEntries(Object.entries(rest).map(([key, child]) => [key, follow(child)]));
    if (typeof reference !== 'string') return own;
    const target = read(join(dirname(file), reference));
    return target && typeof target === 'object' && !Array.isArray(target) ? { ...target, ...own } : target;
  };
  return follow(JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')));
}

function normal(page) {
  return page.replace(/^(?:\.?\/)+|\/+$/g, '').replace(/\.mdx?$/, '');
}

/** `GET /users`, `api.yaml POST /users`, `webhook name`, or a URL. */
function isEndpoint(page) {
  return /(?:^|\s)(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|QUERY)\s+\/|^(?:\S+\s+)?webhook\s+\S|^https?:/i.test(page);
}

/** A page file with `url:` is a sidebar link, not a page. */
function isLink(docs, page) {
  const file = [`${page}.mdx`, `${page}.md`].map((name) => join(docs, name)).find(existsSync);
  if (!file) return false;
  const matter = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  return /^url:\s*\S/m.test(matter);
}
