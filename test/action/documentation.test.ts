/** The page on continuous integration: its configurations are valid, its tables complete, and its shell blocks run as they are written. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, loadAll } from 'js-yaml';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formats } from '../../src/cli/report/formats.ts';
import { repository as root } from '../harness/cli.ts';
import { gitProject } from '../harness/git-project.ts';
import { docsJson, removeFolder, temporaryFolder } from '../harness/project.ts';

const text = readFileSync(join(root, 'docs/ci.mdx'), 'utf8');
const section = (heading: string) => new RegExp(`^## ${heading}\\n([\\s\\S]*?)(?=^## |(?![\\s\\S]))`, 'm').exec(text)?.[1] ?? '';
const blocks = (language: string, part = text) =>
  [...part.matchAll(new RegExp(`^\`\`\`${language}[^\\n]*\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, block = '']) => block);
const table = (part: string) =>
  [...part.matchAll(/^\| `([a-z-]+)` \|(?: `([^`]+)` | [^|`]*)\|/gm)].map(([, name = '', value = '']) => [name, value] as const);

interface Inputs {
  readonly [name: string]: { readonly default: unknown };
}

describe('the configurations', () => {
  const action = load(readFileSync(join(root, 'action.yml'), 'utf8')) as { inputs: Inputs; outputs: object };
  const template = loadAll(readFileSync(join(root, 'templates/gitlab/docsgen.yml'), 'utf8'))[0] as { spec: { inputs: Inputs } };
  const defaults = (inputs: Inputs) => Object.entries(inputs).map(([name, { default: value }]) => [name, String(value)]);

  test('list all inputs with their defaults', () => {
    const shown = table(section('GitHub')).map(([name, value]) => [name, name === 'token' ? '${{ github.token }}' : value]);
    expect(shown.sort()).toEqual(defaults(action.inputs).sort());
    expect(table(section('GitLab')).toSorted()).toEqual(defaults(template.spec.inputs).sort());
  });

  test('use only inputs and outputs that exist', () => {
    const [workflow = ''] = blocks('yaml', section('GitHub'));
    const { jobs } = load(workflow) as { jobs: Record<string, { steps: { uses: string; with?: object }[] }> };
    const step = jobs.docs?.steps.find(({ uses }) => uses.startsWith('OWNER/docsgen@'));
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(step?.with ?? { missing: '' })));
    for (const [, name] of workflow.matchAll(/steps\.docs\.outputs\.(\w+)/g)) expect(Object.keys(action.outputs)).toContain(name);
    const [include = ''] = blocks('yaml', section('GitLab'));
    const [entry] = (load(include) as { include: { inputs: object }[] }).include;
    expect(Object.keys(template.spec.inputs)).toEqual(expect.arrayContaining(Object.keys(entry?.inputs ?? { missing: '' })));
  });

  test('list all report formats for programs', () => {
    const rows = table(section('Other systems')).map(([name]) => name);
    expect(rows.toSorted()).toEqual(formats.filter((format) => format !== 'pretty').toSorted());
  });
});

describe('the shell blocks', () => {
  let folder: string;
  let clone: string;
  beforeEach(() => {
    folder = temporaryFolder('ci-page');
    const origin = join(folder, 'origin');
    mkdirSync(origin);
    const project = gitProject(origin);
    const page = (title: string, body: string) => `---\ntitle: ${title}\n---\n\n${body}\n`;
    project.commit({
      'docs/docs.json': docsJson({ pages: ['index'] }, { seo: { metatags: { canonical: 'https://docs.example.com' } } }),
      'docs/index.mdx': page('Home', 'Welcome.'),
    });
    clone = join(folder, 'clone');
    project.git('clone', '--quiet', origin, clone);
    writeFileSync(join(clone, 'docs/index.mdx'), page('Home', 'Welcome, all.'));
    mkdirSync(join(clone, 'node_modules'));
    symlinkSync(root, join(clone, 'node_modules/docsgen'));
    mkdirSync(join(folder, 'bin'));
    const docsgen = `"${process.execPath}" "${join(root, 'bin/docsgen.js')}" "$@"\n`;
    writeFileSync(join(folder, 'bin/docsgen'), `#!/bin/sh\nexec ${docsgen}`, { mode: 0o755 });
    writeFileSync(join(folder, 'bin/npx'), `#!/bin/sh\nshift\nexec ${docsgen}`, { mode: 0o755 });
  });
  afterEach(() => removeFolder(folder));

  /** Runs one script; a line that serves until it is stopped ends when the server prints its address. */
  async function run(script: string): Promise<{ readonly exit: number | null; readonly output: string }> {
    const child = spawn('bash', ['-euc', script.replace(/^npx docsgen serve (\S+)$/m, 'exec npx docsgen serve $1 --port 0')], {
      cwd: clone,
      env: { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}`, CI: '1', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let address: string | undefined;
    const served: Promise<void>[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        output += part;
        if (address !== undefined) return;
        address = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
        if (address !== undefined) served.push(look(address).finally(() => child.kill('SIGTERM')));
      });
    const look = async (url: string) => {
      const response = await fetch(`${url}/_docsgen/preview.html`);
      output += await response.text();
    };
    const exit = await new Promise<number | null>((resolve) => child.on('close', resolve));
    await Promise.all(served);
    return { exit, output };
  }

  const all = blocks('bash');
  test.each([
    ['mkdir -p .gitlab', () => expect(existsSync(join(clone, '.gitlab/docsgen.yml'))).toBe(true)],
    ['npx docsgen check', () => expect(readFileSync(join(clone, 'preview.md'), 'utf8')).toContain('| Home | `/` | changed |')],
    ['npx docsgen build', () => expect(readFileSync(join(clone, 'public/index.html'), 'utf8')).toContain('Welcome, all.')],
    ['npx docsgen preview docs --base main\n', (output: string) => expect(output).toContain('1 page changed compared with main')],
    ['npx docsgen preview docs --base main --out', (output: string) => expect(output).toContain('<ins>, all</ins>')],
  ])('%s …', async (start, judge) => {
    const [block = ''] = all.filter((each) => each.startsWith(start));
    const { exit, output } = await run(block);
    expect([0, 143], output).toContain(exit);
    judge(output);
  });

  test('are all of the page', () => {
    expect(all).toHaveLength(5);
  });
});
