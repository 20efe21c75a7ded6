import { draw } from './mermaid-library.ts';
import { PanZoom } from './pan-zoom.ts';

/** Lower diagrams need no controls. */
const tall = 120;
/** Letters are not drawn smaller than this share of their size: where there is no room for the rest, the diagram scrolls. */
const leastScale = 0.55;
/** So long does the printing of a page wait for its diagrams, in milliseconds. */
const longestWait = 5000;
/** Who asks again while diagrams are being drawn has asked once. */
let isPrinting = false;
let count = 0;

const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      (target as DocsMermaid).redraw();
    }
  },
  { rootMargin: '400px' },
);

/** `<docs-mermaid>`: draws its source when it comes near the window or before it is printed, and again when the mode changes. */
export class DocsMermaid extends HTMLElement {
  readonly #id = `diagram-${++count}`;
  #isDrawn = false;
  #lastMode = '';
  #drawing: Promise<void> = Promise.resolve();

  connectedCallback(): void {
    near.observe(this);
  }

  /** Draws for the present mode; keeps the source in sight when it is no diagram. Settles when that is done, and never rejects. */
  redraw(): Promise<void> {
    const mode = document.documentElement.classList.contains('dark') ? 'dark' : 'light';
    if (this.#lastMode !== mode) {
      this.#lastMode = mode;
      this.#drawing = this.#draw(mode);
    }
    return this.#drawing;
  }

  async #draw(mode: string): Promise<void> {
    const source = this.querySelector('pre')?.textContent ?? '';
    try {
      const svg = await draw(this.#id, source, this);
      if (this.#lastMode === mode) this.#put(svg);
    } catch (problem) {
      if (!this.#isDrawn) this.#fail(problem);
    }
  }

  modeChanged(): void {
    if (this.#isDrawn) this.redraw();
  }

  #put(svg: SVGSVGElement): void {
    const view = this.querySelector<HTMLElement>('.mermaid-view') ?? document.createElement('div');
    view.replaceChildren(document.adoptNode(svg));
    this.toggleAttribute('data-dark', this.#lastMode === 'dark');
    svg.style.minInlineSize = `${Math.round(svg.viewBox.baseVal.width * leastScale)}px`;
    if (this.#isDrawn) return;
    this.#isDrawn = true;
    view.className = 'mermaid-view mermaid';
    this.toggleAttribute('data-drawn', true);
    this.append(view);
    const { actions, name = '', zoomIn = '', zoomOut = '', reset = '' } = this.dataset;
    const hasControls = actions !== 'off' && (actions === 'on' || view.clientHeight >= tall);
    if (!hasControls && view.scrollWidth <= view.clientWidth) return;
    view.tabIndex = 0;
    view.role = 'group';
    view.ariaLabel = svg.querySelector('title')?.textContent || name;
    if (!hasControls) return;
    const pan = new PanZoom(view, (isMoved) => this.toggleAttribute('data-moved', isMoved));
    const controls = document.createElement('div');
    controls.className = 'mermaid-controls';
    controls.append(
      button('+', zoomIn, () => pan.zoom(1.25)),
      button('−', zoomOut, () => pan.zoom(0.8)),
      button('⟲', reset, () => pan.reset()),
    );
    this.append(controls);
  }

  #fail(problem: unknown): void {
    const note = document.createElement('p');
    note.className = 'mermaid-error';
    note.textContent = `${this.dataset.failed}: ${(problem instanceof Error ? problem.message : String(problem)).split('\n')[0]?.replace(/:$/, '')}`;
    this.prepend(note);
  }
}

/** Once for the life of the document. */
export function defineMermaid(): void {
  customElements.define('docs-mermaid', DocsMermaid);
  new MutationObserver(() => {
    for (const diagram of document.querySelectorAll<DocsMermaid>('docs-mermaid')) diagram.modeChanged();
  }).observe(document.documentElement, { attributeFilter: ['class'] });
  addEventListener('keydown', printDrawn, true);
  addEventListener('click', printDrawn, true);
}

/**
 * A browser that prints does not wait for drawings (`beforeprint` cannot hold it): where its key or our own button asks for
 * paper while diagrams far below are still their source, they are drawn first. From its own menu they print as their source.
 */
async function printDrawn(event: KeyboardEvent | MouseEvent): Promise<void> {
  if (!asksToPrint(event)) return;
  const waiting = [...document.querySelectorAll<DocsMermaid>('docs-mermaid:not([data-drawn], :has(> .mermaid-error))')].filter(isLaidOut);
  if (waiting.length === 0) return;
  event.preventDefault();
  event.stopPropagation();
  if (isPrinting) return;
  isPrinting = true;
  const drawings = waiting.map((diagram) => diagram.redraw());
  await Promise.race([Promise.all(drawings), new Promise((resolve) => setTimeout(resolve, longestWait))]);
  isPrinting = false;
  print();
}

/** In a tab that is not open nothing has a size, and a drawing made there would be wrong for good: it prints as its source. */
function isLaidOut(diagram: DocsMermaid): boolean {
  return diagram.getClientRects().length > 0;
}

function asksToPrint(event: KeyboardEvent | MouseEvent): boolean {
  if (!('key' in event)) return event.target instanceof Element && event.target.closest('[data-print]') !== null;
  // Control and P is another command in text fields of Apple's systems.
  const [isAsked, isOther] = /^(?:Mac|iP)/.test(navigator.platform) ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  return event.key.toLowerCase() === 'p' && isAsked && !isOther && !event.altKey && !event.shiftKey;
}

function button(sign: string, label: string, act: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = sign;
  element.ariaLabel = label;
  element.addEventListener('click', act);
  return element;
}
