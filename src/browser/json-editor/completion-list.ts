import type { InputSchema } from '../../shared/playground/playground.ts';
import { element, fill } from '../playground/dom.ts';
import { translate } from '../playground/translate.ts';
import { type Completion, completions } from './json-completion.ts';
import { typeInto } from './type-into.ts';

/**
 * Completion list at the caret: shown while typing a name or on Ctrl+Space, accepted with Enter, Tab or the mouse. One
 * for each text area, which must have an id; `frame` is its containing box.
 */
export function offerCompletions(area: HTMLTextAreaElement, frame: HTMLElement, schema: InputSchema): void {
  new CompletionList(area, frame, schema);
}

class CompletionList {
  readonly #area: HTMLTextAreaElement;
  readonly #schema: InputSchema;
  readonly #list: HTMLElement;
  #offered: readonly Completion[] = [];
  #from = 0;
  #active = 0;

  constructor(area: HTMLTextAreaElement, frame: HTMLElement, schema: InputSchema) {
    this.#area = area;
    this.#schema = schema;
    this.#list = element('ul', {
      class: 'playground-completions',
      role: 'listbox',
      id: `${area.id}-list`,
      'aria-label': translate('completions'),
      hidden: true,
    });
    frame.append(this.#list);
    area.setAttribute('aria-controls', this.#list.id);
    area.setAttribute('aria-autocomplete', 'list');
    area.addEventListener('blur', () => this.#close());
    area.addEventListener('input', () => {
      const isInName = () => /"[\w-]*$/.test(area.value.slice(Math.max(0, area.selectionStart - 40), area.selectionStart));
      if (!this.#list.hidden || isInName()) this.#offer(false);
    });
    area.addEventListener('keydown', (event) => {
      if (event.key === ' ' && event.ctrlKey) {
        event.preventDefault();
        this.#offer(true);
      } else if (!this.#list.hidden) this.#moveInList(event);
    });
  }

  #offer(isAsked: boolean): void {
    const { value, selectionStart } = this.#area;
    const { items, from } = completions(value, selectionStart, this.#schema);
    this.#offered = items;
    this.#from = from;
    this.#active = 0;
    this.#list.hidden = items.length === 0 || (!isAsked && from === selectionStart);
    this.#show();
  }

  #show(): void {
    const list = this.#list;
    fill(list, ...this.#offered.map((item, index) => this.#option(item, index)));
    list.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
    if (list.hidden) this.#area.removeAttribute('aria-activedescendant');
    else {
      this.#placeAtCaret();
      this.#area.setAttribute('aria-activedescendant', `${list.id}-${this.#active}`);
    }
  }

  #option({ label, detail }: Completion, index: number): HTMLElement {
    return element(
      'li',
      {
        role: 'option',
        id: `${this.#list.id}-${index}`,
        'aria-selected': String(index === this.#active),
        onmousedown: (event) => {
          event.preventDefault();
          this.#take(index);
        },
      },
      label,
      detail !== undefined && element('span', { class: 'playground-type' }, detail),
    );
  }

  /** Below the line of the caret, if it fits; the editor uses a monospace font. */
  #placeAtCaret(): void {
    const area = this.#area;
    const { lineHeight, paddingTop } = getComputedStyle(area);
    const line = area.value.slice(0, area.selectionStart).split('\n').length;
    const top = Number.parseFloat(paddingTop) + line * Number.parseFloat(lineHeight) - area.scrollTop;
    this.#list.style.insetBlockStart = `${Math.min(top + 2, area.clientHeight)}px`;
  }

  #moveInList(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      this.#active = (this.#active + step + this.#offered.length) % this.#offered.length;
      this.#show();
    } else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab') this.#take(this.#active);
    else if (event.key === 'Escape') this.#close();
    else return;
    // Prevents the default action of the key (a new line, closing the dialog).
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  #take(index: number): void {
    const area = this.#area;
    const item = this.#offered[index];
    if (!item) return;
    area.setSelectionRange(this.#from, area.selectionStart);
    typeInto(area, item.text);
    if (/(?:""|\{\}|\[\])$/.test(item.text)) area.setSelectionRange(area.selectionStart - 1, area.selectionStart - 1);
    this.#close();
  }

  #close(): void {
    this.#list.hidden = true;
    this.#area.removeAttribute('aria-activedescendant');
  }
}
