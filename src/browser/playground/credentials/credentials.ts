/** Credentials of the reader: one of the alternatives (OR) with all its schemes (AND). */

import type { PlaygroundData, PlaygroundNeed, PlaygroundScheme } from '../../../shared/playground/playground.ts';
import type { RequestCredential } from '../../../shared/request/request.ts';
import { button, element, fill } from '../dom.ts';
import { plainField } from '../form/field.ts';
import { translate } from '../translate.ts';
import { credentialOf, isBasic, Secrets, takeFromHeaders } from './secrets.ts';
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
  return new CredentialsForm(data, server);
}

class CredentialsForm implements Credentials {
  readonly node = element('fieldset', { class: 'playground-section' }, element('legend', {}, translate('authorization')));
  readonly #data: PlaygroundData;
  readonly #server: () => string;
  readonly #secrets: Secrets;
  readonly #fields = element('div', { class: 'playground-group-content' });
  readonly #reveal = element('input', { type: 'checkbox', onchange: () => this.#showSecrets() });
  readonly #select: HTMLSelectElement | undefined;
  #current = 0;

  constructor(data: PlaygroundData, server: () => string) {
    this.#data = data;
    this.#server = server;
    this.#secrets = new Secrets(data.source);
    const { security } = data;
    this.#select = security.length > 1 ? this.#alternativeSelect() : undefined;
    if (this.#select) this.node.append(plainField(translate('authorizeWith'), this.#select));
    this.node.append(this.#fields, this.#choices());
    this.node.hidden = security.every((needs) => needs.length === 0);
    this.#show();
  }

  get alternative(): number {
    return this.#current;
  }

  set alternative(index: number) {
    if (!this.#data.security[index]) return;
    this.#current = index;
    if (this.#select) this.#select.value = String(index);
    this.#show();
  }

  get showsSecrets(): boolean {
    return this.#reveal.checked;
  }

  read(masked = false): RequestCredential[] {
    return this.#needs().flatMap(({ scheme: name }) => {
      const scheme = this.#data.schemes[name];
      return (scheme && credentialOf(name, scheme, this.#secrets, masked)) ?? [];
    });
  }

  accept(headers: readonly (readonly [string, string])[]): void {
    takeFromHeaders(headers, this.#needs(), this.#data.schemes, this.#secrets);
    this.#secrets.store();
    this.#show();
  }

  #needs(): readonly PlaygroundNeed[] {
    return this.#data.security[this.#current] ?? [];
  }

  #show(): void {
    fill(this.#fields, ...this.#needs().map((need) => this.#schemeGroup(need)));
  }

  #showSecrets(): void {
    for (const input of this.#fields.querySelectorAll<HTMLInputElement>('[data-secret]'))
      input.type = this.#reveal.checked ? 'text' : 'password';
  }

  #alternativeSelect(): HTMLSelectElement {
    const select = element('select', {
      onchange: () => {
        this.#current = Number(select.value);
        this.#show();
      },
    });
    for (const [index, needs] of this.#data.security.entries())
      select.append(element('option', { value: index }, needs.map(({ scheme }) => scheme).join(' + ') || translate('none')));
    return select;
  }

  /** Whether secrets are shown and kept, and the button that removes them. */
  #choices(): HTMLElement {
    const secrets = this.#secrets;
    const keep = element('input', {
      type: 'checkbox',
      checked: secrets.isKept,
      onchange: () => {
        secrets.isKept = keep.checked;
        secrets.store();
      },
    });
    const forget = () => {
      keep.checked = false;
      secrets.forget();
      this.#show();
      this.node.dispatchEvent(new Event('input', { bubbles: true }));
    };
    return element(
      'div',
      { class: 'playground-choices' },
      element('label', { class: 'playground-check' }, this.#reveal, translate('showSecrets')),
      element('label', { class: 'playground-check' }, keep, translate('keep')),
      button(translate('forget'), 'playground-link', forget),
    );
  }

  #schemeGroup(need: PlaygroundNeed): HTMLElement {
    // A single scheme is already named in the selection above.
    const isAlone = this.#needs().length === 1;
    return element(
      'fieldset',
      { class: 'playground-group playground-scheme' },
      element('legend', { class: isAlone ? 'visually-hidden' : undefined }, need.scheme),
      ...this.#schemeFields(need),
    );
  }

  #schemeFields({ scheme: name, scopes }: PlaygroundNeed): HTMLElement[] {
    const scheme = this.#data.schemes[name];
    if (!scheme) return [notice(translate('notDescribed', { name }))];
    if (scheme.type === 'apiKey') {
      const hint = translate('sentIn', { place: translate(scheme.in ?? 'header') });
      const field = this.#secretField(name, 'value', scheme.name ?? name, { initial: scheme.default, hint });
      return scheme.in === 'cookie' ? [field, cookieNotice(scheme.name ?? name)] : [field];
    }
    if (isBasic(scheme))
      return [
        this.#secretField(name, 'username', translate('username'), { isSecret: false }),
        this.#secretField(name, 'password', translate('password')),
      ];
    if (scheme.type === 'mutualTLS') return [notice(translate('clientCertificate'))];
    if (scheme.type === 'oauth2' || scheme.type === 'openIdConnect') return this.#tokenFields(name, scheme, scopes);
    const isBearer = scheme.type === 'http' && scheme.scheme === 'bearer';
    const label = isBearer ? translate('token') : `Authorization (${scheme.scheme ?? scheme.type})`;
    const hint = translate('sentIn', { place: 'Authorization' });
    return [this.#secretField(name, 'value', label, { initial: scheme.default, hint })];
  }

  /** The form that requests a token, and the field for a token. */
  #tokenFields(name: string, scheme: PlaygroundScheme, scopes: readonly string[]): HTMLElement[] {
    const { source, settings } = this.#data;
    const token = this.#secretField(name, 'value', translate('accessToken'), { initial: scheme.default });
    const form = tokenForm({
      scheme,
      scopes,
      server: this.#server,
      memory: `client:${source}:${name}`,
      ...(settings.callback && { callback: settings.callback }),
      received(value) {
        const input = token.querySelector('input') as HTMLInputElement;
        input.value = value;
        input.dispatchEvent(new Event('input', { bubbles: true }));
      },
    });
    return [form, token];
  }

  /** An input for one secret; its storage key is `<scheme key>.<part>`. */
  #secretField(scheme: string, part: string, label: string, { initial = '', isSecret = true, hint }: SecretOptions = {}): HTMLElement {
    const place = `${scheme}.${part}`;
    const secrets = this.#secrets;
    if (secrets.get(place) === undefined && initial !== '') secrets.set(place, initial);
    const input = element('input', {
      type: isSecret && !this.#reveal.checked ? 'password' : 'text',
      'data-secret': isSecret,
      autocomplete: 'off',
      spellcheck: 'false',
      // The dialog focuses the first one: without a secret most requests are refused.
      autofocus: (secrets.get(place) ?? '') === '',
    });
    input.value = secrets.get(place) ?? '';
    input.dataset.place = place;
    input.addEventListener('input', () => {
      secrets.set(place, input.value);
      secrets.store();
    });
    return plainField(label, input, hint);
  }
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
