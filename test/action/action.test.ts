/** The step of action.yml on recorded events, with a real repository and GitHub's API on 127.0.0.1. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { load } from 'js-yaml';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type GitHubMock, startGitHubMock } from '../apps/agent/harness/github-mock.ts';
import { createRepository, type RepositoryFiles, type TestRepository } from '../apps/agent/harness/repository.ts';
import { repository as root } from '../harness/cli.ts';
import { docsJson, removeFolder, temporaryFolder } from '../harness/project.ts';

const token = 'ghs_thetokenthatnobodymaysee';
type EventName = 'pull-request' | 'pull-request-from-fork' | 'push';

let folder: string;
let repository: TestRepository;
let github: GitHubMock;
beforeEach(async () => {
  folder = temporaryFolder('action');
  repository = createRepository(pages({ index: page('Home', 'Welcome.'), start: page('Start', 'Install it.') }));
  github = await startGitHubMock(repository, { token });
  github.pulls.push({
    number: 1,
    head: 'change',
    base: 'main',
    title: 'Explain retries',
    body: '',
    draft: false,
    state: 'open',
    merged_at: null,
    comments: [],
  });
});
afterEach(async () => {
  await github.close();
  repository.remove();
  removeFolder(folder);
});

function page(title: string, text: string): string {
  return `---\ntitle: ${JSON.stringify(title)}\n---\n\n${text}\n`;
}

function pages(texts: Record<string, string>): RepositoryFiles {
  return {
    'docs/docs.json': docsJson({ pages: Object.keys(texts) }, { seo: { metatags: { canonical: 'https://docs.example.com' } } }),
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [`docs/${name}.mdx`, text])),
  };
}

/** Makes what actions/checkout fetches: the merge of a pull request, or a branch, without history or with that of `main`, too. */
function checkOut(name: string, ref: string, isDeep: boolean): string {
  const workspace = join(folder, name);
  mkdirSync(workspace);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace, stdio: 'pipe' });
  git('init', '--quiet', '.');
  git('remote', 'add', 'origin', `file://${repository.path}`);
  git('fetch', '--quiet', ...(isDeep ? [] : ['--depth=1']), 'origin', ref, ...(isDeep ? ['main'] : []));
  git('checkout', '--quiet', 'FETCH_HEAD');
  return workspace;
}

/** Commits to the branch of the pull request. Returns its merge into `main`. */
function change(files: RepositoryFiles): string {
  repository.commit('change', files);
  const tree = repository.git('merge-tree', '--write-tree', 'main', 'change').split('\n')[0] as string;
  const identity = ['-c', 'user.name=GitHub', '-c', 'user.email=noreply@example.com'];
  return repository.git(...identity, 'commit-tree', tree, '-p', 'main', '-p', 'change', '-m', 'Merge');
}

interface Outcome {
  readonly exit: number | null;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

let runs = 0;
async function run(
  name: EventName,
  ref: string,
  inputs: Readonly<Record<string, string>> = {},
  { kind = name === 'push' ? 'push' : 'pull_request', isDeep = false } = {},
): Promise<Outcome> {
  const id = `run-${++runs}`;
  const workspace = checkOut(id, ref, isDeep);
  const event = JSON.parse(readFileSync(join(root, 'test/action/events', `${name}.json`), 'utf8'));
  if (event.pull_request) {
    event.pull_request.head.sha = repository.git('rev-parse', 'change');
    event.pull_request.base.sha = repository.git('rev-parse', 'main');
  }
  const file = (part: string) => join(folder, `${id}.${part}`);
  writeFileSync(file('event'), JSON.stringify(event));
  const temporary = join(folder, `${id}-temp`);
  mkdirSync(temporary);
  const child = spawn(process.execPath, [join(root, 'scripts/action.mjs')], {
    cwd: workspace,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: github.url,
      GITHUB_EVENT_NAME: kind,
      GITHUB_EVENT_PATH: file('event'),
      GITHUB_OUTPUT: file('output'),
      GITHUB_REF: name === 'push' ? event.ref : 'refs/pull/1/merge',
      GITHUB_REPOSITORY: 'acme/docs',
      GITHUB_RUN_ID: '42',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_STEP_SUMMARY: file('summary'),
      RUNNER_TEMP: temporary,
      INPUT_DIR: 'docs',
      INPUT_STRICT: 'true',
      INPUT_COMMENT: 'true',
      INPUT_UPLOAD: 'true',
      INPUT_BASE_PATH: '',
      INPUT_PREVIEW_URL: '',
      INPUT_ALLOW_REMOTE: '',
      INPUT_TOKEN: token,
      ...inputs,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (log += text));
  const exit = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const text = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
  expect(log + text(file('summary')) + text(file('output'))).not.toContain(token);
  expect(github.contractErrors).toEqual([]);
  const outputs = Object.fromEntries(
    text(file('output'))
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('=', 2)),
  );
  return { exit, log, summary: text(file('summary')), outputs };
}

const comments = () => github.pulls[0]?.comments ?? [];

describe('a pull request', () => {
  test('gets one comment with the changed pages, which later runs update', async () => {
    const first = await run('pull-request', change(pages({ index: page('Home', 'Welcome, all.'), start: page('Start', 'Install it.') })));
    expect(first.exit, first.log).toBe(0);
    expect(comments()).toHaveLength(1);
    expect(comments()[0]).toMatch(
      /^<!-- docsgen docs -->\n### Documentation\n\nThe check found no problems\.\n\n1 page changed compared with `main` \([0-9a-f]{7}\)\.\n/,
    );
    expect(comments()[0]).toContain('| Home | `/` | changed | +1 −0 | +1 −1 |');
    expect(comments()[0]).toContain('https://github.com/acme/docs/actions/runs/42');
    expect(comments()[0]).toContain('download the artifact `docs-preview`');
    expect(first.summary).toContain('| Home | `/` | changed |');
    expect(readFileSync(join(first.outputs.preview ?? '', '_docsgen/preview.html'), 'utf8')).toContain('<ins>, all</ins>');

    const merge = change(pages({ index: page('Home', 'Welcome.'), start: page('Start', 'See [x](/nope).') }));
    const second = await run('pull-request', merge, { INPUT_PREVIEW_URL: 'https://preview.example.com/' });
    expect(second.exit).toBe(1);
    expect(comments()).toHaveLength(1);
    expect(comments()[0]).toContain('[Start](<https://preview.example.com/start>)');
    expect(comments()[0]).toContain('[Show the differences](<https://preview.example.com/_docsgen/preview.html>)');
    expect(comments()[0]).not.toContain('artifact `docs-preview`');
    expect(comments()[0]).toContain('The check found 1 warning, shown next to the lines that cause them. Warnings fail the job');
    expect(comments()[0]).toContain('**New problems: 1**\n\n- `docs/start.mdx:5` warning `links/broken`');
    // An annotation on the line of the problem, relative to the root of the repository.
    expect(second.log).toMatch(/^::warning file=docs\/start\.mdx,line=5,col=\d+,title=links\/broken::/m);
    // Nothing changed since then, so nothing is written.
    const count = github.requests.length;
    await run('pull-request', merge, { INPUT_PREVIEW_URL: 'https://preview.example.com/' });
    expect(github.requests.slice(count).map(({ operation }) => operation)).toEqual(['issues/list-comments']);
  });

  test('that is checked out without its merge is compared with the commit where it began', async () => {
    change({ 'docs/start.mdx': page('Start', 'Run it.') });
    repository.commit('main', { 'docs/index.mdx': page('Home', 'Changed on main since then.') });
    const { summary } = await run('pull-request', 'change', {}, { isDeep: true });
    expect(summary).toContain('1 page changed');
    expect(summary).toContain('| Start |');
  });

  test('ignores the marker in a comment of a person, and finds its own behind a hundred others', async () => {
    const many = Array.from({ length: 120 }, (_, index) => `<!-- docsgen docs -->\nnumber ${index}`);
    comments().push(...many);
    const merge = change(pages({ index: page('Home', 'Welcome, all.'), start: page('Start', 'Install it.') }));
    await run('pull-request', merge);
    const before = change({ 'docs/index.mdx': page('Home', 'Welcome, everyone.') });
    await run('pull-request', before);
    expect(comments().slice(0, 120)).toEqual(many);
    expect(comments()).toHaveLength(121);
    expect(comments()[120]).toContain('1 page changed');
  });

  test('from a fork gets summary and annotations, and no request is sent', async () => {
    const merge = change({ 'docs/start.mdx': page('Start', '![](/nope.png)') });
    const { exit, log, summary, outputs } = await run('pull-request-from-fork', merge);
    expect(exit).toBe(1);
    expect(log).toMatch(/^::warning file=docs\/start\.mdx,line=5/m);
    expect(summary).toContain('| Start | `/start` | changed |');
    expect(outputs.preview).toBeDefined();
    expect(github.requests).toEqual([]);
  });

  test.each([
    ['push', 'push', false],
    ['push', 'issue_comment', true],
    ['push', 'workflow_run', true],
    ['pull-request', 'pull_request', false],
    ['pull-request-from-fork', 'pull_request', true],
  ] as const)('%s as %s: plugins are left out %s', async (name, kind, areOff) => {
    const merge = change({ 'docs/docsgen.config.mjs': 'export default {};\n' });
    const { log } = await run(name, merge, {}, { kind });
    expect(/title=plugins\/off::/.test(log)).toBe(areOff);
  });

  test('from a fork without problems succeeds', async () => {
    const { exit } = await run('pull-request-from-fork', change({ 'docs/start.mdx': page('Start', 'Run it.') }));
    expect(exit).toBe(0);
    expect(github.requests).toEqual([]);
  });

  test.each([
    [403, /^::notice title=docsgen::the token cannot write comments/m],
    [500, /^::warning title=docsgen::the comment was not written: 500$/m],
  ])('succeeds if GitHub refuses the comment with %i', async (status, expected) => {
    github.problems.set('issues/list-comments', [{ status }]);
    const { exit, log, summary } = await run('pull-request', change({ 'docs/start.mdx': page('Start', 'Run it.') }));
    expect({ exit, comments: comments() }).toEqual({ exit: 0, comments: [] });
    expect(log).toMatch(expected);
    expect(summary).toContain('1 page changed');
  });

  test('with many changes gets a comment that GitHub accepts, and the whole list in the summary', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `page-${index}`);
    const texts = Object.fromEntries(names.map((name) => [name, page(`${'#'.repeat(280)} ${name}`, 'Text.')]));
    const { exit, summary, log } = await run('pull-request', change(pages({ index: page('Home', 'Welcome.'), ...texts })));
    expect(exit, log).toBe(0);
    expect(summary.length).toBeGreaterThan(65_536);
    expect(comments()[0]?.length).toBeLessThan(65_536);
    expect(comments()[0]).toMatch(/\|\n\nThis comment is shortened\. The summary of the job has the rest\.\n\n\[Log and artifacts\]/);
  });

  test('with hostile titles and paths writes no markup and no workflow commands', async () => {
    const title = '</td><img src=x onerror=alert(1)> @acme/all #1 | `x` [y](https://evil.example)';
    const merge = change({
      ...pages({ index: page('Home', 'Welcome.'), start: page(title, 'A.\n\n[a](/::error::x%0A::warning::y)') }),
      'docs/::error::a,b.mdx': page('Odd', '<Card'),
    });
    const { log } = await run('pull-request', merge);
    const text = comments()[0] ?? '';
    expect(text).toContain('changed');
    const outside = text.replace(/^<!--.*-->$/m, '').replace(/(`+)(?!`).*?\1/g, '');
    expect(outside).not.toMatch(/(?<!\\)<|@\w|#\d|(?<!\\)!?\[(?!Log)/);
    // Every command of the log is one of our own.
    const commands = log.split('\n').filter((line) => line.trim().startsWith('::'));
    expect(
      commands.filter((line) => !/^::(?:error|warning|notice) [^:]*title=[^:]*::|^::stop-commands::[\w-]+$|^::[\w-]{36}::$/.test(line)),
    ).toEqual([]);
  });

  test('whose base cannot be built is checked, and the reason is reported', async () => {
    repository.commit('main', { 'docs/docs.json': '{' });
    const merge = change({ 'docs/docs.json': pages({ index: '' })['docs/docs.json'] ?? '', 'docs/start.mdx': null });
    const { exit, log, summary } = await run('pull-request', merge);
    expect(log).toContain('cli/preview-base');
    expect(summary).toContain('There is no comparison with the base');
    expect(exit, log).toBe(0);
  });

  test('with warnings only succeeds without "strict", with errors it fails', async () => {
    const warning = change({ 'docs/start.mdx': page('Start', 'See [x](/nope).') });
    expect((await run('pull-request', warning, { INPUT_STRICT: 'false' })).exit).toBe(0);
    const error = change({ 'docs/start.mdx': page('Start', '<Card>') });
    const failed = await run('pull-request', error, { INPUT_STRICT: 'false', INPUT_UPLOAD: 'false' });
    expect(failed.exit).toBe(1);
    expect(failed.summary).toContain('The check found 1 error, shown');
    expect(failed.summary).not.toMatch(/Warnings fail|docs-preview/);
  });

  test('is read by a docsgen without the secrets of the job', async () => {
    change({ 'docs/index.mdx': page('Home', 'New.') });
    const seen = join(folder, 'seen.txt');
    const recorder = join(folder, 'recorder.mjs');
    writeFileSync(
      recorder,
      `import { appendFileSync } from 'node:fs'; if (/docsgen/.test(process.argv[1])) appendFileSync(${JSON.stringify(seen)}, JSON.stringify(process.env));`,
    );
    await run('pull-request', 'change', {
      NODE_OPTIONS: `--import ${pathToFileURL(recorder).href}`,
      AWS_ACCESS_KEY_ID: 'secret-canary',
      npm_config_auth: 'secret-canary',
      DATABASE_URL: 'secret-canary',
      DOCSGEN_CACHE_KEY: 'kept-key',
    });
    expect(readFileSync(seen, 'utf8')).toContain('kept-key');
    expect(readFileSync(seen, 'utf8')).not.toMatch(/secret-canary|INPUT_TOKEN/);
  });

  test('with pull_request_target is refused', async () => {
    change({});
    const { exit, log } = await run('pull-request', 'main', {}, { kind: 'pull_request_target' });
    expect({ exit, log }).toEqual({ exit: 1, log: expect.stringMatching(/^::error title=docsgen::.*use pull_request\n$/) });
  });
});

describe('a push', () => {
  test('to the default branch builds the site', async () => {
    const { exit, outputs, summary, log } = await run('push', 'main', { INPUT_BASE_PATH: '/docs' });
    expect(exit, log).toBe(0);
    expect(readFileSync(join(outputs.site ?? '', 'index.html'), 'utf8')).toContain('href="/docs/start"');
    expect(readdirSync(outputs.site ?? '')).toContain('.nojekyll');
    expect(summary).toBe('### Documentation\n\nThe check found no problems.\n\nThe site was built.\n');
    expect(github.requests).toEqual([]);
  });

  test('with a warning builds nothing with "strict", and the site without it', async () => {
    repository.commit('main', { 'docs/start.mdx': page('Start', 'See [x](/nope).') });
    const strict = await run('push', 'main');
    expect(strict).toMatchObject({ exit: 1, outputs: {} });
    expect(strict.log).toMatch(/^::warning file=docs\/start\.mdx/m);
    const relaxed = await run('push', 'main', { INPUT_STRICT: 'false' });
    expect(relaxed).toMatchObject({ exit: 0, outputs: { site: expect.any(String) } });
  });

  test('to another branch only checks', async () => {
    change({ 'docs/start.mdx': page('Start', 'See [x](/nope).') });
    const { exit, outputs, summary } = await run('push', 'change', { GITHUB_REF: 'refs/heads/change' });
    expect({ exit, outputs }).toEqual({ exit: 1, outputs: {} });
    expect(summary).toContain('The check found 1 warning');
    expect((await run('push', 'change', { GITHUB_REF: 'refs/heads/change', INPUT_STRICT: 'false' })).exit).toBe(0);
  });
});

describe('action.yml', () => {
  interface Step {
    readonly run?: string;
    readonly uses?: string;
    readonly if?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly with?: Readonly<Record<string, unknown>>;
    readonly 'working-directory'?: string;
  }
  const text = readFileSync(join(root, 'action.yml'), 'utf8');
  const action = load(text) as {
    readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
    readonly outputs: Readonly<Record<string, { readonly value: string }>>;
    readonly runs: { readonly using: string; readonly steps: readonly Step[] };
  };
  const script = readFileSync(join(root, 'scripts/action.mjs'), 'utf8');

  test('gives the script what it reads, and uses every input', () => {
    const environment = action.runs.steps.find(({ run: line }) => line?.includes('scripts/action.mjs'))?.env ?? {};
    const read = new Set([...script.matchAll(/input\('([A-Z_]+)'\)/g)].map(([, name]) => `INPUT_${name}`));
    expect(Object.keys(environment).sort()).toEqual([...read].sort());
    const used = new Set([...text.matchAll(/inputs\.([a-z-]+)/g)].map(([, name]) => name));
    expect([...used].sort()).toEqual(Object.keys(action.inputs).sort());
    for (const { description, default: value } of Object.values(action.inputs))
      expect([typeof description, typeof value]).toEqual(['string', 'string']);
  });

  test('puts no value into the text of a script', () => {
    for (const { run: line } of action.runs.steps) if (line !== undefined) expect(line).not.toContain('${{');
  });

  test('reads outputs that the script writes', () => {
    const written = new Set([...script.matchAll(/output\('([a-z]+)'/g)].map(([, name]) => name));
    const read = new Set([...text.matchAll(/steps\.docsgen\.outputs\.([a-z]+)/g)].map(([, name]) => name));
    expect([...read].sort()).toEqual([...written].sort());
    expect(Object.keys(action.outputs).sort()).toEqual([...written].sort());
  });
});
