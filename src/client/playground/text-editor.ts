/**
 * A text area for bodies and messages. For JSON it says where the syntax ends and what the schema wants, completes names
 * (Ctrl+Space, or while a name is typed) and indents. What is typed is what is sent, byte for byte.
 */
import type { InputSchema } from '../../contract/playground.ts';
import { element, fill, newId } from './dom.ts';
import { type Completion, completions } from './json-completion.ts';
import { jsonFault } from './json-fault.ts';

export interface TextEditor {
  readonly node: HTMLElement;
  text: string;
  fault(): string | undefined;
  complain(fault: string | undefined): void;
  focus(): void;
}

export function bodyTextEditor(label: string, isJson: boolean, schema?: InputSchema): TextEditor {
  const id = newId();
  const area = element('textarea', {
    id,
    rows: 10,
    spellcheck: 'false',
    autocapitalize: 'off',
    autocomplete: 'off',
    'aria-describedby': `${id}-fault`,
    class: 'playground-code',
  });
  const fault = element('p', { class: 'playground-fault', id: `${id}-fault`, role: 'status', hidden: true });
  const list = element('ul', {
    class: 'playground-completions',
    role: 'listbox',
    id: `${id}-list`,
    'aria-label': 'Completions',
    hidden: true,
  });
  let offered: readonly Completion[] = [];
  let from = 0;
  let active = 0;

  function complain(words: string | undefined): void {
    fault.hidden = words === undefined;
    fault.textContent = words ?? '';
    area.ariaInvalid = words === undefined ? null : 'true';
  }
  const check = () => (isJson && area.value.trim() !== '' ? jsonFault(area.value, schema) : undefined);

  let timer = 0;
  area.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => complain(check()), 300);
    if (!list.hidden || /"[\w-]*$/.test(area.value.slice(Math.max(0, area.selectionStart - 40), area.selectionStart))) offer(false);
  });
  if (isJson && schema) {
    area.setAttribute('aria-controls', list.id);
    area.addEventListener('blur', () => close());
    area.addEventListener('keydown', (event) => {
      if (event.key === ' ' && event.ctrlKey) {
        event.preventDefault();
        offer(true);
      } else if (!list.hidden) moveInList(event);
    });
  }

  function offer(isAsked: boolean): void {
    if (!isJson || !schema) return;
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
      ...offered.map((item, index) =>
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
          item.label,
        ),
      ),
    );
    list.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
    if (list.hidden) area.removeAttribute('aria-activedescendant');
    else area.setAttribute('aria-activedescendant', `${list.id}-${active}`);
  }

  function moveInList(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      active = (active + step + offered.length) % offered.length;
      show();
    } else if (event.key === 'Enter' || event.key === 'Tab') take(active);
    else if (event.key === 'Escape') {
      close();
      // The same key closes the dialog around; here it has done its work.
      event.stopPropagation();
    } else return;
    event.preventDefault();
  }

  function take(index: number): void {
    const item = offered[index];
    if (!item) return;
    area.setRangeText(item.text, from, area.selectionStart, 'end');
    if (/(?:""|\{\}|\[\])$/.test(item.text)) area.setSelectionRange(area.selectionStart - 1, area.selectionStart - 1);
    close();
    area.dispatchEvent(new Event('input', { bubbles: true }));
    close();
  }

  function close(): void {
    list.hidden = true;
    area.removeAttribute('aria-activedescendant');
  }

  return {
    node: element(
      'div',
      { class: 'playground-field playground-text' },
      element('div', { class: 'playground-label' }, element('label', { for: id }, label)),
      area,
      list,
      fault,
    ),
    get text() {
      return area.value;
    },
    set text(text) {
      area.value = text;
      complain(check());
    },
    fault: check,
    complain,
    focus: () => area.focus(),
  };
}
