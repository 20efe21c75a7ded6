/** Copy buttons for code, prompts, colours and images, and the button that expands long code. */
import { delegate } from './delegate.ts';

/** Milliseconds for which a button shows success. */
const shownFor = 1500;

/**
 * Call once per document. A click copies `data-copy`, or the code near `data-copy-from`: in a group, the visible code.
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

/** False when neither the clipboard API nor `execCommand` works; never rejects. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Insecure contexts (such as a site opened by an IP address) have no clipboard API.
    const focused = document.activeElement as HTMLElement | null;
    const area = document.createElement('textarea');
    area.value = text;
    // Elements behind an open dialog can be neither focused nor selected.
    const place = focused?.closest('dialog[open]') ?? [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    place.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    focused?.focus();
    return copied;
  }
}

/** As PNG, the only format that every clipboard supports. */
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

/** Shows success for a moment, by icon and label. */
export function showDone(button: HTMLElement): void {
  const label = button.ariaLabel;
  button.dataset.copied = '';
  if (button.dataset.done) button.ariaLabel = button.dataset.done;
  setTimeout(() => {
    delete button.dataset.copied;
    if (button.dataset.done) button.ariaLabel = label;
  }, shownFor);
}
