import { describe, expect, it } from 'vitest';
import { folderOf, nameOf, resolveProjectPath } from '../../src/model/project-path.ts';

describe('resolveProjectPath', () => {
  it.each([
    ['guides/start.mdx', './next.mdx', 'guides/next.mdx'],
    ['guides/start.mdx', 'deep/next.mdx', 'guides/deep/next.mdx'],
    ['guides/start.mdx', '../api/a.yaml', 'api/a.yaml'],
    ['guides/start.mdx', 'a/../../b', 'b'],
    ['guides/start.mdx', '/snippets/a.mdx', 'snippets/a.mdx'],
    ['guides/start.mdx', '..\\logo.svg', 'logo.svg'],
    ['docs.json', 'a//b/./c', 'a/b/c'],
    ['', 'a/../b', 'b'],
    ['guides/start.mdx', '..', ''],
  ])('from %j, %j is %j', (from, written, path) => {
    expect(resolveProjectPath(from, written)).toBe(path);
  });

  it.each([
    ['guides/start.mdx', '../../x'],
    ['docs.json', '../x'],
    ['guides/start.mdx', '/../x'],
    ['docs.json', 'a\\..\\..\\x'],
  ])('from %j, %j leads out of the project', (from, written) => {
    expect(resolveProjectPath(from, written)).toBeUndefined();
  });
});

it.each([
  ['guides/deep/start.mdx', 'guides/deep', 'start.mdx'],
  ['start.mdx', '', 'start.mdx'],
])('%j stands in the folder %j under the name %j', (path, folder, name) => {
  expect([folderOf(path), nameOf(path)]).toEqual([folder, name]);
});
