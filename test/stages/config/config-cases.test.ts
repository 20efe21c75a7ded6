/** Verdicts of the format's own validator on 279 configurations; a case where ours differs says so, and why. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { memory } from '../../../src/platform/files/memory.ts';
import { configStatus } from '../../../src/stages/config/index.ts';
import type { ConfigCase } from '../../cases/case-file.ts';

const cases = JSON.parse(readFileSync(new URL('../../../fixtures/cases/config-cases.json', import.meta.url), 'utf8')) as ConfigCase[];

describe('config cases', () => {
  test.each(cases.map((entry) => [entry.name, entry] as const))('%s', (_name, { config, expect: own, mintlify_verdict }) => {
    expect(configStatus(memory({ 'docs.json': JSON.stringify(config) }))).toBe(own?.verdict ?? mintlify_verdict);
  });
});
