import { expect, test } from 'vitest';
import type { MediaView } from '../../../../src/model/endpoint.ts';
import { itemsAt, listPositions } from '../../../../src/stages/render/endpoint/list-body.ts';

test.each<[string, schema: object, example: unknown[], names: string[] | undefined, sent: object]>([
  ['a place for each', { prefixItems: [{}, {}] }, ['a', 1], ['[0]', '[1]'], { '[0]': 'a', '[1]': 1 }],
  ['more than have a place', { prefixItems: [{}] }, ['a', 1, 2], ['[0]', '[]'], { '[0]': 'a', '[]': [1, 2] }],
  ['fewer than have a place', { prefixItems: [{}, {}] }, ['a'], ['[0]', '[1]'], { '[0]': 'a' }],
  ['one kind alone', { items: {} }, [1, 2], ['[]'], { '[]': [1, 2] }],
])('should send all items of a list with %s', (_, schema, example, names, sent) => {
  const media = { mediaType: 'multipart/mixed', encoding: {}, examples: [{ value: example }] };
  const places = listPositions({ ...media, schema: { types: ['array'], prefixItems: [], ...schema } } as unknown as MediaView);
  expect(places?.map(({ name }) => name)).toEqual(names);
  expect({ ...itemsAt(places ?? [], example) }).toEqual(sent);
});
