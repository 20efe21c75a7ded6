import { describe, expect, test } from 'vitest';
import { github } from '../../src/cli/report/github.ts';
import { gitlab } from '../../src/cli/report/gitlab.ts';
import { json } from '../../src/cli/report/json.ts';
import { pretty } from '../../src/cli/report/pretty.ts';
import { sarif } from '../../src/cli/report/sarif.ts';
import { problemSummary, summary } from '../../src/cli/report/summary.ts';
import type { Diagnostic } from '../../src/model/diagnostic.ts';

const problem: Diagnostic = {
  code: 'config/page-missing',
  severity: 'warning',
  message: 'page "nope" not found',
  location: { file: 'docs.json', line: 41, column: 9, length: 6, lineText: '        "nope",' },
  hint: 'write "hope"',
};
const at = (file: string, line: number, severity: Diagnostic['severity'] = 'warning'): Diagnostic => ({
  code: 'links/broken',
  severity,
  message: `${file} ${line}`,
  location: { file, line, column: 1 },
});

describe('for a person', () => {
  test('should say place, severity, code, message, frame and hint', () => {
    expect(pretty([problem], false)).toBe(
      [
        'docs.json:41:9 warning config/page-missing page "nope" not found',
        '  41 |         "nope",',
        '     |         ^^^^^^',
        '  hint: write "hope"',
        '',
      ].join('\n'),
    );
  });

  test('should start paths with the folder of the project', () => {
    const outside = { ...at('/other/a.mdx', 1), code: 'links/asset-missing' } as const;
    const heads = pretty([problem, outside], false, 'docs/').match(/^\S+:\d+:\d+/gm);
    expect(heads).toEqual(['docs/docs.json:41:9', '/other/a.mdx:1:1']);
  });

  test('should print a diagnostic without a location', () => {
    expect(pretty([{ code: 'io/no-space', severity: 'error', message: 'no space' }], false)).toBe('error io/no-space no space\n');
    expect(pretty([], true)).toBe('');
  });

  test('should colour when asked', () => {
    expect(pretty([problem], true)).toContain('\u001b[33mwarning\u001b[39m');
  });

  test.each([
    [
      'escape sequences and bidi marks',
      { lineText: '\u001b[2J\u202eabc', column: 6 },
      ['  1 | \\u001b[2J\\u202eabc', '    | '.concat(' '.repeat(15), '^')],
    ],
    ['tabs', { lineText: '\t\tx', column: 3 }, ['  1 |     x', '    |     ^']],
    ['wide characters', { lineText: '指南 x', column: 4 }, ['  1 | 指南 x', '    |      ^']],
    ['a column behind the end', { lineText: 'ab', column: 3 }, ['  1 | ab', '    |   ^']],
  ])('should keep the marker under the problem: %s', (_, location, expected) => {
    const text = pretty([{ ...problem, hint: undefined, location: { file: 'a', line: 1, ...location } }], false);
    expect(text.split('\n').slice(1, 3)).toEqual(expected);
  });

  test('should show a window of a long line', () => {
    const lineText = `${'x'.repeat(5000)}FAULT${'y'.repeat(5000)}`;
    const [, shown = '', mark = ''] = pretty(
      [{ ...problem, location: { file: 'a', line: 1, column: 5001, length: 5, lineText } }],
      false,
    ).split('\n');
    expect(shown.length).toBeLessThan(120);
    expect(shown.slice(mark.indexOf('^'), mark.lastIndexOf('^') + 1)).toBe('FAULT');
  });

  test('should keep files together and lines in order', () => {
    const text = pretty([at('b', 2), at('a', 9), at('b', 1), at('a', 3)], false);
    expect(text.match(/^\S+/gm)).toEqual(['b:1:1', 'b:2:1', 'a:3:1', 'a:9:1']);
  });

  test('should show a hundred, errors first among the chosen', () => {
    const many = [...Array.from({ length: 150 }, (_, line) => at('a', line + 1)), at('z', 1, 'error')];
    const lines = pretty(many, false).trim().split('\n');
    expect(lines).toHaveLength(101);
    expect(lines[99]).toBe('z:1:1 error links/broken z 1');
    expect(lines[100]).toBe('... and 51 more');
  });

  test('should never let notices crowd out warnings, and show a few of each kind', () => {
    const notices = Array.from({ length: 150 }, (_, line) => at('a', line + 1, 'notice'));
    const lines = pretty([...notices, { ...at('z', 1), code: 'links/empty' }], false)
      .trim()
      .split('\n');
    expect(lines).toEqual([
      ...[1, 2, 3, 4, 5].map((line) => `a:${line}:1 notice links/broken a ${line}`),
      'z:1:1 warning links/empty z 1',
      '... and 145 more links/broken',
    ]);
    expect(pretty(notices, false).trim().split('\n')).toHaveLength(101);
  });
});

test('should give programs every diagnostic', () => {
  const many = Array.from({ length: 150 }, (_, line) => at('a', line + 1));
  expect(JSON.parse(json(many))).toEqual(many);
});

test('should write SARIF', () => {
  const log = JSON.parse(sarif([problem, { code: 'a11y/alt', severity: 'notice', message: 'm' }], 'docs/'));
  expect(log.version).toBe('2.1.0');
  expect(log.runs[0].tool.driver.rules).toEqual([
    {
      id: 'a11y/alt',
      shortDescription: { text: 'An image has no alt' },
      help: {
        text: 'An image has no alt. Describe the image, or write alt="" if it is decorative',
        markdown: 'An image has no `alt`. Describe the image, or write `alt=""` if it is decorative',
      },
      defaultConfiguration: { level: 'warning' },
    },
    expect.objectContaining({
      id: 'config/page-missing',
      shortDescription: { text: 'A listed page does not exist' },
    }),
  ]);
  expect(log.runs[0].results).toContainEqual({
    ruleId: 'config/page-missing',
    ruleIndex: 1,
    level: 'warning',
    message: { text: 'page "nope" not found. write "hope"' },
    locations: [
      { physicalLocation: { artifactLocation: { uri: 'docs/docs.json' }, region: { startLine: 41, startColumn: 9, endColumn: 15 } } },
    ],
  });
  expect(log.runs[0].results).toContainEqual({ ruleId: 'a11y/alt', ruleIndex: 0, level: 'note', message: { text: 'm' } });
});

test('should give SARIF the fix, when the replaced text is on the line', () => {
  const location = { file: 'a b.mdx', line: 2, column: 3, length: 4, lineText: 'A [b](/C)' };
  const found: Diagnostic = { code: 'links/case', severity: 'warning', message: 'm', location, fix: { from: '/C', to: '/c' } };
  const fixesOf = (one: Diagnostic) => JSON.parse(sarif([one], '')).runs[0].results[0].fixes;
  expect(fixesOf(found)).toEqual([
    {
      description: { text: 'write /c' },
      artifactChanges: [
        {
          artifactLocation: { uri: 'a%20b.mdx' },
          replacements: [{ deletedRegion: { startLine: 2, startColumn: 7, endLine: 2, endColumn: 9 }, insertedContent: { text: '/c' } }],
        },
      ],
    },
  ]);
  expect(fixesOf({ ...found, location: { ...location, lineText: 'A [b][c]' } })).toBeUndefined();
});

test('should write workflow commands that cannot be broken out of', () => {
  const nasty: Diagnostic = {
    code: 'a11y/alt',
    severity: 'error',
    message: '50%\n::set-output',
    location: { file: 'a,b:c.mdx', line: 1, column: 2 },
  };
  expect(github([nasty], '')).toBe('::error file=a%2Cb%3Ac.mdx,line=1,col=2,title=a11y/alt::50%25%0A::set-output\n');
});

test('should sum up', () => {
  const built = {
    files: 1204,
    bytes: 34_512_000,
    unchanged: 0,
    pages: 341,
    endpoints: 1,
    fromCache: 3,
    notices: [],
    ms: 12_340,
    stages: [
      { stage: 'load', ms: 80 },
      { stage: 'compile', ms: 1920 },
    ],
  } as const;
  expect(summary(built, [problem, problem, at('a', 1)], 'dist')).toBe(
    [
      'Built 341 pages, 1 endpoint in 12.3 s into dist: 1,204 files, 34.5 MB',
      '  load 80 ms, compile 1.9 s; 3 pages from the cache',
      '  3 warnings: 2 config/page-missing, 1 links/broken',
      '',
    ].join('\n'),
  );
});

test('should say that a site is up to date', () => {
  const built = {
    files: 4,
    bytes: 1,
    unchanged: 4,
    pages: 2,
    endpoints: 0,
    fromCache: 2,
    notices: [],
    isUpToDate: true,
    ms: 90,
    stages: [{ stage: 'load', ms: 80 }],
  } as const;
  expect(summary(built, [at('a', 1)], 'dist', 150)).toBe('Up to date: 2 pages in dist, checked in 0.1 s\n  1 warning: 1 links/broken\n');
});

test('should report the time of the whole command, whatever the sum of the stages', () => {
  const built = {
    files: 1,
    bytes: 1,
    unchanged: 0,
    pages: 1,
    endpoints: 0,
    fromCache: 0,
    notices: [],
    ms: 900,
    stages: [{ stage: 'load', ms: 5_000 }],
  } as const;
  expect(summary(built, [], 'dist', 1_500).split('\n')[0]).toBe('Built 1 page in 1.5 s into dist: 1 file, 0.0 kB');
  expect(summary(built, [], 'dist').split('\n')[0]).toBe('Built 1 page in 0.9 s into dist: 1 file, 0.0 kB');
});

test('should count the errors when nothing was built', () => {
  expect(problemSummary([at('a.mdx', 1, 'error'), at('a.mdx', 2, 'error'), at('b.mdx', 1, 'error'), problem])).toBe(
    'Nothing was built: 3 errors in 2 files\n',
  );
  expect(problemSummary([{ code: 'io/locked', severity: 'error', message: 'locked' }])).toBe('Nothing was built: 1 error\n');
  expect(problemSummary([problem])).toBe('Nothing was written: 1 warning, which --strict counts as errors\n');
  expect(problemSummary([])).toBe('');
});

describe('for GitLab', () => {
  const report = (diagnostics: readonly Diagnostic[], prefix = '') => JSON.parse(gitlab(diagnostics, prefix));

  test('should be a Code Quality report with paths from the root of the checkout', () => {
    expect(report([problem, { code: 'site/address', severity: 'notice', message: 'no URL' }], 'docs/')).toEqual([
      {
        description: 'page "nope" not found; write "hope"',
        check_name: 'config/page-missing',
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
        severity: 'minor',
        location: { path: 'docs/docs.json', lines: { begin: 41 } },
      },
      {
        description: 'no URL',
        check_name: 'site/address',
        fingerprint: expect.any(String),
        severity: 'info',
        location: { path: 'docs/docs.json', lines: { begin: 1 } },
      },
    ]);
  });

  test('should have a fingerprint for each problem that stays when lines move', () => {
    const twice = (line: number) => [problem, problem].map((found) => ({ ...found, location: { file: 'docs.json', line, column: 1 } }));
    const fingerprints = (line: number) => report(twice(line)).map(({ fingerprint }: { fingerprint: string }) => fingerprint);
    expect(fingerprints(1)).toEqual(fingerprints(9));
    expect(new Set(fingerprints(1)).size).toBe(2);
  });

  test('should be an empty list without problems', () => {
    expect(report([])).toEqual([]);
  });
});
