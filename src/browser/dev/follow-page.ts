/** Loads the page again and updates the open one, in place if possible. */
import { type DevState, devScriptId, patchedEvent } from '../../shared/site/dev-channel.ts';
import { fetchDocument } from '../shell/fetch-document.ts';
import { asRemembered, type PageMemory, rememberPage, scriptMark } from './page-memory.ts';
import { PatchError, patchElement } from './patch-page.ts';

/** The open page, and its version on the server. */
export interface FollowedPage {
  /** Hash of the last loaded version; changes with `follow`. */
  readonly hash: string;
  /** Authenticates requests as coming from a page of this server; changes with `follow`. */
  readonly token: string;
  /** Loads the page; true when the open one is up to date. */
  follow(): Promise<boolean>;
  /** Reloads files in the page whose content has changed. */
  followFiles(files: DevState['files']): void;
}

/**
 * Call it before any other script of the page runs (`rememberPage`). Changes that cannot be applied in place reload the
 * page.
 */
export function followPage(): FollowedPage {
  let memory = rememberPage();
  let { hash = '', token = '' } = scriptOf(document)?.dataset ?? {};
  let filesVersion = Number(scriptOf(document)?.dataset.files ?? 0);

  const follow = async (): Promise<boolean> => {
    const fetched = await fetchDocument(location.pathname + location.search);
    const newer = fetched && asRemembered(fetched);
    const script = newer && scriptOf(newer);
    if (!newer || !script) return false;
    try {
      if (needsReload(memory.document, newer)) throw new PatchError();
      await patchStyles(memory, newer);
      patchPage(memory, newer);
    } catch (error) {
      if (!(error instanceof PatchError)) console.error(error);
      location.reload();
      // The page is being reloaded.
      return new Promise(() => {});
    }
    memory = { document: newer, living: memory.living };
    hash = script.dataset.hash ?? '';
    token = script.dataset.token ?? '';
    document.dispatchEvent(new Event(patchedEvent));
    return true;
  };
  const followFiles = (files: DevState['files']): void => {
    for (const [path, version] of Object.entries(files)) if (version > filesVersion) showAgain(path, version);
    filesVersion = Math.max(filesVersion, ...Object.values(files));
  };
  return {
    followFiles,
    get hash() {
      return hash;
    },
    get token() {
      return token;
    },
    follow,
  };
}

function scriptOf(page: Document): HTMLElement | null {
  return page.getElementById(devScriptId);
}

/** Policy and scripts of a page are fixed when it is loaded. */
function needsReload(older: Document, newer: Document): boolean {
  const settled = (page: Document) =>
    [...page.head.querySelectorAll<HTMLElement>(`meta[http-equiv], ${scriptMark}`)]
      .filter((element) => element.id !== devScriptId)
      .map((element) => element.outerHTML)
      .join('\n');
  return settled(older) !== settled(newer) || older.documentElement.lang !== newer.documentElement.lang;
}

function patchPage({ document: older, living }: PageMemory, newer: Document): void {
  if (document.title !== newer.title) document.title = newer.title;
  patchRoot(older.documentElement, newer.documentElement);
  patchElement(older.body, newer.body, living);
}

/** Classes that the script in the head sets before the page is recorded. */
const decidedHere = new Set(['js', 'dark', 'banner-dismissed']);

/** Scripts change the root element, so only the server's changes are applied. */
function patchRoot(before: Element, after: Element): void {
  const root = document.documentElement;
  for (const name of before.classList) if (!after.classList.contains(name) && !decidedHere.has(name)) root.classList.remove(name);
  for (const name of after.classList) if (!before.classList.contains(name) && !decidedHere.has(name)) root.classList.add(name);
  for (const { name } of [...before.attributes]) if (name !== 'class' && !after.hasAttribute(name)) root.removeAttribute(name);
  for (const { name, value } of after.attributes)
    if (name !== 'class' && before.getAttribute(name) !== value) root.setAttribute(name, value);
}

/** Adds new stylesheets before removing old ones, so that the page is never unstyled. */
async function patchStyles({ document: older }: PageMemory, newer: Document): Promise<void> {
  const hrefs = (page: Document) =>
    [...page.head.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.getAttribute('href') ?? '');
  const [had, wanted] = [hrefs(older), hrefs(newer)];
  if (had.join('\n') === wanted.join('\n')) return;
  const old = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const fresh = wanted.map((href) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    return link;
  });
  const loaded = fresh.map(
    (link) =>
      new Promise((resolve) => {
        link.addEventListener('load', resolve);
        link.addEventListener('error', resolve);
      }),
  );
  document.head.append(...fresh);
  await Promise.race([Promise.all(loaded), new Promise((resolve) => setTimeout(resolve, 3_000))]);
  for (const link of old) link.remove();
}

/** Reloads an image, video or stylesheet with an unchanged URL. Scripts that have run cannot be replaced. */
function showAgain(path: string, version: number): void {
  const isIt = (url: string | null) => url !== null && new URL(url, location.href).pathname === path;
  const address = `${path}?changed=${version}`;
  for (const element of document.querySelectorAll('[src]')) {
    if (!isIt(element.getAttribute('src'))) continue;
    if (element.localName === 'script') location.reload();
    else element.setAttribute('src', address);
  }
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"], link[rel="icon"]')) {
    if (!isIt(link.getAttribute('href'))) continue;
    const newer = link.cloneNode() as HTMLLinkElement;
    newer.href = address;
    newer.addEventListener('load', () => link.remove());
    link.after(newer);
  }
}
