import { describe, expect, test } from 'vitest';
import { slug, uniqueId } from '../../src/shared/slug.ts';

describe('slug', () => {
  const rows: [text: string, id: string][] = [
    ['Set up', 'set-up'],
    ["What's new (v1.2)", 'what’s-new-v1-2'],
    ['Auth & access / roles', 'auth-&-access-/-roles'],
    ['Step 1: “go”, then?', 'step-1-“go”-then'],
    ['snake_case + more', 'snake_case-+-more'],
    ['日本語（完了）', '日本語（完了）'],
    ['users\u200b', 'users'],
    ['...', ''],
  ];
  test.each(rows)('%s', (text, id) => expect(slug(text)).toBe(id));

  test('should number 5,000 equal ids in linear time', () => {
    const taken = new Set<string>(['same-1']);
    const next = new Map<string, number>();
    const ids = Array.from({ length: 5000 }, () => uniqueId('same', taken, next));
    expect(new Set(ids).size).toBe(5000);
    expect(ids.slice(0, 3)).toEqual(['same', 'same-2', 'same-3']);
  });
});
