/** Cases that take more than some seconds: `npm run cases` plays them with the others, the tests keep them for test/slow. */
export const slowCases: ReadonlySet<string> = new Set([
  'config-45',
  'dev-13',
  'dev-27',
  'dev-30',
  'dev-33',
  'dev-34',
  'dev-35',
  'fs-01',
  'fs-26',
  'fs-27',
  'mdx-08',
  'mdx-10',
  'mdx-29',
  'mdx-36',
  'static-03',
  'static-04',
  'static-05',
  'static-06',
  'static-12',
  'static-13',
]);

/** Areas whose every case starts a server over a site of its own. */
export const slowAreas: ReadonlySet<string> = new Set(['auth', 'leak', 'load']);
