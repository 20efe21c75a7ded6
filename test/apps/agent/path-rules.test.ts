import { describe, expect, test } from 'vitest';
import { checkPath } from '../../../src/apps/agent/policy/path-rules.ts';

describe('a path that an agent uses', () => {
  test.each([
    ['guides/first.mdx', 'guides/first.mdx'],
    ['./guides/first.mdx', 'guides/first.mdx'],
    ['zh/指南.mdx', 'zh/指南.mdx'],
    ['ar/دليل.mdx', 'ar/دليل.mdx'],
  ])('%j is accepted', (path, accepted) => {
    expect(checkPath(path)).toEqual({ path: accepted });
  });

  test.each([
    ['\u202egnp.mdx', /text direction/],
    ['a\u2066b.mdx', /text direction/],
    ['a\u200bb.mdx', /invisible characters/],
    ['a\u00adb.mdx', /invisible characters/],
    ['a\u{e0041}b.mdx', /invisible characters/],
    ['a\nb.mdx', /control characters/],
    ['a\\b.mdx', /backslash/],
    ['/etc/passwd', /absolute/],
    ['a/../b.mdx', /not normalized/],
    ['a./b.mdx', /dot or a space/],
    ['.GIT/config', /files of git/],
    ['.g\u034fit/config', /files of git/],
    ['git~1/config', /files of git/],
    [`${'a'.repeat(256)}.mdx`, /name in the path is too long/],
    ['a/'.repeat(501), /path is too long/],
  ])('%j is refused', (path, reason) => {
    expect(checkPath(path)).toEqual({ refused: expect.stringMatching(reason) });
  });
});
