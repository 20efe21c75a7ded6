import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SourceText } from '../../../src/model/source-text.ts';
import { ConfigLocations } from '../../../src/stages/config/locations.ts';
import { parseJson } from '../../../src/stages/config/parse-json.ts';
import { line } from './load.ts';

function parse(text: string, jsonc = false) {
  return parseJson(new SourceText('docs.json', text), { maxDepth: 128, jsonc });
}

/** `1:44 trailing comma before "]"` */
function problemOf(text: string): string {
  return parse(text)
    .diagnostics.map(line)
    .join('\n')
    .replace(/^docs\.json:(\d+:\d+) error config\/json /, '$1 ');
}

describe('syntax errors', () => {
  test.each([
    ['', '1:1 unexpected end of input'],
    ['  \n ', '2:2 unexpected end of input'],
    ['{"name":"a","navigation":{"pages":["index",]}}', '1:44 trailing comma before "]"'],
    ['{"a":1,}', '1:8 trailing comma before "}"'],
    ['{"a":1 "b":2}', '1:8 expected "," or "}" but found the string "b"'],
    ['[1 2]', '1:4 expected "," or "]" but found "2"'],
    ['{\n // c\n "name":"a"}', '2:2 comments are not allowed in JSON'],
    ['{ /* c */ }', '1:3 comments are not allowed in JSON'],
    ['# c\n{}', '1:1 comments are not allowed in JSON'],
    ["{'a':1}", '1:2 expected a key in double quotes but found "\'"'],
    ['{a:1}', '1:2 expected a key in double quotes but found "a"'],
    ["['a']", '1:2 expected a value but found "\'"'],
    ['{"a" 1}', '1:6 expected ":" after the key "a" but found "1"'],
    ['{"a":1', '1:7 unexpected end of input'],
    ['{"a":', '1:6 unexpected end of input'],
    ['"abc', '1:5 unexpected end of input'],
    ['"a\\', '1:4 unexpected end of input'],
    ['[1,\r\n  tru]', '2:3 tru is not a JSON value'],
    ['[01]', '1:2 01 is not a JSON value'],
    ['[NaN]', '1:2 NaN is not a JSON value'],
    ['{} {}', '1:4 unexpected "{" after the end of the value'],
    ['"a\\x"', '1:3 \\x is not an escape in JSON'],
    ['"\\u12"', '1:2 \\u needs four hexadecimal digits'],
    ['"a\nb"', '1:3 line break inside a string'],
    ['"a\u0000"', '1:3 control character U+0000 inside a string must be escaped'],
    ['\u0000', '1:1 \u0000 is not a JSON value'],
    ['["😀",]', '1:7 trailing comma before "]"'],
  ])('%j', (text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });

  test('should say which bracket is not closed', () => {
    expect(parse('{"a":[1').diagnostics[0]?.hint).toBe('"[" opened at 1:6 is not closed');
  });
});

describe('warnings', () => {
  test('should name both places of a key that is written twice, and keep the last', () => {
    const { value, diagnostics } = parse('{"a":1,\n "a":2}');
    expect(diagnostics.map(line)).toEqual([
      'docs.json:2:2 warning config/duplicate-key key "a" appears twice, first at 1:2; docsgen uses the last one',
    ]);
    expect(new ConfigLocations('x').plain(value as never)).toEqual({ a: 2 });
  });

  test('should report a lone surrogate', () => {
    expect(parse('["\\ud800"]').diagnostics.map(line)).toEqual([
      'docs.json:1:2 warning config/encoding the string is not valid Unicode: it contains an unpaired surrogate (U+D800)',
    ]);
  });
});

describe('nesting', () => {
  test('should end in a diagnostic at any depth', () => {
    for (const text of ['['.repeat(100_000) + ']'.repeat(100_000), '{"a":'.repeat(100_000)]) {
      const { value, diagnostics } = parse(text);
      expect(value).toBeUndefined();
      expect(diagnostics[0]).toMatchObject({ code: 'config/too-deep', message: expect.stringContaining('nesting deeper than 32') });
    }
  });
});

describe('JSONC', () => {
  test('should allow comments and trailing commas', () => {
    const { value, diagnostics } = parse('// a\n{ "a": [1, /* b */ 2,], } // c', true);
    expect(diagnostics).toEqual([]);
    expect(new ConfigLocations('x').plain(value as never)).toEqual({ a: [1, 2] });
  });
});

describe('against JSON.parse', () => {
  /** The value, or 'refused'. */
  const ours = (text: string): unknown => {
    const { value } = parse(text);
    return value === undefined ? 'refused' : JSON.stringify(new ConfigLocations('x').plain(value));
  };
  const theirs = (text: string): unknown => {
    try {
      return JSON.stringify(JSON.parse(text));
    } catch {
      return 'refused';
    }
  };
  const json = fc.oneof(
    fc.json({ maxDepth: 6 }),
    fc.json({ stringUnit: 'binary' }),
    fc.jsonValue().map((value) => JSON.stringify(value, null, '\t')),
  );

  test('should agree on any JSON', () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(ours(text)).toBe(theirs(text));
      }),
      { numRuns: 500 },
    );
  });

  test('should agree on JSON that was damaged anywhere', () => {
    const piece = fc.constantFrom(
      ',',
      '"',
      '\\',
      '{',
      '}',
      '[',
      ']',
      ':',
      ' ',
      '\n',
      '\u00a0',
      '\ufeff',
      '\u0000',
      '-',
      '.',
      'e',
      '0',
      '1',
      'null',
      '\\u00',
      '//',
      '__proto__',
    );
    const damaged = fc.tuple(json, fc.nat(), fc.nat(3), piece).map(([text, at, cut, added]) => {
      const start = text.length === 0 ? 0 : at % text.length;
      return text.slice(0, start) + added + text.slice(start + cut);
    });
    fc.assert(
      fc.property(damaged, (text) => {
        expect(ours(text)).toBe(theirs(text));
      }),
      { numRuns: 3_000 },
    );
  });

  test.each([
    '-0',
    '1e400',
    '-1.5E-3',
    '"\\u0000\\/\\b"',
    '{"__proto__":{"a":1},"constructor":2}',
    '{"a":1,"b":2,"a":3}',
    ' [ ] ',
    '{ "a" : { } }',
  ])('should agree on %s', (text) => {
    expect(ours(text)).toBe(theirs(text));
  });

  test('should keep the sign of zero', () => {
    expect(parse('-0').value).toMatchObject({ value: -0 });
  });
});

describe('positions', () => {
  test('should know the place of every key and value, also after CRLF', () => {
    const text = '{\r\n  "a": [1, "é😀", true],\r\n  "b": {}\r\n}';
    const source = new SourceText('docs.json', text);
    const { value } = parseJson(source, { maxDepth: 128 });
    const places = new ConfigLocations('docs.json');
    const plain = places.plain(value as never) as { a: unknown[]; b: object };
    expect(places.key(plain, 'b')).toEqual({ file: 'docs.json', line: 3, column: 3, length: 3, lineText: '  "b": {}' });
    expect(places.value(plain.a, 2)).toMatchObject({ line: 2, column: 19, length: 4 });
    expect(places.value(plain, 'a')).toMatchObject({ line: 2, column: 8, length: 1 });
  });
});
