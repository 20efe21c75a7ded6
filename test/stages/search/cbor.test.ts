import { describe, expect, test } from 'vitest';
import { CborReader, CborWriter, copyBytes } from '../../../src/stages/search/cbor.ts';

describe('CBOR', () => {
  test('is read as it was written, at the edges of its lengths', () => {
    const numbers = [0, 23, 24, 255, 256, 65_535, 65_536, 2 ** 32 - 1, -1, -24, -25, -256, -257];
    const texts = ['', 'é', 'x'.repeat(23), 'x'.repeat(24), 'x'.repeat(70_000)];
    const writer = new CborWriter().array(numbers.length + texts.length);
    for (const number of numbers) writer.int(number);
    for (const text of texts) writer.text(text);
    const reader = new CborReader(writer.take());
    expect(reader.array()).toBe(numbers.length + texts.length);
    expect(numbers.map(() => reader.int())).toEqual(numbers);
    expect(texts.map(() => reader.text())).toEqual(texts);
    expect(reader.at).toBe(reader.bytes.length);
  });

  test('what is taken and copied keeps no larger block of memory alive', () => {
    const taken = new CborWriter().text('a few bytes').take();
    expect(taken.buffer.byteLength).toBe(taken.length);
    const copy = copyBytes(new CborReader(new CborWriter().byteString(Buffer.from('some')).take()).byteString());
    expect(copy.toString()).toBe('some');
    expect(copy.buffer.byteLength).toBe(copy.length);
  });
});
