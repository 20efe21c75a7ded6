import { parseExact } from '../../shared/playground/exact-number.ts';
import type { PlaygroundData } from '../../shared/playground/playground.ts';
import { button, element } from './dom.ts';
import { type Panel, requestPanel } from './request-panel.ts';
import { socketPanel } from './response/socket-panel.ts';
import { sharedState } from './share.ts';
import { setMessages, translate } from './translate.ts';

/** `<docs-playground>`: a button that opens the playground in a dialog, created on first use. */
export class DocsPlayground extends HTMLElement {
  #dialog: HTMLDialogElement | undefined;
  #panel: Panel | undefined;

  connectedCallback(): void {
    this.addEventListener('click', this);
    const state = sharedState(location.hash);
    if (state === undefined) return;
    // Once, so that going back to the page does not fill the form again.
    history.replaceState(history.state, '', location.pathname + location.search);
    this.#open();
    this.#panel?.restore(state);
  }

  disconnectedCallback(): void {
    this.#panel?.leave();
  }

  handleEvent(event: Event): void {
    if ((event.target as Element).closest('.playground-open')) this.#open();
  }

  #open(): void {
    if (!this.#dialog) {
      const data = parseExact(this.querySelector('script')?.textContent ?? '') as PlaygroundData;
      setMessages(data.words);
      this.#panel = data.kind === 'websocket' ? socketPanel(data) : requestPanel(data);
      this.#dialog = dialogOf(data, this.#panel);
      this.append(this.#dialog);
    }
    this.#dialog.showModal();
  }
}

function dialogOf(data: PlaygroundData, panel: Panel): HTMLDialogElement {
  const close = button('×', 'playground-close', () => dialog.close());
  close.ariaLabel = translate('close');
  const dialog = element(
    'dialog',
    { class: 'playground-dialog', 'aria-label': data.title, onclose: () => panel.leave() },
    element('header', { class: 'playground-head' }, ...panel.head, close),
    panel.bar,
    panel.node,
  );
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    panel.submit();
  });
  return dialog;
}
