/** The diagnostics catalogue: complete, without unused codes, and the source of the reference page. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diagnostic } from '../../src/model/diagnostic.ts';
import { catalogue, type DiagnosticCode, entryOf } from '../../src/model/diagnostics/catalogue.ts';
import { areas } from '../../src/model/diagnostics/entry.ts';
import { withGeneratedTables } from '../../src/model/diagnostics/reference-page.ts';
import { repository } from '../harness/cli.ts';

const codes = Object.keys(catalogue) as DiagnosticCode[];

function textsBelow(folder: string, extension: RegExp): Map<string, string> {
  const files = readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' }).filter((path) => extension.test(path));
  return new Map(files.map((path) => [join(folder, path), readFileSync(join(repository, folder, path), 'utf8')]));
}

describe('the catalogue', () => {
  const sources = [...textsBelow('src', /\.tsx?$/)]
    .filter(([path]) => !path.startsWith(join('src', 'model', 'diagnostics')))
    .map(([, text]) => text);
  const all = sources.join('\n');

  test('should have no code that nothing creates', () => {
    const isCreated = (code: string) =>
      all.includes(`'${code}'`) || (/^(?:openapi|asyncapi)\//.test(code) && all.includes(code.replace(/^\w+/, '`${area}')));
    expect(codes.filter((code) => !isCreated(code))).toEqual([]);
    expect(isCreated('config/no-such-code')).toBe(false);
  });

  test('should have no code that no test and no case expects', () => {
    const texts = [...textsBelow('test', /\.tsx?$/), ...textsBelow('fixtures/cases', /\.json$/)]
      .filter(([path]) => path !== join('test', 'model', 'diagnostics.test.ts'))
      // In regular expressions, the slash of a code is escaped.
      .map(([, text]) => text.replaceAll('\\/', '/'));
    const expected = new Set(texts.flatMap((text) => text.match(/\b[a-z0-9]+\/[a-z0-9]+(?:-[a-z0-9]+)*(?![\w.-]|\/\w)/g) ?? []));
    expect(codes.filter((code) => !expected.has(code))).toEqual([]);
    expect(expected.has('config/no-such-code')).toBe(false);
  });

  test('should be written on the reference page (npm run generate)', () => {
    const page = readFileSync(join(repository, 'docs/reference/diagnostics.mdx'), 'utf8');
    expect(page).toBe(withGeneratedTables(page));
    expect(() => withGeneratedTables(page.replace('codes: pages', 'codes: paegs'))).toThrow('no table "paegs"');
    expect(() => withGeneratedTables(page.replace('codes: pages', 'codes: files'))).toThrow('"files", or it appears twice');
  });

  test('should have every code that a page of the documentation names', () => {
    const named = new RegExp(`\`((?:${Object.keys(areas).join('|')})/[a-z][a-z0-9-]+)\``, 'g');
    const found = [...textsBelow('docs', /\.mdx?$/)].flatMap(([path, text]) =>
      [...text.matchAll(named)].map(([, code]) => `${path}: ${code}`),
    );
    expect(found.length).toBeGreaterThan(codes.length / 2);
    expect(
      found.filter((line) => !/: (?:fonts|icons|links)\/[a-z]+$/.test(line) && !codes.includes(line.split(': ')[1] as DiagnosticCode)),
    ).toEqual([]);
  });

  test('should say which errors do not fail a build with --allow-errors, and which end it', () => {
    const failuresOf = (area: string) =>
      new Set(
        codes.filter((code) => code.startsWith(`${area}/`) && entryOf(code).severity === 'error').map((code) => entryOf(code).failure),
      );
    expect(failuresOf('mdx')).toEqual(new Set(['page']));
    expect(failuresOf('cli')).toEqual(new Set(['command']));
    expect(entryOf('io/write').failure).toBe('environment');
    expect(entryOf('io/vanished').failure).toBeUndefined();
  });
});

test('a diagnostic should have the severity of its entry, unless the call states another one', () => {
  expect(diagnostic('mdx/rescued', { message: 'm' })).toEqual({ code: 'mdx/rescued', severity: 'warning', message: 'm' });
  expect(diagnostic('config/empty', { message: 'm', severity: 'notice' }).severity).toBe('notice');
  // @ts-expect-error: not in the catalogue.
  expect(() => diagnostic('config/no-such-code', { message: 'm' })).toThrow();
  // @ts-expect-error: the entry does not allow this severity.
  diagnostic('mdx/rescued', { message: 'm', severity: 'error' });
});

describe('the language of messages', () => {
  /** Words of `english` reviews that read as a translation: messages, hints and the reference page have none of them. */
  const refused =
    /\b(?:mends?|mended|faults?|misfit|stands|leads nowhere|heirs?|twin|breath|letter by letter|whole address|the machine|a bug of ours|is told|are told|no such place|circle)\b/i;
  const errorFiles = [...textsBelow('src', /\.tsx?$/)].filter(
    ([path, text]) => (/(?:errors|advice)\.ts$/.test(path) || /\bdiagnostic\(/.test(text)) && !/platform.proxy|apps.serve/.test(path),
  );
  const written = errorFiles.flatMap(([path, text]) =>
    [...text.matchAll(/\b(message|hint)(?: =|:)\s*(?:[^'"`;\n]*\?\s*)?(['"`])((?:(?!\2)[^\\]|\\.)*)\2/g)].map(([, kind, , words = '']) => ({
      path,
      kind,
      words,
    })),
  );

  test('should begin in lower case, with a quotation or with a value', () => {
    expect(written.length).toBeGreaterThan(150);
    expect(written.filter(({ words }) => /^[A-Z][a-z]/.test(words))).toEqual([]);
  });

  test('should have no full stop at the end', () => {
    expect(written.filter(({ words }) => /[^.]\.$/.test(words))).toEqual([]);
    expect(codes.filter((code) => entryOf(code).text.endsWith('.'))).toEqual([]);
  });

  test('should have none of the words that the style guide replaces', () => {
    const wordsOnly = (text: string) => text.replace(/\$\{[^}]*\}/g, '');
    expect(written.filter(({ words }) => refused.test(wordsOnly(words)))).toEqual([]);
    expect(codes.filter((code) => refused.test(entryOf(code).text))).toEqual([]);
    expect(refused.test('the link leads nowhere')).toBe(true);
  });

  test('should have none of these words where the parts of messages, help and interface texts are written', () => {
    const comments = /\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g;
    const others = /\b(?:stands?|holds?|lies|beside|upper and lower case|is gone|no word of)\b/i;
    // The tables of other languages have English words only by accident.
    const files = [...textsBelow('src', /(?<!generated|messages)\.tsx?$/)].filter(([path]) => !path.includes(join('render', 'messages')));
    const texts = files.flatMap(([path, text]) =>
      [...text.replace(comments, '').matchAll(/(['`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)].map(([, , words = '']) => `${path}: ${words}`),
    );
    const sentences = texts.filter((text) => (text.replace(/^.*?: |\$\{[^}]*\}/g, '').match(/[A-Za-z]{2,}/g) ?? []).length >= 4);
    expect(sentences.length).toBeGreaterThan(1_000);
    // Names of icons and elements of SVG.
    const isRefused = (text: string) => refused.test(text.replaceAll('circle', '')) || others.test(text);
    expect(sentences.filter((text) => isRefused(text.replace(/^.*?: |\$\{[^}]*\}/g, '')))).toEqual([]);
    expect(isRefused('a colon stands between a key and its value')).toBe(true);
  });
});
