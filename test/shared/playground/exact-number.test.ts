import { describe, expect, test } from 'vitest';
import {
  comparableJson,
  compareNumbers,
  ExactNumber,
  isNumber,
  isSameJson,
  isWhole,
  numberOf,
  parseExact,
} from '../../../src/shared/playground/exact-number.ts';

describe('a number as written', () => {
  test.each<[written: string, shown: string, isExact: boolean]>([
    ['1', '1', false],
    ['1.0', '1', false],
    ['0.1', '0.1', false],
    ['1e3', '1000', false],
    ['9007199254740992', '9007199254740992', false],
    ['9007199254740993', '9007199254740993', true],
    ['-9223372036854775808', '-9223372036854775808', true],
    ['18446744073709551615', '18446744073709551615', true],
    ['12345678901234567890', '12345678901234567890', true],
    ['0.12345678901234567891', '0.12345678901234567891', true],
    ['1e400', '1e400', true],
    ['1e-400', '1e-400', true],
    // As YAML writes them.
    ['+9007199254740993', '9007199254740993', true],
    ['009007199254740993', '9007199254740993', true],
    ['.12345678901234567891', '0.12345678901234567891', true],
    ['0xFFFFFFFFFFFFFFFF', '18446744073709551615', true],
    ['0o17', '15', false],
    // Amounts.
    ['10.50', '10.50', true],
    ['-0.00', '-0.00', true],
    ['+010.50', '10.50', true],
    ['.50', '0.50', true],
  ])('%s', (written, shown, isExact) => {
    const value = numberOf(written);
    expect(value instanceof ExactNumber).toBe(isExact);
    expect(isNumber(value)).toBe(true);
    expect(String(value)).toBe(shown);
    expect(JSON.stringify([value])).toBe(`[${shown}]`);
  });

  test.each<[written: string, whole: boolean]>([
    ['18446744073709551615', true],
    ['1e400', true],
    ['9007199254740993.5', false],
    ['9007199254740993.0', true],
    ['1e-400', false],
  ])('%s is whole: %s', (written, whole) => {
    expect(isWhole(numberOf(written))).toBe(whole);
  });

  test('should keep its digits through JSON', () => {
    const text = '{"id":9007199254740993,"list":[18446744073709551615,1.5,"1"]}';
    expect(JSON.stringify(parseExact(text))).toBe(text);
  });

  test('should compare as the number next to it', () => {
    const large = numberOf('9223372036854775807');
    expect([large > numberOf('5'), large < numberOf('1e30'), Number(large)]).toEqual([true, true, 2 ** 63]);
  });

  test('should be equal to the same members in another order', () => {
    const [a, b] = [
      '{"b":[{"d":1.50,"c":2}],"a":9007199254740993,"__proto__":1}',
      '{"__proto__":1,"a":9007199254740993,"b":[{"c":2,"d":1.5}]}',
    ];
    expect(comparableJson(parseExact(a))).toBe(comparableJson(parseExact(b)));
    expect(comparableJson(parseExact(a))).toContain('"__proto__":1');
    expect(comparableJson([2, 1])).toBe('[2,1]');
  });

  test('should be equal to the same number in other digits', () => {
    expect(comparableJson(parseExact('{"a":[10.50,1.00,9007199254740993]}'))).toBe('{"a":[10.5,1,9007199254740993]}');
  });
});

test.each<[string, string, boolean]>([
  ['1', '1.0', true],
  ['10.50', '10.5', true],
  ['-0.00', '0', true],
  ['9007199254740993', '9007199254740992', false],
  ['9007199254740993', '9007199254740993.000', true],
  ['0.12345678901234567891', '0.12345678901234567892', false],
  ['0.12345678901234567891', '0.123456789012345678910', true],
  ['1e400', '10e399', true],
  ['1e400', '1e401', false],
  ['1e1000000000000000000000', '10e999999999999999999999', true],
  ['-1.5e-1000000000000000000000', '1', false],
  ['12345678901234567890', '1234567890123456789e1', true],
  ['[1,{"a":1.50}]', '[1.0,{"a":1.5}]', true],
  ['{"a":1}', '[1]', false],
  ['null', '{}', false],
  ['"1"', '1', false],
  ['"1.50"', '1.50', false],
  ['"1e400"', '1e400', false],
  ['[1e400]', '1e400', false],
])('%s and %s are the same: %s', (a, b, expected) => {
  expect([isSameJson(parseExact(a), parseExact(b)), isSameJson(parseExact(b), parseExact(a))]).toEqual([expected, expected]);
});

test('should distinguish a value from texts without writing it out', () => {
  let reads = 0;
  const value = Object.defineProperty({}, 'a', { enumerable: true, get: () => ++reads });
  expect([isSameJson('a', value), isSameJson(value, 1), isSameJson(undefined, value), reads]).toEqual([false, false, false, 0]);
});

test.each<[string, string, number]>([
  ['1', '2', -1],
  ['10.50', '10.5', 0],
  ['9007199254740993', '9007199254740992', 1],
  ['-9007199254740993', '-9007199254740992', -1],
  ['0.12345678901234567891', '0.12345678901234567892', -1],
  ['0.12345678901234567891', '0.123456789012345678910', 0],
  ['-0.12345678901234567891', '-0.123456789012345678911', 1],
  ['1e400', '1e401', -1],
  ['-1e400', '-1e401', 1],
  ['1e400', '10e399', 0],
  ['1e-400', '0', 1],
  ['-1e-400', '1e-401', -1],
  ['12345678901234567890', '1234567890123456789e1', 0],
])('%s compared with %s is %d', (a, b, expected) => {
  const [left, right] = [parseExact(a), parseExact(b)] as [number, number];
  expect([Math.sign(compareNumbers(left, right)), Math.sign(compareNumbers(right, left)) + 0]).toEqual([
    expected,
    expected === 0 ? 0 : -expected,
  ]);
});

test('should compare what no digits can write as the nearest number', () => {
  expect([compareNumbers(Number.POSITIVE_INFINITY, new ExactNumber('1e400')), compareNumbers(Number.POSITIVE_INFINITY, 1)]).toEqual([
    0,
    Number.POSITIVE_INFINITY,
  ]);
});
