import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { memory } from '../../../src/platform/files/memory.ts';
import { loadConfig, type ValidConfigs } from '../../../src/stages/config/index.ts';
import { schemaErrors, standaloneValidator } from '../../../src/stages/config/schema.ts';
import { repository } from '../../harness/cli.ts';
import { docs, line, lines } from './load.ts';

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

  test('should not be asked again about a configuration that it accepted', () => {
    const accepted = new Set<string>();
    const valid: ValidConfigs = { has: () => false, add: (config) => accepted.add(config.toString('hex')) };
    const found = (text: string, known = valid) =>
      loadConfig({ files: memory({ 'docs.json': text, 'index.mdx': '' }), valid: known }).diagnostics.map(line);
    const [sound, unsound] = [docs({ description: 'A' }), docs({ description: 1 })];
    const errors = lines({ 'docs.json': unsound, 'index.mdx': '' });
    expect(errors).toHaveLength(1);
    expect(found(unsound)).toEqual(errors);
    expect(accepted.size).toBe(0);
    expect(found(sound)).toEqual([]);
    expect(accepted.size).toBe(1);
    const asked = new Set<string>();
    const all: ValidConfigs = { has: (config) => asked.add(config.toString('hex')).size > 0, add: () => expect.unreachable() };
    expect(found(unsound, all)).toEqual([]);
    expect([...asked].filter((config) => accepted.has(config))).toEqual([]);
  });

  test('should have no setting below "docsgen" that no test sets', () => {
    interface Settings {
      readonly properties?: Readonly<Record<string, Settings>>;
    }
    const leaves = ({ properties = {} }: Settings): string[] =>
      Object.entries(properties).flatMap(([key, child]) => (child.properties ? leaves(child) : [key]));
    const texts = ['test', 'fixtures/cases'].flatMap((folder) =>
      readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.(?:ts|json)$/.test(path))
        .map((path) => readFileSync(join(repository, folder, path), 'utf8')),
    );
    const isSet = (key: string) => texts.some((text) => new RegExp(`[^\\w.]${key}["']?:`).test(text));
    const settings = leaves(schema.properties.docsgen);
    expect(settings.length).toBeGreaterThan(20);
    expect(settings.filter((key) => !isSet(key))).toEqual([]);
    expect(isSet('noSuchSetting')).toBe(false);
  });

  test('should not be compiled when Ajv collects its errors in another form', () => {
    expect(() => standaloneValidator(() => 'validate.errors = [...vErrors, ...more.errors]')).toThrow('adapt appendInPlace');
    expect(() => standaloneValidator(() => 'a = b.concat(c.errors); d = e.concat(f(g).errors)')).toThrow('adapt appendInPlace');
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
