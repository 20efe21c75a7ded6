import { describe, expect, test } from 'vitest';
import { compactJson } from '../../../src/stages/outputs/markdown/compact-json.ts';

describe('compact JSON', () => {
  test('should put what fits on one line', () => {
    const long = 'a description that is too long for a line together with the other members of the same object, so it gets its own';
    const value = {
      type: 'object',
      properties: { id: { type: 'string', maxLength: 5 }, text: { type: 'string', description: long } },
      enum: [],
    };
    expect(compactJson(value)).toBe(
      [
        '{',
        ' "type": "object",',
        ' "properties": {',
        '  "id": {"type": "string", "maxLength": 5},',
        '  "text": {',
        '   "type": "string",',
        `   "description": "${long}"`,
        '  }',
        ' },',
        ' "enum": []',
        '}',
      ].join('\n'),
    );
  });

  test.each([
    ['a text with line feeds and quotes', { a: 'b\n"c"\u2028' }],
    ['members that JSON leaves out', { a: undefined, b: [null, 1.5, true] }],
    ['a deep value', { a: [[{ b: { c: [1, 'x'.repeat(200)] } }]] }],
    ['a name of every object', JSON.parse('{"__proto__": {"constructor": 1}}')],
    ['a number', 5],
  ])('should be the value that JSON.stringify writes: %s', (_name, value) => {
    expect(JSON.parse(compactJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
  });
});
