/** Texts that must not get out: the values that this service knows, and strings that have the shape of somebody's secret. */

import type { Json } from '../../../model/agent/job.ts';
import { plainText } from '../../../model/plain-text.ts';

/** Of one project: what its variables hold at the moment. */
export interface Secrets {
  /** The text with every known value, and everything that has the shape of a secret, replaced, and without what only a terminal understands. For events, summaries, pull requests, messages. */
  redact(text: string): string;
  /** Whether a known value stands in the text. */
  holds(text: string): boolean;
}

/** Values shorter than this would redact ordinary words. */
const leastLength = 8;

/**
 * Values of several lines are known line by line; what has less than 8 characters is not looked for, for it would redact
 * ordinary words.
 */
export function createSecrets(values: readonly (string | undefined)[]): Secrets {
  const known = [...new Set(values.flatMap((value) => (value ? [value, ...value.split('\n')] : [])))]
    .map((value) => value.trim())
    .filter((value) => value.length >= leastLength && !value.startsWith('-----'))
    .sort((a, b) => b.length - a.length);
  return {
    // Escape sequences first: one in the middle of a secret would hide it.
    redact: (text) => withoutShapes(known.reduce((shown, value) => shown.replaceAll(value, '***'), plainText(text))),
    holds: (text) => known.some((value) => text.includes(value)),
  };
}

/** Formats that their makers publish so that scanners find them. Words such as "key" prove nothing and are not looked for. */
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

/** Documentation shows keys that are none: the word EXAMPLE, or one character over and over. */
const isShown = (text: string) => /example|placeholder|your|dummy|redacted/i.test(text) || /(.)\1{7}/.test(text);

/** Whether a text that is new holds something shaped like a secret which the old text did not. */
export function addsSecret(added: string, before: string): boolean {
  return shapes.some((shape) => {
    for (const [found] of added.matchAll(shape)) if (!isShown(found) && !before.includes(found)) return true;
    return false;
  });
}

/** Of a private key the first line gives it away, and the lines below it are what is secret. */
const privateKey = /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----[^-]*(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY-----)?/g;

/** In a line of a true key, letters that happen to make a word prove nothing. */
const keyLine = /[A-Za-z0-9+/]{40}/;

function withoutShapes(text: string): string {
  const withoutKeys = text.replace(privateKey, (found) => (isShown(found) && !keyLine.test(found) ? found : '***'));
  return shapes.reduce((shown, shape) => shown.replace(shape, (found) => (isShown(found) ? found : '***')), withoutKeys);
}

/** Characters that change what a reader sees, or hide text from one: zero width, direction controls, tags. */
const hidden = /[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;

/** The lines (from 1) of new text that hold hidden characters. */
export function hiddenCharacterLines(text: string): number[] {
  return text.split('\n').flatMap((line, index) => (hidden.test(index === 0 ? line.replace(/^\uFEFF/, '') : line) ? [index + 1] : []));
}

/** Text by text: in a JSON of the whole, a value with a quote or a line break is spelled otherwise and would not be found. */
export function redactJson(data: Json, secrets: Secrets): Json {
  if (typeof data === 'string') return secrets.redact(data);
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) return data.map((each: Json) => redactJson(each, secrets));
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, redactJson(value, secrets)]));
}
