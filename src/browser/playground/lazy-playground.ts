import type { Playground } from './playground-dialog.ts';
import { sharedMark } from './shared-mark.ts';

/**
 * `<docs-playground>`: a button that opens the playground in a dialog. Its code and its stylesheet load on first use,
 * or when the browser is idle; the dialog is created on first use.
 */
export class LazyPlayground extends HTMLElement {
  #playground: Promise<Playground | undefined> | undefined;

  connectedCallback(): void {
    this.addEventListener('click', this);
    if (location.hash.startsWith(sharedMark)) {
      const { hash } = location;
      // Once, so that going back to the page does not fill the form again.
      history.replaceState(history.state, '', location.pathname + location.search);
      void this.#open().then((playground) => playground?.restore(hash));
    } else whenIdle(() => void Promise.all([import('./playground-dialog.ts'), loadStyles()]).catch(() => {})); // tried again on first use
  }

  disconnectedCallback(): void {
    void this.#playground?.then((playground) => playground?.leave());
  }

  handleEvent(event: Event): void {
    if ((event.target as Element).closest('.playground-open')) void this.#open();
  }

  async #open(): Promise<Playground | undefined> {
    this.#playground ??= this.#create();
    const playground = await this.#playground;
    if (!playground) this.#playground = undefined;
    else if (!playground.dialog.open) playground.dialog.showModal();
    return playground;
  }

  async #create(): Promise<Playground | undefined> {
    const open = this.querySelector<HTMLButtonElement>('.playground-open');
    if (open) open.ariaBusy = 'true';
    try {
      const [{ createPlayground }] = await Promise.all([import('./playground-dialog.ts'), loadStyles()]);
      const playground = createPlayground(this.querySelector('script')?.textContent ?? '');
      this.append(playground.dialog);
      return playground;
    } catch (error) {
      console.error(error);
      return undefined;
    } finally {
      if (open) open.ariaBusy = null;
    }
  }
}

let styles: Promise<unknown> | undefined;

/** The head has the link without `rel`, so that it loads nothing until then. */
function loadStyles(): Promise<unknown> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[data-rel=playground]')];
  styles ??= Promise.all(
    links.map(
      (link) =>
        new Promise((resolve) => {
          link.onload = link.onerror = resolve;
          link.rel = 'stylesheet';
        }),
    ),
  );
  return styles;
}

/** Safari has no `requestIdleCallback`. */
function whenIdle(run: () => void): void {
  const later = () => ('requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 10_000 }) : setTimeout(run, 3_000));
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
}
