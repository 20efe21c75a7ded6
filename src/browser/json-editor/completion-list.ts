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
  const list = element('ul', {
    class: 'playground-completions',
    role: 'listbox',
    id: `${area.id}-list`,
    'aria-label': translate('completions'),
    hidden: true,
  });
  frame.append(list);
  let offered: readonly Completion[] = [];
  let from = 0;
  let active = 0;

  area.setAttribute('aria-controls', list.id);
  area.setAttribute('aria-autocomplete', 'list');
  area.addEventListener('blur', close);
  area.addEventListener('input', () => {
    if (!list.hidden || /"[\w-]*$/.test(area.value.slice(Math.max(0, area.selectionStart - 40), area.selectionStart))) offer(false);
  });
  area.addEventListener('keydown', (event) => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      offer(true);
    } else if (!list.hidden) moveInList(event);
  });

  function offer(isAsked: boolean): void {
    const found = completions(area.value, area.selectionStart, schema);
    offered = found.items;
    from = found.from;
    active = 0;
    list.hidden = offered.length === 0 || (!isAsked && from === area.selectionStart);
    show();
  }

  function show(): void {
    fill(
      list,
      ...offered.map(({ label, detail }, index) =>
        element(
          'li',
          {
            role: 'option',
            id: `${list.id}-${index}`,
            'aria-selected': String(index === active),
            onmousedown: (event) => {
              event.preventDefault();
              take(index);
            },
          },
          label,
          detail !== undefined && element('span', { class: 'playground-type' }, detail),
        ),
      ),
    );
    list.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
    if (list.hidden) area.removeAttribute('aria-activedescendant');
    else {
      placeAtCaret();
      area.setAttribute('aria-activedescendant', `${list.id}-${active}`);
    }
  }

  /** Below the line of the caret, if it fits; the editor uses a monospace font. */
  function placeAtCaret(): void {
    const { lineHeight, paddingTop } = getComputedStyle(area);
    const line = area.value.slice(0, area.selectionStart).split('\n').length;
    const top = Number.parseFloat(paddingTop) + line * Number.parseFloat(lineHeight) - area.scrollTop;
    list.style.insetBlockStart = `${Math.min(top + 2, area.clientHeight)}px`;
  }

  function moveInList(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      active = (active + step + offered.length) % offered.length;
      show();
    } else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab') take(active);
    else if (event.key === 'Escape') close();
    else return;
    // Prevents the default action of the key (a new line, closing the dialog).
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  function take(index: number): void {
    const item = offered[index];
    if (!item) return;
    area.setSelectionRange(from, area.selectionStart);
    typeInto(area, item.text);
    if (/(?:""|\{\}|\[\])$/.test(item.text)) area.setSelectionRange(area.selectionStart - 1, area.selectionStart - 1);
    close();
  }

  function close(): void {
    list.hidden = true;
    area.removeAttribute('aria-activedescendant');
  }
}
