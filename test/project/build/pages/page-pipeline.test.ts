/** Threads beside the build: the same files and the same words for any number of them, whatever goes wrong in one. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildSite } from '../../../../src/project/build/build-site.ts';
import type { WorkerResult, WorkerSettings } from '../../../../src/project/build/workers/worker-task.ts';
import { WorkerThread } from '../../../../src/project/build/workers/worker-threads.ts';
import { codeKey } from '../../../../src/stages/mdx/code/cached-highlighter.ts';
import { createHighlighter } from '../../../../src/stages/mdx/code/highlighter.ts';
import { runCli } from '../../../harness/cli.ts';
import { docsJson, type Files, hashFiles, removeFolder, temporaryFolder, writeProject } from '../../../harness/project.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('threads');
});
afterEach(() => removeFolder(folder));

const mdx = (title: string, text: string) => `---\ntitle: ${title}\n---\n\n${text}\n`;

/** A page of each kind among plain ones. */
const kinds: Readonly<Record<string, string>> = {
  computes: mdx('Computes', 'export const twice = [1, 2].map((n) => n * 2);\n\n{twice.join(" ")}'),
  alive: mdx('Alive', 'import { Counter } from "/snippets/counter.jsx"\n\n<Counter />'),
  shares: mdx('Shares', 'import Shared from "/snippets/shared.mdx"\n\n<Shared />\n\n![logo](/logo.svg) $x^2$'),
  written: '---\ntitle: Written\napi: GET https://cats.test/cats\n---\n\n<ParamField query="name">Of the cat.</ParamField>\n',
  documented: '---\ntitle: Documented\nopenapi: GET /cats\n---\n\nMore of it.\n',
  broken: mdx('Broken', '<Card>\n\nNever closed'),
  throws: mdx('Throws', 'export const a = (() => { throw new Error("no") })();\n\n{a}'),
  nests: mdx('Nests', '````mdx\n```bash\necho "a" && ls\n```\n\n```rust\nlet a = 1;\n```\n````'),
  colors: mdx('Colors', '```rust\nlet a = 1;\n```\n\n```bash\nls\n```'),
  warns: mdx('Warns', 'A [link](/nowhere), ![an image](/gone.png), <Icon icon="no-such-thing-anywhere" />'),
};

/** More reference pages than are rendered before their turn, with examples of their own and shared ones. */
const operations = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [
    `/cats/${at}`,
    {
      put: {
        summary: `Change ${at}`,
        requestBody: { content: { 'application/json': { example: { at, names: ['Tom'] } } } },
        responses: { 200: { description: 'ok', content: { 'application/json': { example: { isDone: true } } } } },
      },
    },
  ]),
);

function project(): Files {
  const plain = Array.from({ length: 60 }, (_, at) => {
    const next = `[the next](/plain-${(at + 1) % 60})`;
    return [
      `plain-${at}`,
      mdx(`Page ${at}`, `Text ${at}, ${next}.\n\n## Part\n\n<Note>A note</Note>\n\n\`\`\`ts\nconst at = ${at};\n\`\`\``),
    ];
  });
  const special = Object.entries(kinds);
  const pages = plain
    .flatMap((page, at) => (at % 10 === 5 ? [special.splice(0, 1)[0] ?? [], page] : [page]))
    .filter(({ length }) => length > 0);
  pages.push(...special);
  return {
    ...Object.fromEntries(pages.map(([name, text]) => [`${name}.mdx`, text as string])),
    'docs.json': docsJson({
      groups: [
        { group: 'All', pages: pages.map(([name]) => name) },
        { group: 'API', openapi: 'api.json' },
      ],
    }),
    'snippets/shared.mdx': 'Shared *words*.',
    'snippets/counter.jsx':
      'export function Counter() { const [n, set] = useState(0); return <button onClick={() => set(n + 1)}>{n}</button>; }',
    'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"></svg>',
    'api.json': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Cats', version: '1' },
      servers: [{ url: 'https://cats.test' }],
      paths: {
        '/cats': { get: { summary: 'List', responses: { 200: { description: 'ok' } } }, post: { summary: 'Add', responses: {} } },
        ...operations,
      },
    }),
  };
}

/** What a build leaves and says. */
async function built(workers: number, { out = `out-${workers}`, more = ['--no-cache'] } = {}) {
  const place = join(folder, out);
  const { exit, stdout, stderr } = await runCli(['build', '--out', place, '--format', 'json', '--allow-errors', ...more], {
    cwd: join(folder, 'project'),
    env: { DOCSGEN_WORKERS: String(workers) },
    timeoutMs: 300_000,
  });
  return { exit, stdout, stderr, files: [...hashFiles(place)] };
}

describe('a build with threads', () => {
  test('leaves and says the same', async () => {
    writeProject(join(folder, 'project'), project());
    const alone = await built(0);
    expect(alone.files.length).toBeGreaterThan(60);
    expect(alone.stdout).toContain('broken.mdx');
    for (const workers of [1, 2]) expect(await built(workers), `${workers} threads`).toEqual(alone);
  }, 600_000);

  test('takes over what an earlier build has left, and leaves it to a later one', async () => {
    writeProject(join(folder, 'project'), project());
    await built(2, { out: 'warm', more: [] });
    for (const name of ['plain-7', 'plain-50', 'shares']) appendFileSync(join(folder, 'project', `${name}.mdx`), '\nOne more sentence.\n');
    const cold = await built(0);
    expect((await built(2, { out: 'warm', more: [] })).files).toEqual(cold.files);
    // Nothing is left to make.
    expect((await built(0, { out: 'warm', more: [] })).files).toEqual(cold.files);
  }, 600_000);

  test('ends when a grammar of the author cannot be read', async () => {
    const styling = { codeblocks: { languages: { custom: ['/g.json'] } } };
    writeProject(join(folder, 'project'), {
      'docs.json': docsJson({ pages: ['a'] }, { styling }),
      'a.mdx': mdx('A', '```ts\nlet a;\n```'),
      'g.json': Uint8Array.of(0x7b, 0xff, 0x7d),
    });
    const outcome = (workers: string) =>
      runCli(['build', '--out', join(folder, 'out'), '--no-cache'], {
        cwd: join(folder, 'project'),
        env: { DOCSGEN_WORKERS: workers },
        timeoutMs: 60_000,
      });
    const alone = await outcome('0');
    const { timedOut, exit, stderr } = await outcome('2');
    expect(stderr).toContain('g.json');
    expect({ timedOut, exit }).toEqual({ timedOut: false, exit: alone.exit });
  }, 180_000);

  test('is interrupted as one without', async () => {
    writeProject(join(folder, 'project'), project());
    const controller = new AbortController();
    controller.abort();
    const { status } = await buildSite({
      dir: join(folder, 'project'),
      outDir: join(folder, 'out'),
      workers: 2,
      signal: controller.signal,
    });
    expect(status).toBe('interrupted');
  });
});

describe('a thread', () => {
  const settings: WorkerSettings = {
    codeTheme: { light: 'github-light', dark: 'github-dark' },
    customLanguages: [],
    variables: { name: 'Tom' },
    markdown: { schema: true },
  };

  test('highlights ahead what compiling a page will ask for', async () => {
    const answers: WorkerResult[] = [];
    const thread = new WorkerThread();
    thread.start(settings);
    thread.send({ kind: 'code', index: 7, source: '```ts {1}\nconst cat = "{{name}}";\n```' });
    thread.send({ kind: 'code', index: 8, source: [{ code: 'const cat = "Tom";', language: 'ts' }] });
    const cat = [{ tag: 'p', attributes: {}, children: ['A ', { tag: 'b', attributes: {}, children: ['cat'] }] }];
    thread.send({ kind: 'copy', key: 'k', page: { title: 'Cats' }, nodes: JSON.stringify(cat) });
    while (thread.pending > 0) await thread.nextResult();
    // What came before anybody listened is not lost.
    thread.listen((answer) => answers.push(answer));
    await thread.close();
    const { lines, styles } = createHighlighter(settings.codeTheme).highlight('const cat = "Tom";', 'ts');
    const key = codeKey('const cat = "Tom";', 'ts');
    const blocks = [[key, JSON.stringify({ lines, styles, isUnknown: false })]];
    expect(answers).toEqual([
      { kind: 'code', index: 7, areExamples: false, blocks },
      { kind: 'code', index: 8, areExamples: true, blocks },
      { kind: 'copy', key: 'k', content: '# Cats\n\nA **cat**\n' },
    ]);
  });

  test('lets nobody wait when it ends, of whatever', async () => {
    const broken = new WorkerThread();
    broken.start({ ...settings, codeTheme: undefined as never });
    broken.send({ kind: 'code', index: 0, source: '```ts\nlet a;\n```' });
    while (broken.pending > 0) await broken.nextResult();
    await broken.close();
  });

  test('lets nobody wait when it was ended', async () => {
    const answers: WorkerResult[] = [];
    const thread = new WorkerThread();
    thread.start(settings);
    thread.listen((answer) => answers.push(answer));
    thread.send({ kind: 'code', index: 0, source: '```ts\nlet a;\n```' });
    await thread.close();
    await thread.nextResult();
    expect(thread.pending).toBe(0);
    thread.send({ kind: 'code', index: 1, source: '' });
    expect({ open: thread.pending, hasEnded: thread.hasEnded, answers }).toEqual({ open: 0, hasEnded: true, answers: [] });
  });
});
