/** Finds the facts of a source that an output lacks, with location and class. */
import { posix } from 'node:path';
import { addressKey, codeText, withoutCodeMarks, wordsOf } from './text.mjs';

export const kinds = ['words', 'headings', 'codes', 'cells', 'links', 'images', 'items'];

/**
 * @param {object} source of `readSource`
 * @param {object} output of `readHtmlPage` or `readMarkdownCopy`
 * @param {{ form: 'html' | 'markdown', file: string, base: string, url: string, redirects: (key: string) => readonly string[] }} page
 * @returns {{ counts: Record<string, { total: number, lost: number }>, differences: { kind: string, class: string, file: string, line: number, text: string }[] }}
 */
export function compare(source, output, page) {
  const differences = [];
  const counts = Object.fromEntries(kinds.map((kind) => [kind, { total: 0, lost: 0 }]));
  const hiddenFrom = page.form === 'html' ? 'agents' : 'humans';
  const tell = (kind, found, fact, text, amount = 1) => {
    const why = found === 'loss' ? (fact.condition ?? found) : found;
    differences.push({ kind, class: why, file: fact.file, line: fact.line, text: text.replace(/\s+/g, ' ').trim().slice(0, 200) });
    if (why === 'loss') counts[kind].lost += amount;
    else counts[kind].total -= amount;
  };
  const shown = (kind) =>
    source[kind].filter((fact) => {
      const why = fact.omitted ?? (fact.audience === hiddenFrom ? `for ${hiddenFrom} only` : undefined);
      if (why !== undefined)
        differences.push({
          kind,
          class: why,
          file: fact.file,
          line: fact.line,
          text: String(fact.text ?? fact.href ?? fact.src).slice(0, 200),
        });
      return why === undefined;
    });

  const title = wordsOf(source.title).join(' ').toLowerCase();
  const isTitle = (text) => title !== '' && wordsOf(text).join(' ').toLowerCase() === title;
  const stream = new WordStream(wordsOf(output.text));
  const left = [];
  const shownWords = shown('words').map((fact) => ({ fact, words: wordsOf(fact.text) }));
  for (const { words } of shownWords) counts.words.total += words.length;
  // The longest first, so that a shorter text is not matched inside a longer one.
  shownWords.sort((a, b) => b.words.length - a.words.length);
  for (const one of shownWords) if (one.words.length > 0 && !stream.take(one.words)) left.push(one);
  // Adjacent elements (`<span>a</span><span>b</span>`) are separated only by their style.
  const pieces = left.length > 0 && output.pieces !== '' ? new WordStream(wordsOf(output.pieces)) : undefined;
  const isLeft = new Set(left);
  if (pieces) for (const one of shownWords) if (!isLeft.has(one)) pieces.take(one.words);
  for (const { fact, words } of left) {
    if (pieces?.take(words)) continue;
    // A piece may be found in parts: around a piece that was moved, or where only white space differs.
    const missing = (pieces ?? stream).takeEach(words);
    if (missing.length === 0) continue;
    const isMark = missing.length === 1 && /^\s*\[!(?:note|tip|important|warning|caution)\]/i.test(fact.text);
    const why = isTitle(fact.text) ? 'repeated title' : isMark ? 'mark of a callout' : 'loss';
    tell('words', why, fact, missing.length === words.length ? fact.text : `${missing.join(' ')} … in: ${fact.text}`, missing.length);
  }

  byWords('headings', output.headings, (fact) => (isTitle(fact.text) ? 'repeated title' : 'loss'));
  byWords('cells', output.cells, () => 'loss');

  const items = output.items.map((item) => wordsOf(item.text));
  const starts = new Map();
  for (const words of items)
    for (let length = 1; length <= words.length && length <= 12; length++) count(starts, words.slice(0, length).join(' '), 1);
  for (const fact of shown('items')) {
    const words = wordsOf(fact.text).slice(0, 12);
    if (words.length === 0) continue;
    counts.items.total++;
    if (count(starts, words.join(' '), -1) || items.some((item) => holds(item, words))) continue;
    if (!output.items.some((item) => isIn(item, words))) tell('items', 'loss', fact, fact.text);
  }

  const codes = new Map();
  for (const { text } of output.codes) count(codes, codeText(text), 1);
  for (const fact of shown('codes')) {
    counts.codes.total++;
    const text = codeText(fact.text);
    if (text === '' || count(codes, text, -1)) continue;
    if (count(codes, codeText(withoutCodeMarks(text)), -1))
      differences.push({ kind: 'codes', class: '[!code] marks', file: fact.file, line: fact.line, text: text.slice(0, 60) });
    else tell('codes', 'loss', fact, text);
  }

  addresses('links', output.links, (one) => one.href);
  // Markdown has a link where HTML has a player.
  addresses(
    'images',
    [...output.images, ...(page.form === 'markdown' ? output.links.map((one) => ({ src: one.href })) : [])],
    (one) => one.src,
  );
  return { counts, differences };

  function byWords(kind, found, classify) {
    const there = new Map();
    for (const one of found) count(there, wordsOf(one.text).join(' '), 1);
    for (const fact of shown(kind)) {
      const text = wordsOf(fact.text).join(' ');
      if (text === '') continue;
      counts[kind].total++;
      if (count(there, text, -1) || found.some((one) => isIn(one, wordsOf(fact.text)))) continue;
      tell(kind, classify(fact), fact, fact.text);
    }
  }

  function addresses(kind, found, addressOf) {
    const folder = page.url.replace(/^\//, '');
    const there = new Set(found.flatMap((one) => withoutHash(addressKey(addressOf(one), folder, page.base))));
    for (const fact of shown(kind)) {
      const address = addressOf(fact);
      counts[kind].total++;
      if (candidates(address, fact, page).some((one) => there.has(one))) continue;
      tell(kind, classOfAddress(address, page.form, fact), fact, address);
    }
  }
}

/** A URL with and without its fragment: when a heading has another id, the link still exists. */
function withoutHash(key) {
  const at = key.indexOf('#');
  return at > 0 ? [key, key.slice(0, at)] : [key];
}

/** Possible targets of a URL in a page: relative to its folder, to the root, or by a redirect. */
function candidates(address, { file }, { file: pageFile, base, redirects }) {
  const folders = [posix.dirname(file), posix.dirname(pageFile), pageFile.replace(/\.mdx?$/, ''), '', 'public'].map((one) =>
    one === '.' ? '' : one,
  );
  const keys = new Set(folders.flatMap((folder) => withoutHash(addressKey(address, folder, base))));
  for (const key of [...keys]) {
    for (const target of redirects(key.split(/[?#]/)[0])) for (const one of withoutHash(addressKey(target, '', base))) keys.add(one);
  }
  if (/^(?:www\.|[\w-]+\.(?:com|io|dev|org|ai|net)(?:\/|$))/.test(address))
    for (const one of withoutHash(addressKey(`https://${address}`))) keys.add(one);
  return [...keys];
}

function classOfAddress(address, form, { isInCode }) {
  if (address.trim() === '' || address.trim() === '#') return 'empty address';
  if (/^(?:javascript|vbscript|data:text)/i.test(address.trim())) return 'unsafe address';
  // Code in Markdown has no links: the URL is there as text.
  if (form === 'markdown' && isInCode) return 'address in code';
  if (form === 'markdown' && address.startsWith('data:')) return 'picture within the page';
  return 'loss';
}

/** Whether a part of an output has these words, also where its elements are separated only by their style. */
function isIn({ text, pieces }, wanted) {
  return holds(wordsOf(text), wanted) || (pieces !== undefined && holds(wordsOf(pieces), wanted));
}

/** Whether words occur in order, with others between: those of a tooltip, a badge, a number. */
function holds(words, wanted) {
  let at = 0;
  for (const word of words) if (word === wanted[at]) at++;
  return at === wanted.length;
}

/** Increments or decrements a count; false at zero. */
function count(map, key, by) {
  const now = map.get(key) ?? 0;
  if (by < 0 && now === 0) return false;
  map.set(key, now + by);
  return true;
}

/** The words of an output, each of which matches one word of the source. */
export class WordStream {
  #words;
  #places = new Map();
  #used;

  constructor(words) {
    this.#words = words;
    this.#used = new Uint8Array(words.length);
    for (const [index, word] of words.entries()) {
      const places = this.#places.get(word);
      if (places) places.push(index);
      else this.#places.set(word, [index]);
    }
  }

  /** The first unused position where these words occur in order. */
  take(words) {
    // The rarest word has the fewest positions to check.
    let rare = 0;
    for (let index = 1; index < words.length; index++) if (this.#count(words[index]) < this.#count(words[rare])) rare = index;
    const places = this.#places.get(words[rare]) ?? [];
    for (const place of places) {
      const start = place - rare;
      if (start < 0 || !this.#fits(words, start)) continue;
      this.#used.fill(1, start, start + words.length);
      return true;
    }
    return false;
  }

  /** Uses each word that is available; returns the missing ones. */
  takeEach(words) {
    return words.filter((word) => {
      const places = this.#places.get(word) ?? [];
      const place = places.find((one) => this.#used[one] === 0);
      if (place === undefined) return true;
      this.#used[place] = 1;
      return false;
    });
  }

  #count(word) {
    return this.#places.get(word)?.length ?? 0;
  }

  #fits(words, start) {
    for (let index = 0; index < words.length; index++)
      if (this.#used[start + index] !== 0 || this.#words[start + index] !== words[index]) return false;
    return true;
  }
}
