import { describe, expect, test } from 'vitest';
import { isMetaUrl, isSafeAnimation, isSafeUrl } from '../../src/shared/url.ts';

test.each<[string, boolean]>([
  ['/a', true],
  ['https://a.example', true],
  ['mailto:a@b.example', true],
  ['vscode:extension/a.b', true],
  ['JavaScript:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['\u3000javascript:alert(1)', false],
  ['\u00a0data:text/html,x', false],
  ['\u3000/a', true],
  ['data:text/html,x', false],
  ['file:///etc/passwd', false],
  ['C:\\docs\\a.png', false],
  ['blob:https://a.example/1', false],
  ['filesystem:https://a.example/temporary/x', false],
  ['view-source:https://a.example', false],
  ['intent://scan/#Intent;scheme=x;end', false],
])('should judge the link %j', (url, isSafe) => {
  expect(isSafeUrl(url)).toBe(isSafe);
});

describe('animations and meta names', () => {
  test.each<[string, string, boolean]>([
    ['values', 'a; javascript:alert(1)', false],
    ['to', 'javascript:alert(1)', false],
    ['attributeName', 'onclick', false],
    ['attributeName', 'opacity', true],
    ['values', '0;1', true],
    ['title', 'javascript: a language', true],
  ])('should judge %s=%j', (name, value, isSafe) => {
    expect(isSafeAnimation(name, value)).toBe(isSafe);
  });

  test('should know the names of meta elements that hold a URL', () => {
    const names = ['og:image', 'og:image:secure_url', 'twitter:player', 'og:title', 'og:image:alt', 'twitter:card'];
    expect(names.filter(isMetaUrl)).toEqual(['og:image', 'og:image:secure_url', 'twitter:player']);
  });
});
