import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { schemaErrors, standaloneValidator } from '../../../src/stages/config/schema.ts';

const schema = JSON.parse(readFileSync(new URL('../../../src/docs.schema.json', import.meta.url), 'utf8'));

describe('the schema', () => {
  test('should be the same as its compiled form', () => {
    const folder = mkdtempSync(join(import.meta.dirname, '.compiled-'));
    try {
      const file = join(folder, 'validator.cjs');
      writeFileSync(file, standaloneValidator());
      const make = createRequire(import.meta.url)(file);
      const validate = make(new Proxy({}, { get: () => () => true }));
      for (const value of [
        {},
        { theme: 'x', navigation: { tabs: [{ tab: 1, foo: 2 }] } },
        { theme: 'mint', name: 'A', colors: { primary: '#123' }, navigation: { pages: ['a'] } },
      ]) {
        const compiled = validate(value) ? [] : validate.errors;
        const shown = (errors: readonly { instancePath: string; keyword: string }[]) =>
          errors.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
        expect(shown(compiled)).toEqual(shown(schemaErrors(value)));
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('should say what each pattern expects, and close every object with properties', () => {
    const problems: string[] = [];
    const walk = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return;
      if ('pattern' in node && typeof node.pattern === 'string' && !('x-expects' in node)) problems.push(`${path}: no x-expects`);
      const isCondition = /\/(?:if|then|else)$/.test(path);
      if ('properties' in node && !path.endsWith('/properties') && !isCondition && !('additionalProperties' in node))
        problems.push(`${path}: open`);
      for (const [key, child] of Object.entries(node)) walk(child, `${path}/${key}`);
    };
    walk(schema, '');
    expect(problems).toEqual([]);
  });
});
