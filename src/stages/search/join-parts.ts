/** Combines parts of single pages (`page-parts.ts`) into one index, in files for Pagefind's browser code. */
import { CborReader } from './cbor.ts';
import { type Chunk, ChunkWriter, filesOf, type IndexedPage, type JoinedIndex, type Joining } from './index-files.ts';
import { TextTable } from './text-table.ts';

/** Greater than the length of any part. */
const offsets = 2 ** 32;

/**
 * The positions of a word's entries, a number for each: page times `offsets` plus offset in its part. There are
 * millions.
 */
interface Places {
  readonly entries: number[];
  /** The same for each spelling. */
  forms: TextTable<number[]> | undefined;
}

interface JoinedPage extends IndexedPage {
  readonly reader: CborReader;
}

/** `parts`: `words` of the pages in the order of the site. */
export async function joinParts(parts: Iterable<Buffer>, joining: Joining): Promise<JoinedIndex> {
  const words = new TextTable<Places>();
  const pages: JoinedPage[] = [];
  for (const bytes of parts) {
    if (bytes.length === 0) continue;
    const reader = new CborReader(bytes);
    reader.array();
    const name = reader.text();
    const page = pages.push({ name, wordCount: reader.int(), reader }) - 1;
    for (let left = reader.array(); left > 0; left--) {
      const word = reader.passText();
      const places = words.of(bytes, word, reader.at, noPlaces);
      const form = reader.passText();
      if (form === reader.at) places.entries.push(page * offsets + reader.at);
      else {
        places.forms ??= new TextTable();
        places.forms.of(bytes, form, reader.at, noEntries).push(page * offsets + reader.at);
      }
      reader.passItem();
    }
  }
  return filesOf(inChunks(words, pages), pages, joining);
}

function noEntries(): number[] {
  return [];
}

function noPlaces(): Places {
  return { entries: [], forms: undefined };
}

function* inChunks(words: TextTable<Places>, pages: readonly JoinedPage[]): Generator<Chunk> {
  const chunks: Chunk[] = [];
  const writer = new ChunkWriter(chunks);
  const { items } = writer;
  const write = (list: readonly number[]) => {
    items.array(list.length);
    let last = 0;
    for (const place of list) {
      const page = Math.floor(place / offsets);
      const { reader } = pages[page] as JoinedPage;
      reader.at = place % offsets;
      const start = reader.passByteString();
      items
        .array(3)
        .int(page - last)
        .copy(reader.bytes, start, reader.at);
      last = page;
    }
  };
  for (const { text, value } of words.sorted()) {
    items.array(3).text(text);
    write(value.entries);
    const forms = value.forms?.sorted() ?? [];
    items.array(forms.length);
    for (const form of forms) {
      items.array(2).text(form.text);
      write(form.value);
    }
    writer.endWord(text);
    yield* chunks.splice(0);
  }
  writer.close();
  yield* chunks;
}
