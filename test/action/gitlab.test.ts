/** The jobs of templates/gitlab, read as GitLab reads them, and their scripts run in real repositories. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { repository as root } from '../harness/cli.ts';
import { type GitProject, gitProject } from '../harness/git-project.ts';
import { docsJson, removeFolder, temporaryFolder } from '../harness/project.ts';

interface Job {
  readonly extends?: string;
  readonly stage?: string;
  readonly image?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
  readonly rules?: readonly { readonly if: string }[];
  readonly pages?: boolean;
  readonly cache?: unknown;
  readonly artifacts?: {
    readonly when?: string;
    readonly expose_as?: string;
    readonly paths: readonly string[];
    readonly reports?: Readonly<Record<string, string>>;
  };
}
interface Header {
  readonly spec: {
    readonly inputs: Readonly<Record<string, { readonly description: string; readonly type?: string; readonly default: unknown }>>;
  };
}

const text = readFileSync(join(root, 'templates/gitlab/docsgen.yml'), 'utf8');
const [{ spec }] = loadAll(text) as unknown as [Header];

/** GitLab puts the inputs into the text of the second document, before it reads it. */
function jobsWith(inputs: Readonly<Record<string, string>> = {}): Readonly<Record<string, Job>> {
  const values = new Map(Object.entries(spec.inputs).map(([name, { default: value }]) => [name, String(value)]));
  for (const [name, value] of Object.entries(inputs)) values.set(name, value);
  const filled = text.replace(/\$\[\[ inputs\.([a-z-]+) \]\]/g, (_, name: string) => {
    expect([...values.keys()]).toContain(name);
    return values.get(name) as string;
  });
  return loadAll(filled)[1] as Readonly<Record<string, Job>>;
}

describe('the file', () => {
  const jobs = jobsWith();

  test('uses every input, and every job has what GitLab requires', () => {
    const used = new Set([...text.matchAll(/inputs\.([a-z-]+) \]\]/g)].map(([, name]) => name));
    expect([...used].sort()).toEqual(Object.keys(spec.inputs).sort());
    for (const [name, { script, stage, rules }] of Object.entries(jobs)) {
      if (name.startsWith('.')) continue;
      expect({ name, hasScript: (script?.length ?? 0) > 0, stage }).toEqual({
        name,
        hasScript: true,
        stage: expect.stringMatching(/^(?:test|deploy)$/),
      });
      expect(rules?.length).toBeGreaterThan(0);
    }
  });

  test('reports code quality in merge requests and on the default branch, which GitLab compares', () => {
    const job = jobs['docsgen-check'];
    expect(job?.rules?.map((rule) => rule.if)).toEqual([
      '$CI_PIPELINE_SOURCE == "merge_request_event"',
      '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH',
    ]);
    expect(job?.artifacts).toMatchObject({ when: 'always', reports: { codequality: '.docsgen/code-quality.json' } });
    // A path of an exposed artifact has no variables and does not begin with "./".
    for (const path of job?.artifacts?.paths ?? []) expect(path).toMatch(/^(?!\.\/)[^$]+$/);
  });

  test('publishes only the default branch', () => {
    expect(jobs['docsgen-pages']).toMatchObject({
      pages: true,
      artifacts: { paths: ['public'] },
      rules: [{ if: '$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH' }],
    });
  });
});

describe('the jobs', () => {
  let folder: string;
  let repository: string;
  let project: GitProject;
  beforeEach(() => {
    folder = temporaryFolder('gitlab');
    repository = join(folder, 'repository');
    mkdirSync(repository);
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/npx'), `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(root, 'bin/docsgen.js')}" "$@"\n`, {
      mode: 0o755,
    });
    project = gitProject(repository);
  });
  afterEach(() => removeFolder(folder));

  const page = (title: string, body: string) => `---\ntitle: ${title}\n---\n\n${body}\n`;
  const site = (dir: string, start: string) => ({
    [`${dir}docs.json`]: docsJson(
      { pages: ['index', 'start'] },
      { colors: { primary: '#0a7a55' }, seo: { metatags: { canonical: 'https://docs.example.com' } } },
    ),
    [`${dir}index.mdx`]: page('Home', 'Welcome.'),
    [`${dir}start.mdx`]: page('Start', start),
  });

  /** Runs a job as a runner does: one shell for all lines, which ends at the first that fails. */
  function run(name: string, inputs: Readonly<Record<string, string>>, variables: Readonly<Record<string, string>>) {
    const jobs = jobsWith({ install: 'true', ...inputs });
    const job = { ...jobs['.docsgen'], ...jobs[name] };
    const script = ['set -eo pipefail', ...(job.before_script ?? []), ...(job.script ?? [])].join('\n');
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
      cwd: repository,
      encoding: 'utf8',
      env: { HOME: process.env.HOME, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, CI: 'true', ...job.variables, ...variables },
    });
    return { exit: status, log: stdout + stderr };
  }
  const read = (path: string) => readFileSync(join(repository, path), 'utf8');

  test.each([
    ['docs', 'docs/'],
    ['.', ''],
  ])('check a merge request in %s: log, report and preview', (dir, prefix) => {
    const base = project.commit(site(prefix, 'Install it.'));
    project.commit(site(prefix, 'Install it now, see [x](/nope).'));
    const merge = { CI_MERGE_REQUEST_DIFF_BASE_SHA: base, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'release 2' };
    const { exit, log } = run('docsgen-check', { dir }, merge);
    expect(exit, log).toBe(1);
    expect(log).toContain('start.mdx:5:');
    expect(JSON.parse(read('.docsgen/code-quality.json'))).toMatchObject([
      { check_name: 'links/broken', severity: 'minor', location: { path: `${prefix}start.mdx`, lines: { begin: 5 } } },
    ]);
    expect(read('.docsgen/preview.md')).toContain(`1 page changed compared with \`release 2\` (${base.slice(0, 7)}).`);
    expect(read('.docsgen/preview.md')).toContain('| Start | `/start` | changed |');
    expect(read('.docsgen/preview/_docsgen/preview.html')).toContain('<ins>');
    expect(run('docsgen-check', { dir, strict: 'false' }, { CI_MERGE_REQUEST_DIFF_BASE_SHA: base }).exit).toBe(0);
  });

  test.each([
    ['<Card>', 'Fine.', 1, 'false'],
    ['Fine.', '<Card>', 0, 'true'],
  ])('fail because of errors of the branch, not of the target: %s, before %s', (now, before, expected, strict) => {
    const base = project.commit(site('', before));
    project.commit(site('', now));
    const { exit, log } = run('docsgen-check', { strict }, { CI_MERGE_REQUEST_DIFF_BASE_SHA: base });
    expect(exit, log).toBe(expected);
  });

  test('succeed if the target branch cannot be built', () => {
    const base = project.commit({ ...site('', 'Fine.'), 'docs.json': '{' });
    project.commit(site('', 'Fine.'));
    const { exit, log } = run('docsgen-check', {}, { CI_MERGE_REQUEST_DIFF_BASE_SHA: base });
    expect(log).toContain('cli/preview-base');
    expect(exit, log).toBe(0);
  });

  test('check the default branch without a comparison', () => {
    project.commit(site('', 'Fine.'));
    const { exit, log } = run('docsgen-check', {}, {});
    expect(exit, log).toBe(0);
    expect(JSON.parse(read('.docsgen/code-quality.json'))).toEqual([]);
    expect(existsSync(join(repository, '.docsgen/preview'))).toBe(false);
  });

  test('build the site for its path on GitLab Pages', () => {
    project.commit(site('', 'See [home](/).'));
    const { exit, log } = run('docsgen-pages', {}, { CI_PAGES_URL: 'https://acme.gitlab.example/group/docs' });
    expect(exit, log).toBe(0);
    expect(read('public/index.html')).toContain('href="/group/docs/start"');
    project.commit(site('', 'See [x](/nope).'));
    expect(run('docsgen-pages', {}, { CI_PAGES_URL: 'https://docs.example.com' }).exit).toBe(1);
    expect(run('docsgen-pages', { strict: 'false' }, { CI_PAGES_URL: 'https://docs.example.com' }).exit).toBe(0);
  });
});
