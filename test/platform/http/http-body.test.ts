import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { readAtMost } from '../../../src/platform/http/http-body.ts';

describe('reading a body', () => {
  test.each([
    ['nothing', [], ''],
    ['several pieces', ['ab', 'cd'], 'abcd'],
    ['as much as is allowed', ['abc', 'def'], 'abcdef'],
    ['one byte more', ['abc', 'def', 'g'], undefined],
    ['one piece that is too large', ['abcdefg'], undefined],
  ])('of %s', async (_, pieces, text) => {
    const body = await readAtMost(
      pieces.map((piece) => Buffer.from(piece)),
      6,
    );
    expect(body?.toString()).toBe(text);
  });

  test('should leave what lies beyond the limit unread', async () => {
    const stream = Readable.from([Buffer.alloc(4), Buffer.alloc(4), Buffer.alloc(4)]);
    expect(await readAtMost(stream, 6)).toBeUndefined();
    expect(stream.destroyed).toBe(true);
  });

  test('should fail as the stream does', async () => {
    const stream = new Readable({ read: () => stream.destroy(new Error('cut off')) });
    await expect(readAtMost(stream, 6)).rejects.toThrow('cut off');
  });
});
