/** Who sends: the browser itself, or the server of this site for it. Asked only where there is such a server. */
import type { PlaygroundSettings } from '../../contract/playground.ts';
import { element } from './dom.ts';
import { plainField } from './field.ts';
import { type ProxyDoor, proxyDoor } from './proxy.ts';
import { recall, remember } from './session.ts';

export interface SenderChoice {
  readonly node: HTMLElement | undefined;
  /** Undefined = the browser sends. */
  door(): ProxyDoor | undefined;
}

export function senderChoice({ proxy }: PlaygroundSettings): SenderChoice {
  const door = proxyDoor(proxy);
  if (!door) return { node: undefined, door: () => undefined };
  const select = element(
    'select',
    { onchange: () => remember('sender', select.value) },
    element('option', { value: 'server' }, 'The server of this site'),
    element('option', { value: 'browser' }, 'This browser'),
  );
  select.value = recall('sender') === 'browser' ? 'browser' : 'server';
  const hint = 'The server can send cookies and reach APIs that refuse other pages.';
  return {
    node: element('div', { class: 'playground-section' }, plainField('Sent by', select, hint)),
    door: () => (select.value === 'browser' ? undefined : door),
  };
}
