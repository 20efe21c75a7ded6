/** Every language says everything, and fills in the same things. */
import { describe, expect, test } from 'vitest';
import type { ConstraintView } from '../../../src/model/endpoint.ts';
import { englishPlaygroundMessages } from '../../../src/shared/playground/playground-messages.ts';
import { componentMessages } from '../../../src/stages/components/messages.ts';
import { apiMessages } from '../../../src/stages/render/endpoint/parts/api-messages.ts';
import { constraintText } from '../../../src/stages/render/endpoint/parts/constraint-messages.ts';
import { playgroundMessages } from '../../../src/stages/render/messages/playground/index.ts';
import { searchStrings } from '../../../src/stages/render/messages/search-strings.ts';
import { uiStrings } from '../../../src/stages/render/messages/ui-strings.ts';
import { signInPage } from '../../../src/stages/render/sign-in/sign-in-page.ts';

/** The codes of the format, without English, and the two more that run from right to left. */
const languages = 'ar ca cs cn zh-Hant nl fa fr de he hi hu id it jp ko lv no pl pt-BR ro ru es sv tr ua ur uz vi'.split(' ');

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

const tables: readonly (readonly [string, (code: string) => Readonly<Record<string, string>>, Readonly<Record<string, string>>])[] = [
  ['the page frame', uiStrings, uiStrings('en')],
  ['components', componentMessages, componentMessages('en')],
  ['search', (code) => ({ ...searchStrings(code) }), { ...searchStrings('en') }],
  ['reference pages', apiMessages, apiMessages('en')],
  ['the playground', (code) => playgroundMessages(code) ?? {}, englishPlaygroundMessages],
];

describe.each(tables)('the messages of %s', (_, wordsIn, english) => {
  test.each(languages)('in %s', (code) => {
    const words = wordsIn(code);
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
    expect(words).not.toEqual(english);
    for (const [name, text] of Object.entries(english)) {
      expect([name, words[name]?.trim()]).not.toEqual([name, '']);
      // Of two forms, each fills in what the English ones do.
      const wanted = placeholders(text.split(' ¦ ')[0] as string);
      for (const form of (words[name] as string).split(' ¦ ')) expect([name, ...placeholders(form)]).toEqual([name, ...wanted]);
    }
  });
});

test('a sign-in page is in the language of the site', () => {
  expect(signInPage('/p.js', 'he')).toMatch(/<html lang="he" dir="rtl">.*<title>כניסה<.*data-done="[^"]*לסגור/s);
  expect(signInPage('/p.js', undefined)).toMatch(/<html lang="en" dir="ltr">.*<h1>Sign-in<.*/s);
  for (const code of languages) expect(signInPage('/p.js', code)).not.toContain('This window can be closed');
});

test('English playgrounds carry no words', () => {
  expect([undefined, 'en', 'xx'].map(playgroundMessages)).toEqual([undefined, undefined, undefined]);
});

test.each<[ConstraintView, string, string, string]>([
  [{ kind: 'characters', min: 1, max: 10 }, '1–10 characters', '1–10 Zeichen', 'число символов: 1–10'],
  [{ kind: 'characters', min: 3, max: 3 }, 'exactly 3 characters', 'genau 3 Zeichen', 'число символов: ровно 3'],
  [{ kind: 'items', min: 1 }, 'at least 1 item', 'mindestens 1 Element', 'число элементов: не меньше 1'],
  [{ kind: 'items', max: 0 }, 'at most 0 items', 'höchstens 0 Elemente', 'число элементов: не больше 0'],
  [{ kind: 'properties', max: 5 }, 'at most 5 properties', 'höchstens 5 Eigenschaften', 'число свойств: не больше 5'],
  [{ kind: 'range', text: '> 0, ≤ 10' }, '> 0, ≤ 10', '> 0, ≤ 10', '> 0, ≤ 10'],
  [{ kind: 'multiple', of: 0.5 }, 'multiple of 0.5', 'Vielfaches von 0.5', 'кратно 0.5'],
  [{ kind: 'pattern', pattern: '^{n}$' }, 'pattern ^{n}$', 'Muster ^{n}$', 'шаблон ^{n}$'],
  [{ kind: 'unique' }, 'unique items', 'jedes Element nur einmal', 'элементы без повторов'],
  [{ kind: 'encoding', name: 'base64' }, 'base64 encoded', 'in base64 kodiert', 'в кодировке base64'],
  [{ kind: 'media', type: 'image/png' }, 'image/png', 'image/png', 'image/png'],
  [{ kind: 'together', name: 'a', needed: ['b', '{name}'] }, 'with a also b, {name}', 'mit a auch b, {name}', 'вместе с a также b, {name}'],
])('should put %j into words', (constraint, english, german, russian) => {
  expect(['en', 'de', 'ru'].map((code) => constraintText(constraint, apiMessages(code)))).toEqual([english, german, russian]);
});
