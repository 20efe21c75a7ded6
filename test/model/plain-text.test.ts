import { expect, test } from 'vitest';
import { plainText } from '../../src/model/plain-text.ts';

test.each([
  ['plain words, tabs\tand\nlines', 'plain words, tabs\tand\nlines'],
  ['\u001b[91mred\u001b[0m', 'red'],
  ['\u001b[38;2;1;2;3mcolour\u001b[m', 'colour'],
  ['\u001b[2J\u001b[1;1Hcleared', 'cleared'],
  ['\u001b]0;a title\u0007words', 'words'],
  ['\u001b]8;;https://evil.example\u001b\\link\u001b]8;;\u001b\\', 'link'],
  ['\u001bPdevice\u001b\\words', 'words'],
  ['\u001b(Bwords', 'words'],
  ['\u009b31mred', 'red'],
  ['\u009d0;title\u009cwords', 'words'],
  ['unfinished \u001b]0;title\nnext line', 'unfinished \nnext line'],
  ['unfinished \u001b[31', 'unfinished '],
  ['at the end \u001b', 'at the end '],
  ['over\rwritten\r\nnext\r', 'over\nwritten\nnext'],
  ['bell\u0007 back\u0008space \u0000 \u007f', 'bell backspace  '],
  ['é 🚚 \u200d', 'é 🚚 \u200d'],
])('%j is %j', (text, plain) => {
  expect(plainText(text)).toBe(plain);
});
