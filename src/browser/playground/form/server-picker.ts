/** Selects the server: from the description with its URL variables, or a base URL typed by the reader. */

import { isRecord } from '../../../shared/playground/exact-number.ts';
import type { PlaygroundData, PlaygroundServer } from '../../../shared/playground/playground.ts';
import { loadCredentials, saveCredentials } from '../credentials/session.ts';
import { element, fill } from '../dom.ts';
import { translate } from '../translate.ts';
import { plainField } from './field.ts';

/** The form section; hidden for one server without variables. */
export interface ServerPicker {
  readonly node: HTMLElement;
  /** The URL with its variables replaced; empty when unknown. */
  url(): string;
  /** A message, also shown beside the field; undefined = usable. */
  problem(): string | undefined;
  focus(): void;
}

/** The choice applies to all operations of the description. */
export function serverPicker({ source, servers, kind }: PlaygroundData): ServerPicker {
  const key = `server:${source}`;
  const schemes = kind === 'websocket' ? /^wss?:\/\/./i : /^https?:\/\/./i;
  return servers.length === 0 ? baseUrlField(key, schemes) : serverChoice(key, schemes, servers);
}

/** For a description without servers: the reader types the base URL. */
function baseUrlField(key: string, schemes: RegExp): ServerPicker {
  const problem = problemText();
  const input = element('input', { type: 'url', placeholder: 'https://api.example.com', autocomplete: 'off', spellcheck: 'false' });
  const kept = loadCredentials(key);
  if (isRecord(kept) && typeof kept.base === 'string') input.value = kept.base;
  input.addEventListener('input', () => saveCredentials(key, { base: input.value }));
  return {
    node: section(plainField(translate('baseUrl'), input, translate('noBaseUrl')), problem),
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

function serverChoice(key: string, schemes: RegExp, servers: readonly PlaygroundServer[]): ServerPicker {
  const problem = problemText();
  const { values, server: kept } = keptChoice(key, servers);
  let chosen = kept;
  const keep = () => saveCredentials(key, { url: chosen.url, variables: Object.fromEntries(values) });
  const select = element('select', {});
  for (const [index, server] of servers.entries())
    select.append(element('option', { value: index }, server.label ? `${server.label}: ${server.url}` : server.url));
  select.value = String(servers.indexOf(chosen));
  const variables = element('div', { class: 'playground-group-content' });
  const showVariables = () => fill(variables, ...chosen.variables.map((variable) => variableField(variable, values, keep)));
  select.addEventListener('change', () => {
    chosen = servers[Number(select.value)] ?? chosen;
    values.clear();
    keep();
    showVariables();
  });
  showVariables();
  const isPlain = servers.length === 1 && chosen.variables.length === 0;
  const node = section(servers.length > 1 && plainField(translate('server'), select), variables, problem);
  node.hidden = isPlain;
  return {
    node,
    url: () =>
      chosen.variables.reduce(
        (url, { name, default: initial }) => url.replaceAll(`{${name}}`, () => values.get(name) ?? initial),
        chosen.url,
      ),
    problem() {
      const found = schemes.test(this.url()) && URL.canParse(this.url()) ? undefined : translate('noUrl', { url: this.url() });
      show(problem, found);
      return found;
    },
    focus: () => select.focus(),
  };
}

/** The server and the values of its variables that the tab has stored, as far as the description still has them. */
function keptChoice(key: string, servers: readonly PlaygroundServer[]): { server: PlaygroundServer; values: Map<string, string> } {
  const kept = loadCredentials(key);
  const values = new Map<string, string>();
  let server = servers[0] as PlaygroundServer;
  if (!isRecord(kept)) return { server, values };
  server = servers.find(({ url }) => url === kept.url) ?? server;
  for (const { name, enum: list } of server.variables) {
    const value = isRecord(kept.variables) ? kept.variables[name] : undefined;
    if (typeof value === 'string' && (list.length === 0 || list.includes(value))) values.set(name, value);
  }
  return { server, values };
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
