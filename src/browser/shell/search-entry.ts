/**
 * Opens the search: its buttons, `/`, and Ctrl-K or Cmd-K. The dialog's code is loaded when the pointer approaches a
 * button, or on the first key.
 */
import { lateStyles } from './first-paint.ts';
import { loadModule } from './site-files.ts';

interface SearchModule {
  searchDialog(entry: HTMLElement): { open(): void };
}

/** Does nothing without search. Ignores shortcuts that another handler has used. */
export function startSearchEntry(): void {
  const entries = document.querySelectorAll<HTMLButtonElement>('button[data-search]');
  const entry = entries[0];
  if (!entry) return;
  const isApple = /Mac|iP(?:hone|ad|od)/.test(navigator.platform);
  for (const key of document.querySelectorAll('.search-entry-key')) if (isApple) key.textContent = '⌘K';

  let code: Promise<SearchModule> | undefined;
  const load = () => {
    code ??= loadModule(entry.dataset.script ?? '') as Promise<SearchModule>;
    return Promise.all([code, lateStyles()]).then(([module]) => module.searchDialog(entry));
  };
  const open = () => {
    load().then(
      (dialog) => dialog.open(),
      () => {
        // The next attempt retries.
        code = undefined;
        showNote(entry.dataset.failed ?? '');
      },
    );
  };
  const prepare = () => void load().catch(() => (code = undefined));
  for (const button of entries) {
    button.addEventListener('click', open);
    button.addEventListener('pointerenter', prepare);
    button.addEventListener('focus', prepare);
  }
  addEventListener('keydown', (event) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k';
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
    if (event.defaultPrevented || !(isShortcut || isSlash)) return;
    event.preventDefault();
    open();
  });
}

/** Below the header, because the button has no space for text on a phone. */
function showNote(text: string): void {
  document.querySelector('.search-failed')?.remove();
  const note = document.createElement('p');
  note.className = 'search-failed';
  note.role = 'status';
  note.popover = 'auto';
  document.body.append(note);
  note.showPopover?.();
  // Screen readers only announce changes of an existing element.
  requestAnimationFrame(() => note.replaceChildren(text));
}

function isTyping(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  return element?.isContentEditable === true || ['INPUT', 'TEXTAREA', 'SELECT'].includes(element?.tagName ?? '');
}
