/** Recipes for the area `config`: cases whose input is told in words. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { CliOutcome } from '../../harness/cli.ts';
import { docsJson, type Files, hashTree, writeProject } from '../../harness/project.ts';
import { defaultArgs, type Recipe } from '../recipe.ts';
import type { Scene } from '../scene.ts';

const index: Files = { 'index.mdx': '---\ntitle: Home\n---\n\nWelcome.\n' };
const page = (title: string) => `---\ntitle: ${JSON.stringify(title)}\n---\n\nText.\n`;

/** Builds the project in another form beside it; both sites must have the same bytes. */
function sameAs(files: Files): Recipe['check'] {
  return async (scene: Scene) => {
    const other = join(scene.folder, 'work', 'project2');
    writeProject(other, files);
    const outcome = await scene.run(['build', '--out', '../site2'], { cwd: other });
    if (outcome.exit !== 0) return [`the plain form does not build: ${outcome.stderr.slice(0, 300)}`];
    return hashTree(join(scene.folder, 'work', 'site2')) === hashTree(scene.out) ? [] : ['other bytes than the plain form'];
  };
}

const plain: Files = { ...index, 'docs.json': docsJson({ pages: ['index'] }) };
const crlf = (files: Files): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, String(text).replaceAll('\n', '\r\n')]));

export const configRecipes: readonly [string, () => Recipe][] = [
  ['config-01', () => ({ files: {} })],
  ['config-02', () => ({ files: { ...index, 'docs.json': '' } })],
  ['config-06', () => ({ files: { ...index, 'docs.json': `\uFEFF${plain['docs.json']}` }, check: sameAs(plain) })],
  ['config-08', () => ({ files: crlf(plain), check: sameAs(plain) })],
  [
    'config-19',
    () => {
      const text = String(plain['docs.json']);
      return { files: { ...index, 'docs.json': text.replace('{', '{"__proto__":{"polluted":true},') }, check: sameAs(plain) };
    },
  ],
  [
    'config-22',
    () => {
      const missing = Array.from({ length: 20 }, (_, number) => `missing-${number}`);
      const files = { ...index, 'docs.json': docsJson({ pages: ['index', ...missing] }) };
      return {
        files,
        check: (_scene, outcome) => missing.filter((name) => !said(outcome).includes(`"${name}"`)).map((name) => `${name} is not named`),
      };
    },
  ],
  [
    'config-24',
    () => ({
      files: { ...index, 'docs.json': docsJson({ pages: ['index', 'a/index', 'a'] }), 'a.mdx': page('A'), 'a/index.mdx': page('A') },
    }),
  ],
  [
    'config-25',
    () => ({
      files: { ...index, 'docs.json': docsJson({ pages: ['index', 'Guide', 'guide'] }), 'Guide.mdx': page('G'), 'guide.mdx': page('g') },
    }),
  ],
  [
    'config-37',
    () => {
      const navbar = { links: [{ label: 'x', href: 'data:text/html,<script>alert(1)</script>' }] };
      return { files: { ...index, 'docs.json': docsJson({ languages: [{ language: 'en', navbar, pages: ['index'] }] }) } };
    },
  ],
  [
    'config-41',
    () => ({
      files: {
        ...index,
        'docs.json': docsJson({ pages: ['index', 'index-page'] }, { redirects: [{ source: '/index-page', destination: '/' }] }),
        'index-page.mdx': page('Page'),
      },
    }),
  ],
  [
    'config-45',
    () => {
      const names = Array.from({ length: 20_000 }, (_, number) => `section-${Math.floor(number / 200)}/page-with-a-longer-name-${number}`);
      const groups = Map.groupBy(names, (name) => name.slice(0, name.indexOf('/')));
      const navigation = { groups: [...groups].map(([group, pages]) => ({ group, pages })) };
      return { files: { 'docs.json': docsJson(navigation), ...Object.fromEntries(names.map((name) => [`${name}.mdx`, 'One line.\n'])) } };
    },
  ],
  [
    'config-46',
    () => {
      const depth = 1000;
      const text = `${'{"group":"g","pages":['.repeat(depth)}"index"${']}'.repeat(depth)}`;
      return {
        files: { ...index, 'docs.json': `{"theme":"mint","name":"Deep","colors":{"primary":"#16a34a"},"navigation":{"groups":[${text}]}}` },
      };
    },
  ],
  [
    'config-49',
    () => {
      const names = ['指南/入门', 'دليل/بداية', '🚀/go', 'ünïcode'];
      const navigation = { groups: [{ group: 'First \u202E second', pages: ['index', ...names] }] };
      return {
        files: { ...index, 'docs.json': docsJson(navigation), ...Object.fromEntries(names.map((name) => [`${name}.mdx`, page(name)])) },
        check: (scene) => names.filter((name) => !existsSync(join(scene.out, name, 'index.html'))).map((name) => `${name} has no page`),
      };
    },
  ],
  [
    'config-51',
    () => {
      const versions = ['v1', 'v2'].map((version) => ({ version, default: true, pages: ['index'] }));
      return { files: { ...index, 'docs.json': docsJson({ versions }) } };
    },
  ],
  [
    'config-55',
    () => {
      const secret = `ghp_${'aB3'.repeat(12)}`;
      return {
        files: { ...index, 'docs.json': docsJson({ pages: ['index'] }, { description: `Call us with ${secret}` }) },
        args: defaultArgs,
        check: (_scene, outcome) => (said(outcome).includes(secret) ? ['the message shows the secret'] : []),
      };
    },
  ],
];

function said(outcome: CliOutcome): string {
  return `${outcome.stdout}\n${outcome.stderr}`;
}
