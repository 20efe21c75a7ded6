/** A button that copies a text and says that it did. */
import { copyText } from '../components/copy.ts';
import { button } from './dom.ts';
import { say } from './translate.ts';

/** `text` is asked for at each click. The label says for a moment whether it worked. */
export function copyButton(label: string, text: () => string): HTMLButtonElement {
  const node = button(label, 'playground-link', async () => {
    node.textContent = (await copyText(text())) ? say('copied') : say('notCopied');
    setTimeout(() => {
      node.textContent = label;
    }, 1500);
  });
  return node;
}
