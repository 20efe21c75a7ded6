import { parseExact } from '../../shared/playground/exact-number.ts';
import type { PlaygroundData } from '../../shared/playground/playground.ts';
import { button, element } from './dom.ts';
import { type Panel, requestPanel } from './request-panel.ts';
import { socketPanel } from './response/socket-panel.ts';
import { sharedState } from './share.ts';
import { setMessages, translate } from './translate.ts';

/** The playground of a page, after it was loaded. */
export interface Playground {
  readonly dialog: HTMLDialogElement;
  /** Fills the form from the fragment of a shared link. */
  restore(hash: string): void;
  /** The reader left the page. */
  leave(): void;
}

/** `text`: the data of the page (`PlaygroundData` as JSON). */
export function createPlayground(text: string): Playground {
  const data = withSchemas(parseExact(text) as PlaygroundData);
  setMessages(data.words);
  const panel = data.kind === 'websocket' ? socketPanel(data) : requestPanel(data);
  return {
    dialog: dialogOf(data, panel),
    restore: (hash) => panel.restore(sharedState(hash)),
    leave: () => panel.leave(),
  };
}

/** Media types that share a schema have it only once in the page. */
function withSchemas(data: PlaygroundData): PlaygroundData {
  const { body } = data;
  if (!body) return data;
  const media = body.media.map((one) => {
    const schema = one.sameAs === undefined ? undefined : body.media[one.sameAs]?.schema;
    return schema ? { ...one, schema } : one;
  });
  return { ...data, body: { ...body, media } };
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
