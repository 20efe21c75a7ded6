/** The words of a query and of names, and which of them are forms of one word. */
import { stemmer } from 'stemmer';

/** Words of a question that say nothing about its subject, in English. */
const questionWords = new Set(
  'a an and are as at be by can do does for from how i in into is it me my of on or should that the this to use using want we what when where which who why will with you your'.split(
    ' ',
  ),
);

const asking = /^(?:are|can|do|does|how|is|should|what|when|where|which|who|why)\b/i;

/** Whether a query asks a question, in English. */
export function isQuestion(query: string): boolean {
  return asking.test(query.trim()) && query.trim().includes(' ');
}

/** The different words that say what a text is about; all of them if it has no other. */
export function contentWords(words: readonly string[]): string[] {
  const all = [...new Set(words)].filter((word) => word !== '');
  const content = all.filter((word) => !questionWords.has(word.toLowerCase()));
  return content.length === 0 ? all : content;
}

/** Lower case, without diacritics, words separated by single spaces. */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Plain text with the stem of each word: "retries" and "retrying" are the same word. */
export function stems(text: string): string[] {
  // As in the second version of the algorithm, `y` after a vowel stays: `deploy` is not `deploi`, since `deployment` is `deploy`.
  return text === '' ? [] : text.split(' ').map((word) => stemmer(word).replace(/(?<=[aeou])i$/, 'y'));
}
