/** Links in the `description` of a page, and in the props of components that hold Markdown, lead where those of its text do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildSite } from '../../../src/project/build/build-site.ts';
import { checkProject } from '../../../src/project/check/check-project.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

let dir: string;
beforeEach(() => {
  dir = temporaryFolder();
});
afterEach(() => removeFolder(dir));

const pages = { pages: ['index', 'guides/start', 'guides/next'] };
const next = '---\ntitle: Next\n---\n## Keys\n\nText\n';

function project(description: string, body = '## Here\n\nText\n') {
  writeProject(dir, {
    'docs.json': docsJson(pages),
    'index.mdx': '---\ntitle: Home\n---\nText\n',
    'guides/start.mdx': `---\ntitle: Start\ndescription: ${description}\n---\n${body}`,
    'guides/next.mdx': next,
  });
}

async function build(base?: string) {
  const out = join(dir, 'out');
  const { diagnostics } = await buildSite({ dir, outDir: out, ...(base !== undefined && { base }) });
  const html = readFileSync(join(out, 'guides/start/index.html'), 'utf8');
  return {
    html,
    hrefs: [...(/<p class="page-description">.*?<\/p>/.exec(html)?.[0] ?? '').matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
    copy: readFileSync(join(out, 'guides/start.md'), 'utf8'),
    reported: diagnostics.map(({ code, location }) => `${code} ${location?.file}:${location?.line}:${location?.column}`),
  };
}

test('should resolve them, in the page and in its copy', async () => {
  project(`'See [a](./next.mdx#keys), [b](next), [c](/guides/next.md), [d](#here), **[e](../index)** and [f](https://x.example)'`);
  const { hrefs, copy, reported } = await build('/base');
  expect(hrefs).toEqual(['/base/guides/next#keys', '/base/guides/next', '/base/guides/next', '#here', '/base/', 'https://x.example']);
  expect(copy).toContain('[a](/base/guides/next#keys), [b](/base/guides/next)');
  expect(reported).toEqual([]);
});

test('should report broken ones at their locations', async () => {
  project('>-\n  See [a](./gone)\n  and [b](#nothing), [c](next#nothing), [d](./Next)');
  expect((await build()).reported).toEqual(['links/broken guides/start.mdx:4:11', 'links/broken guides/start.mdx:5:11']);
  const { diagnostics } = await checkProject({ dir });
  expect(
    diagnostics
      .filter(({ code }) => code.startsWith('links/'))
      .map(({ code, location }) => `${code} ${location?.line}:${location?.column}`),
  ).toEqual(['links/broken 4:11', 'links/broken 5:11', 'links/broken 5:26', 'links/case 5:45']);
});

test('should build pages whose descriptions contain script URLs, and disable these', async () => {
  project('"[a](javascript:alert(1)) [b](<javascript:alert(1)>) [c](data:text/html,x)"');
  const { hrefs, reported } = await build();
  expect(hrefs).toEqual(['#', '#', '#']);
  expect(reported).toEqual([
    'mdx/url-scheme guides/start.mdx:3:19',
    'mdx/url-scheme guides/start.mdx:3:45',
    'mdx/url-scheme guides/start.mdx:3:71',
  ]);
});

test('should report those of `related` at their own location', async () => {
  project('"[a](/gone)"\nrelated: ["/gone"]');
  const { diagnostics } = await checkProject({ dir });
  expect(diagnostics.filter(({ code }) => code === 'links/broken').map(({ location }) => location?.line)).toEqual([3, 4]);
});

test('should report those of `related` at their own location also when the key is in quotes', async () => {
  project('D\n"related": ["/gone"]', 'Say `related:` in the front matter.\n');
  const { diagnostics } = await checkProject({ dir });
  expect(diagnostics.filter(({ code }) => code === 'links/broken').map(({ location }) => location?.line)).toEqual([4]);
});

test('should resolve those of captions, hints and descriptions of components', async () => {
  const body = `<Frame caption="See [the next](./next.mdx)" hint="[*x*](next)">
text
</Frame>

<Accordion title="T" description="[a](./next#keys) and [b](./gone)">
text
</Accordion>
`;
  project('D', body);
  const { html, reported } = await build('/base');
  const frame = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';
  expect([...frame.matchAll(/href="(\/base\/guides\/(?:next|gone)[^"]*)"/g)].map(([, href]) => href).slice(0, 4)).toEqual([
    '/base/guides/next',
    '/base/guides/next',
    '/base/guides/next#keys',
    '/base/guides/gone',
  ]);
  expect(reported).toEqual(['links/broken guides/start.mdx:9:60']);
});
