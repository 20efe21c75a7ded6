/** Puts a text in place of the selection as if it were typed: it can be undone, and listeners hear of it. */
export function typeInto(area: HTMLTextAreaElement, text: string): void {
  // The one command that keeps the history of a text area; every browser has it.
  if (document.execCommand('insertText', false, text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
