/**
 * The runtime of a site opened from disk. Browsers allow only scripts beside the page, so every file that scripts load
 * is also written as a script that delivers its content (`x` → `x.js`).
 */
import { splitAddress } from '../../shared/url.ts';
import type { OfflineRuntime } from '../shell/site-files.ts';

interface Content {
  readonly text?: string;
  /** Base64. */
  readonly bytes?: string;
}

/** The interface that those scripts call. */
interface Receiver extends OfflineRuntime {
  put(path: string, content: Content): void;
  define(path: string, exports: unknown): void;
}

type TrustedPolicy = Record<'createScriptURL' | 'createHTML', (text: string) => string>;

const here = (document.currentScript as HTMLScriptElement).src;
/** URL of the site's folder, with a trailing slash. */
const root = new URL('..', here).href;
const contents = new Map<string, Content>();
const modules = new Map<string, unknown>();
const loading = new Map<string, Promise<void>>();

// Allows only scripts below the site's folder, and only markup from them.
const policy: TrustedPolicy = (
  window as { trustedTypes?: { createPolicy(name: string, rules: TrustedPolicy): TrustedPolicy } }
).trustedTypes?.createPolicy('docsgen-offline', {
  createScriptURL: (url) => (url.startsWith(root) ? url : `${root}nothing.js`),
  createHTML: (html) => html,
}) ?? { createScriptURL: (url) => url, createHTML: (html) => html };

/** Site path of a URL, without query and fragment; undefined for other URLs. */
function pathOf(href: string): string | undefined {
  const { href: whole } = new URL(href, document.baseURI);
  return whole.startsWith(root) ? decodeURIComponent(whole.slice(root.length).replace(/[?#].*$/, '')) : undefined;
}

function run(path: string): Promise<void> {
  const known = loading.get(path);
  if (known) return known;
  const script = document.createElement('script');
  script.src = policy.createScriptURL(root + path.split('/').map(encodeURIComponent).join('/'));
  const done = new Promise<void>((resolve) => {
    script.onload = () => resolve();
    script.onerror = () => resolve();
  });
  loading.set(path, done);
  document.head.append(script);
  return done;
}

async function contentOf(path: string): Promise<Content | undefined> {
  if (!contents.has(path)) await run(`${path}.js`);
  return contents.get(path);
}

/** `guides/start` → `guides/start/index.html`; files and other sites stay unchanged. */
function page(href: string): string {
  const path = pathOf(href);
  if (path === undefined || /\.[^./]+$/.test(path)) return href;
  const [start, end] = splitAddress(href);
  return `${start.replace(/\/$/, '')}/index.html${end}`;
}

const receiver: Receiver = {
  page,
  put: (path, content) => void contents.set(path, content),
  define: (path, exports) => void modules.set(path, exports),
  async module(href) {
    const path = pathOf(href) ?? '';
    if (!modules.has(path)) await run(path);
    if (!modules.has(path)) throw new Error(`${path} does not exist`);
    return modules.get(path);
  },
  async document(href) {
    const path = pathOf(href);
    const text = path === undefined ? undefined : (await contentOf(path))?.text;
    if (text === undefined) return undefined;
    const parsed = new DOMParser().parseFromString(policy.createHTML(text), 'text/html');
    // Its links are relative to the root of the site.
    for (const name of ['href', 'src']) {
      for (const element of parsed.querySelectorAll(`[${name}^="/"]:not([${name}^="//"])`))
        element.setAttribute(name, page(root + (element.getAttribute(name) as string).slice(1)));
    }
    return parsed;
  },
};
(globalThis as { docsgenOffline?: Receiver }).docsgenOffline = receiver;

const fetchElsewhere = globalThis.fetch.bind(globalThis);
globalThis.fetch = async (input, init) => {
  const path = pathOf(input instanceof Request ? input.url : String(input));
  if (path === undefined) return fetchElsewhere(input, init);
  const content = await contentOf(path);
  if (content === undefined) return new Response(null, { status: 404 });
  return new Response(content.text ?? Uint8Array.from(atob(content.bytes ?? ''), (letter) => letter.charCodeAt(0)));
};

// Makes these URLs absolute, wherever the page is.
for (const element of document.querySelectorAll<HTMLElement>('[data-search]')) {
  for (const name of ['search', 'script']) element.dataset[name] = new URL(element.dataset[name] ?? '', document.baseURI).href;
}
