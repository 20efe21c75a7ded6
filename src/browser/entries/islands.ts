/**
 * The first script of a page with islands: loads the code of an island when it comes near the viewport. An island has
 * no box, so its content is observed, or its parent when there is no content yet.
 */
import { islandTag } from '../../shared/components/islands.ts';

interface IslandModule {
  readonly scope: Readonly<Record<string, unknown>>;
  mount(element: HTMLElement, scope: Readonly<Record<string, unknown>>): void;
}

class IslandElement extends HTMLElement {
  #watch: IntersectionObserver | undefined;
  #isAwake = false;

  connectedCallback(): void {
    if (this.#isAwake) return;
    // The parser calls this before the content exists.
    requestAnimationFrame(() => this.#wait());
  }

  disconnectedCallback(): void {
    this.#watch?.disconnect();
  }

  #wait(): void {
    if (this.#isAwake || !this.isConnected) return;
    this.#watch?.disconnect();
    this.#watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) this.#wake();
      },
      { rootMargin: '200px' },
    );
    const visible = [...this.children].filter((child) => child.getClientRects().length > 0);
    for (const target of visible.length > 0 ? visible : [boxAround(this)]) this.#watch.observe(target);
  }

  #wake(): void {
    this.#watch?.disconnect();
    if (this.#isAwake) return;
    this.#isAwake = true;
    const { src } = this.dataset;
    if (!src) return;
    import(src).then(
      ({ mount, scope }: IslandModule) => mount(this, scope),
      (error) => console.error(error),
    );
  }
}

function boxAround(element: Element): Element {
  let box = element.parentElement;
  while (box?.parentElement && getComputedStyle(box).display === 'contents') box = box.parentElement;
  return box ?? document.documentElement;
}

customElements.define(islandTag, IslandElement);
