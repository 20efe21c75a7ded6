/**
 * The list below the field: options of a combobox (WAI-ARIA Authoring Practices, combobox with a listbox popup). Focus
 * stays in the field; `aria-activedescendant` names the option that Enter takes.
 */
import { element } from '../playground/dom.ts';

/** One row: its node stands somewhere in what is shown with it. */
export interface Option {
  readonly node: HTMLElement;
  /** Enter or a click; `isApart`: in a new tab, where that makes sense. */
  take(isApart: boolean): void;
  /** Delete, when nothing is typed. */
  remove?(): void;
}

/** One for each field; it owns the field's `aria-expanded` and `aria-activedescendant`. */
export class OptionList {
  readonly node: HTMLElement;
  readonly #field: HTMLInputElement;
  #options: readonly Option[] = [];
  #active = -1;

  constructor(field: HTMLInputElement, id: string, label: string) {
    this.#field = field;
    this.node = element('div', { id, class: 'search-results', role: 'listbox', 'aria-label': label });
    this.node.addEventListener('pointermove', (event) => {
      const at = this.#options.findIndex(({ node }) => node.contains(event.target as Node));
      if (at >= 0 && at !== this.#active) this.#activate(at, false);
    });
    this.node.addEventListener('click', (event) => {
      const option = this.#options.find(({ node }) => node.contains(event.target as Node));
      // A click with a key held is the browser's own: new tab, new window, download.
      if (option === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      if (option.remove && (event.target as Element).closest('.search-remove')) option.remove();
      else option.take(false);
    });
  }

  /** `active`: number of the option that Enter takes, -1 = none. */
  show(content: readonly (Node | string)[], options: readonly Option[], active: number): void {
    this.node.replaceChildren(...content);
    this.node.hidden = options.length === 0;
    this.#options = options;
    this.#field.setAttribute('aria-expanded', String(options.length > 0));
    for (const [index, { node }] of options.entries()) {
      node.id = `${this.node.id}:${index}`;
      node.setAttribute('role', 'option');
    }
    this.node.scrollTop = 0;
    this.#activate(Math.min(active, options.length - 1), false);
  }

  get active(): Option | undefined {
    return this.#options[this.#active];
  }

  /** By so many options, around the ends. */
  move(step: number): void {
    const count = this.#options.length;
    if (count === 0) return;
    this.#activate(this.#active < 0 ? (step > 0 ? 0 : count - 1) : (((this.#active + step) % count) + count) % count, true);
  }

  #activate(at: number, isScrolled: boolean): void {
    this.#active = at;
    for (const [index, { node }] of this.#options.entries()) node.setAttribute('aria-selected', String(index === at));
    const node = this.#options[at]?.node;
    if (node === undefined) {
      this.#field.removeAttribute('aria-activedescendant');
      return;
    }
    this.#field.setAttribute('aria-activedescendant', node.id);
    if (!isScrolled) return;
    // The first option brings what stands above it along.
    if (at === 0) this.node.scrollTop = 0;
    else node.scrollIntoView({ block: 'nearest' });
  }
}
