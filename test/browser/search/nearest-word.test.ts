import { describe, expect, test } from 'vitest';
import { nearestWord } from '../../../src/browser/search/nearest-word.ts';

const words = ['authentication', 'author', 'configure', 'webhook', 'deploy', 'playground', 'token', 'tokens', 'rate', 'limits'];

describe('a mistyped word', () => {
  test.each([
    ['autentication', 'authentication'],
    ['authenticaton', 'authentication'],
    ['webhok', 'webhook'],
    ['wbehook', 'webhook'],
    ['depoly', 'deploy'],
    ['confgiure', 'configure'],
    ['plaground', 'playground'],
    ['tokne', 'token'],
    ['ebhook', 'webhook'],
    ['confgi', 'configure'],
  ])('%s may have meant %s', (typed, meant) => {
    expect(nearestWord(typed, words)).toBe(meant);
  });

  test.each(['kubernetes', 'abc', 'zzzzzz'])('%s is like none', (typed) => {
    expect(nearestWord(typed, words)).toBeUndefined();
  });
});
