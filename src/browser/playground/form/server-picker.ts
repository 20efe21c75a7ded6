/** Selects the server: from the description with its URL variables, or a base URL typed by the reader. */

import { isRecord } from '../../../shared/playground/exact-number.ts';
import type { PlaygroundData, PlaygroundServer } from '../../../shared/playground/playground.ts';
import { loadCredentials, saveCredentials } from '../credentials/session.ts';
import { element, fill } from '../dom.ts';
import { translate } from '../translate.ts';
import { plainField } from './field.ts';

/** The form section; hidden where there is nothing to choose. */
export interface ServerPicker {
  readonly node: HTMLElement;
  /** The URL with its variables replaced; empty when unknown. */
  url(): string;
  /** A message, also shown beside the field; undefined = usable. */
  problem(): string | undefined;
  focus(): void;
}

/** The choice applies to all operations of the description. */
export function serverPicker({ source, servers, kind, settings }: PlaygroundData): ServerPicker {
  const key = `server:${source}`;
  const schemes = kind === 'websocket' ? /^wss?:\/\/./i : /^https?:\/\/./i;
  if (servers.length === 0) return baseUrlField(key, schemes, translate('noBaseUrl'));
  const other = settings.otherServers && kind === 'http' ? baseUrlField(`${key} other`, schemes) : undefined;
  return serverChoice(key, schemes, servers, other);
}

/** The reader types the base URL; the tab stores it under `key`. */
function baseUrlField(key: string, schemes: RegExp, hint?: string): ServerPicker {
  const problem = problemText();
  const input = element('input', { type: 'url', placeholder: 'https://api.example.com', autocomplete: 'off', spellcheck: 'false' });
  const kept = loadCredentials(key);
  if (isRecord(kept) && typeof kept.base === 'string') input.value = kept.base;
  input.addEventListener('input', () => saveCredentials(key, { base: input.value }));
  return {
    node: section(plainField(translate('baseUrl'), input, hint), problem),
    url: () => (schemes.test(input.value.trim()) ? input.value.trim() : ''),
    problem() {
      const text = input.value.trim();
      const found =
        text === ''
          ? translate('required', { name: translate('baseUrl') })
          : schemes.test(text) && URL.canParse(text)
            ? undefined
            : translate('onlyHttp');
      show(problem, found);
      return found;
    },
    focus: () => input.focus(),
  };
}

/** `other`: the field for a server that the description does not name. */
function serverChoice(key: string, schemes: RegExp, servers: readonly PlaygroundServer[], other: ServerPicker | undefined): ServerPicker {
  const problem = problemText();
  const { values, server: kept, isOther } = keptChoice(key, servers);
  let chosen: PlaygroundServer | undefined = isOther && other ? undefined : kept;
  const keep = () => saveCredentials(key, chosen ? { url: chosen.url, variables: Object.fromEntries(values) } : { isOther: true });
  const select = element('select', {});
  for (const [index, server] of servers.entries())
    select.append(element('option', { value: index }, server.label ? `${server.label}: ${server.url}` : server.url));
  if (other) select.append(element('option', { value: '' }, `${translate('baseUrl')}…`));
  select.value = chosen ? String(servers.indexOf(chosen)) : '';
  const variables = element('div', { class: 'playground-group-content' });
  const showRest = () => fill(variables, ...(chosen?.variables.map((variable) => variableField(variable, values, keep)) ?? [other?.node]));
  select.addEventListener('change', () => {
    chosen = select.value === '' ? undefined : servers[Number(select.value)];
    values.clear();
    show(problem, undefined);
    keep();
    showRest();
  });
  showRest();
  const hasChoice = servers.length > 1 || other !== undefined;
  const node = section(hasChoice && plainField(translate('server'), select), variables, problem);
  node.hidden = !hasChoice && chosen?.variables.length === 0;
  const url = (server: PlaygroundServer) =>
    server.variables.reduce(
      (text, { name, default: initial }) => text.replaceAll(`{${name}}`, () => values.get(name) ?? initial),
      server.url,
    );
  return {
    node,
    url: () => (chosen ? url(chosen) : (other?.url() ?? '')),
    problem() {
      if (!chosen) return other?.problem();
      const found = schemes.test(url(chosen)) && URL.canParse(url(chosen)) ? undefined : translate('noUrl', { url: url(chosen) });
      show(problem, found);
      return found;
    },
    focus: () => (chosen ? select.focus() : other?.focus()),
  };
}

/** The server and the values of its variables that the tab has stored, as far as the description still has them. */
function keptChoice(
  key: string,
  servers: readonly PlaygroundServer[],
): { server: PlaygroundServer; values: Map<string, string>; isOther: boolean } {
  const kept = loadCredentials(key);
  const values = new Map<string, string>();
  let server = servers[0] as PlaygroundServer;
  if (!isRecord(kept)) return { server, values, isOther: false };
  server = servers.find(({ url }) => url === kept.url) ?? server;
  for (const { name, enum: list } of server.variables) {
    const value = isRecord(kept.variables) ? kept.variables[name] : undefined;
    if (typeof value === 'string' && (list.length === 0 || list.includes(value))) values.set(name, value);
  }
  return { server, values, isOther: kept.isOther === true };
}

/** The control of a URL variable; `changed` is called after `values` was set. */
function variableField(
  { name, enum: list, default: initial }: PlaygroundServer['variables'][number],
  values: Map<string, string>,
  changed: () => void,
): HTMLElement {
  const value = values.get(name) ?? initial;
  const input = list.length > 0 ? element('select', {}) : element('input', { type: 'text', autocomplete: 'off', spellcheck: 'false' });
  for (const item of list) input.append(element('option', { value: item }, item));
  input.value = value;
  input.addEventListener('input', () => {
    values.set(name, input.value);
    changed();
  });
  return plainField(name, input);
}

function section(...children: readonly (Node | false)[]): HTMLElement {
  return element(
    'fieldset',
    { class: 'playground-section' },
    element('legend', { class: 'visually-hidden' }, translate('server')),
    ...children,
  );
}

function problemText(): HTMLElement {
  return element('p', { class: 'playground-fault', hidden: true });
}

function show(problem: HTMLElement, text: string | undefined): void {
  problem.hidden = text === undefined;
  problem.textContent = text ?? '';
}
