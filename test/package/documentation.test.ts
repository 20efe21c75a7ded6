/** The documentation is true: it builds without a warning, and names every option, code, component and dependency. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, describe, expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { memory } from '../../src/platform/files/memory.ts';
import { componentNames, isCommonProp, knownProps } from '../../src/stages/components/registry.ts';
import { loadConfig } from '../../src/stages/config/load-config.ts';
import { repository, runCli } from '../harness/cli.ts';
import { removeFolder, temporaryFolder } from '../harness/project.ts';

const folder = temporaryFolder('docs');
afterAll(() => removeFolder(folder));

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
const filesBelow = (path: string): string[] => readdirSync(join(repository, path), { recursive: true, encoding: 'utf8' });

test.each(['docs', 'templates/starter'])('%s builds without a warning', async (source) => {
  const out = join(folder, source.replace('/', '-'));
  const outcome = await runCli(['build', join(repository, source), '--out', out, '--strict', '--cache-dir', join(folder, 'cache')], {
    cwd: folder,
  });
  expect(outcome.exit, outcome.stdout + outcome.stderr).toBe(0);
});

test('docs has no problems in a check', async () => {
  const { stdout, stderr } = await runCli(['check', join(repository, 'docs'), '--cache-dir', join(folder, 'cache')], { cwd: folder });
  expect(stdout + stderr).toContain('no problems found');
});

/** Every command with what it takes: `serve keys create` → its options and those of the commands above it. */
function commands(): Map<string, { readonly own: ReadonlySet<string>; readonly taken: ReadonlySet<string> }> {
  const found = new Map<string, { own: Set<string>; taken: Set<string> }>();
  const walk = (command: Command, path: readonly string[], above: ReadonlySet<string>): void => {
    // What help does not show is for our own programs.
    const own = new Set(command.options.filter(({ hidden }) => !hidden).map(({ long }) => long as string));
    const taken = new Set([...own, ...above, '--help']);
    found.set(path.join(' '), { own, taken });
    for (const child of command.commands) walk(child, [...path, child.name()], taken);
  };
  for (const command of createProgram(() => undefined).commands) walk(command, [command.name()], new Set());
  return found;
}

describe('the command line reference', () => {
  const page = read('docs/reference/cli.mdx');
  const section = (heading: string): string => new RegExp(`^#+ ${heading}\\n([\\s\\S]*?)(?=^#|(?![\\s\\S]))`, 'm').exec(page)?.[1] ?? '';
  const known = commands();
  // Subcommands stand in the section of the command above them.
  const documented = [...known.keys()].filter((name) => !/^help$/.test(name));

  test.each(documented)('names every option of %s', (name) => {
    const text = section(name) || section(name.split(' ').slice(0, -1).join(' '));
    expect(text).not.toBe('');
    const where = new Set(['--data', '--database-url']);
    const isNamed = (option: string) => new RegExp(`${option}(?![\\w-])`).test(text);
    const missing = [...(known.get(name)?.own ?? [])].filter((option) => !isNamed(option) && !(name.includes(' ') && where.has(option)));
    expect(missing).toEqual([]);
  });

  test('names no option that does not exist', () => {
    const gone = [...known.keys()].flatMap((name) => {
      const options = new Set([...section(name).matchAll(/`(?:-\w, )?(--[a-z-]+)/g)].map((match) => match[1] as string));
      const taken = new Set(
        [...known].filter(([other]) => other === name || other.startsWith(`${name} `)).flatMap(([, { taken: all }]) => [...all]),
      );
      return [...options].filter((option) => !taken.has(option)).map((option) => `${name} ${option}`);
    });
    expect(gone).toEqual([]);
  });
});

/** Pages, README and what the starter says. */
const texts = (): Map<string, string> =>
  new Map(
    ['README.md', ...['docs', 'templates/starter'].flatMap((folder) => filesBelow(folder).map((path) => join(folder, path)))]
      .filter((path) => /\.mdx?$/.test(path))
      .map((path) => [path, read(path)]),
  );

test('commands that are shown take the options that they are shown with', () => {
  const known = commands();
  const wrong: string[] = [];
  let count = 0;
  for (const [path, text] of texts()) {
    for (const [line] of text.replaceAll(/\\\n\s*/g, '').matchAll(/(?<=^|[\s"`])(?:npx )?docsgen [a-z][^\n`|&"#]*/gm)) {
      const words = line.replace(/^npx /, '').split(/\s+/).slice(1);
      const name = [3, 2, 1].map((length) => words.slice(0, length).join(' ')).find((candidate) => known.has(candidate));
      const options = words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.replace(/[=.,;:)].*$/, ''));
      if (options.length === 0 || words[0]?.startsWith('-')) continue;
      count++;
      for (const option of options)
        if (name === undefined || !known.get(name)?.taken.has(option)) wrong.push(`${path}: ${line.trim()}: ${option}`);
    }
  }
  expect(count).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

test('the environment is documented whole, and nothing else', () => {
  const own = /\bDOCSGEN_[A-Z_]+[A-Z]\b/g;
  const inCode = new Set(
    filesBelow('src')
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) => read(join('src', path)).match(own) ?? []),
  );
  const table = new Set(read('docs/reference/cli.mdx').match(own) ?? []);
  expect([...table].sort()).toEqual([...inCode].sort());
  // The name that the examples give a key of one's own.
  const examples = new Set(['DOCSGEN_KEY']);
  for (const [path, text] of texts())
    for (const name of text.match(own) ?? []) if (!examples.has(name)) expect(inCode, path).toContain(name);
});

interface SchemaNode {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly allOf?: readonly SchemaNode[];
}

describe('the settings', () => {
  const schema = JSON.parse(read('src/docs.schema.json')) as SchemaNode & Record<string, Record<string, SchemaNode>>;
  /** `footer.links[].items`, of all keys; entries of the navigation by their last name alone. */
  const paths = new Set<string>();
  const walk = (node: SchemaNode, path: string, seen: readonly string[]): void => {
    if (node.$ref !== undefined) {
      if (seen.includes(node.$ref)) return;
      const [, place = '', name = ''] = node.$ref.split('/');
      walk(schema[place]?.[name] as SchemaNode, path, [...seen, node.$ref]);
    }
    for (const part of [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])]) walk(part, path, seen);
    if (node.items) walk(node.items, `${path}[]`, seen);
    for (const [name, child] of Object.entries(node.properties ?? {})) {
      const inner = path === '' ? name : `${path}.${name}`;
      paths.add(inner.startsWith('navigation.') ? `navigation.${name}` : inner);
      walk(child, inner, seen);
    }
  };
  walk(schema, '', []);
  const pages = texts();
  const settings = pages.get('docs/reference/settings.mdx') ?? '';
  const all = [...pages]
    .filter(([path]) => path.startsWith('docs/'))
    .map(([, text]) => text)
    .join('\n');

  test('are documented, every one', () => {
    expect(paths.size).toBeGreaterThan(250);
    const named = (name: string): boolean => new RegExp(`[\`"{,. ]${name.replace(/[$]/g, '\\$')}[\`",\\].} ]`).test(all);
    expect([...paths].filter((path) => !named(path.replace(/^.*\./, '').replace('[]', '')))).toEqual([]);
    // The first two levels stand in the tables themselves, or the page that has them is named there.
    const elsewhere = /^(?:\$schema|navigation|docsgen|integrations|redirects|variations)\b/;
    const short = [...paths].filter((path) => path.split('.').length <= 2 && !elsewhere.test(path) && path.includes('.'));
    expect(
      short.filter(
        (path) => !settings.includes(path) && !new RegExp(`\`${path.split('.')[0]}\`.*\\b${path.split('.')[1]}\\b`).test(settings),
      ),
    ).toEqual([]);
  });

  test('that are documented are there', () => {
    const table = [...settings.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string),
    );
    expect(table.length).toBeGreaterThan(80);
    const isThere = (name: string): boolean =>
      [name, `integrations.${name}`, `docsgen.${name}`, `docsgen.overrides${name}`].some(
        (path) => paths.has(path) || paths.has(path.replace(/\[\]$/, '')),
      );
    expect(table.filter((name) => !isThere(name))).toEqual([]);
  });

  test.each(
    [...pages].flatMap(([path, text]) =>
      [...text.matchAll(/^( *)```json docs\.json[^\n]*\n([\s\S]*?)^ *```/gm)].map(
        (match, index) => [path, index, match[2] as string] as const,
      ),
    ),
  )('in %s, example %s, are right', (_path, _index, text) => {
    const example = JSON.parse(text) as Record<string, unknown>;
    // A part of the navigation is shown by itself.
    const part = 'group' in example ? { navigation: { groups: [example] } } : example;
    const whole = { theme: 'mint', name: 'Example', colors: { primary: '#4f46e5' }, navigation: { pages: ['index'] }, ...part };
    const { diagnostics } = loadConfig({ files: memory({ 'docs.json': JSON.stringify(whole), 'index.mdx': '' }) });
    const isOfExample = ({ code }: { readonly code: string }) =>
      !['config/page-missing', 'config/not-yet', 'config/ref', 'config/missing-override'].includes(code);
    expect(diagnostics.filter(isOfExample)).toEqual([]);
  });

  test('of front matter are documented', () => {
    const source = read('src/stages/content/front-matter-fields.ts');
    const keys = /frontMatterKeys: ReadonlySet<string> = new Set\(\s*`([^`]*)`/.exec(source)?.[1]?.split(/\s+/) ?? [];
    expect(keys.length).toBeGreaterThan(30);
    const page = `${pages.get('docs/write/pages.mdx')}${pages.get('docs/apis/reference.mdx')}`;
    expect(keys.filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
  });
});

describe('components', () => {
  const pages = [...texts()].filter(([path]) => path.startsWith('docs/'));
  const text = pages.map(([, page]) => page).join('\n');
  // Real sites write them; nothing is done with them.
  const unread: Readonly<Record<string, string>> = {
    Card: 'target disabled',
    CodeBlock: 'theme',
    ParamField: 'cookie initialValue nullable enumValues options min max hidden',
    ResponseField: 'nullable hidden',
  };
  // Written by the configuration, or an older spelling of another one.
  const elsewhere = new Set(['Banner', 'Tabs.Tab', 'FileTree', 'FileTree.File', 'FileTree.Folder', 'Snippet']);
  test.each(componentNames.filter((name) => !elsewhere.has(name)))('<%s> is documented with all that it takes', (name) => {
    const tag = new RegExp(`<${name.replace('.', '\\.')}[\\s/>]|\`${name}\``);
    const about = pages
      .filter(([, page]) => tag.test(page))
      .map(([, page]) => page)
      .join('\n');
    expect(about).not.toBe('');
    // Of every component with an icon: told once, with the icons.
    const props = [...(knownProps(name) ?? [])].filter((prop) => prop !== 'iconType' && !unread[name]?.split(' ').includes(prop));
    expect(props.filter((prop) => !new RegExp(`[\`"<, ]${prop}[\`",= >]`).test(about))).toEqual([]);
  });

  test('take every prop that their pages list', () => {
    const known = new Set(componentNames.flatMap((name) => [...(knownProps(name) ?? [])]));
    const listed = [...text.matchAll(/^<ResponseField name="([^"]+)"/gm)].flatMap(([, names = '']) => names.split(', '));
    expect(listed.length).toBeGreaterThan(50);
    // Examples of fields, and props that every component has.
    expect(listed.filter((name) => !known.has(name) && !isCommonProp(name) && !['user', 'email'].includes(name))).toEqual([]);
  });
});

describe('hooks for styles', () => {
  const page = read('docs/write/styling.mdx');
  const source = ['src/stages/render', 'src/stages/components', 'src/browser']
    .flatMap((folder) =>
      filesBelow(folder)
        .filter((path) => /\.tsx?$/.test(path))
        .map((path) => read(join(folder, path))),
    )
    .join('\n');
  const names = (heading: string): string[] =>
    [...(new RegExp(`\\*\\*${heading}:\\*\\*(.*)`).exec(page)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] as string);
  test('are on the page', () => {
    expect(names('Ids').length).toBeGreaterThan(20);
    // Written as an attribute, chosen between two values, or handed on as a name.
    const asId = (id: string) => new RegExp(`(?:id(?:=|: )\\{?[^{}\n]*|name=)["'\`]${id}["'\`]`);
    expect(names('Ids').filter((id) => !asId(id).test(source))).toEqual([]);
    expect(names('Classes').length).toBeGreaterThan(25);
    expect(names('Classes').filter((name) => !new RegExp(`["'\`\\s]${name}["'\`\\s]`).test(source))).toEqual([]);
    const styles =
      ['templates', 'src/stages/components']
        .flatMap((folder) => filesBelow(folder).map((path) => join(folder, path)))
        .filter((path) => path.endsWith('.css'))
        .map(read)
        .join('\n') + source;
    expect([...page.matchAll(/--dg-[a-z-]+/g)].map(([name]) => name).filter((name) => !styles.includes(`${name}:`))).toEqual([]);
  });
});

test('names that the recipe for nginx lets be kept for ever are those that a build says', () => {
  const [, rule = ''] = /"~(\^\/_docsgen\/[^"]+)"/.exec(read('docs/hosts.mdx')) ?? [];
  const headers = readFileSync(join(folder, 'docs', '_headers'), 'utf8');
  const forEver = [...headers.matchAll(/^(\/\S+)\n {2}Cache-Control: .*immutable$/gm)].map(([, path = '']) => path.replace(/\*$/, ''));
  expect(forEver.length).toBeGreaterThan(5);
  const files = readdirSync(join(folder, 'docs', '_docsgen'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(join(folder, 'docs').length));
  const isKept = (path: string): boolean => forEver.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place));
  expect(paths.filter((path) => isKept(path) !== new RegExp(rule).test(path))).toEqual([]);
});

test('the architecture page names the layers and the modules that are checked', () => {
  const page = read('docs/architecture.md');
  const checked = read('scripts/check-layers.mjs');
  const list = (name: string) =>
    [...(new RegExp(`const ${name} = \\[(.*)\\]`).exec(checked)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(([, item = '']) => item);
  const layers = list('layers');
  expect(layers.length).toBeGreaterThan(5);
  const rows = page.split('\n').filter((line) => /^\| `[a-z-]+\/` \|/.test(line));
  expect(rows.map((row) => /`([a-z-]+)\/`/.exec(row)?.[1]).filter((name) => layers.includes(name ?? ''))).toEqual(layers);
  for (const layer of list('layersOfModules')) {
    const row = rows.find((line) => line.startsWith(`| \`${layer}/\` |`)) ?? '';
    const named = [...row.matchAll(/`([a-z-]+)\/`/g)].map(([, name = '']) => name).slice(1);
    const folders = readdirSync(join(repository, 'src', layer), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name] : [],
    );
    expect(named.toSorted(), layer).toEqual(folders.toSorted());
  }
  for (const [, module = '', targets = ''] of checked.matchAll(/^ {2}'([a-z/-]+)': \[(.*)\],$/gm)) {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${module}\` |`));
    expect(row, module).toBeDefined();
    for (const [, target = ''] of targets.matchAll(/'([^']+)'/g)) expect(row, `${module} → ${target}`).toContain(`\`${target}\``);
  }
});

describe('the figures of comparisons are those of the benchmarks', () => {
  const rows = [...read('docs/benchmarks.mdx').matchAll(/^\| (.+) \|$/gm)].map(([, row]) => (row as string).split(' | '));
  /** The cells of `tool`: those of the build, and those of a page on a phone. */
  const build = (tool: string) => rows.find(([, name]) => name === tool) ?? expect.fail(`no build of ${tool}`);
  const page = (tool: string) => rows.find(([name]) => name === tool) ?? expect.fail(`no page of ${tool}`);
  const rounded = (value: string | undefined) => (Number(value) < 10 ? Number(value).toFixed(1) : Number(value).toFixed(0));
  const pages = Number(build('docsgen')[0]).toLocaleString('en');
  const tools = { vitepress: 'VitePress', starlight: 'Starlight', docusaurus: 'Docusaurus, faster' };
  const seconds = (tool: string) => `${rounded(build(tool)[2])} s`;
  const memory = (tool: string) => `${(Number(build(tool)[4]) / 1024).toFixed(1)} GiB`;
  const script = (tool: string) => `${rounded(page(tool)[3])} kB`;

  test('on the home page', () => {
    const own = read('docs/index.mdx');
    const others = Object.values(tools);
    expect(own).toContain(`| Build time for ${pages} pages | **${seconds('docsgen, no search')}** |`);
    expect(own).toContain(`| JavaScript on a typical page | **${script('docsgen')}** |`);
    for (const tool of others) expect(own).toContain(`${tool.replace(', faster', '')} ${seconds(tool)}`);
    for (const tool of others) expect(own).toContain(`${tool.replace(', faster', '')} ${script(tool)}`);
    expect(own).toContain(`Hugo ${seconds('hugo')}`);
  });

  test.each(Object.entries(tools))('on the page that compares %s', (name, tool) => {
    const text = read(`docs/compare/${name}.mdx`);
    const own = 'docsgen, no search';
    expect(text).toContain(`| Build time for ${pages} pages | ${seconds(own)}, ${memory(own)} | ${seconds(tool)}, ${memory(tool)}`);
    for (const each of ['docsgen', tool]) expect(text).toContain(script(each));
  });
});
