/** Finds and redacts secrets: the values that the service knows, and strings in the format of a known kind of secret. */

import type { Json } from '../../../model/agent/job.ts';
import { plainText } from '../../../model/plain-text.ts';

/** The secrets of one project, with the current values of its variables. */
export interface Secrets {
  /** Replaces known values and everything that looks like a secret, and removes terminal control sequences. For all texts that are published. */
  redact(text: string): string;
  /** Whether the text contains a known value. */
  holds(text: string): boolean;
}

/** Shorter values are not redacted, because they may be ordinary words. */
const minLength = 8;

/** Values of several lines are also redacted line by line. Values of less than 8 characters are ignored, because they may be ordinary words. */
export function createSecrets(values: readonly (string | undefined)[]): Secrets {
  const known = [...new Set(values.flatMap((value) => (value ? [value, ...value.split('\n')] : [])))]
    .map((value) => value.trim())
    .filter((value) => value.length >= minLength && !value.startsWith('-----'))
    .sort((a, b) => b.length - a.length);
  return {
    // Escape sequences are removed first, because one in the middle of a secret would hide it.
    redact: (text) => withoutShapes(known.reduce((shown, value) => shown.replaceAll(value, '***'), plainText(text))),
    holds: (text) => known.some((value) => text.includes(value)),
  };
}

/** Formats that providers publish for secret scanners. Words such as "key" are not evidence and are ignored. */
const shapes: readonly RegExp[] = [
  /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----/g,
  /\b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{36,}\b/g,
  /\bgithub_pat_[A-Za-z0-9_]{40,}\b/g,
  /\bglpat-[A-Za-z0-9_-]{20,}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{35}\b/g,
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /\bsk-(?:ant-|proj-|svcacct-)?[A-Za-z0-9_-]{32,}/g,
  /\b[sr]k_live_[A-Za-z0-9]{20,}\b/g,
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  /\bpypi-[A-Za-z0-9_-]{50,}/g,
  /\bSG\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{40,}/g,
  /\bdocsgen_[A-Za-z0-9]{49}\b/g,
];

/** Documentation shows sample keys, which contain the word EXAMPLE or repeat one character. */
const isShown = (text: string) => /example|placeholder|your|dummy|redacted/i.test(text) || /(.)\1{7}/.test(text);

/** Whether a new text contains something that looks like a secret and was not in the old text. */
export function addsSecret(added: string, before: string): boolean {
  return shapes.some((shape) => {
    for (const [found] of added.matchAll(shape)) if (!isShown(found) && !before.includes(found)) return true;
    return false;
  });
}

/** The first line identifies a private key; the lines below it are secret. */
const privateKey = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----[^-]*(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY-----)?/g;

/** In a line of a real key, letters may form a word by chance, so sample words do not count. */
const keyLine = /[A-Za-z0-9+/]{40}/;

function withoutShapes(text: string): string {
  const withoutKeys = text.replace(privateKey, (found) => (isShown(found) && !keyLine.test(found) ? found : '***'));
  return shapes.reduce((shown, shape) => shown.replace(shape, (found) => (isShown(found) ? found : '***')), withoutKeys);
}

/** Characters that are invisible or change the text direction: zero width, direction controls, tags. */
const hidden = /[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;

/** Returns the 1-based numbers of lines that contain hidden characters. */
export function hiddenCharacterLines(text: string): number[] {
  return text.split('\n').flatMap((line, index) => (hidden.test(index === 0 ? line.replace(/^\uFEFF/, '') : line) ? [index + 1] : []));
}

/** Redacts each string of a JSON value. In the serialized JSON, a secret with a quote or a line break would be escaped and not be found. */
export function redactJson(data: Json, secrets: Secrets): Json {
  if (typeof data === 'string') return secrets.redact(data);
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map((each: Json) => redactJson(each, secrets));
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, redactJson(value, secrets)]));
}
