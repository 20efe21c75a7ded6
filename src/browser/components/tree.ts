/** `<docs-tree>`: the keyboard support of an ARIA tree for the items in the page. */
export class DocsTree extends HTMLElement {
  #typed = '';
  #typedAt = 0;

  connectedCallback(): void {
    this.addEventListener('click', this);
    this.addEventListener('keydown', this);
  }

  handleEvent(event: Event): void {
    const item = (event.target as Element).closest<HTMLElement>('[role=treeitem]');
    if (!item) return;
    if (event.type === 'click') {
      if ((event.target as Element).closest('a')) return;
      this.#focus(item);
      toggle(item);
    } else if (this.#key(item, event as KeyboardEvent)) event.preventDefault();
  }

  #key(item: HTMLElement, event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const items = this.#visible();
    const index = items.indexOf(item);
    if (event.key.length > 1) this.#typed = '';
    const [open, close] = getComputedStyle(this).direction === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
    switch (event.key) {
      case 'ArrowDown':
        return this.#focus(items[index + 1]);
      case 'ArrowUp':
        return this.#focus(items[index - 1]);
      case 'Home':
        return this.#focus(items[0]);
      case 'End':
        return this.#focus(items.at(-1));
      case open:
        return item.ariaExpanded === 'true' ? this.#focus(items[index + 1]) : toggle(item, true);
      case close:
        return toggle(item, false) || this.#focus(item.parentElement?.closest<HTMLElement>('[role=treeitem]'));
      case 'Enter':
      case ' ':
        return toggle(item) || true;
      case '*':
        for (const sibling of item.parentElement?.children ?? []) toggle(sibling as HTMLElement, true);
        return true;
      default:
        return event.key.length === 1 && this.#type(event.key, event.timeStamp, items, index);
    }
  }

  /** Letters typed in quick succession select the next item with that prefix; repeating one letter moves on. */
  #type(letter: string, time: number, items: HTMLElement[], index: number): boolean {
    const typed = letter.toLowerCase();
    this.#typed = time - this.#typedAt < 500 && this.#typed !== typed ? this.#typed + typed : typed;
    this.#typedAt = time;
    const from = this.#typed.length > 1 ? index : index + 1;
    const order = [...items.slice(from), ...items.slice(0, from)];
    return this.#focus(order.find((item) => item.querySelector('.tree-name')?.textContent?.toLowerCase().startsWith(this.#typed)));
  }

  #visible(): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>('[role=treeitem]')].filter(
      (item) => !item.parentElement?.closest('[role=treeitem][aria-expanded=false]'),
    );
  }

  #focus(item: HTMLElement | null | undefined): boolean {
    if (!item) return false;
    for (const other of this.querySelectorAll<HTMLElement>('[role=treeitem]')) {
      other.tabIndex = other === item ? 0 : -1;
      other.ariaSelected = String(other === item);
    }
    item.focus();
    return true;
  }
}

/** Expands or collapses a folder; false when nothing changed. */
function toggle(item: HTMLElement, open = item.ariaExpanded === 'false'): boolean {
  if (item.ariaExpanded === null || item.ariaExpanded === String(open) || item.hasAttribute('data-fixed')) return false;
  item.ariaExpanded = String(open);
  return true;
}
