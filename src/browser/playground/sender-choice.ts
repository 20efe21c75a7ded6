/** The sender: the browser, or the server of this site. Shown only if the server supports it. */
import type { PlaygroundSettings } from '../../shared/playground/playground.ts';
import { loadCredentials, saveCredentials } from './credentials/session.ts';
import { element } from './dom.ts';
import { plainField } from './form/field.ts';
import { type ProxySettings, proxySettings } from './proxy.ts';
import { translate } from './translate.ts';

/** The reader's choice, read for each request. */
export interface SenderChoice {
  /** Undefined without a choice. */
  readonly node: HTMLElement | undefined;
  /** Undefined = the browser sends. */
  viaProxy(): ProxySettings | undefined;
}

/** Stored in the tab, for all operations. */
export function senderChoice({ proxy }: PlaygroundSettings): SenderChoice {
  const viaProxy = proxySettings(proxy);
  if (!viaProxy) return { node: undefined, viaProxy: () => undefined };
  const select = element(
    'select',
    { onchange: () => saveCredentials('sender', select.value) },
    element('option', { value: 'server' }, translate('serverOfSite')),
    element('option', { value: 'browser' }, translate('thisBrowser')),
  );
  select.value = loadCredentials('sender') === 'browser' ? 'browser' : 'server';
  const hint = translate('serverHint');
  return {
    node: element('div', { class: 'playground-section' }, plainField(translate('sentBy'), select, hint)),
    viaProxy: () => (select.value === 'browser' ? undefined : viaProxy),
  };
}
