/** One static output for one audience: everything of what it may see in every output, and no word of the rest. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSite } from '../../../src/project/build/build-site.ts';
import { checkProject } from '../../../src/project/check/check-project.ts';
import { docsJson, hashFiles, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

const words = { index: 'wordindex', staff: 'wordstaff', partners: 'wordpartners', both: 'wordboth' } as const;
const page = (name: keyof typeof words, more = '') =>
  `---\ntitle: Title ${words[name]}\ndescription: About ${words[name]}\n${more}---\n\n## Heading ${words[name]}\n\nText of ${words[name]}.\n`;
const folder = temporaryFolder('groups');
beforeAll(() => {
  writeProject(folder, {
    'docs.json': docsJson({ groups: [{ group: 'Start', pages: ['index', 'staff', 'partners', 'both'] }] }),
    'index.mdx': page('index'),
    'staff.mdx': page('staff', 'groups: [staff]\n'),
    'partners.mdx': page('partners', 'groups: [partners]\n'),
    'both.mdx': page('both', 'groups: [staff, partners]\n'),
  });
});
afterAll(() => removeFolder(folder));

describe.each<[readonly string[], readonly (keyof typeof words)[]]>([
  [['staff'], ['index', 'staff', 'both']],
  [['partners'], ['index', 'partners', 'both']],
  [
    ['staff', 'partners'],
    ['index', 'staff', 'partners', 'both'],
  ],
  [[], ['index']],
])('groups %j', (groups, seen) => {
  const out = join(folder, `out-${groups.join('-')}`);
  beforeAll(async () => {
    expect(await buildSite({ dir: folder, outDir: out, groups, useCache: false })).toMatchObject({ status: 'built' });
  });

  test('says all of what they may see, and nothing else, in every output', () => {
    const texts = new Map([...hashFiles(out).keys()].map((path) => [path, textOf(readFileSync(join(out, path)))]));
    const all = [...texts.values()].join('\n');
    for (const name of Object.keys(words) as (keyof typeof words)[])
      expect([name, all.includes(words[name])]).toEqual([name, seen.includes(name)]);
    const search = [...texts].filter(([path]) => path.includes('/fragment/')).map(([, text]) => text);
    for (const name of seen) {
      const url = name === 'index' ? '/' : `/${name}`;
      for (const list of ['llms.txt', 'llms-full.txt', 'sitemap.xml', '_docsgen/pages.json'])
        expect(texts.get(list)).toContain(name === 'index' ? '/' : url);
      expect(texts.get(name === 'index' ? 'index.md' : `${name}.md`)).toContain(`Text of ${words[name]}.`);
      expect(search.some((text) => text.includes(words[name]))).toBe(true);
    }
    expect(texts.get('index.html')).not.toContain('Sign out');
  });
});

/** Also of what is packed: words of the index stand in it as they are. */
function textOf(bytes: Buffer): string {
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('latin1');
}

test('should warn of a build for everybody that holds pages for members of groups', async () => {
  const reported = async (groups?: readonly string[]) => {
    const outDir = temporaryFolder('groups-out');
    const { diagnostics } = await buildSite({ dir: folder, outDir: join(outDir, 'site'), ...(groups && { groups }) });
    removeFolder(outDir);
    return diagnostics.map(({ code, severity, message, location }) => `${severity} ${code} ${location?.file} ${message}`);
  };
  const message = 'groups on 3 pages require sign-in, which is not configured, so everyone can read them';
  expect(await reported()).toEqual([`warning config/auth-required staff.mdx ${message}`]);
  expect(await reported(['staff'])).toEqual([]);
  const { diagnostics } = await checkProject({ dir: folder });
  expect(diagnostics.filter(({ code }) => code === 'config/auth-required').map((found) => found.message)).toEqual([message]);
});
