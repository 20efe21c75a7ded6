/** Recipes for the area `mdx`: cases of several files, or whose input is told in words. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { docsJson, type Files } from '../../harness/project.ts';
import type { Recipe } from '../recipe.ts';
import type { Scene } from '../scene.ts';

/** A site of `index` and the pages given by name. */
function site(pages: Files, rest: Files = {}): Files {
  const names = Object.keys(pages).map((path) => path.replace(/\.mdx$/, ''));
  return { 'index.mdx': '---\ntitle: Home\n---\n\nWelcome.\n', 'docs.json': docsJson({ pages: ['index', ...names] }), ...pages, ...rest };
}

const htmlOf = (scene: Scene, page: string): string => readFileSync(join(scene.out, page, 'index.html'), 'utf8');

export const pageRecipes: readonly [string, () => Recipe][] = [
  [
    'mdx-01',
    () => ({
      files: site({ 'a.mdx': 'One\n\n<Card>\n\nopen\n', 'b.mdx': '{1 +}\n', 'c.mdx': '<a b=>\n' }),
      check: namesAll('a.mdx', 'b.mdx', 'c.mdx'),
    }),
  ],
  ['mdx-02', () => ({ files: site({ 'page.mdx': 'One\n\n\n{1 +}\n\n\n\n\n<Crad title="x"/>\n' }) })],
  [
    'mdx-17',
    () => ({
      files: site(
        { 'page.mdx': 'import A from "./a.mdx"\n\n<A/>\n' },
        { 'a.mdx': 'import B from "./b.mdx"\n\n<B/>\n', 'b.mdx': 'import A from "./a.mdx"\n\n<A/>\n' },
      ),
    }),
  ],
  [
    'mdx-20',
    () => {
      const levels = Array.from(
        { length: 9 },
        (_, level) =>
          `l${level}: &l${level} [${Array(9)
            .fill(level === 0 ? '"x"' : `*l${level - 1}`)
            .join(',')}]`,
      );
      return { files: site({ 'page.mdx': `---\ntitle: Bomb\n${levels.join('\n')}\n---\n\nText.\n` }) };
    },
  ],
  [
    'mdx-21',
    () => ({
      files: site({ 'page.mdx': '---\ntitle: [1,2]\npublic: "yes"\ngroups: admin\n---\n\nText.\n' }),
      check: (_scene, outcome) => {
        const said = outcome.stdout + outcome.stderr;
        return ['title', 'public', 'groups'].filter((key) => !said.includes(key)).map((key) => `${key} is not named`);
      },
    }),
  ],
  [
    'mdx-27',
    () => ({
      files: site({
        'page.mdx':
          '## currentScript\n\n<img name="currentScript" src="//evil.example/x.js"/>\n\n<form id="document"/>\n\n## constructor\n\nText.\n',
      }),
    }),
  ],
  [
    'mdx-28',
    () => ({
      files: site({ 'page.mdx': `${'## Same\n\n'.repeat(5000)}## same-1\n` }),
      check: (scene) => {
        const ids = [...htmlOf(scene, 'page').matchAll(/<h2\b[^>]*?\sid="([^"]*)"/g)].map((match) => match[1]);
        return ids.length === 5001 && new Set(ids).size === 5001 ? [] : [`${ids.length} headings, ${new Set(ids).size} ids`];
      },
    }),
  ],
  [
    'mdx-29',
    () => ({ files: site({ 'page.mdx': Array.from({ length: 100_000 }, (_, number) => `## Heading number ${number}\n\n`).join('') }) }),
  ],
  ['mdx-33', () => ({ files: site({ 'page.mdx': Array.from({ length: 2000 }, (_, level) => `${'  '.repeat(level)}- a\n`).join('') }) })],
  [
    'mdx-36',
    () => {
      const row = (text: string) => `|${` ${text} |`.repeat(200)}\n`;
      return { files: site({ 'page.mdx': row('h') + row('---') + row('cell').repeat(500) }) };
    },
  ],
  [
    'mdx-38',
    () => ({
      files: site({ 'page.mdx': '```js\nconst a = "\u202E\u2066x";\u200B\n```\n' }),
      check: (scene) => {
        const code = /<pre\b[\s\S]*?<\/pre>/.exec(htmlOf(scene, 'page'))?.[0] ?? '';
        if (code === '') return ['there is no code block'];
        const bare = code.replace(/<(?:bdi|span)\b[^>]*(?:invisible|data-char|title)[^>]*>[^<]*<\/(?:bdi|span)>/g, '');
        return /[\u202E\u2066\u200B]/.test(bare) ? ['invisible characters stand unmarked in the code'] : [];
      },
    }),
  ],
  [
    'mdx-39',
    () => ({
      files: {
        ...site({ 'page.mdx': '' }),
        'page.mdx': Buffer.concat([Buffer.from('Text '), Buffer.from([0x00, 0xed, 0xa0, 0x80]), Buffer.from(' end\n')]),
      },
    }),
  ],
  [
    'mdx-40',
    () => {
      const doublings = Array.from(
        { length: 20 },
        (_, level) =>
          `\\def\\m${String.fromCharCode(97 + level)}{${level === 0 ? 'x' : `\\m${String.fromCharCode(96 + level)}`.repeat(2)}}`,
      );
      return { files: site({ 'page.mdx': `$$\n${doublings.join('\n')}\n\\mt\n$$\n` }) };
    },
  ],
  [
    'mdx-45',
    () => ({
      files: site(
        { 'page.mdx': '<img src="/images/x.svg" alt="x"/>\n' },
        {
          'images/x.svg':
            '<svg xmlns="http://www.w3.org/2000/svg" onload="window.X=1" width="8" height="8"><script>window.X=1</script></svg>',
        },
      ),
      check: (scene, outcome) => {
        const svg = readFileSync(join(scene.out, 'images/x.svg'), 'utf8');
        const clean = !/<script|onload/i.test(svg);
        return clean || (outcome.stdout + outcome.stderr).includes('static/svg-script')
          ? []
          : ['the script in the picture is neither removed nor named'];
      },
    }),
  ],
];

function namesAll(...files: string[]): Recipe['check'] {
  return (_scene, outcome) =>
    files.filter((file) => !(outcome.stdout + outcome.stderr).includes(`${file}:`)).map((file) => `${file} is not named`);
}
