/** Buttons that copy: code, prompts, colours, images. And the one that unfolds long code. */
import { delegate } from './delegate.ts';

/** How long a button says that it is done. */
const shownFor = 1500;

/**
 * Once for the life of the document. A click takes `data-copy`, or the code of the box around a `data-copy-from`: of a
 * group, the shown one.
 */
export function startCopy(): void {
  delegate('click', '[data-copy], [data-copy-from]', async (button) => {
    const text = textFor(button);
    if (text === undefined || !(await copyText(text))) return;
    showDone(button);
  });
  delegate('click', '[data-copy-image]', async (button) => {
    const image = button.closest('.image-frame')?.querySelector('img');
    if (image && (await copyImage(image))) showDone(button);
  });
  delegate('click', '.code-fold', (button) => {
    const isOpen = button.parentElement?.toggleAttribute('data-unfolded') ?? false;
    button.ariaExpanded = String(isOpen);
    [button.textContent, button.dataset.less] = [button.dataset.less ?? '', button.textContent ?? ''];
    if (!isOpen) button.parentElement?.scrollIntoView({ block: 'nearest' });
  });
}

function textFor(button: HTMLElement): string | undefined {
  const { copy, copyDark } = button.dataset;
  if (copy !== undefined) return copyDark !== undefined && document.documentElement.classList.contains('dark') ? copyDark : copy;
  const box = button.closest('docs-tabs, .code-block, .prompt');
  const code = box?.querySelector(':scope > .tab-panel[data-active] pre') ?? box?.querySelector('pre');
  return (code?.querySelector('code') ?? code)?.textContent?.replace(/\n$/, '');
}

/** False when neither the clipboard nor the older command takes it; never rejects. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No clipboard outside of secure contexts (a site opened by an address in the local network).
    const focused = document.activeElement as HTMLElement | null;
    const area = document.createElement('textarea');
    area.value = text;
    // What stands behind an open dialog can be neither focused nor selected.
    const place = focused?.closest('dialog[open]') ?? [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    place.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    focused?.focus();
    return copied;
  }
}

/** As PNG: the one format that every clipboard takes. */
async function copyImage(image: HTMLImageElement): Promise<boolean> {
  try {
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': canvas.convertToBlob() })]);
    return true;
  } catch {
    return false;
  }
}

/** Says for a moment, by mark and by name, that it was done. */
export function showDone(button: HTMLElement): void {
  const label = button.ariaLabel;
  button.dataset.copied = '';
  if (button.dataset.done) button.ariaLabel = button.dataset.done;
  setTimeout(() => {
    delete button.dataset.copied;
    if (button.dataset.done) button.ariaLabel = label;
  }, shownFor);
}
