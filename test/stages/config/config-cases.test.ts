/** Verdicts of the format's own validator on 279 configurations, and where ours means to differ. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { memory } from '../../../src/platform/files/memory.ts';
import { configVerdict } from '../../../src/stages/config/index.ts';

interface ConfigCase {
  readonly name: string;
  readonly config: unknown;
  readonly mintlify_verdict: 'valid' | 'invalid';
}

/** Accepted there, refused here: the sections are those of docs-json-spec. */
const refusedHere: ReadonlyMap<string, string> = new Map([
  ['navbar-link-javascript', '4.2: a link that runs a script is refused everywhere'],
  ['contextual-custom-js-href', '4.2'],
  ['nav-tab-href-js', '4.2'],
  ['nav-tab-menu-no-item', '4.2: there the whole menu vanishes in silence'],
  ['nav-version-in-version', '4.2: there the inner list vanishes in silence'],
  ['nav-tab-in-tab', '4.2: there the inner list vanishes in silence'],
  ['nav-tabs-and-groups-root', '4.1: there one of the two vanishes in silence'],
]);

const cases = JSON.parse(readFileSync(new URL('../../../fixtures/cases/config-cases.json', import.meta.url), 'utf8')) as ConfigCase[];

describe('config cases', () => {
  test.each(cases.map((entry) => [entry.name, entry] as const))('%s', (name, entry) => {
    const verdict = configVerdict(memory({ 'docs.json': JSON.stringify(entry.config) }));
    expect(verdict).toBe(refusedHere.has(name) ? 'invalid' : entry.mintlify_verdict);
  });

  test('knows every case that it names as different', () => {
    const names = new Map(cases.map(({ name, mintlify_verdict }) => [name, mintlify_verdict]));
    for (const name of refusedHere.keys()) expect(names.get(name)).toBe('valid');
  });
});
