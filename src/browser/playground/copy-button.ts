/** A copy button that shows success. */
import { copyText } from '../components/copy.ts';
import { button } from './dom.ts';
import { translate } from './translate.ts';

/** `text` is called on each click. The label shows for a moment whether it worked. */
export function copyButton(label: string, text: () => string): HTMLButtonElement {
  const node = button(label, 'playground-link', async () => {
    node.textContent = (await copyText(text())) ? translate('copied') : translate('notCopied');
    setTimeout(() => {
      node.textContent = label;
    }, 1500);
  });
  return node;
}
