/** The gate once more, on a site with closed parts and descriptions of several files: attempts of a hostile agent, and the work of an ordinary one. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changesOf } from '../../../src/apps/agent/git/work-tree.ts';
import { checkChanges } from '../../../src/apps/agent/policy/change-policy.ts';
import { createSecrets } from '../../../src/apps/agent/runner/secrets.ts';
import { ConfinedFiles } from '../../../src/apps/agent/sandbox/confined-files.ts';
import { createCheckouts } from './harness/checkouts.ts';
import { createRepository, type TestRepository } from './harness/repository.ts';

type Left = Readonly<Record<string, string | Uint8Array | null | { readonly link: string }>>;
const json = (value: unknown) => JSON.stringify(value, undefined, 2);
const description = {
  openapi: '3.1.0',
  info: { title: 'Users', version: '1.0.0' },
  servers: [{ url: 'https://api.example.com' }],
  paths: { '/users': { get: { responses: { 200: { description: 'ok' } } } } },
};
const navigation = {
  groups: [
    { group: 'Home', pages: ['index', 'start', 'staff', 'closed'] },
    { group: 'Open', public: true, pages: ['open', 'GET /users'], openapi: 'api/users.json' },
    { group: 'Inside', public: false, pages: ['inner', 'folder/index', 'inside/api.json GET /users'] },
  ],
};
const settings = {
  theme: 'mint',
  name: 'Site',
  colors: { primary: '#0a7a55' },
  navigation,
  api: { openapi: ['api/users.json', 'api/split/openapi.yaml', 'api/events.yaml'] },
  redirects: [{ source: '/old', destination: '/start' }],
  docsgen: { auth: { method: 'oidc' } },
  footer: { $ref: './config/footer.json' },
};
const base = {
  'docs.json': json(settings),
  'config/footer.json': json({ socials: { github: 'https://github.com/acme' } }),
  'index.mdx': '---\ntitle: Home\n---\n\nimport prices from "/data/prices.json"\n\nWelcome {prices.small}.\n',
  'start.mdx': '---\ntitle: Start\n---\n\nInstall.\n',
  'staff.mdx': '---\ntitle: Staff\ngroups: [staff]\n---\n\nFor staff.\n',
  'closed.mdx': '---\ntitle: Closed\npublic: false\n---\n\nFor some.\n',
  'open.mdx': '---\ntitle: Open\n---\n\nFor all.\n',
  'inner.mdx': '---\ntitle: Inner\n---\n\nInside.\n',
  'folder/index.mdx': '---\ntitle: Folder\n---\n\nInside.\n',
  'es/start.mdx': '---\ntitle: Inicio\n---\n\nInstalar.\n',
  'api/users.json': json(description),
  'inside/api.json': json(description),
  'api/split/openapi.yaml':
    'openapi: 3.1.0\ninfo: { title: Split, version: "1" }\npaths:\n  /pets:\n    $ref: ./paths/pets.yaml\n  /owners:\n    $ref: "paths/owners.json#/owners"\ncomponents:\n  schemas:\n    Pet: { $ref: "schemas/Pet.yaml" }\n',
  'api/split/paths/pets.yaml':
    'get:\n  responses:\n    "200":\n      description: ok\n      content:\n        application/json:\n          schema: { $ref: ../schemas/Pet.yaml }\n',
  'api/split/paths/owners.json': json({ owners: { get: { responses: { 200: { description: 'ok' } } } } }),
  'api/split/schemas/Pet.yaml': 'type: object\nproperties:\n  name: { type: string }\n  tag: { $ref: "./Tag.yaml" }\n',
  'api/split/schemas/Tag.yaml': 'type: string\n',
  'api/split/schemas/unused.yaml': 'on: push\n',
  'api/events.yaml': 'asyncapi: 3.0.0\ninfo: { title: Events, version: "1" }\nchannels: {}\n',
  'data/prices.json': json({ small: 5 }),
  'data/other.json': json({ one: 1 }),
  'snippets/table.jsx': 'import rows from "./rows.json";\nexport const Table = () => <p>{rows.length}</p>;\n',
  'snippets/rows.json': json([1, 2]),
  'snippets/install.mdx': 'Install.\n',
  'images/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>\n',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>\n',
};

let repository: TestRepository;
let checkedOut: ReturnType<typeof createCheckouts>;
let count = 0;
beforeAll(() => {
  repository = createRepository(base);
  checkedOut = createCheckouts(repository);
});
afterAll(() => repository.remove());

/** Why the gate refuses a change that was left in the folder; empty when it lets it through. */
async function refused(left: Left): Promise<string> {
  const scratch = join(repository.scratch, `tree-${++count}`);
  const tree = await checkedOut(join(scratch, 'docs'));
  for (const [path, content] of Object.entries(left)) {
    const full = join(tree.folder, path);
    rmSync(full, { force: true, recursive: true });
    if (content === null) continue;
    mkdirSync(dirname(full), { recursive: true });
    if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(full, content);
    else symlinkSync(content.link, full);
  }
  const limits = { files: 200, fileBytes: 5_000_000 };
  const { violations } = await checkChanges(tree, await changesOf(tree), limits, createSecrets([]), { paths: [], allow: [] });
  rmSync(scratch, { recursive: true, force: true });
  return violations.join('; ');
}

const [home, opened, inside] = navigation.groups;
const withSettings = (change: Record<string, unknown>): Left => ({ 'docs.json': json({ ...settings, ...change }) });
const withNavigation = (...groups: readonly unknown[]): Left => withSettings({ navigation: { groups } });
const open = (...pages: readonly unknown[]) => withNavigation(home, { group: 'Open', public: true, pages });

describe('attempts to open what is closed', () => {
  test.each<[string, Left]>([
    [
      'groups that become those of the playground',
      { 'staff.mdx': '---\ntitle: Staff\ngroups: [staff]\nplayground: auth\n---\n\nFor staff.\n' },
    ],
    [
      'a page with another ending in the place of a closed one',
      { 'staff.mdx': null, 'staff.md': '---\ntitle: Staff\n---\n\nFor staff.\n' },
    ],
    ['a closed page that is moved', { 'staff.mdx': null, 'all/staff.mdx': '---\ntitle: Staff\n---\n\nFor staff.\n' }],
    ['a closed page that is moved and altered', { 'closed.mdx': null, 'news.mdx': '---\ntitle: Closed\n---\n\nFor some.\n\nMore.\n' }],
    ['front matter that is not closed', { 'staff.mdx': '---\ntitle: Staff\ngroups: [staff]\n\nFor staff.\n' }],
    ['front matter with an unknown language', { 'staff.mdx': '---js\ngroups: [staff]\n---\n\nFor staff.\n' }],
    ['a page named with its ending', open('open', 'inner.mdx')],
    ['a page named with a slash at the end', open('open', 'inner/')],
    ['a page named with a slash at the beginning', open('open', '/inner')],
    ['a page named with ./', open('open', './inner')],
    ['the index of a folder', open('open', 'folder')],
    ['a page in a group in the open part', open('open', { group: 'More', pages: ['inner'] })],
    ['a page as the root of a group', open('open', { group: 'More', root: 'inner', pages: ['open'] })],
    ['a page of another language', open('open', 'es/start')],
    ['a group made public', withNavigation(home, opened, { ...inside, public: true })],
    ['the whole navigation made public', withSettings({ navigation: { ...navigation, public: true } })],
    ['the operations of a closed group', open('open', 'inside/api.json GET /users')],
    ['the description of a closed group', withNavigation(home, { ...opened, openapi: 'inside/api.json' })],
    [
      'the closed part removed from a site that is public otherwise',
      withSettings({ public: true, navigation: { groups: [home, opened] } }),
    ],
    ['public through a reference', { ...withSettings({ public: { $ref: './config/footer.json' } }) }],
  ])('%s', async (_title, left) => {
    expect(await refused(left)).not.toBe('');
  });
});

describe('files that pose', () => {
  const named = (path: string, text = json(description)): Left => ({
    ...withSettings({ api: { openapi: [...settings.api.openapi, path] } }),
    [path]: text,
  });
  const unusual =
    'Package.JSON package.json5 paCKage\u00ad.json package.json. pack\u2060age.yaml tsconfig.base.json jsconfig.eslint.json .babelrc.json babelrc.json nuxt.config.json vue.config.json ' +
    'docker-compose.prod.yaml compose.override.yml docker-compose.ci.json cloudbuild.prod.yaml buildspec-test.yml azure-pipelines-1.yml release.workflow.yml ci.yaml deploy.ci.yml ' +
    'firebase.dev.json vercel.prod.json netlify.staging.json wrangler.dev.json app.prod.yaml cdk.context.json nest-cli.json vue-cli.json ng-package.json ngsw-config.json ' +
    'tsup.config.json rolldown.config.json .swcrc .mocharc.json mocharc.yaml .nycrc.json nycrc.json .releaserc.json .graphqlrc.yml graphqlrc.yml .yarnrc.yml yarnrc.yml ' +
    'pre-commit-hooks.yaml pre-commit.yaml openapi-generator.json openapi-generator-config.yaml openapi-ts.config.json openapitools.yaml swagger-codegen.json kubb.config.json ' +
    'claude.json .claude.json gemini.yaml agent.yaml agents/mcp.json .aider.conf.yml aider.conf.yml continue.yaml .continue/config.json zed.json tasks.json launch.json extensions.json ' +
    'project.json workspace.json rush-project.json moon.yml wireit.json just.json nodemon.prod.json sst.json amplify-meta.json function.json host.json local.settings.json proxies.json ' +
    'global.json omnisharp.json bundleconfig.json libman.json xunit.runner.json conda-environment.yml environment.yml meta.yaml recipe.yaml anaconda-project.yml readthedocs.yml readthedocs.yaml .readthedocs.yaml ' +
    'helmfile.yaml values.prod.yaml values-dev.yaml ingress.yaml crd.yaml argo.yaml prometheus.yml rules.yml playbook.yml galaxy.yml inventory.yaml site.yml group_vars/all.yml ' +
    'sam.yaml template.yml samconfig.yaml cloudformation.json cloudformation.yaml stack.json azuredeploy.json pulumi.prod.yaml Pulumi.yaml cog.yaml modal.yaml replicate.yaml ' +
    'dependabot.json codecov.json sonarcloud.json snyk.json .snyk trivy.yaml semgrep.yml gitleaks.yaml labeler.yml stale.yml mergify.yml backport.json all-contributors.json changeset.json';
  test.each(unusual.split(' '))('%s', async (path) => {
    expect(await refused(named(path))).not.toBe('');
  });

  test.each<[string, Left]>([
    [
      'a fragment that nothing referred to before',
      {
        ...named('api/users.json', json({ ...description, 'x-more': { $ref: '../data/other.json' } })),
        'data/other.json': json({ two: 2 }),
      },
    ],
    [
      'a fragment whose reference is new',
      { 'api/split/paths/pets.yaml': 'get: { $ref: ../schemas/unused.yaml }\n', 'api/split/schemas/unused.yaml': 'on: push\njobs: {}\n' },
    ],
    [
      'a reference to the settings of a tool',
      { 'api/split/paths/pets.yaml': 'get: { $ref: ../../../package.json }\n', 'package.json': '{}' },
    ],
    [
      'a fragment that becomes a workflow',
      { 'api/split/schemas/Pet.yaml': 'on: push\njobs:\n  a:\n    runs-on: x\n    steps: [{ run: id }]\n' },
    ],
    ['a fragment that cannot be read', { 'api/split/schemas/Pet.yaml': 'a: [\n' }],
    ['data that no page imports', { 'data/other.json': json({ one: 2 }) }],
    ['data of which a new import makes use', { 'start.mdx': 'import x from "/data/other.json"\n', 'data/other.json': json({ two: 2 }) }],
    ['a component with a twin ending', { 'snippets/x.jsx.js': 'x' }],
    ['a script with another case', { 'site.JS': 'x' }],
    ['a style sheet with another case', { 'site.CSS': 'x' }],
    ['a stream of NTFS', { 'a.mdx::$DATA': 'x' }],
    ['a page with a blank at the end', { 'a.mdx ': 'x' }],
    [
      'a drawing with a link that runs',
      { 'images/x.svg': '<svg xmlns="http://www.w3.org/2000/svg"><a href="javascript:alert(1)"><text>x</text></a></svg>' },
    ],
    [
      'a drawing with a foreign object',
      {
        'images/x.svg':
          '<svg xmlns="http://www.w3.org/2000/svg"><foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" srcdoc="&lt;script&gt;1&lt;/script&gt;"/></foreignObject></svg>',
      },
    ],
    ['a picture that is a drawing in capitals', { 'images/x.SVG': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>' }],
    ['HTML in the place of a picture', { 'images/x.html': '<script>1</script>' }],
    ['settings in a second docs.json', { 'DOCS.json': json(settings) }],
    [
      'settings of the look that hold a script',
      withSettings({ styling: { scripts: ['https://evil.example/x.js'] }, scripts: ['https://evil.example/x.js'] }),
    ],
    ['a link of a folder', { guides: { link: '/etc' } }],
    ['a redirect to another site with a space', withSettings({ redirects: [{ source: '/x', destination: ' //evil.example' }] })],
    ['a redirect with a tab', withSettings({ redirects: [{ source: '/x', destination: '/\t/evil.example' }] })],
    ['a redirect that runs', withSettings({ redirects: [{ source: '/x', destination: 'javascript:alert(1)' }] })],
    ['a redirect as the description of a redirect file', withSettings({ redirects: { $ref: './r.json' } })],
  ])('%s', async (_title, left) => {
    expect(await refused(left)).not.toBe('');
  });
});

describe('the work of an ordinary agent', () => {
  const picture = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]);
  test.each<[string, Left]>([
    [
      'an operation with extensions',
      {
        'api/users.json': json({
          ...description,
          'x-tagGroups': [{ name: 'a', tags: [] }],
          paths: { '/users': { get: { 'x-codeSamples': [{ lang: 'sh' }], 'x-mint': { content: 'a' }, responses: {} } } },
        }),
      },
    ],
    [
      'a description in YAML',
      { 'api/events.yaml': 'asyncapi: 3.0.0\ninfo: { title: Events, version: "2" }\nchannels:\n  a: { address: a }\nx-owner: me\n' },
    ],
    ['the root of several files', { 'api/split/openapi.yaml': `${base['api/split/openapi.yaml']}tags: [{ name: pets }]\n` }],
    ['a fragment', { 'api/split/paths/pets.yaml': base['api/split/paths/pets.yaml'].replace('ok', 'The pets') }],
    ['a fragment with a pointer', { 'api/split/paths/owners.json': json({ owners: { get: { summary: 'Owners', responses: {} } } }) }],
    ['a fragment of a fragment', { 'api/split/schemas/Tag.yaml': 'type: string\ndescription: A word.\nexample: cat\n' }],
    [
      'a schema with a new property',
      {
        'api/split/schemas/Pet.yaml':
          'type: object\nrequired: [name]\nproperties:\n  name: { type: string, description: Its name. }\n  tag: { $ref: "./Tag.yaml" }\n',
      },
    ],
    [
      'a new part beside one that was there',
      {
        'api/split/paths/cats.yaml': 'get:\n  responses: {}\n',
        'api/split/openapi.yaml': base['api/split/openapi.yaml'].replace('/owners:', '/cats: { $ref: ./paths/cats.yaml }\n  /owners:'),
      },
    ],
    ['data that a page imports', { 'data/prices.json': json({ small: 6, large: 9 }) }],
    ['data that a snippet imports', { 'snippets/rows.json': json([1, 2, 3]) }],
    [
      'a page deep down',
      { 'guides/a/b/c/d.mdx': '# D\n', ...withNavigation(home, { group: 'G', pages: ['guides/a/b/c/d'] }, opened, inside) },
    ],
    [
      'a page of another language',
      {
        'es/guias/nueva.mdx': '---\ntitle: Nueva\n---\n',
        'pt-BR/start.mdx': '# Início\n',
        'zh-Hans/start.mdx': '# 开始\n',
        'ja/はじめに.mdx': '# はじめに\n',
      },
    ],
    [
      'languages in the navigation',
      withSettings({
        navigation: {
          languages: [
            { language: 'en', ...navigation },
            { language: 'es', pages: ['es/start'] },
          ],
        },
      }),
    ],
    [
      'tabs around what was there',
      withSettings({
        navigation: {
          tabs: [
            { tab: 'Guides', ...navigation },
            { tab: 'API', openapi: 'api/users.json' },
          ],
        },
      }),
    ],
    ['a closed page that is named in the open part, too', withNavigation(home, { ...opened, pages: ['open', 'inner'] }, inside)],
    ['the open part, put in order', open('GET /users', 'open')],
    ['the open part, with another title', withNavigation(home, { ...opened, group: 'start', icon: 'open' }, inside)],
    ['a new open group', withNavigation(home, opened, { group: 'News', public: true, icon: 'bolt', pages: ['open'] }, inside)],
    ['a page of the open part, moved to the closed', withNavigation(home, inside, { group: 'O', pages: ['open'] })],
    [
      'pictures',
      {
        'images/a.webp': picture,
        'images/deep/b.gif': picture,
        'Images/C.PNG': picture,
        'images/name with blanks.jpg': picture,
        'images/@2x.png': picture,
      },
    ],
    ['a picture that is removed', { 'images/logo.svg': null }],
    [
      'the logo and the icon',
      {
        'favicon.svg': base['favicon.svg'].replace('M0 0', 'M1 1'),
        ...withSettings({ logo: { light: '/images/logo.svg', dark: '/images/logo.svg' }, favicon: '/favicon.svg' }),
      },
    ],
    ['fonts', { 'fonts/a.woff2': picture, ...withSettings({ fonts: { family: 'Own', source: '/fonts/a.woff2', format: 'woff2' } }) }],
    [
      'redirects',
      withSettings({
        redirects: [...settings.redirects, { source: '/a/:slug*', destination: '/b/:slug*' }, { source: '/c', destination: '/start#top' }],
      }),
    ],
    ['a snippet', { 'snippets/install.mdx': 'Install with `npm`.\n', 'snippets/deep/more.mdx': 'More.\n', '_snippets/old.mdx': 'x\n' }],
    [
      'a component',
      { 'snippets/table.jsx': 'export const Table = ({ rows }) => <table>{rows.map((r) => <tr key={r}><td>{r}</td></tr>)}</table>;\n' },
    ],
    ['a closed page', { 'staff.mdx': '---\ntitle: Staff\ndescription: More.\ngroups:\n  - staff\n---\n\nFor staff, more.\n' }],
    ['a closed page that is removed', { 'staff.mdx': null }],
    ['a closed page that is moved and stays closed', { 'staff.mdx': null, 'team/staff.mdx': base['staff.mdx'] }],
    ['a page that becomes a folder', { 'start.mdx': null, 'start/index.mdx': base['start.mdx'] }],
    ['a page with another ending', { 'start.mdx': null, 'start.md': base['start.mdx'] }],
    [
      'front matter',
      { 'start.mdx': '---\ntitle: Start\nsidebarTitle: S\nicon: rocket\ntag: NEW\nmode: wide\nkeywords: [a]\n---\n\nInstall.\n' },
    ],
    ['a page of an operation', { 'reference/users.mdx': '---\nopenapi: "GET /users"\n---\n' }],
    ['a page of a schema', { 'reference/user.mdx': '---\nopenapi-schema: api/users.json User\n---\n' }],
    [
      'words',
      {
        'start.mdx':
          '---\ntitle: Start\n---\n\n<Note>Run `npm ci`.</Note>\n\n```json package.json\n{ "scripts": { "postinstall": "id" } }\n```\n',
      },
    ],
    [
      'pages about tools',
      {
        'integrations/docker.mdx': '# D\n',
        'integrations/github-actions.mdx': '# G\n',
        'guides/config.mdx': '# C\n',
        'sdk/package.mdx': '# P\n',
        'claude.mdx': '# C\n',
        'cli/makefile.mdx': '# M\n',
      },
    ],
    [
      'the footer, in its file',
      {
        'config/footer.json': json({
          socials: { x: 'https://x.com/acme' },
          links: [{ header: 'More', items: [{ label: 'Blog', href: 'https://acme.example/blog' }] }],
        }),
      },
    ],
    [
      'banner, navbar and colours',
      withSettings({
        banner: { content: 'New' },
        navbar: { links: [{ label: 'Blog', href: 'https://acme.example' }] },
        colors: { primary: '#000000' },
        appearance: { default: 'dark' },
      }),
    ],
    ['names of variables', withSettings({ variables: { product: 'Acme' } })],
    [
      'a manual and a film',
      { 'files/manual.pdf': picture, 'videos/intro.mp4': picture, 'videos/intro.vtt': 'WEBVTT\n', 'audio/a.ogg': picture },
    ],
    ['a change log', { 'changelog.mdx': '---\ntitle: Changelog\nrss: true\n---\n\n<Update label="1.0">All.</Update>\n' }],
    [
      'examples in a description',
      {
        'api/users.json': json({
          ...description,
          components: { schemas: { User: { type: 'object', example: { jobs: 1, scripts: {}, on: 'push' } } } },
          webhooks: {},
        }),
      },
    ],
  ])('%s', async (_title, left) => {
    expect(await refused(left)).toBe('');
  });
});

describe('the tools of the model say at once what the gate would say', () => {
  const limits = { fileBytes: 5_000_000, reserved: new Set<string>(), policy: { paths: [], allow: [] } };
  test.each<[string, string, boolean]>([
    ['api/split/schemas/Tag.yaml', 'type: string\n', true],
    ['api/split/paths/cats.yaml', 'get: { responses: {} }\n', true],
    ['api/split/schemas/Pet.yaml', 'on: push\n', false],
    ['data/prices.json', '{"small":6}', true],
    ['data/other.json', '{"one":2}', false],
    ['snippets/rows.json', '[1]', true],
    ['api/split/paths/package.json', '{}', false],
  ])('%s', (path, text, isWritten) => {
    const root = join(repository.scratch, `tools-${++count}`);
    for (const [name, content] of Object.entries(base)) {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), content);
    }
    const write = () => new ConfinedFiles(root, limits).write(path, text);
    if (isWritten) expect(write).not.toThrow();
    else expect(write).toThrow();
  });
});
