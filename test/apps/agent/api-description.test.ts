/** The description in the documentation is the one that the service serves. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openApiDescription } from '../../../src/apps/agent/http/openapi.ts';

test('docs/agent/openapi.json is up to date (node scripts/agent-description.mjs)', () => {
  const written = JSON.parse(readFileSync(new URL('../../../docs/agent/openapi.json', import.meta.url), 'utf8'));
  expect(written).toEqual(JSON.parse(JSON.stringify(openApiDescription('2', 'http://127.0.0.1:4700'))));
});
