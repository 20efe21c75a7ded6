/**
 * Changes an index of an earlier build in which few pages differ, instead of joining all of its pages: only the chunks with
 * words that were added, removed or moved are written. The result is the same as that of `joinParts`.
 */
import { CborReader, type CborWriter } from './cbor.ts';
import {
  type Chunk,
  ChunkWriter,
  chunkBytesOf,
  filesOf,
  type IndexedPage,
  type JoinedIndex,
  type Joining,
  type KnownChunk,
} from './index-files.ts';

/** A page whose words may have changed: its number among the pages with words, and `words` of its parts. */
export interface ChangedPage {
  readonly page: number;
  readonly before: Buffer;
  readonly after: Buffer;
}

/** Spelling (empty: as the word itself) → page → the positions that it has now; undefined when it is no longer there. */
type WordChanges = Map<string, Map<number, Buffer | undefined>>;

interface ChangedWord {
  readonly word: string;
  readonly bytes: Buffer;
  readonly changes: WordChanges;
}

/**
 * `pages`: all pages with words, as many and in the same order as in the earlier index.
 * Undefined if a chunk of the earlier index cannot be read: then all pages have to be joined.
 */
export async function rejoinParts(
  known: readonly KnownChunk[],
  changed: readonly ChangedPage[],
  pages: readonly IndexedPage[],
  joining: Joining,
): Promise<JoinedIndex | undefined> {
  const chunks = changedChunks(known, changedWords(changed), joining);
  return chunks && filesOf(chunks, pages, joining);
}

/** The words that differ between the parts of the pages, sorted. */
function changedWords(changed: readonly ChangedPage[]): ChangedWord[] {
  const words = new Map<string, WordChanges>();
  for (const { page, before, after } of changed) {
    const [old, now] = [positionsOf(before), positionsOf(after)];
    const change = (word: string, form: string, positions: Buffer | undefined) => {
      const forms = inMap(words, word, () => new Map<string, Map<number, Buffer | undefined>>());
      inMap(forms, form, () => new Map<number, Buffer | undefined>()).set(page, positions);
    };
    for (const [word, forms] of old) for (const form of forms.keys()) if (!now.get(word)?.has(form)) change(word, form, undefined);
    for (const [word, forms] of now) {
      for (const [form, positions] of forms) if (old.get(word)?.get(form)?.equals(positions) !== true) change(word, form, positions);
    }
  }
  return [...words]
    .map(([word, changes]) => ({ word, bytes: Buffer.from(word), changes }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes));
}

/** Word → spelling → positions, of one page. */
function positionsOf(part: Buffer): Map<string, Map<string, Buffer>> {
  const words = new Map<string, Map<string, Buffer>>();
  const reader = new CborReader(part);
  reader.array();
  reader.passText();
  reader.int();
  for (let left = reader.array(); left > 0; left--) {
    const word = reader.text();
    inMap(words, word, () => new Map<string, Buffer>()).set(reader.text(), reader.byteString());
  }
  return words;
}

function changedChunks(
  known: readonly KnownChunk[],
  words: readonly ChangedWord[],
  { cache }: Joining,
): (Chunk | KnownChunk)[] | undefined {
  const chunks: (Chunk | KnownChunk)[] = [];
  const writer = new ChunkWriter(chunks);
  let next = 0;
  for (const [index, chunk] of known.entries()) {
    // A word after the last one is part of the last chunk.
    const last = index === known.length - 1 ? undefined : Buffer.from(chunk.last);
    const isHere = (word: ChangedWord | undefined) => word !== undefined && (last === undefined || Buffer.compare(word.bytes, last) <= 0);
    if (writer.isBetween && !isHere(words[next])) {
      chunks.push(chunk);
      continue;
    }
    const bytes = chunkBytesOf(chunk, cache);
    if (bytes === undefined) return undefined;
    const here: ChangedWord[] = [];
    for (; isHere(words[next]); next++) here.push(words[next] as ChangedWord);
    changeWords(new CborReader(bytes), here, writer);
  }
  // An index without words had no chunk to put these in.
  for (const { word, changes } of words.slice(next)) if (writeWord(word, undefined, changes, writer.items)) writer.endWord(word);
  writer.close();
  return chunks;
}

/** Copies the words of a chunk, with the changes. */
function changeWords(chunk: CborReader, changed: readonly ChangedWord[], writer: ChunkWriter): void {
  let next = 0;
  const add = ({ word, changes }: ChangedWord, reader?: CborReader) => {
    next += 1;
    if (writeWord(word, reader, changes, writer.items)) writer.endWord(word);
  };
  chunk.array();
  for (let left = chunk.array(); left > 0; left--) {
    const item = chunk.at;
    chunk.array();
    const start = chunk.passText();
    const end = chunk.at;
    const order = () => changed[next]?.bytes.compare(chunk.bytes, start, end) ?? 1;
    while (order() < 0) add(changed[next] as ChangedWord);
    if (order() === 0) add(changed[next] as ChangedWord, chunk);
    else {
      chunk.passItem();
      chunk.passItem();
      writer.items.copy(chunk.bytes, item, chunk.at);
      writer.endWord(chunk.bytes.toString('utf8', start, end));
    }
  }
  while (next < changed.length) add(changed[next] as ChangedWord);
}

/** Writes a word unless no page has it any more; returns whether it was written. `old` is at its entries. */
function writeWord(word: string, old: CborReader | undefined, changes: WordChanges, items: CborWriter): boolean {
  const entries = changedEntries(old, changes.get(''));
  const forms = new Map<string, Entries>();
  for (let left = old?.array() ?? 0; left > 0; left--) {
    old?.array();
    const form = old?.text() as string;
    forms.set(form, changedEntries(old, changes.get(form)));
  }
  for (const [form, pages] of changes) if (form !== '' && !forms.has(form)) forms.set(form, changedEntries(undefined, pages));
  const left = [...forms].filter(([, found]) => found.length > 0);
  if (entries.length === 0 && left.length === 0) return false;
  items.array(3).text(word);
  writeEntries(entries, items);
  items.array(left.length);
  for (const [form, found] of left.sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))) {
    items.array(2).text(form);
    writeEntries(found, items);
  }
  return true;
}

/** Pages with the bytes of their positions, sorted. */
type Entries = (readonly [page: number, positions: Buffer])[];

/** Reads the entries at `old` and changes those of some pages. */
function changedEntries(old: CborReader | undefined, changes: ReadonlyMap<number, Buffer | undefined> | undefined): Entries {
  const entries = new Map<number, Buffer | undefined>();
  let page = 0;
  for (let left = old?.array() ?? 0; left > 0; left--) {
    old?.array();
    page += old?.int() as number;
    const start = old?.at as number;
    old?.passItem();
    old?.passItem();
    entries.set(page, old?.bytes.subarray(start, old.at));
  }
  for (const [changed, positions] of changes ?? []) entries.set(changed, positions);
  return [...entries].filter((entry): entry is [number, Buffer] => entry[1] !== undefined).sort(([a], [b]) => a - b);
}

function writeEntries(entries: Entries, items: CborWriter): void {
  items.array(entries.length);
  let last = 0;
  for (const [page, positions] of entries) {
    items
      .array(3)
      .int(page - last)
      .items(positions);
    last = page;
  }
}

function inMap<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = make();
  map.set(key, value);
  return value;
}
