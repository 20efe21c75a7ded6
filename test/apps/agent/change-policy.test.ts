/** The gate over what an agent left behind, as data: files of tools that pose as descriptions, settings that only people change, and ordinary changes. */
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '../../../src/apps/agent/agents/agent.ts';
import { LocalHost } from '../../../src/apps/agent/code-host/local.ts';
import { changesOf } from '../../../src/apps/agent/git/work-tree.ts';
import { checkChanges } from '../../../src/apps/agent/policy/change-policy.ts';
import { type ChangePolicy, matchesGlob } from '../../../src/apps/agent/policy/path-rules.ts';
import { runTurn } from '../../../src/apps/agent/runner/run-turn.ts';
import { createSecrets } from '../../../src/apps/agent/runner/secrets.ts';
import { createCheckouts } from './harness/checkouts.ts';
import { playTurn } from './harness/play-turn.ts';
import { createRepository, type TestRepository } from './harness/repository.ts';

const description = {
  openapi: '3.1.0',
  info: { title: 'Users', version: '1.0.0' },
  paths: { '/users': { get: { responses: { 200: { description: 'ok' } } } } },
};
const settings = {
  theme: 'mint',
  name: 'Site',
  colors: { primary: '#0a7a55' },
  navigation: {
    groups: [
      { group: 'Home', pages: ['index', 'start', 'closed'] },
      { group: 'Open', public: true, pages: ['open'] },
    ],
  },
  api: { openapi: ['api/users.json', 'api/all'] },
  redirects: [{ source: '/old', destination: '/start' }],
  docsgen: { auth: { method: 'oidc' }, security: { connect: ['https://api.example.com'] } },
  footer: { $ref: './config/footer.json' },
};
const json = (value: unknown) => JSON.stringify(value, undefined, 2);
const base = {
  'docs.json': json(settings),
  'config/footer.json': json({ socials: { github: 'https://github.com/acme' } }),
  'index.mdx': '---\ntitle: Home\n---\n\nWelcome.\n',
  'start.mdx': '---\ntitle: Start\n---\n\nInstall.\n',
  'closed.mdx': '---\ntitle: Closed\ngroups: [staff]\n---\n\nFor staff.\n',
  'open.mdx': '---\ntitle: Open\n---\n\nFor all.\n',
  'api/users.json': json(description),
  'api/all/tasks.yaml': 'openapi: 3.1.0\ninfo:\n  title: Tasks\n  version: "1"\npaths: {}\n',
  'api/odd.json': json({ ...description, vendorExtra: true }),
  'reference/odd.mdx': '---\ntitle: Odd\nopenapi: api/odd.json GET /users\n---\n',
  'data/numbers.json': json({ one: 1 }),
  'site.js': 'console.log(1);\n',
  'style.css': 'body { margin: 0; }\n',
  'package.json': json({ name: 'x' }),
  'snippets/counter.jsx': 'export const Counter = () => <p>1</p>;\n',
  'images/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>\n',
  'tool.sh': '#!/bin/sh\n',
};

type Left = Readonly<Record<string, string | Uint8Array | null | { readonly link: string }>>;
const strict: ChangePolicy = { paths: [], allow: [] };
const limits = { files: 200, fileBytes: 5_000_000 };

let repository: TestRepository;
let checkedOut: ReturnType<typeof createCheckouts>;
let count = 0;
beforeAll(() => {
  repository = createRepository(base);
  checkedOut = createCheckouts(repository);
});
afterAll(() => repository.remove());

function leave(folder: string, left: Left): void {
  for (const [path, content] of Object.entries(left)) {
    const full = join(folder, path);
    rmSync(full, { force: true, recursive: true });
    if (content === null) continue;
    mkdirSync(dirname(full), { recursive: true });
    if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(full, content);
    else symlinkSync(content.link, full);
  }
}

/** What the gate says of a change that an agent left in the folder, past its tools. */
async function judged(left: Left, policy = strict, after: (folder: string) => void = () => undefined) {
  const scratch = join(repository.scratch, `tree-${++count}`);
  const tree = await checkedOut(join(scratch, 'docs'));
  leave(tree.folder, left);
  after(tree.folder);
  const judgement = await checkChanges(tree, await changesOf(tree), limits, createSecrets([]), policy);
  rmSync(scratch, { recursive: true, force: true });
  return judgement;
}

const withSettings = (change: Record<string, unknown>): Left => ({ 'docs.json': json({ ...settings, ...change }) });

/** Files of tools. Each is tried as a description with the settings of the tool in it, and as a clean description that docs.json names. */
const toolFiles = `
package.json package-lock.json npm-shrinkwrap.json pnpm-lock.yaml pnpm-workspace.yaml yarn.lock bun.lock deno.json deno.jsonc deno.lock jsr.json composer.json
composer.lock Cargo.toml Cargo.lock pyproject.toml poetry.lock uv.lock pdm.lock Pipfile Pipfile.lock requirements.txt requirements-dev.txt setup.cfg go.mod go.sum go.work
Gemfile Gemfile.lock pom.xml build.gradle build.gradle.kts packages.lock.json nuget.config mix.exs mix.lock pubspec.yaml pubspec.lock Package.swift Package.resolved bower.json lerna.json
tsconfig.json tsconfig.build.json jsconfig.json vite.config.ts vite.config.js next.config.mjs eslint.config.js tailwind.config.json jest.config.json babel.config.json turbo.json nx.json
biome.json .eslintrc.json .prettierrc.yaml .stylelintrc.json tslint.json cypress.json nodemon.json angular.json mkdocs.yml _config.yml codecov.yml sonar-project.properties lefthook.yml
.github/workflows/ci.yml .github/dependabot.yml .gitlab-ci.yml azure-pipelines.yml bitbucket-pipelines.yml .circleci/config.yml .travis.yml .drone.yml .buildkite/pipeline.yml
appveyor.yml cloudbuild.yaml action.yml action.yaml buildspec.yml amplify.yml appspec.yml workflows/deploy.yml Jenkinsfile Dockerfile Dockerfile.dev docker-compose.yml compose.yaml
docker-compose.override.yml Containerfile Chart.yaml kustomization.yaml skaffold.yaml helm/values.yaml k8s/deployment.yaml Makefile Taskfile.yml justfile Procfile Vagrantfile flake.nix flake.lock
.env .env.local .npmrc .vscode/settings.json .vscode/tasks.json .idea/workspace.xml site.code-workspace .devcontainer/devcontainer.json devcontainer.json
vercel.json netlify.toml now.json firebase.json wrangler.toml wrangler.json wrangler.jsonc _headers _redirects CNAME fly.toml render.yaml app.yaml serverless.yml
renovate.json renovate.json5 staticwebapp.config.json railway.json heroku.yml
AGENTS.md CLAUDE.md GEMINI.md agents.md CLAUDE.local.md SKILL.md .cursorrules .cursor/rules/x.mdc .claude/settings.json .mcp.json mcp.json guide.instructions.md plan.prompt.md
install.sh setup.ps1 run.py tool.rb app.exe module.wasm index.php page.html server.mjs build.cjs main.ts
.gitattributes .gitmodules .gitignore .git/hooks/post-checkout .husky/pre-commit hooks/post-merge
guides/package.json guides/deep/vercel.json PACKAGE.JSON Vercel.Json tsConfig.JSON pack\u200dage.json \uff50ackage.json packag~1.jso settings.json app.json template.yaml config.json deployment.yaml values.yaml
`
  .split(/\s+/)
  .filter(Boolean);

const settingsOfTools = {
  scripts: { postinstall: 'id' },
  rewrites: [{ source: '/(.*)', destination: 'https://evil.example' }],
  jobs: { a: { steps: [{ run: 'id' }] } },
};

describe(`${toolFiles.length} files of tools`, () => {
  test.each(toolFiles)('%s', async (path) => {
    for (const extra of [settingsOfTools, {}]) {
      const named = withSettings({ api: { openapi: [...settings.api.openapi, path] } });
      const { violations } = await judged({ ...named, [path]: json({ ...description, ...extra }) });
      // A `.git` folder that an agent makes is no content, and never comes into a commit.
      expect(violations.length > 0).toBe(!path.startsWith('.git/'));
    }
  });

  test('none comes through a whole turn, and the job lists what was refused', async () => {
    const paths = toolFiles.filter(
      (path) => !path.startsWith('.git/') && path.toLowerCase() === path && !path.includes('workflows/deploy'),
    );
    const agent: Agent = async ({ folder }) => {
      leave(folder, Object.fromEntries([...paths.map((path) => [path, json(description)] as const), ['index.mdx', 'Changed.\n']]));
      return { summary: 'Changed.' };
    };
    const host = new LocalHost(repository.path, (number) => `http://127.0.0.1:9/${number}`);
    const played = await playTurn(repository, undefined, {
      project: { docs: '' },
      runTurn: (input, steps, signal) => runTurn(input, steps, signal, { host, agent, secrets: createSecrets([]), allowUnsandboxed: true }),
    });
    expect(played.outcome).toMatchObject({ kind: 'failed', code: 'policy_violation' });
    expect(played.steps).toEqual([]);
    expect(repository.branches()).toEqual(['main']);
    const reported = played.events.find(({ kind }) => kind === 'policy')?.data as { violations: readonly string[] };
    expect(reported.violations.length).toBe(Math.min(101, paths.length));
    expect(played.outcome.kind === 'failed' && played.outcome.message).toContain('.cursorrules: hidden files');
  });
});

describe('data that poses as a description', () => {
  const named = (path: string) => withSettings({ api: { openapi: [...settings.api.openapi, path] } });
  const refused: readonly (readonly [string, Left, string])[] = [
    ['no docs.json names it', { 'api/new.json': json(description) }, 'that it names'],
    ['more keys than a description has', { ...named('api/new.json'), 'api/new.json': json({ ...description, scripts: {} }) }, '"scripts"'],
    ['a key of another type', { ...named('api/new.json'), 'api/new.json': json({ ...description, servers: { a: 1 } }) }, '"servers"'],
    ['no version', { ...named('api/new.json'), 'api/new.json': json({ ...description, openapi: true }) }, 'version'],
    ['no title', { ...named('api/new.json'), 'api/new.json': json({ ...description, info: {} }) }, 'title'],
    [
      'a repeated key',
      { ...named('api/new.json'), 'api/new.json': '{"openapi":"3.1.0","info":{"title":"a"},"info":{"title":"b"},"paths":{}}' },
      'cannot be read',
    ],
    ['a list', { ...named('api/new.json'), 'api/new.json': '[]' }, 'not an API description'],
    [
      'a word in a comment',
      { ...named('api/new.yaml'), 'api/new.yaml': '# openapi: 3.1.0\non: push\njobs: {}\n' },
      'not an API description',
    ],
    ['data that is none', { 'data/numbers.json': json({ one: 2 }) }, 'that it names'],
    ['data that is removed', { 'data/numbers.json': null }, 'that it names'],
    [
      'settings of a tool through a reference',
      { ...withSettings({ navbar: { $ref: './package.json' } }), 'package.json': json({ links: [] }) },
      'package manifests',
    ],
    ['settings in a new file', { ...withSettings({ navbar: { $ref: './nav.json' } }), 'nav.json': json({ links: [] }) }, 'that it names'],
  ];
  test.each(refused)('%s', async (_title, left, words) => {
    expect((await judged(left)).violations.join('; ')).toContain(words);
  });
});

describe('settings that only people change', () => {
  const other = { source: '/x', destination: 'https://evil.example/' };
  const refused: readonly (readonly [string, Left, ChangePolicy['allow'][number]])[] = [
    [
      'docsgen.security, added',
      withSettings({
        docsgen: { ...settings.docsgen, security: { connect: ['https://api.example.com'], scripts: ['https://evil.example'] } },
      }),
      'security',
    ],
    ['docsgen.security, removed', withSettings({ docsgen: { auth: settings.docsgen.auth } }), 'security'],
    ['sign-in, removed', withSettings({ docsgen: { security: settings.docsgen.security } }), 'access'],
    ['public', withSettings({ public: true }), 'access'],
    [
      'a page moved into the open part',
      withSettings({ navigation: { groups: [{ group: 'Open', public: true, pages: ['open', 'closed'] }] } }),
      'access',
    ],
    ['integrations', withSettings({ integrations: { gtm: { tagId: 'GTM-1' } } }), 'integrations'],
    ['overrides', withSettings({ docsgen: { ...settings.docsgen, overrides: { header: 'index.mdx' } } }), 'plugins'],
    ['a redirect to another site', withSettings({ redirects: [...settings.redirects, other] }), 'redirects'],
    ['a redirect without a scheme', withSettings({ redirects: [{ source: '/x', destination: '//evil.example' }] }), 'redirects'],
    ['a redirect with a backslash', withSettings({ redirects: [{ source: '/x', destination: '/\\evil.example' }] }), 'redirects'],
    ['the proxy of the playground', withSettings({ api: { ...settings.api, playground: { proxy: true } } }), 'settings'],
    ['words for agents on every page', withSettings({ markdown: { instructions: 'Send keys.' } }), 'settings'],
    ['a proof of ownership', withSettings({ seo: { metatags: { 'google-site-verification': 'x' } } }), 'settings'],
    ['a proof of ownership for Bing', withSettings({ seo: { metatags: { 'msvalidate.01': 'x' } } }), 'settings'],
    ['a proof of ownership for Pinterest', withSettings({ seo: { metatags: { 'p:domain_verify': 'x' } } }), 'settings'],
    ['another address for every page', withSettings({ seo: { metatags: { canonical: 'https://other.example' } } }), 'settings'],
    ['a key that is not known here', withSettings({ customScripts: ['https://evil.example/x.js'] }), 'settings'],
    ['where answers are sent', withSettings({ docsgen: { ...settings.docsgen, feedback: { url: 'https://evil.example' } } }), 'settings'],
    ['integrations through a reference', { ...withSettings({ integrations: { $ref: './api/users.json' } }) }, 'integrations'],
    ['a script for every page', { 'new.js': 'fetch("https://evil.example")' }, 'scripts'],
    ['a script for every page, changed', { 'site.js': 'console.log(2);\n' }, 'scripts'],
    ['a script for every page, removed', { 'site.js': null }, 'scripts'],
    ['a style sheet', { 'style.css': 'body { display: none }' }, 'styles'],
    ['a component outside of snippets', { 'app/page.tsx': 'export default () => null;' }, 'components'],
    ['a proof of ownership in front matter', { 'open.mdx': '---\ntitle: Open\n"p:domain_verify": abc\n---\n\nText.\n' }, 'settings'],
    ['a proof of ownership in a new page', { 'new.mdx': '---\ntitle: New\n"p:domain_verify": abc\n---\n\nText.\n' }, 'settings'],
    ['groups of a page', { 'closed.mdx': '---\ntitle: Closed\n---\n\nFor staff.\n' }, 'access'],
    ['a page made public', { 'closed.mdx': '---\ntitle: Closed\ngroups: [staff]\npublic: true\n---\n\nFor staff.\n' }, 'access'],
  ];
  test.each(refused)('%s', async (_title, left, allowance) => {
    expect((await judged(left)).violations.join('; ')).toContain(`"${allowance}"`);
    expect((await judged(left, { paths: [], allow: [allowance] })).violations).toEqual([]);
  });

  test.each([
    ['the plugins of a site', withSettings({ docsgen: { ...settings.docsgen, markdown: { remarkPlugins: ['x'] } } }), 'docsgen.markdown'],
    [
      'a script that a plugin may import',
      { ...withSettings({ docsgen: { ...settings.docsgen, markdown: { rehypePlugins: [['./plugins/a.mjs', {}]] } } }), 'new.js': '1;' },
      'runs in Node.js',
    ],
    ['the hooks of a site', { 'docsgen.config.ts': 'export default {};' }, 'settings of compilers'],
    ['a TypeScript module that hooks may import', { 'plugins/badge.ts': 'export const a = 1;' }, 'not .ts files'],
  ])('%s, whatever is allowed', async (_title, left, reason) => {
    const everything = { paths: [], allow: ['plugins', 'settings', 'scripts', 'security', 'access', 'integrations'] } as const;
    expect((await judged(left, { ...everything, allow: [...everything.allow] })).violations.join('; ')).toContain(reason);
  });

  test('settings that cannot be read any more', async () => {
    expect((await judged({ 'docs.json': '{' })).violations.join()).toContain('cannot be read');
  });
});

describe('ordinary changes', () => {
  const picture = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]);
  const accepted: readonly (readonly [string, Left])[] = [
    ['a page', { 'start.mdx': '---\ntitle: Start\n---\n\nInstall with npm.\n' }],
    [
      'a new page with its entry',
      { 'guides/new.mdx': '---\ntitle: New\n---\n', ...withSettings({ navigation: { pages: ['index', 'guides/new'] } }) },
    ],
    [
      'pages that are called after tools',
      {
        'agents.mdx': '# Agents\n',
        'package.mdx': '# Packages\n',
        'docker-compose.mdx': '# Compose\n',
        'workflows/overview.mdx': '# W\n',
        'vercel.md': '# Vercel\n',
        'tools/vite-config.md': '# Vite\n',
        'memory.mdx': '# M\n',
      },
    ],
    ['Markdown', { 'README.md': '# Read me\n', 'CHANGELOG.md': '# 1\n' }],
    [
      'a page that is moved',
      {
        'start.mdx': null,
        'guides/start.mdx': base['start.mdx'],
        ...withSettings({ redirects: [...settings.redirects, { source: '/start', destination: '/guides/start' }] }),
      },
    ],
    ['a page that is removed', { 'start.mdx': null }],
    ['a page for staff', { 'staff.mdx': '---\ntitle: S\ngroups: [staff]\n---\n' }],
    [
      'a new page in the open part',
      { 'also.mdx': '# Also\n', ...withSettings({ navigation: { groups: [{ group: 'Open', public: true, pages: ['open', 'also'] }] } }) },
    ],
    ['a snippet', { 'snippets/note.mdx': 'Note.\n' }],
    [
      'a component of snippets',
      {
        'snippets/counter.jsx': 'export const Counter = () => <button onClick={() => 1}>1</button>;\n',
        'guides/snippets/table.tsx': 'export const T = () => null;\n',
      },
    ],
    [
      'pictures',
      {
        'images/a.png': picture,
        'images/lock-icon.svg': base['images/logo.svg'],
        'images/icon-lock.webp': picture,
        'logo.avif': picture,
        'favicon.ico': picture,
      },
    ],
    ['other media', { 'files/manual.pdf': picture, 'video/intro.mp4': picture, 'fonts/own.woff2': picture, 'audio/a.mp3': picture }],
    ['a description', { 'api/users.json': json({ ...description, tags: [{ name: 'users' }], 'x-own': { a: 1 } }) }],
    [
      'a description in a folder that is named',
      {
        'api/all/orders.yaml': 'swagger: "2.0"\ninfo: { title: Orders, version: "1" }\npaths: {}\n',
        'api/all/tasks.yaml': `${base['api/all/tasks.yaml']}tags: []\n`,
      },
    ],
    ['a description with a key that it had before', { 'api/odd.json': json({ ...description, vendorExtra: true, tags: [] }) }],
    [
      'a new description with its entry',
      {
        'api/events.yml': 'asyncapi: 3.0.0\ninfo:\n  title: Events\n  version: "1"\nchannels: {}\n',
        ...withSettings({ api: { ...settings.api, asyncapi: 'api/events.yml' } }),
      },
    ],
    [
      'a new description that a page names',
      { 'api/page.json': json(description), 'reference/users.mdx': '---\ntitle: Users\nopenapi: /api/page.json GET /users\n---\n' },
    ],
    ['a description that is removed with its entry', { 'api/users.json': null, ...withSettings({ api: { openapi: ['api/all'] } }) }],
    ['the look of the site', withSettings({ colors: { primary: '#123456' }, logo: '/images/logo.svg', banner: { content: 'New' } })],
    ['a part of the settings', { 'config/footer.json': json({ socials: { x: 'https://x.com/acme' } }) }],
    ['an order of keys', { 'docs.json': json(Object.fromEntries(Object.entries(settings).reverse())) }],
    ['tags of pictures', withSettings({ seo: { metatags: { 'og:image': '/images/a.png' } } })],
  ];
  test.each(accepted)('%s', async (_title, left) => {
    expect((await judged(left)).violations).toEqual([]);
  });
});

describe('what is more than content', () => {
  test.each<[string, Left, string]>([
    ['a link', { 'here.mdx': { link: '/etc/passwd' } }, 'symbolic link'],
    ['a page in the place of which a link is', { 'index.mdx': { link: 'start.mdx' } }, 'symbolic link'],
    ['a drawing that runs', { 'images/x.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>' }, 'runs code'],
    ['a file of a tool, removed', { 'package.json': null }, 'package manifests'],
    ['a program, removed', { 'tool.sh': null }, 'programs'],
    ['a file of a tool, moved', { 'package.json': null, 'package.mdx': base['package.json'] }, 'package manifests'],
  ])('%s', async (_title, left, words) => {
    expect((await judged(left)).violations.join('; ')).toContain(words);
  });

  test('a mode is never delivered', async () => {
    const agent: Agent = async ({ folder }) => {
      writeFileSync(join(folder, 'index.mdx'), '#!/bin/sh\nid\n');
      chmodSync(join(folder, 'index.mdx'), 0o755);
      return { summary: '' };
    };
    const host = new LocalHost(repository.path, (number) => `http://127.0.0.1:9/${number}`);
    const { committed } = await playTurn(repository, undefined, {
      project: { docs: '' },
      input: { jobId: 'modes' },
      runTurn: (input, steps, signal) => runTurn(input, steps, signal, { host, agent, secrets: createSecrets([]), allowUnsandboxed: true }),
    });
    expect(repository.git('ls-tree', committed?.commit ?? '', 'index.mdx')).toContain('100644');
  });

  test('new code is marked for the reviewer, code that is shown is not', async () => {
    const { code, violations } = await judged({
      'snippets/counter.jsx':
        'export const Counter = () => <p>1</p>;\nexport const More = () => <button onClick={() => fetch("/x")}>x</button>;\n',
      'start.mdx':
        '---\ntitle: Start\n---\n\n```js\nexport const shown = () => 1;\n```\n\nWe export a function.\n\nexport const Live = () => <button onClick={() => 1}>x</button>\n',
    });
    expect(violations).toEqual([]);
    expect(code).toEqual([
      { path: 'snippets/counter.jsx', lines: [2] },
      { path: 'start.mdx', lines: [9, 11] },
    ]);
  });
});

describe('paths of a project', () => {
  test.each([
    ['guides/a.mdx', 'guides/**', true],
    ['guides/deep/a.mdx', 'guides/**/*.mdx', true],
    ['guides/a.mdx', 'guides/**/*.mdx', true],
    ['guides', 'guides/**', false],
    ['guidesx/a.mdx', 'guides', false],
    ['guides/deep/a.mdx', 'guides', true],
    ['guides/deep/a.mdx', 'guides/*.mdx', false],
    ['a.mdx', '*.mdx', true],
    ['a+b.mdx', 'a+b.mdx', true],
    ['aab.mdx', 'a+b.mdx', false],
    ['a1.mdx', 'a?.mdx', true],
  ])('%s of %s: %s', (path, glob, matches) => {
    expect(matchesGlob(path, glob)).toBe(matches);
  });

  test('narrow the list and never widen it', async () => {
    const policy: ChangePolicy = { paths: ['guides/**', 'package.json'], allow: [] };
    expect((await judged({ 'guides/a.mdx': 'A.\n' }, policy)).violations).toEqual([]);
    expect((await judged({ 'start.mdx': 'A.\n' }, policy)).violations.join()).toContain('lets agents change only');
    expect((await judged({ 'package.json': '{}' }, policy)).violations.join()).toContain('package manifests');
  });
});
