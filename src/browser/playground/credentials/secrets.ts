import { isRecord } from '../../../shared/playground/exact-number.ts';
import type { PlaygroundNeed, PlaygroundScheme } from '../../../shared/playground/playground.ts';
import type { RequestCredential } from '../../../shared/request/request.ts';
import { loadCredentials, saveCredentials } from './session.ts';

/**
 * The secrets that the reader typed for one description, by `<scheme key>.<part>`. They are never used for another
 * description, and stored in the tab only if the reader agrees.
 */
export class Secrets {
  readonly #values = new Map<string, string>();
  readonly #key: string;
  /** The reader agreed to keep them in the tab. */
  isKept: boolean;

  /** Reads what the tab has stored. `source` identifies the description. */
  constructor(source: string) {
    this.#key = `secrets:${source}`;
    const kept = loadCredentials(this.#key);
    this.isKept = kept !== undefined;
    if (isRecord(kept)) for (const [name, value] of Object.entries(kept)) if (typeof value === 'string') this.#values.set(name, value);
  }

  /** Undefined if nothing was typed. */
  get(place: string): string | undefined {
    return this.#values.get(place);
  }

  /** Changes a secret in memory; call `store` when all are set. */
  set(place: string, value: string): void {
    this.#values.set(place, value);
  }

  /** Stores the secrets in the tab, or removes them from it. */
  store(): void {
    saveCredentials(this.#key, this.isKept ? Object.fromEntries(this.#values) : undefined);
  }

  /** Removes all secrets, also from the tab. */
  forget(): void {
    this.#values.clear();
    this.isKept = false;
    this.store();
  }
}

/** Whether the scheme has a user name and a password. */
export function isBasic(scheme: PlaygroundScheme): boolean {
  return scheme.type === 'http' && scheme.scheme === 'basic';
}

/** The credential of a scheme for a request, if its secrets were typed; `masked`: with placeholders for secrets. */
export function credentialOf(name: string, scheme: PlaygroundScheme, secrets: Secrets, masked: boolean): RequestCredential | undefined {
  if (scheme.type === 'mutualTLS') return undefined;
  const secret = (part: string, words: string) => (masked ? words : (secrets.get(`${name}.${part}`) ?? ''));
  if (isBasic(scheme)) {
    const username = secrets.get(`${name}.username`) || (masked ? 'USERNAME' : '');
    const password = secret('password', 'PASSWORD');
    return username === '' && password === '' ? undefined : { type: 'basic', username, password };
  }
  const value = secret('value', scheme.type === 'apiKey' ? 'YOUR_API_KEY' : 'YOUR_TOKEN');
  if (value === '') return undefined;
  if (scheme.type === 'apiKey') return { type: 'apiKey', in: scheme.in ?? 'header', name: scheme.name ?? name, value };
  // Other HTTP schemes (digest, hoba): the reader types the value after the scheme name.
  const word = scheme.type === 'http' && scheme.scheme && scheme.scheme !== 'bearer' ? scheme.scheme : 'Bearer';
  return { type: 'token', scheme: word, value };
}

/** Takes the secrets of these schemes from the headers of a pasted request. */
export function takeFromHeaders(
  headers: readonly (readonly [string, string])[],
  needs: readonly PlaygroundNeed[],
  schemes: Readonly<Record<string, PlaygroundScheme>>,
  secrets: Secrets,
): void {
  const given = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
  for (const { scheme: name } of needs) {
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
}

function decodeBasic(text: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text.trim()), (character) => character.charCodeAt(0)));
  } catch {
    return '';
  }
}
