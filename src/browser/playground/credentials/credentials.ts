/** Credentials of the reader: one of the alternatives (OR) with all its schemes (AND). */

import { isRecord } from '../../../shared/playground/exact-number.ts';
import type { PlaygroundData, PlaygroundNeed, PlaygroundScheme } from '../../../shared/playground/playground.ts';
import type { RequestCredential } from '../../../shared/request/request.ts';
import { button, element, fill } from '../dom.ts';
import { plainField } from '../form/field.ts';
import { translate } from '../translate.ts';
import { loadCredentials, saveCredentials } from './session.ts';
import { tokenForm } from './token-form.ts';

/** The form section, and the credentials for a request. */
export interface Credentials {
  readonly node: HTMLElement;
  /** `masked`: with placeholders for secrets, for samples. */
  read(masked?: boolean): RequestCredential[];
  /** Fills in credentials from a pasted request. */
  accept(headers: readonly (readonly [string, string])[]): void;
  /** Index of the selected alternative. */
  alternative: number;
  /** The reader chose to see secrets: samples may contain them. */
  readonly showsSecrets: boolean;
}

/**
 * Secrets belong to the description for which they were typed and are never used for another. Stored in the tab only if
 * the reader agrees.
 */
export function credentials(data: PlaygroundData, server: () => string): Credentials {
  const { security, schemes, source } = data;
  const key = `secrets:${source}`;
  const secrets = new Map<string, string>();
  const kept = loadCredentials(key);
  if (isRecord(kept)) for (const [name, value] of Object.entries(kept)) if (typeof value === 'string') secrets.set(name, value);

  const fields = element('div', { class: 'playground-group-content' });
  const keep = element('input', { type: 'checkbox', checked: kept !== undefined, onchange: () => store() });
  const reveal = element('input', { type: 'checkbox' });
  const node = element('fieldset', { class: 'playground-section' }, element('legend', {}, translate('authorization')));
  let current = 0;

  function store(): void {
    saveCredentials(key, keep.checked ? Object.fromEntries(secrets) : undefined);
  }

  /** An input for one secret; its storage key is `<scheme key>.<part>`. */
  function secretInput(
    scheme: string,
    part: string,
    label: string,
    { initial = '', isSecret = true, hint }: SecretOptions = {},
  ): HTMLElement {
    const place = `${scheme}.${part}`;
    if (!secrets.has(place) && initial !== '') secrets.set(place, initial);
    const input = element('input', {
      type: isSecret && !reveal.checked ? 'password' : 'text',
      'data-secret': isSecret,
      autocomplete: 'off',
      spellcheck: 'false',
    });
    input.value = secrets.get(place) ?? '';
    input.dataset.place = place;
    input.addEventListener('input', () => {
      secrets.set(place, input.value);
      store();
    });
    return plainField(label, input, hint);
  }

  function schemeFields({ scheme: name, scopes }: PlaygroundNeed): HTMLElement {
    const scheme = schemes[name];
    const content: HTMLElement[] = [];
    if (!scheme) content.push(notice(translate('notDescribed', { name })));
    else if (scheme.type === 'apiKey') {
      content.push(
        secretInput(name, 'value', scheme.name ?? name, {
          initial: scheme.default,
          hint: translate('sentIn', { place: translate(scheme.in ?? 'header') }),
        }),
      );
      if (scheme.in === 'cookie') content.push(cookieNotice(scheme.name ?? name));
    } else if (isBasic(scheme))
      content.push(
        secretInput(name, 'username', translate('username'), { isSecret: false }),
        secretInput(name, 'password', translate('password')),
      );
    else if (scheme.type === 'mutualTLS') content.push(notice(translate('clientCertificate')));
    else if (scheme.type === 'oauth2' || scheme.type === 'openIdConnect') {
      const token = secretInput(name, 'value', translate('accessToken'), { initial: scheme.default });
      content.push(
        tokenForm({
          scheme,
          scopes,
          server,
          memory: `client:${source}:${name}`,
          ...(data.settings.callback && { callback: data.settings.callback }),
          received(value) {
            const input = token.querySelector('input') as HTMLInputElement;
            input.value = value;
            input.dispatchEvent(new Event('input', { bubbles: true }));
          },
        }),
        token,
      );
    } else {
      const isBearer = scheme.type === 'http' && scheme.scheme === 'bearer';
      content.push(
        secretInput(name, 'value', isBearer ? translate('token') : `Authorization (${scheme.scheme ?? scheme.type})`, {
          initial: scheme.default,
          hint: translate('sentIn', { place: 'Authorization' }),
        }),
      );
    }
    // A single scheme is already named in the selection above.
    const isAlone = (security[current]?.length ?? 0) === 1;
    return element(
      'fieldset',
      { class: 'playground-group playground-scheme' },
      element('legend', { class: isAlone ? 'visually-hidden' : undefined }, name),
      ...content,
    );
  }

  function show(): void {
    const needs = security[current] ?? [];
    fill(fields, ...needs.map(schemeFields));
  }

  if (security.length > 1) {
    const select = element('select', {
      onchange: () => {
        current = Number(select.value);
        show();
      },
    });
    for (const [index, needs] of security.entries())
      select.append(element('option', { value: index }, needs.map(({ scheme }) => scheme).join(' + ') || translate('none')));
    node.append(plainField(translate('authorizeWith'), select));
  }
  reveal.addEventListener('change', () => {
    for (const input of fields.querySelectorAll<HTMLInputElement>('[data-secret]')) input.type = reveal.checked ? 'text' : 'password';
  });
  node.append(
    fields,
    element(
      'div',
      { class: 'playground-choices' },
      element('label', { class: 'playground-check' }, reveal, translate('showSecrets')),
      element('label', { class: 'playground-check' }, keep, translate('keep')),
      button(translate('forget'), 'playground-link', () => {
        secrets.clear();
        keep.checked = false;
        store();
        show();
        node.dispatchEvent(new Event('input', { bubbles: true }));
      }),
    ),
  );
  node.hidden = security.every((needs) => needs.length === 0);
  show();

  return {
    node,
    get alternative() {
      return current;
    },
    set alternative(index: number) {
      if (!security[index]) return;
      current = index;
      const select = node.querySelector('select');
      if (select && security.length > 1) select.value = String(index);
      show();
    },
    get showsSecrets() {
      return reveal.checked;
    },
    read(masked = false) {
      return (security[current] ?? []).flatMap(({ scheme: name }): RequestCredential[] => {
        const scheme = schemes[name];
        if (!scheme || scheme.type === 'mutualTLS') return [];
        const secret = (part: string, words: string) => (masked ? words : (secrets.get(`${name}.${part}`) ?? ''));
        if (isBasic(scheme)) {
          const username = secrets.get(`${name}.username`) || (masked ? 'USERNAME' : '');
          const password = secret('password', 'PASSWORD');
          return username === '' && password === '' ? [] : [{ type: 'basic', username, password }];
        }
        const value = secret('value', scheme.type === 'apiKey' ? 'YOUR_API_KEY' : 'YOUR_TOKEN');
        if (value === '') return [];
        if (scheme.type === 'apiKey') return [{ type: 'apiKey', in: scheme.in ?? 'header', name: scheme.name ?? name, value }];
        // Other HTTP schemes (digest, hoba): the reader types the value after the scheme name.
        const word = scheme.type === 'http' && scheme.scheme && scheme.scheme !== 'bearer' ? scheme.scheme : 'Bearer';
        return [{ type: 'token', scheme: word, value }];
      });
    },
    accept(headers) {
      const given = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
      for (const { scheme: name } of security[current] ?? []) {
        const scheme = schemes[name];
        const authorization = given.get('authorization') ?? '';
        if (scheme?.type === 'apiKey' && scheme.in === 'header' && given.has((scheme.name ?? name).toLowerCase()))
          secrets.set(`${name}.value`, given.get((scheme.name ?? name).toLowerCase()) as string);
        else if (scheme && isBasic(scheme) && /^basic /i.test(authorization)) {
          const [username = '', ...password] = decodeBasic(authorization.slice(6)).split(':');
          secrets.set(`${name}.username`, username);
          secrets.set(`${name}.password`, password.join(':'));
        } else if (/^bearer /i.test(authorization)) secrets.set(`${name}.value`, authorization.slice(7));
      }
      store();
      show();
    },
  };
}

interface SecretOptions {
  readonly initial?: string | undefined;
  readonly isSecret?: boolean;
  readonly hint?: string;
}

/** Shown for cookies; hidden when the site's server sends (`ofBrowser`). */
export function cookieNotice(names: string): HTMLElement {
  const node = notice(translate('cookieNotSent', { names }));
  node.classList.add(ofBrowser);
  return node;
}

/** Class of notices about browser limitations. */
export const ofBrowser = 'playground-of-browser';

/** A highlighted line of text, not an alert. */
export function notice(words: string): HTMLElement {
  return element('p', { class: 'playground-notice' }, words);
}

function isBasic(scheme: PlaygroundScheme): boolean {
  return scheme.type === 'http' && scheme.scheme === 'basic';
}

function decodeBasic(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0)));
  } catch {
    return '';
  }
}
