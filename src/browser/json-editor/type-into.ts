/** Replaces the selection as if typed: supports undo and fires events. */
export function typeInto(area: HTMLTextAreaElement, text: string): void {
  // The only way to preserve the undo history of a text area; every browser supports it.
  if (document.execCommand('insertText', false, text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
