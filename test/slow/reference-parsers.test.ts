/**
 * Our check of API descriptions beside the parsers that others use: it reports no error in what they accept, and something in
 * what they refuse. `reference-verdicts.json` names the descriptions for which that does not hold, with the reason.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { Parser } from '@asyncapi/parser';
import { load } from 'js-yaml';
import { afterAll, describe, expect, test } from 'vitest';
import { memory } from '../../src/platform/files/memory.ts';
import { checkApi } from '../../src/stages/openapi/check/check-api.ts';
import { repository } from '../harness/cli.ts';

const { refusedOnlyHere, acceptedOnlyHere }: Readonly<Record<'refusedOnlyHere' | 'acceptedOnlyHere', Readonly<Record<string, string>>>> =
  JSON.parse(readFileSync(join(import.meta.dirname, 'reference-verdicts.json'), 'utf8'));

interface Description {
  readonly name: string;
  readonly text: string;
}

/** The descriptions of a kind; those outside the repository only where they are there and no fixture has the same name. */
function descriptions(kind: 'openapi' | 'asyncapi'): Description[] {
  const found = new Map<string, string>();
  for (const folder of [join(repository, 'fixtures/apis', kind), join(repository, '../shared/specs', kind)])
    for (const name of existsSync(folder) ? readdirSync(folder).sort() : [])
      if (!found.has(name)) found.set(name, readFileSync(join(folder, name), 'utf8'));
  return [...found].map(([name, text]) => ({ name, text }));
}

const cases: readonly Description[] = JSON.parse(readFileSync(join(repository, 'fixtures/cases/openapi-cases.json'), 'utf8'));

/** Each with one thing wrong. */
const asyncapiProblems: readonly Description[] = (
  [
    ['no title', { asyncapi: '3.1.0', info: { version: '1' } }],
    ['no info', { asyncapi: '2.6.0', channels: {} }],
    ['no channels in 2.6', { asyncapi: '2.6.0', info: { title: 'T', version: '1' } }],
    ['channels as a list', { asyncapi: '3.0.0', info: { title: 'T', version: '1' }, channels: [] }],
    ['a server without its protocol', { asyncapi: '3.0.0', info: { title: 'T', version: '1' }, servers: { a: { host: 'b' } } }],
    ['an unknown action', about30({ a: { action: 'shout', channel: { $ref: '#/channels/a' } } })],
    ['an operation without a channel', about30({ a: { action: 'send' } })],
    ['an operation of a channel that is not there', about30({ a: { action: 'send', channel: { $ref: '#/channels/b' } } })],
    ['an unknown key', { asyncapi: '3.1.0', info: { title: 'T', version: '1', versions: [] } }],
  ] as const
).map(([what, document]) => ({ name: what, text: JSON.stringify(document) }));

function about30(operations: object): object {
  return { asyncapi: '3.0.0', info: { title: 'T', version: '1' }, channels: { a: { address: 'a' } }, operations };
}

const used = new Set<string>();
afterAll(() => {
  expect([...Object.keys(refusedOnlyHere), ...Object.keys(acceptedOnlyHere)].filter((name) => !used.has(name))).toEqual([]);
});

/** `reference`: why the other parser refuses it, if it does. */
function judge({ name, text }: Description, reference: string | undefined): void {
  const found = checkApi({ files: memory({ [name]: text, 'present.json': '{"type":"string"}' }), source: name });
  const lines = found.map(({ severity, code, message }) => `${severity} ${code} ${message}`);
  const explanation = (reference === undefined ? refusedOnlyHere : acceptedOnlyHere)[name];
  const isSame = reference === undefined ? found.every(({ severity }) => severity !== 'error') : lines.length > 0;
  if (explanation !== undefined) {
    used.add(name);
    expect(isSame, `${name} is explained, but the verdicts are the same`).toBe(false);
  } else expect(isSame, reference ?? lines.join('\n')).toBe(true);
}

describe('beside @apidevtools/swagger-parser', () => {
  test.each([...descriptions('openapi'), ...cases])('should judge $name alike', async (description) => {
    let reference: string | undefined;
    try {
      await SwaggerParser.validate(load(description.text) as never, { resolve: { external: false } });
    } catch (error) {
      reference = String(error);
    }
    judge(description, reference);
  });
});

describe('beside @asyncapi/parser', () => {
  const parser = new Parser();

  /** Its errors; undefined when there are none. */
  const reference = async ({ text }: Description): Promise<string | undefined> => {
    // Spectral's numbers: 0 is an error.
    const errors = (await parser.validate(text)).filter(({ severity }) => severity === 0);
    return errors.length > 0 ? errors.map(({ code, message }) => `${code} ${message}`).join('\n') : undefined;
  };

  test.each(descriptions('asyncapi'))('should judge $name alike', async (description) => {
    judge(description, await reference(description));
  });

  test.each(asyncapiProblems)('should report $name too', async (description) => {
    const refusal = await reference(description);
    expect(refusal).toBeDefined();
    judge(description, refusal);
  });
});
