const least = 0.5;
const most = 6;
const stride = 48;

/**
 * Panning and zooming an image in its box: drag, buttons, arrow keys, + − 0, and the wheel with Ctrl. One instance for
 * each box; its first child is the image, which may be replaced.
 */
export class PanZoom {
  #scale = 1;
  #x = 0;
  #y = 0;

  readonly box: HTMLElement;
  readonly onMove: (isMoved: boolean) => void;

  constructor(
    box: HTMLElement,
    /** Called with whether the image is moved or scaled. */
    onMove: (isMoved: boolean) => void,
  ) {
    this.box = box;
    this.onMove = onMove;

    box.addEventListener('keydown', (event) => {
      if (this.#key(event.key)) event.preventDefault();
    });
    box.addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return;
        event.preventDefault();
        const { left, top } = box.getBoundingClientRect();
        this.zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, event.clientX - left, event.clientY - top);
      },
      { passive: false },
    );
    box.addEventListener('pointerdown', (event) => {
      // Touch scrolls the page until the image has been zoomed.
      if (event.button !== 0 || (event.pointerType === 'touch' && this.#scale === 1)) return;
      box.setPointerCapture(event.pointerId);
    });
    box.addEventListener('pointermove', (event) => {
      if (box.hasPointerCapture(event.pointerId)) this.#move(event.movementX, event.movementY);
    });
  }

  /** Zooms around a point of the box; its centre by default. */
  zoom(factor: number, x = this.box.clientWidth / 2, y = this.box.clientHeight / 2): void {
    const scale = Math.min(most, Math.max(least, this.#scale * factor));
    const ratio = scale / this.#scale;
    const { offsetLeft, offsetTop } = this.#origin();
    this.#x = x - offsetLeft - (x - offsetLeft - this.#x) * ratio;
    this.#y = y - offsetTop - (y - offsetTop - this.#y) * ratio;
    this.#scale = scale;
    this.#apply();
  }

  reset(): void {
    [this.#scale, this.#x, this.#y] = [1, 0, 0];
    this.#apply();
  }

  #key(key: string): boolean {
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [stride, 0],
      ArrowRight: [-stride, 0],
      ArrowUp: [0, stride],
      ArrowDown: [0, -stride],
    };
    const move = moves[key];
    if (move) this.#move(...move);
    else if (key === '+' || key === '=') this.zoom(1.25);
    else if (key === '-') this.zoom(0.8);
    else if (key === '0' || key === 'Escape') this.reset();
    else return false;
    return true;
  }

  #move(x: number, y: number): void {
    this.#x += x;
    this.#y += y;
    this.#apply();
  }

  /** Position of the untransformed image in the box. */
  #origin(): { offsetLeft: number; offsetTop: number } {
    const picture = this.box.firstElementChild;
    const box = this.box.getBoundingClientRect();
    const shown = picture?.getBoundingClientRect();
    return { offsetLeft: (shown?.left ?? 0) - box.left - this.#x, offsetTop: (shown?.top ?? 0) - box.top - this.#y };
  }

  #apply(): void {
    const picture = this.box.firstElementChild as SVGElement | null;
    const isMoved = this.#scale !== 1 || this.#x !== 0 || this.#y !== 0;
    if (picture) picture.style.transform = isMoved ? `translate(${this.#x}px, ${this.#y}px) scale(${this.#scale})` : '';
    this.onMove(isMoved);
  }
}
