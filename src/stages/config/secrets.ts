/**
 * Detects strings that look like secrets. docs.json is public in a published repository and parts of it are on every
 * page, so a secret stops the build and is masked in all messages. Public service identifiers (`G-…`, `phc_…`, Intercom
 * ids) are not secrets.
 */
import type { Diagnostic } from '../../model/diagnostic.ts';
import { secret } from './errors.ts';
import type { ConfigLocations } from './locations.ts';
import { joinPath } from './path.ts';

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
/** Every pattern contains one of these, so most strings are rejected quickly. */
const clue = /gh[pousr]_|github_pat|glpat-|dg_|AKIA|ASIA|PRIVATE KEY|sk-|k_live_|whsec_|xox|npm_|SG\.|hf_|mint_/;

/** Reports the location of each secret. */
export function checkSecrets(root: unknown, places: ConfigLocations): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
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
        const place = text === key ? places.key(owner, key) : places.value(owner, key);
        diagnostics.push(secret(place, text === key ? `a key in ${path}` : joinPath(path, key), mask(match)));
      }
    }
  };
  if (typeof root === 'object' && root !== null) walk(root, '');
  return diagnostics;
}

/** The same diagnostic with all secrets masked; columns are preserved. */
export function maskSecrets(diagnostic: Diagnostic): Diagnostic {
  const { location, message, hint } = diagnostic;
  return {
    ...diagnostic,
    message: blot(message),
    ...(hint === undefined ? {} : { hint: blot(hint) }),
    ...(location?.lineText === undefined ? {} : { location: { ...location, lineText: blot(location.lineText) } }),
  };
}

function blot(text: string): string {
  if (!clue.test(text)) return text;
  return shapes.reduce((result, shape) => result.replace(new RegExp(shape, 'g'), mask), text);
}

function findSecret(text: string): string | undefined {
  if (!clue.test(text)) return undefined;
  for (const shape of shapes) {
    const match = shape.exec(text);
    if (match !== null) return match[0];
  }
  return undefined;
}

function mask(value: string): string {
  return value.slice(0, 4) + '*'.repeat(Math.max(0, value.length - 4));
}
