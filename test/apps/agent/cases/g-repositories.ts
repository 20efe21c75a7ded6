/** G. Repositories that are odd, broken or large. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../harness/client.ts';
import { smallDocs } from '../harness/repository.ts';
import { inOrder } from '../harness/scripted-model.ts';
import { editStart } from './a-contract.ts';
import { type AgentCase, rounds, withinTime } from './agent-case.ts';

export const repositories: readonly AgentCase[] = [
  {
    number: 52,
    title: 'Submodules, LFS, odd bytes, and no source at all',
    async run(world) {
      const pointer =
        'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n';
      const repository = world.repository({
        ...smallDocs,
        '.gitattributes': '*.png filter=lfs diff=lfs merge=lfs -text\n*.mdx text eol=lf\n',
        '.gitmodules': '[submodule "docs/sub"]\n\tpath = docs/sub\n\turl = ../other.git\n',
        '.lfsconfig': '[lfs]\n\turl = http://127.0.0.1:9/\n',
        'docs/image.png': pointer,
        'docs/run.sh': '#!/bin/sh\n',
      });
      // What a checkout changes or cannot hold: Windows lines where attributes say otherwise, a submodule, an executable, a name that is not UTF-8.
      const blob = repository.git('rev-parse', 'main:docs/run.sh');
      const lines = execFileSync('git', ['hash-object', '-w', '--stdin', '--no-filters'], {
        cwd: repository.path,
        input: '---\r\ntitle: Lines\r\n---\r\n\r\nWindows lines.\r\n',
        encoding: 'utf8',
      }).trim();
      const odd = Buffer.concat([
        Buffer.from(
          `160000 ${repository.git('rev-parse', 'main')}\tdocs/sub\x00100755 ${blob}\tdocs/run.sh\x00100644 ${lines}\tdocs/crlf.mdx\x00100644 ${blob}\tdocs/`,
        ),
        Buffer.from([0xe9, 0x2e, 0x6d, 0x64, 0]),
      ]);
      const index = { ...process.env, GIT_INDEX_FILE: join(world.folder, 'index') };
      const plumb = (args: readonly string[], input?: Buffer) =>
        execFileSync('git', args, { cwd: repository.path, env: index, ...(input && { input }), encoding: 'utf8' }).trim();
      plumb(['read-tree', 'main']);
      plumb(['update-index', '-z', '--index-info'], odd);
      const tree = plumb(['write-tree']);
      const commit = plumb(['-c', 'user.name=P', '-c', 'user.email=p@example.com', 'commit-tree', tree, '-p', 'main', '-m', 'Odd']);
      repository.git('update-ref', 'refs/heads/main', commit);

      const model = await world.model(
        inOrder(
          { calls: [...editStart.calls, { name: 'edit', args: { path: 'crlf.mdx', old: 'Windows', new: 'Other' } }] },
          { text: 'Done.' },
        ),
      );
      await world.project({ repository: repository.path, docs: 'docs', modelUrl: model.url });
      const { service } = await world.start();
      const client = createClient(service.url, await world.key());
      const { id } = (await client.create('Change')).json;
      assert.equal((await client.until(id)).status, 'completed');
      assert.equal(
        repository.git('diff', '--raw', '--abbrev=4', '--name-only', 'main', `docsgen/${id}`),
        'docs/crlf.mdx\ndocs/guides/start.mdx',
      );
      assert.equal(repository.show(`docsgen/${id}`, 'docs/crlf.mdx'), '---\r\ntitle: Lines\r\n---\r\n\r\nOther lines.\r\n');
      assert.equal(repository.show(`docsgen/${id}`, 'docs/image.png'), pointer);

      const started = Date.now();
      const none = world.repository({});
      for (const settings of [
        { repository: none.path },
        { ref: 'no-such-branch' },
        { repository: '/nowhere/at/all.git' },
        { docs: 'no/such/folder' },
        { ref: '--upload-pack=x' },
      ]) {
        await world.project({ repository: repository.path, docs: 'docs', modelUrl: model.url, ...settings });
        const job = (await client.create('Change')).json.id;
        assert.equal((await client.until(job)).status, 'failed');
        assert.equal((await client.job(job, 'detail')).json.failure.code, 'source_unavailable', JSON.stringify(settings));
      }
      assert.ok(Date.now() - started < 30_000 * 4);
    },
  },
  {
    number: 53,
    title: 'A large repository',
    isSlow: true,
    engines: ['sqlite'],
    async run(world) {
      const files = rounds(50_000);
      const repository = world.repository();
      await largeHistory(repository.path, files, rounds(60));
      const model = await world.model(inOrder(editStart, { text: 'Done.' }));
      await world.project({ repository: repository.path, docs: 'docs', modelUrl: model.url });
      const { service } = await world.start();
      const client = createClient(service.url, await world.key());
      const timed = async () => {
        const start = Date.now();
        const { id } = (await client.create('Change')).json;
        const record = await client.until(id, undefined, 300_000);
        assert.equal(record.status, 'completed', JSON.stringify((await client.job(id, 'detail')).json.failure));
        const { events: items } = (await client.job(id, 'events?limit=1000', { accept: 'application/json' })).json;
        const at = (kind: string) => Date.parse(items.find((event: { kind: string }) => event.kind === kind)?.at ?? '');
        return { all: Date.now() - start, tree: at('source') - at('attempt') };
      };
      const first = await timed();
      const second = await timed();
      withinTime(second.tree, 10_000, 'the second tree');
      const bytes = (path: string) => Number(execFileSync('du', ['-sk', path], { encoding: 'utf8' }).split('\t')[0]) * 1024;
      const [whole, cache] = [bytes(repository.path), bytes(join(world.dataFolder, 'cache'))];
      assert.ok(cache < whole / 2, `the cache has ${cache} of ${whole} bytes`);
      return `${files} files, repository ${Math.round(whole / 2 ** 20)} MiB, cache ${Math.round(cache / 2 ** 20)} MiB, trees after ${first.tree} and ${second.tree} ms`;
    },
  },
];

/** Files beside the documentation, and a history of versions of one large file, as one stream into the repository. */
async function largeHistory(path: string, files: number, versions: number): Promise<void> {
  const child = spawn('git', ['fast-import', '--quiet', '--force'], { cwd: path, stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = new Promise<void>((resolve, reject) =>
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`fast-import ${code}`)))),
  );
  const send = async (data: string | Buffer) => {
    if (!child.stdin.write(data)) await new Promise((resolve) => child.stdin.once('drain', resolve));
  };
  for (let version = 0; version < versions; version++) {
    const noise = Buffer.alloc(4 * 1024 * 1024);
    for (let at = 0; at < noise.length; at += 4) noise.writeInt32LE((at * 2654435761 + version * 40503) | 0, at);
    await send(
      `commit refs/heads/main\ncommitter P <p@example.com> ${1_700_000_000 + version} +0000\ndata 1\nv\n${version === 0 ? 'from refs/heads/main^0\n' : ''}`,
    );
    await send(`M 100644 inline assets/large.bin\ndata ${noise.length}\n`);
    await send(noise);
    await send('\n');
  }
  await send('commit refs/heads/main\ncommitter P <p@example.com> 1800000000 +0000\ndata 1\nf\n');
  for (let file = 0; file < files; file++)
    await send(
      `M 100644 inline docs/data/${file % 250}/file-${file}.txt\ndata 30\n---\ntitle: Page ${String(file).padStart(8, '0')}\n---\n\n\n`,
    );
  child.stdin.end('done\n');
  await ended;
  writeFileSync(join(path, 'description'), 'large\n');
}
