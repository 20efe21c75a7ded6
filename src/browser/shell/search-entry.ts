/**
 * What opens the search: its buttons, `/`, and Ctrl-K or Cmd-K. The dialog's code is fetched when a reader reaches for a
 * button, or at the first key.
 */
import { lateStyles } from './first-paint.ts';
import { loadModule } from './site-files.ts';

interface SearchModule {
  searchDialog(entry: HTMLElement): { open(): void };
}

/** Nothing on a page without search. The shortcut is left alone when somebody else has taken it. */
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
        // The next try asks again: the network may be back.
        code = undefined;
        tell(entry.dataset.failed ?? '');
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

/** Below the header, until the reader goes on: on a phone the button itself has no room for words. */
function tell(text: string): void {
  document.querySelector('.search-failed')?.remove();
  const note = document.createElement('p');
  note.className = 'search-failed';
  note.role = 'status';
  note.popover = 'auto';
  document.body.append(note);
  note.showPopover?.();
  // Only what changes while it is there is read out.
  requestAnimationFrame(() => note.replaceChildren(text));
}

function isTyping(target: EventTarget | null): boolean {
  const element = target as HTMLElement | null;
  return element?.isContentEditable === true || ['INPUT', 'TEXTAREA', 'SELECT'].includes(element?.tagName ?? '');
}
