/**
 * The list below the field: options of a combobox (WAI-ARIA Authoring Practices, combobox with a listbox popup). Focus
 * stays in the field; `aria-activedescendant` names the option that Enter takes.
 */
import { element } from '../playground/dom.ts';

/** One row, whose node is in the displayed content. */
export interface Option {
  readonly node: HTMLElement;
  /** Enter or a click; `isApart`: in a new tab, where possible. */
  take(isApart: boolean): void;
  /** Delete key, when the field is empty. */
  remove?(): void;
}

/** One for each field; it manages `aria-expanded` and `aria-activedescendant`. */
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
      // Clicks with a modifier key are handled by the browser: new tab, new window, download.
      if (option === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      if (option.remove && (event.target as Element).closest('.search-remove')) option.remove();
      else option.take(false);
    });
  }

  /** `active`: index of the active option, -1 = none. */
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

  /** Moves by this many options, cyclically. */
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
    // The first option also scrolls to the content above it.
    if (at === 0) this.node.scrollTop = 0;
    else node.scrollIntoView({ block: 'nearest' });
  }
}
