import { describe, expect, test } from 'vitest';
import { folderOf, foldPath, nameOf, resolveProjectPath, withoutPageExtension } from '../../src/model/project-path.ts';

describe('resolveProjectPath', () => {
  test.each([
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

  test.each([
    ['guides/start.mdx', '../../x'],
    ['docs.json', '../x'],
    ['guides/start.mdx', '/../x'],
    ['docs.json', 'a\\..\\..\\x'],
  ])('from %j, %j leads out of the project', (from, written) => {
    expect(resolveProjectPath(from, written)).toBeUndefined();
  });
});

test.each([
  ['a//b/./c/', [], 'a/b/c'],
  ['../next', ['guides', 'deep'], 'guides/next'],
  ['../../../x', ['guides'], 'x'],
  ['', [], ''],
])('%j in %j folds to %j', (written, folder, path) => {
  expect(foldPath(written, folder)).toBe(path);
});

test.each([
  ['guides/start.mdx', 'guides/start'],
  ['v1.2/README.MD', 'v1.2/README'],
  ['guides/v1.2', 'guides/v1.2'],
])('the page of %j is %j', (file, page) => {
  expect(withoutPageExtension(file)).toBe(page);
});

test.each([
  ['guides/deep/start.mdx', 'guides/deep', 'start.mdx'],
  ['start.mdx', '', 'start.mdx'],
])('%j is in the folder %j with the name %j', (path, folder, name) => {
  expect([folderOf(path), nameOf(path)]).toEqual([folder, name]);
});
