/** A button that copies a text and says that it did. */
import { button } from './dom.ts';
import { say } from './say.ts';

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

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
