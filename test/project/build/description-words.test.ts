/** Where no markup can stand, a description is its words: cards, search, feeds, what search engines read. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { buildSite } from '../../../src/project/build/build-site.ts';
import { docsJson, hashFiles, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach(removeFolder));

async function build(description: string) {
  const dir = temporaryFolder();
  folders.push(dir);
  writeProject(dir, {
    'index.mdx': `---\ntitle: Start\ndescription: ${JSON.stringify(description)}\n---\nA\n\n<Update label="v1">B</Update>\n`,
    'docs.json': docsJson({ pages: ['index'] }, { seo: { metatags: { canonical: 'https://docs.example.com' } } }),
  });
  const out = join(dir, 'out');
  const { status } = await buildSite({ dir, outDir: out });
  expect(status).toBe('built');
  const graph = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(readFileSync(join(out, 'index.html'), 'utf8'))?.[1] ?? '';
  return {
    cards: [...hashFiles(join(out, '_docsgen/social'))],
    searched: readdirSync(join(out, '_docsgen/search'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?:^|\/)fragment\//.test(path))
      .map((path) => gunzipSync(readFileSync(join(out, '_docsgen/search', path))).toString())
      .join('\n'),
    fed: /<channel>.*?<description>(.*?)<\/description>/s.exec(readFileSync(join(out, 'rss.xml'), 'utf8'))?.[1],
    reported: [...graph.matchAll(/"description":"([^"]*)"/g)].map(([, text]) => text),
  };
}

test('should use the text of a description in cards, search, feeds and search engines', async () => {
  const marked = await build('Runs on [Daytona](https://x.example), see `config.toml`');
  const plain = await build('Runs on Daytona, see config.toml');
  expect(marked.cards).toHaveLength(1);
  expect(marked.cards).toEqual(plain.cards);
  expect(marked.searched).toContain('Runs on Daytona, see config.toml');
  expect(marked.fed).toBe('Runs on Daytona, see config.toml');
  expect(marked.reported).toEqual(['Runs on Daytona, see config.toml', 'Runs on Daytona, see config.toml']);
});
