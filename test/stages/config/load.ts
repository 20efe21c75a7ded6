/** Shortcuts for the tests of this room: a project from one docs.json, and its faults as short lines. */

import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import type { SiteConfig } from '../../../src/model/site-config.ts';
import { memory } from '../../../src/platform/files/memory.ts';
import { loadConfig } from '../../../src/stages/config/index.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

/** What every docs.json needs, and what a test adds. */
export function docs(extra: object = {}): string {
  return JSON.stringify({ theme: 'mint', name: 'A', colors: { primary: '#112233' }, navigation: { pages: ['index'] }, ...extra });
}

export function load(files: string | Files) {
  return loadConfig({ files: memory(typeof files === 'string' ? { 'docs.json': files } : files) });
}

/** The configuration of a docs.json that must have no error. */
export function config(extra: object = {}): SiteConfig {
  const { value, diagnostics } = load(docs(extra));
  if (value === undefined) throw new Error(diagnostics.map(line).join('\n'));
  return value;
}

/** `docs.json:1:44 error config/json trailing comma before "]"` */
export function line({ location, severity, code, message }: Diagnostic): string {
  const place = location === undefined ? '' : `${location.file}:${location.line}:${location.column} `;
  return `${place}${severity} ${code} ${message}`;
}

export function lines(files: string | Files): string[] {
  return load(files).diagnostics.map(line);
}

/** The same without places, for tests that ask what and not where; and without the notice of what is not done yet. */
export function problems(extra: object): string[] {
  const { diagnostics } = load(docs(extra));
  return diagnostics.filter(({ code }) => code !== 'config/not-yet').map(({ severity, code, message }) => `${severity} ${code} ${message}`);
}

/** The hints of all problems of a docs.json with these keys. */
export function hints(extra: object): (string | undefined)[] {
  return load(docs(extra)).diagnostics.map(({ hint }) => hint);
}
