/** An index that was changed is the same as one that was made from all pages. */
import { expect, test } from 'vitest';
import { CborReader, CborWriter } from '../../../src/stages/search/cbor.ts';
import { chunkFile, chunkPath, type IndexedPage, type JoinedIndex, type Joining } from '../../../src/stages/search/index-files.ts';
import { joinParts } from '../../../src/stages/search/join-parts.ts';
import { rejoinParts } from '../../../src/stages/search/rejoin-parts.ts';

/** Words whose order as UTF-8 differs from that of their code units, and words with other spellings. */
const special = ['a', 'ab', 'café', '｡', '𝒳', '\uffee', 'zebra', '全文', 'Ωmega'];
const wordOf = (number: number) => special[number] ?? `w${(number * 7919) % 100_003}-${'long'.repeat(number % 5)}`;

interface Position {
  readonly word: string;
  readonly form: string;
  readonly at: number;
}

function partOf(name: string, positions: readonly Position[]): Buffer {
  const items = new CborWriter();
  // As in Pagefind's data: positions in the text, then in the fields.
  for (const { word, form, at } of positions) {
    items.text(word).text(form).byteString(new CborWriter().array(2).int(-1).int(at).array(0).take());
  }
  return new CborWriter().array(3).text(name).int(positions.length).array(positions.length).items(items.take()).take();
}

/** Whole numbers below `count` from a seed, the same everywhere. */
function numbers(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

/** Each spelling of each word once. */
function positions(pick: (count: number) => number, words: number, count: number): Position[] {
  const found = new Map<string, Position>();
  for (let left = count; left > 0; left--) {
    const word = wordOf(pick(words));
    const form = pick(6) === 0 ? `${word}${'éà'[pick(2)]}` : '';
    found.set(`${word} ${form}`, { word, form, at: pick(5000) });
  }
  return [...found.values()];
}

function joining(kept = new Map<string, Buffer>()): Joining {
  return {
    version: '1',
    language: 'en',
    cache: {
      codeKey: '',
      getBytes: (key) => kept.get(key),
      has: (key) => kept.has(key),
      set: (key, bytes) => void kept.set(key, bytes),
      lost: (what) => new Error(what),
    },
  };
}

function pageOf(part: Buffer): IndexedPage {
  const reader = new CborReader(part);
  reader.array();
  return { name: reader.text(), wordCount: reader.int() };
}

/** Every file with its bytes. */
function contents({ chunks, meta }: JoinedIndex, { cache }: Joining): [string, string][] {
  const files = chunks.map((chunk) => ({
    path: chunkPath(chunk, { language: 'en' }),
    content: chunkFile(chunk, cache),
  }));
  return [...files, meta].map(({ path, content }) => [path, Buffer.from(content as Uint8Array).toString('base64')]);
}

test.each([
  ['few words', 60, 40, 24],
  ['words of several chunks', 2500, 700, 6],
])('has the same bytes after any edits, with %s', async (_, words, length, rounds) => {
  const pick = numbers(words);
  const warm = joining();
  let pages = Array.from({ length: 20 }, () => positions(pick, words, length));
  const parts = () => pages.map((page, index) => partOf(`${index}-${page.length}`, page));
  let index = await joinParts(parts(), warm);
  for (let round = 0; round < rounds; round++) {
    const before = parts();
    const at = [pick(20), pick(20)];
    pages = pages.map((page, number) => {
      if (!at.includes(number)) return page;
      if (round % 3 === 0) return positions(pick, words + 50, length);
      if (round % 3 === 1) return page.filter(() => pick(3) > 0);
      return [{ word: `new${round}`, form: '', at: 1 }, ...page.map((each) => (pick(9) === 0 ? { ...each, at: each.at + 1 } : each))];
    });
    const after = parts();
    const changed = [...new Set(at)].map((page) => ({ page, before: before[page] as Buffer, after: after[page] as Buffer }));
    const rejoined = await rejoinParts(index.chunks, changed, after.map(pageOf), warm);
    const cold = joining();
    const anew = await joinParts(after, cold);
    expect(contents(rejoined as JoinedIndex, warm), `round ${round}`).toEqual(contents(anew, cold));
    index = rejoined as JoinedIndex;
  }
  expect(index.chunks.length > 2).toBe(words > 1000);
});

test('reads and writes only the chunks with changed words', async () => {
  const kept = new Map<string, Buffer>();
  const pick = numbers(1);
  const pages = Array.from({ length: 30 }, () => positions(pick, 2500, 600));
  const before = pages.map((page, index) => partOf(`${index}`, page));
  const index = await joinParts(before, joining(kept));
  const [first, ...others] = pages as [Position[], ...Position[][]];
  const after = [first.map((each) => (each === first[0] ? { ...each, at: each.at + 1 } : each)), ...others].map((page, number) =>
    partOf(`${number}`, page),
  );
  const changed = [{ page: 0, before: before[0] as Buffer, after: after[0] as Buffer }];
  const rejoined = (await rejoinParts(index.chunks, changed, after.map(pageOf), joining(kept))) as JoinedIndex;
  expect(rejoined.chunks.filter((chunk) => index.chunks.includes(chunk))).toHaveLength(index.chunks.length - 1);
  // Without their files, all pages have to be joined.
  expect(await rejoinParts(index.chunks, changed, after.map(pageOf), joining())).toBeUndefined();
});

test('has no word that no page has', async () => {
  const warm = joining();
  const before = [partOf('a', [{ word: 'only', form: '', at: 1 }])];
  const index = await joinParts(before, warm);
  const none = partOf('b', []);
  const changed = [{ page: 0, before: before[0] as Buffer, after: none }];
  const rejoined = (await rejoinParts(index.chunks, changed, [pageOf(none)], warm)) as JoinedIndex;
  expect(rejoined.chunks).toEqual([]);
  const back = [{ page: 0, before: none, after: before[0] as Buffer }];
  const again = (await rejoinParts(rejoined.chunks, back, before.map(pageOf), warm)) as JoinedIndex;
  expect(contents(again, warm)).toEqual(contents(index, warm));
});
