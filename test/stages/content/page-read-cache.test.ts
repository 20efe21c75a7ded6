/** What an earlier build has read of pages is taken over exactly as long as their files are the same ones. */
import { describe, expect, test } from 'vitest';
import type { FileEntry, FileSystem } from '../../../src/model/file-system.ts';
import type { SourcePage } from '../../../src/model/source-page.ts';
import { memory } from '../../../src/platform/files/memory.ts';
import { PageReadCache } from '../../../src/stages/content/page-read-cache.ts';
import { readPages } from '../../../src/stages/content/read-pages.ts';
import { siteConfig } from '../navigation/site-config.ts';

const texts = {
  'index.mdx': '---\ntitle: Home\ncustom: [a, { b: true }]\n---\n\nimport A from "/snippets/a.mdx"\nimport B from "package"\n\n<A />\n',
  'other.mdx': '# Other {#x}\n\n```js\nimport "/snippets/a.mdx";\n```\n',
  'guides/b.md': '---\ntitle: "{{name}}"\n---\nText\n',
  'snippets/a.mdx': 'Shared.',
};
const config = siteConfig({ pages: ['index', 'other', 'guides/b', 'snippets/a'] }, { variables: { name: 'Depot' } });
const old: Partial<FileEntry> = { size: 64, modified: 1000.25, changed: 1000.5, inode: 7 };
const isGone = (path: string) => new Error(`gone: ${path}`);

/** Files with what the system says of them, and the paths that were opened. */
function project(said: Partial<FileEntry> = old, files: Readonly<Record<string, string>> = texts) {
  const opened: string[] = [];
  const plain = memory(files);
  const read: FileSystem = {
    ...plain,
    list: () => plain.list().map((entry) => ({ ...entry, ...said })),
    read: (path) => {
      opened.push(path);
      return plain.read(path);
    },
  };
  return { files: read, opened };
}

/** A first build, and what it leaves. */
function kept(said?: Partial<FileEntry>, files?: Readonly<Record<string, string>>): string | undefined {
  const memo = new PageReadCache(undefined, isGone);
  readPages({ files: project(said, files).files, config, memo });
  return memo.takeText();
}

/** The data of a page. */
function withText({ releaseBody: _, ...page }: SourcePage): SourcePage {
  return page;
}

/** The paths that a second build opens. */
function openedAfter(text: string | undefined, said?: Partial<FileEntry>, other = config): string[] {
  const { files, opened } = project(said);
  readPages({ files, config: other, memo: new PageReadCache(text, isGone) });
  return opened.filter((path) => path !== 'snippets/a.mdx');
}

const all = ['guides/b.md', 'index.mdx', 'other.mdx'];

describe('pages that were read before', () => {
  test('should come out the same without being opened', () => {
    const { files, opened } = project();
    const memo = new PageReadCache(kept(), isGone);
    const again = readPages({ files, config, memo });
    expect(opened).toEqual([]);
    expect({ ...again, value: { ...again.value, pages: again.value.pages.map(withText) } }).toEqual(
      readPages({ files: project().files, config }),
    );
    expect(memo.takeText()).toBeUndefined();
  });

  test.each<[string, Partial<FileEntry>]>([
    ['size', { size: 9 }],
    ['time of writing', { modified: 1000.26 }],
    ['time of change', { changed: 1000.75 }],
    ['place on the disk', { inode: 8 }],
  ])('should be opened again with another %s', (_, said) => {
    expect(openedAfter(kept(), { ...old, ...said })).toEqual(all);
  });

  test.each<[string, Partial<FileEntry>]>([
    ['were written a moment ago', { ...old, changed: Date.now() + 3_600_000.5 }],
    ['lie where clocks know whole seconds', { ...old, changed: 2000 }],
    ['have no number on their disk', { ...old, inode: 0 }],
    ['are on no disk', {}],
  ])('should be opened again when they %s', (_, said) => {
    expect(openedAfter(kept(said), said)).toEqual(all);
  });

  test('should be opened again where the settings of pages are others', () => {
    const other = siteConfig({ pages: ['index', 'other', 'guides/b', 'snippets/a'] }, { variables: { name: 'Parcels' } });
    expect(openedAfter(kept(), old, other)).toEqual(all);
  });

  test('should be opened again when they have problems', () => {
    expect(openedAfter(kept(old, { ...texts, 'other.mdx': '---\nboost: [1]\n---\n' }))).toEqual(['other.mdx']);
  });

  test('should be forgotten with their files', () => {
    const { 'other.mdx': _, ...fewer } = texts;
    const memo = new PageReadCache(kept(), isGone);
    readPages({ files: project(old, fewer).files, config, memo });
    expect(JSON.parse(memo.takeText() ?? '').pages).toHaveLength(3);
  });

  test('should be the same when there is no space for their texts, which are then read again', () => {
    const { files, opened } = project();
    const memo = new PageReadCache(undefined, isGone, 0);
    const { pages } = readPages({ files, config, memo }).value;
    expect(opened.splice(0)).toEqual([...all, 'snippets/a.mdx']);
    expect(pages.map(withText)).toEqual(readPages({ files: project().files, config }).value.pages);
    expect(new Set(opened)).toEqual(new Set([...all, 'snippets/a.mdx']));
    expect(memo.takeText()).toBe(kept());
  });

  test('should read a text again only when it was released', () => {
    const { files, opened } = project();
    const { pages } = readPages({ files, config, memo: new PageReadCache(undefined, isGone) }).value;
    opened.splice(0);
    const page = pages.find(({ file }) => file === 'guides/b.md');
    expect([page?.body, opened]).toEqual(['Text\n', []]);
    page?.releaseBody?.();
    expect([page?.body, opened]).toEqual(['Text\n', ['guides/b.md']]);
  });

  test('should keep their texts when nothing may be read twice', () => {
    const memo = new PageReadCache(undefined, isGone, Number.POSITIVE_INFINITY);
    const { pages } = readPages({ files: project().files, config, memo }).value;
    expect(pages.every(({ releaseBody }) => releaseBody === undefined)).toBe(true);
  });

  test('should not return a text that was written since, when there was no space for the original', () => {
    const { files, opened } = project();
    const later = memory({ ...texts, 'other.mdx': '# Written since\n' });
    const changing = { ...files, read: (path: string) => (opened.includes(path) ? later : files).read(path) };
    const { pages } = readPages({ files: changing, config, memo: new PageReadCache(undefined, isGone, 0) }).value;
    expect(pages.find(({ file }) => file === 'guides/b.md')?.body).toBe('Text\n');
    expect(() => pages.find(({ file }) => file === 'other.mdx')?.body).toThrow('gone: other.mdx');
  });

  test('should not give the text of another file', () => {
    const { files } = project(old, { ...texts, 'other.mdx': '# Another\n' });
    const { pages } = readPages({ files, config, memo: new PageReadCache(kept(), isGone) }).value;
    expect(pages.map(({ title }) => title)).toContain('Other');
    expect(() => pages.find(({ file }) => file === 'other.mdx')?.body).toThrow('gone: other.mdx');
  });
});
