import { shownEvent } from '../../shared/site/shown-event.ts';
import { loadPreference, savePreference, titleOf } from './preferences.ts';

/**
 * `<docs-tabs>`: tabs and code groups. Supports arrow keys, Home and End; tabs with the same title are synchronized,
 * and the choice is stored.
 */
export class DocsTabs extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener('click', this);
    this.addEventListener('keydown', this);
    this.addEventListener('change', this);
    const wanted = this.hasAttribute('data-sync') ? loadPreference(this.panels, titleOf) : undefined;
    if (wanted) this.show(wanted);
  }

  get panels(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>(':scope > .tab-panel')];
  }

  get tabs(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>(':scope > [role=tablist] > .tab, :scope > .code-head > [role=tablist] > .tab')];
  }

  /** Makes this panel the visible one. */
  show(panel: HTMLElement): void {
    for (const other of this.panels) other.toggleAttribute('data-active', other === panel);
    for (const tab of this.tabs) {
      const isActive = tab.getAttribute('aria-controls') === panel.id;
      tab.ariaSelected = String(isActive);
      tab.tabIndex = isActive ? 0 : -1;
    }
    const select = this.querySelector<HTMLSelectElement>(':scope > .code-head > select');
    if (select) select.value = panel.id;
    panel.dispatchEvent(new Event(shownEvent, { bubbles: true }));
  }

  handleEvent(event: Event): void {
    const target = event.target as HTMLElement;
    if (event.type === 'change') {
      if (target.matches('.code-select')) this.#choose((target as HTMLSelectElement).value);
      return;
    }
    const tab = target.closest<HTMLElement>('.tab');
    if (!tab || tab.closest('docs-tabs') !== this) return;
    if (event.type === 'click') this.#choose(tab.getAttribute('aria-controls') ?? '');
    else this.#move(tab, event as KeyboardEvent);
  }

  #move(from: HTMLElement, event: KeyboardEvent): void {
    const { tabs } = this;
    const forward = getComputedStyle(this).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
    const index = { [forward]: tabs.indexOf(from) + 1, [backward]: tabs.indexOf(from) - 1, Home: 0, End: -1 }[event.key];
    const tab = index === undefined ? undefined : tabs.at(index % tabs.length);
    if (!tab) return;
    event.preventDefault();
    tab.focus();
    this.#choose(tab.getAttribute('aria-controls') ?? '');
  }

  /** The reader's choice: selects all tabs with the same title, keeping the scroll position. */
  #choose(id: string): void {
    const panel = this.panels.find((candidate) => candidate.id === id);
    if (!panel) return;
    const top = this.getBoundingClientRect().top;
    this.show(panel);
    if (this.hasAttribute('data-sync')) {
      const title = titleOf(panel);
      savePreference(title);
      for (const other of document.querySelectorAll<DocsTabs>('docs-tabs[data-sync]')) {
        const same = other === this ? undefined : other.panels.find((candidate) => titleOf(candidate) === title);
        if (same) other.show(same);
      }
    }
    scrollBy({ top: this.getBoundingClientRect().top - top, behavior: 'instant' });
    if (!this.hasAttribute('data-code')) history.replaceState(history.state, '', `#${encodeURIComponent(id)}`);
  }
}
