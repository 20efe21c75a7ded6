/**
 * Strings that look like secrets. A docs.json is public in a published repository and parts of it go into every page, so
 * such a value stops the build and is masked wherever it would be shown. Public identifiers of services
 * (`G-…`, `phc_…`, Intercom ids) are not secrets.
 */
import type { Diagnostic } from '../model/diagnostic.ts';
import { secret } from './errors.ts';
import { joinPath } from './path.ts';
import type { Places } from './places.ts';

const shapes = [
  /\bgh[pousr]_[A-Za-z0-9]{36,}/,
  /\bgithub_pat_[A-Za-z0-9_]{40,}/,
  /\bglpat-[\w-]{20,}/,
  /\bdg_[a-z]+_[A-Za-z0-9]{20,}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*/,
  /(?<![\w/-])sk-(?:ant-|proj-|svcacct-|or-)[\w-]{20,}/,
  /(?<![\w/-])sk-[A-Za-z0-9]{32,}/,
  /\b[rs]k_live_[A-Za-z0-9]{16,}/,
  /\bwhsec_[A-Za-z0-9+/=]{24,}/,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/,
  /\bnpm_[A-Za-z0-9]{36}/,
  /\bSG\.[\w-]{22}\.[\w-]{43}/,
  /\bhf_[A-Za-z0-9]{34,}/,
  /\bmint_(?:dsc_|prod_)?[A-Za-z0-9]{24,}/,
];
/** Every shape holds one of these; most strings hold none and are done at once. */
const hint = /gh[pousr]_|github_pat|glpat-|dg_|AKIA|ASIA|PRIVATE KEY|sk-|k_live_|whsec_|xox|npm_|SG\.|hf_|mint_/;

export interface SecretCheck {
  readonly diagnostics: readonly Diagnostic[];
  /** The secrets themselves, to be masked in all diagnostics. */
  readonly found: ReadonlySet<string>;
}

export function checkSecrets(root: unknown, places: Places): SecretCheck {
  const diagnostics: Diagnostic[] = [];
  const found = new Set<string>();
  const seen = new Set<object>();
  const walk = (owner: object, path: string): void => {
    // A shared part is checked once.
    if (seen.has(owner)) return;
    seen.add(owner);
    const entries = Array.isArray(owner) ? owner.entries() : Object.entries(owner);
    for (const [key, value] of entries) {
      if (typeof value === 'object' && value !== null) walk(value, joinPath(path, key));
      for (const text of [value, key]) {
        const match = typeof text === 'string' ? findSecret(text) : undefined;
        if (match === undefined) continue;
        found.add(match);
        const place = text === key ? places.key(owner, key) : places.value(owner, key);
        diagnostics.push(secret(place, text === key ? `a key in ${path}` : joinPath(path, key), mask(match)));
      }
    }
  };
  if (typeof root === 'object' && root !== null) walk(root, '');
  return { diagnostics, found };
}

/** The same diagnostics with every secret in them blotted out, columns kept. */
export function maskSecrets(diagnostics: readonly Diagnostic[], found: ReadonlySet<string>): readonly Diagnostic[] {
  if (found.size === 0) return diagnostics;
  const clean = (text: string): string => {
    let result = text;
    for (const value of found) {
      for (const spelling of [value, JSON.stringify(value).slice(1, -1)]) result = result.replaceAll(spelling, mask(spelling));
    }
    return result;
  };
  return diagnostics.map(({ location, ...rest }) => ({
    ...rest,
    message: clean(rest.message),
    ...(rest.hint === undefined ? {} : { hint: clean(rest.hint) }),
    ...(location === undefined
      ? {}
      : { location: location.lineText === undefined ? location : { ...location, lineText: clean(location.lineText) } }),
  }));
}

function findSecret(text: string): string | undefined {
  if (!hint.test(text)) return undefined;
  for (const shape of shapes) {
    const match = shape.exec(text);
    if (match !== null) return match[0];
  }
  return undefined;
}

function mask(value: string): string {
  return value.slice(0, 4) + '*'.repeat(Math.max(0, value.length - 4));
}
