/** Problems that only a whole command can find, each with the smallest project that has it. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildSite } from '../../../src/project/build/build-site.ts';
import { checkProject } from '../../../src/project/check/check-project.ts';
import { renameInProject } from '../../../src/project/refactor/rename-project.ts';
import { docsJson, type Files, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';
import { runWarm } from '../../harness/warm-cli.ts';

let folder: string;
let project: string;
beforeEach(() => {
  folder = temporaryFolder('codes');
  project = join(folder, 'project');
});
afterEach(() => removeFolder(folder));

const site = (files: Files, rest: Readonly<Record<string, unknown>> = {}, navigation: unknown = { pages: ['index'] }) =>
  writeProject(project, { 'docs.json': docsJson(navigation, rest), 'index.mdx': '# Home\n', ...files });
const line = ({ severity, code, message }: { severity: string; code: string; message: string }) => `${severity} ${code} ${message}`;
const build = async () => {
  const { diagnostics } = await buildSite({ dir: project, outDir: join(folder, 'out'), useCache: false });
  return diagnostics.map(line);
};

describe('a build', () => {
  test.each<[string, Files, Readonly<Record<string, unknown>>, string]>([
    ['broken YAML that docs.json refers to', { 'colors.yaml': 'primary: [' }, { colors: { $ref: 'colors.yaml' } }, 'error config/yaml '],
    [
      'an import of a stylesheet',
      { 'index.mdx': 'import styles from "./own.css"\n\n{[1].map((n) => n)}\n', 'own.css': 'a{}' },
      {},
      'warning mdx/import-style stylesheet "./own.css" needs no import',
    ],
    [
      'an import of a stylesheet by code',
      {
        'index.mdx': 'import { A } from "/a.jsx"\n\n<A />\n',
        'a.jsx': 'import "./own.css";\nexport const A = () => <b>A</b>;',
        'own.css': 'a{}',
      },
      {},
      'warning mdx/import-style stylesheet "./own.css" needs no import',
    ],
    [
      'a style of paid icons',
      { 'index.mdx': '<Icon icon="star" iconType="duotone" />\n' },
      { icons: { library: 'fontawesome' } },
      'notice icons/paid the free version of Font Awesome does not have the style "duotone", so docsgen shows the icons in a free style',
    ],
    [
      'a font of another host',
      { 'own.css': '@font-face{src:url(https://fonts.example/x.woff2)}' },
      {},
      'notice security/origins the site\'s files load resources from "https://fonts.example", which the Content-Security-Policy blocks',
    ],
    ['a name with a backslash', { 'a\\b.mdx': '# A\n' }, {}, 'warning fs/name the name of "a\\\\b.mdx" is not valid UTF-8'],
    [
      'restricted pages',
      { 'inside.mdx': '---\ntitle: Inside\ngroups: [staff]\n---\n' },
      { docsgen: { auth: { method: 'password' } } },
      'notice config/private-part restricted pages are in ',
    ],
  ])('should report %s', async (_, files, rest, expected) => {
    site(files, rest);
    expect(await build()).toContainEqual(expect.stringContaining(expected));
  });

  test('should call the search unavailable when its program is missing', async () => {
    site({});
    const { stdout } = await runWarm(['build', '--out', join(folder, 'out'), '--no-cache', '--format', 'json'], {
      cwd: project,
      env: { PAGEFIND_EXTENDED_BINARY_PATH: join(folder, 'pagefind') },
    });
    expect(JSON.parse(stdout).map(line)).toContainEqual(expect.stringContaining('notice search/unavailable the site has no search: '));
  });
});

test('a check should report a page that is not translated', async () => {
  const languages = ['en', 'ja'].map((language) => ({ language, pages: [language === 'en' ? 'index' : 'ja/index'] }));
  site({ 'ja/index.mdx': `# Home\n\n${'These words are not Japanese. '.repeat(40)}\n` }, {}, { languages });
  const { diagnostics } = await checkProject({ dir: project, useCache: false });
  expect(diagnostics.map(line)).toContainEqual(expect.stringContaining('i18n/untranslated this page is not translated into "ja" yet'));
});

test('a rename should not edit redirects in YAML', async () => {
  site(
    { 'redirects.yaml': '- {source: /x, destination: /}\n', 'a.mdx': '# A\n' },
    { redirects: { $ref: 'redirects.yaml' } },
    { pages: ['index', 'a'] },
  );
  const { diagnostics } = await renameInProject({ dir: project, from: 'a', to: 'b' });
  expect(diagnostics.map(line)).toContainEqual(expect.stringContaining('cli/rename-redirects the redirects are in redirects.yaml'));
});
