// Other documentation generators for comparison in the same run: their packages, how the same pages are written for
// them, and their build commands. They are in a scratch folder outside the repository, which later runs reuse.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fence, pageOf, partsOf, pathOf, plainForms, sectionsOf, write } from './content.mjs';

const list = (items) => items.map((item) => `- ${item}`).join('\n');
const vitepressForms = {
  ...plainForms,
  note: (text) => `::: tip\n${text}\n:::`,
  group: (code) => `::: code-group\n\n${fence('ts [client.ts]', code.ts)}\n\n${fence('python [client.py]', code.python)}\n\n:::`,
};
const starlightTab = (label, text) => `  <TabItem label="${label}">\n\n${text}\n\n  </TabItem>`;
const starlightForms = {
  ...plainForms,
  imports: `import { CardGrid, LinkCard, Steps, TabItem, Tabs } from '@astrojs/starlight/components';\n\n`,
  note: (text) => `:::note\n${text}\n:::`,
  group: ({ ts, python }) =>
    `<Tabs>\n${starlightTab('TypeScript', fence('ts', ts))}\n${starlightTab('Python', fence('python', python))}\n</Tabs>`,
  cards: (cards) =>
    `<CardGrid>\n${cards.map(({ title, href }) => `  <LinkCard title="${title}" href="${href}" />`).join('\n')}\n</CardGrid>\n\n${list(cards.map(({ text }) => text))}`,
  tabs: (tabs) => `<Tabs>\n${tabs.map(({ title, text }) => starlightTab(title, text)).join('\n')}\n</Tabs>`,
  steps: (steps) => `<Steps>\n\n${plainForms.steps(steps)}\n\n</Steps>`,
};
const docusaurusTab = (label, text) => `  <TabItem value="${label}" label="${label}">\n\n${text}\n\n  </TabItem>`;
const docusaurusForms = {
  ...plainForms,
  imports: `import Tabs from '@theme/Tabs';\nimport TabItem from '@theme/TabItem';\n\n`,
  note: (text) => `:::note\n\n${text}\n\n:::`,
  group: ({ ts, python }) =>
    `<Tabs>\n${docusaurusTab('TypeScript', fence('ts', ts))}\n${docusaurusTab('Python', fence('python', python))}\n</Tabs>`,
  tabs: (tabs) => `<Tabs>\n${tabs.map(({ title, text }) => docusaurusTab(title, text)).join('\n')}\n</Tabs>`,
};

function writePages(folder, count, extension, forms) {
  for (let index = 0; index < count; index++) write(folder, `${pathOf(index)}.${extension}`, pageOf(partsOf(index, count), forms));
  write(folder, `index.${extension}`, `---\ntitle: Start\n---\n\nBegin with [the first page](/${pathOf(0)}).\n`);
}

const titleOf = (path, count) => partsOf(Number(path.slice(path.lastIndexOf('-') + 1)), count).title;

/**
 * `write` creates the project in a folder and `build` returns its build command, run beside the packages; `out` is the
 * output folder in the project, `page` the path of a page there.
 */
export const sitePeers = new Map([
  [
    'vitepress',
    {
      name: 'VitePress',
      packages: ['vitepress@1.6.4'],
      write: (folder, count) => {
        writePages(folder, count, 'md', vitepressForms);
        const sidebar = sectionsOf(count).map(({ name, pages }) => ({
          text: name,
          collapsed: true,
          items: pages.map((path) => ({ text: titleOf(path, count), link: `/${path}` })),
        }));
        const config = { title: 'Bench', themeConfig: { search: { provider: 'local' }, sidebar } };
        write(folder, '.vitepress/config.mjs', `export default ${JSON.stringify(config)};\n`);
      },
      build: (folder) => ['vitepress', 'build', folder],
      out: '.vitepress/dist',
      page: (path) => `${path}.html`,
    },
  ],
  [
    'starlight',
    {
      name: 'Starlight',
      packages: ['astro@7.3.5', '@astrojs/starlight@0.42.4'],
      write: (folder, count) => {
        writePages(join(folder, 'src/content/docs'), count, 'mdx', starlightForms);
        const sidebar = sectionsOf(count).map(({ name, pages }) => ({ label: name, collapsed: true, items: [...pages] }));
        write(
          folder,
          'astro.config.mjs',
          `import { defineConfig } from 'astro/config';\nimport starlight from '@astrojs/starlight';\nexport default defineConfig({ integrations: [starlight(${JSON.stringify({ title: 'Bench', sidebar })})] });\n`,
        );
        write(
          folder,
          'src/content.config.ts',
          `import { defineCollection } from 'astro:content';\nimport { docsLoader } from '@astrojs/starlight/loaders';\nimport { docsSchema } from '@astrojs/starlight/schema';\nexport const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };\n`,
        );
        // Packages named here are compiled too, which Starlight needs.
        write(folder, 'package.json', '{ "type": "module", "dependencies": { "@astrojs/starlight": "*" } }\n');
      },
      build: (folder) => ['astro', 'build', '--root', folder],
      out: 'dist',
      page: (path) => `${path}/`,
    },
  ],
  [
    'docusaurus',
    {
      name: 'Docusaurus, faster',
      packages: [
        '@docusaurus/core@3.10.2',
        '@docusaurus/preset-classic@3.10.2',
        '@docusaurus/faster@3.10.2',
        '@mdx-js/react@3.1.1',
        'react@19.3.1',
        'react-dom@19.3.1',
      ],
      // Newer versions depend on a package that was never published.
      overrides: { '@docsearch/react': '4.6.3', '@docsearch/css': '4.6.3', '@docsearch/core': '4.6.3' },
      write: (folder, count) => {
        writePages(join(folder, 'docs'), count, 'mdx', docusaurusForms);
        for (const { name, pages } of sectionsOf(count))
          write(folder, `docs/${pages[0].split('/')[0]}/_category_.json`, JSON.stringify({ label: name, collapsed: true }));
        const docs = { routeBasePath: '/' };
        const config = {
          title: 'Bench',
          url: 'https://bench.test',
          baseUrl: '/',
          onBrokenLinks: 'ignore',
          future: { v4: true, faster: true },
          presets: [['classic', { docs, blog: false }]],
        };
        write(folder, 'docusaurus.config.js', `module.exports = ${JSON.stringify(config)};\n`);
        write(folder, 'package.json', '{}\n');
      },
      build: (folder) => ['docusaurus', 'build', folder],
      out: 'build',
      page: (path) => path,
    },
  ],
]);

/** API reference generators, for one description. */
export const apiPeers = new Map([
  [
    'redocly',
    {
      name: 'Redocly, one page',
      packages: ['@redocly/cli@2.77.0'],
      write: (folder, description) => write(folder, 'api.json', description),
      build: (folder) => ['redocly', 'build-docs', join(folder, 'api.json'), '-o', join(folder, 'out/index.html')],
      out: 'out',
    },
  ],
  [
    'zudoku',
    {
      name: 'Zudoku',
      packages: ['zudoku@0.76.0', 'react@19.3.1', 'react-dom@19.3.1'],
      write: (folder, description) => {
        write(folder, 'api.json', description);
        write(folder, 'package.json', '{ "type": "module" }\n');
        const config = { apis: [{ type: 'file', input: './api.json', path: '/api' }], redirects: [{ from: '/', to: '/api' }] };
        write(folder, 'zudoku.config.ts', `export default ${JSON.stringify(config)};\n`);
      },
      build: (folder) => ['zudoku', 'build', '--dir', folder],
      out: 'dist',
    },
  ],
]);

/**
 * The requested peers that are installed or can be, each with `folder` (its packages) and `project` (an empty folder
 * for a site). Prints a message about the others.
 *
 * @param {Map<string, any>} known
 * @param {string} names of `known`, separated by commas; `all`
 * @param {string} scratch
 */
export function installPeers(known, names, scratch) {
  const wanted = names === 'all' ? [...known.keys()] : names.split(',').filter((name) => name !== '');
  const found = new Map();
  for (const name of wanted) {
    const peer = known.get(name);
    if (peer === undefined) {
      console.log(`${name}: no peer of this bench (${[...known.keys()].join(', ')}).`);
      continue;
    }
    const folder = join(scratch, name);
    const problem = install(folder, peer);
    if (problem === undefined) found.set(name, { ...peer, folder, project: (site) => emptyFolder(join(folder, site)) });
    else console.log(`${peer.name} is left out: ${problem}`);
  }
  return found;
}

function install(folder, { packages, overrides = {} }) {
  const wanted = JSON.stringify({ private: true, type: 'module', overrides, wanted: packages });
  const file = join(folder, 'package.json');
  const mark = join(folder, 'installed.json');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return undefined;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, wanted);
  const { status, stderr, error } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) return error?.message ?? (/npm error (?!code)(.*)/.exec(stderr)?.[1] || `npm ended with ${status}`);
  writeFileSync(mark, wanted);
  return undefined;
}

function emptyFolder(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** The command of a peer for `measure`: its installed program, run by this Node, with telemetry off. */
export function peerCommand(peer, site) {
  const [program, ...args] = peer.build(site);
  const env = { ASTRO_TELEMETRY_DISABLED: '1', DOCUSAURUS_NO_TELEMETRY: '1', ZUDOKU_TELEMETRY_DISABLED: '1', REDOCLY_TELEMETRY: 'off' };
  const heap = { NODE_OPTIONS: '--max-old-space-size=16384' };
  return [process.execPath, [join(peer.folder, 'node_modules/.bin', program), ...args], { cwd: site, env: { ...env, ...heap } }];
}
