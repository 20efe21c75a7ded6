// `npm run generate`: writes everything generated from a single source in the code. With `--check`, writes nothing and
// exits with 1 if a file is not up to date (`test/package/generated.test.ts`).
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { remoteHosts } from '../src/model/agent/code-hosts.ts';
import { withGeneratedTables } from '../src/model/diagnostics/reference-page.ts';
import { sampleLanguages } from '../src/shared/samples/languages.ts';
import { frontMatterKeys } from '../src/stages/content/front-matter-fields.ts';
import { componentDocs } from './component-docs.mjs';
import { componentLists, readFamilies } from './component-lists.mjs';
import { root } from './run.mjs';
import { keysOfSchema, typesOfSchema } from './schema-types.mjs';

const components = 'src/stages/components';
/** Components that authors write, by name. From the folders, because the generated list may not be up to date yet. */
const definitions = Object.fromEntries(
  (await readFamilies(join(root, components))).flatMap(({ family }) =>
    Object.entries(family.components).filter(([, { isInternal }]) => !isInternal),
  ),
);
const isCheck = process.argv.includes('--check');

const schema = JSON.parse(readFileSync(join(root, 'src/docs.schema.json'), 'utf8'));

const code = (text) => `\`${text}\``;
const table = (head, rows) => [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Page → name of a section (`{/* generated: name *\/}` to `{/* end *\/}`) → its text. */
const sections = {
  'docs/agent/operate.mdx': {
    'code hosts': table(
      ['`host`', 'Code host', 'Token (default)', 'API URL (default)'],
      [
        ['`local`', 'a bare repository in a folder', '', ''],
        ...Object.entries(remoteHosts).map(([host, { name, tokenVariable, apiUrl }]) => [
          code(host),
          name,
          code(tokenVariable),
          apiUrl.startsWith('https:') ? code(apiUrl) : apiUrl,
        ]),
      ],
    ),
  },
  'docs/reference/settings.mdx': {
    'all keys': table(
      ['Key', 'Type', 'Default', 'Description'],
      keysOfSchema(schema).map(({ key, types, isEnum, isRequired, default: usual, description }) => [
        code(key),
        types.map((type) => (isEnum ? code(type) : type)).join(', '),
        isRequired ? 'required' : usual === undefined ? '' : code(JSON.stringify(usual)),
        description.replace(/[\\`*_{}[\]<>|]/g, '\\$&'),
      ]),
    ),
  },
  'docs/apis/playground.mdx': {
    'sample languages': table(
      ['Language', 'Name', 'Other names'],
      sampleLanguages.map(({ label, key, aliases }) => [label, code(key), aliases.map(code).join(', ')]),
    ),
  },
};

function withSections(page, text) {
  let result = text;
  for (const [name, content] of Object.entries(sections[page])) {
    const start = `{/* generated: ${name} */}\n`;
    const from = result.indexOf(start);
    const to = result.indexOf('{/* end */}', from);
    if (from === -1 || to === -1) throw new Error(`${page} has no section "generated: ${name}"`);
    result = `${result.slice(0, from + start.length)}\n${content}\n\n${result.slice(to)}`;
  }
  return result;
}

const files = [
  ...Object.keys(sections).map((page) => [page, (text) => withSections(page, text)]),
  ['docs/reference/diagnostics.mdx', withGeneratedTables],
  ['src/model/docs-schema.generated.ts', () => typesOfSchema(schema)],
  ['src/apps/language-server/component-docs.generated.ts', () => componentDocs(join(root, 'docs'), definitions, frontMatterKeys)],
  ...Object.entries(await componentLists(join(root, components))).map(([name, parts]) => [join(components, name), () => parts.join('')]),
];

let isStale = false;
for (const [path, make] of files) {
  const file = join(root, path);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const after = make(before);
  if (after === before) continue;
  isStale = true;
  if (isCheck) console.error(`${path} is not up to date: run npm run generate`);
  else writeFileSync(file, after);
}
process.exit(isCheck && isStale ? 1 : 0);
