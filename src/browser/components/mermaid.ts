import { draw } from './mermaid-library.ts';
import { PanZoom } from './pan-zoom.ts';

/** Diagrams below this height in pixels need no controls. */
const tall = 120;
/** Minimum scale of text: wider diagrams scroll. */
const leastScale = 0.55;
/** Maximum time in milliseconds that printing waits for diagrams. */
const longestWait = 5000;
/** Ignores further requests while diagrams are being rendered. */
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

/**
 * `<docs-mermaid>`: renders its source when it comes near the viewport or before printing, and again when the colour
 * mode changes.
 */
export class DocsMermaid extends HTMLElement {
  readonly #id = `diagram-${++count}`;
  #isDrawn = false;
  #lastMode = '';
  #drawing: Promise<void> = Promise.resolve();

  connectedCallback(): void {
    near.observe(this);
  }

  /** Renders for the current mode; shows the source when it is invalid. Never rejects. */
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

/** Call once per document. */
export function defineMermaid(): void {
  customElements.define('docs-mermaid', DocsMermaid);
  new MutationObserver(() => {
    for (const diagram of document.querySelectorAll<DocsMermaid>('docs-mermaid')) diagram.modeChanged();
  }).observe(document.documentElement, { attributeFilter: ['class'] });
  addEventListener('keydown', printDrawn, true);
  addEventListener('click', printDrawn, true);
}

/**
 * Browsers do not wait for rendering before they print (`beforeprint` cannot delay it). Therefore the print shortcut
 * and docsgen's print button first render all diagrams. From the browser's menu, unrendered diagrams print as source.
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

/** A diagram in a hidden tab has no size and would be rendered wrongly: it prints as source. */
function isLaidOut(diagram: DocsMermaid): boolean {
  return diagram.getClientRects().length > 0;
}

function asksToPrint(event: KeyboardEvent | MouseEvent): boolean {
  if (!('key' in event)) return event.target instanceof Element && event.target.closest('[data-print]') !== null;
  // Control+P is another command in text fields on Apple systems.
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
