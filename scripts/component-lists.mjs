// The modules that list all component folders (`src/stages/components/*.generated.ts`), from the folders themselves.
// The names, views and Markdown rules are three modules, so that importing the names does not load the views.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const camel = (folder) => folder.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
const quoted = (name) => (/^\w+$/.test(name) ? name : `'${name}'`);
const byName = (a, b) => (a < b ? -1 : 1);

/** Every folder with a `props.ts`, which exports its `ComponentFamily` under the folder's name. */
export async function readFamilies(root) {
  const folders = readdirSync(root)
    .filter((name) => existsSync(join(root, name, 'props.ts')))
    .sort();
  return await Promise.all(
    folders.map(async (folder) => {
      const name = camel(folder);
      const family = (await import(pathToFileURL(join(root, folder, 'props.ts')).href))[name];
      if (family === undefined) throw new Error(`${folder}/props.ts does not export "${name}"`);
      return { folder, name, family };
    }),
  );
}

/** Component name → the export of its folder's `view.tsx`, sorted by name. */
function viewsOf({ family }) {
  const viewOf = (name) => (family.components[name].sameAs ?? name).replace('.', '');
  return Object.keys(family.components).map((name) => ({ name, view: viewOf(name) }));
}

/** `root`: the folder of the components. Returns file name → text. */
export async function componentLists(root) {
  const families = await readFamilies(root);
  const rules = families.filter(({ family }) => family.markdown === 'rules');
  const views = families.flatMap(viewsOf).sort((a, b) => byName(a.name, b.name));
  const names = new Set(views.map(({ name }) => name));
  const spaces = Map.groupBy(
    views.filter(({ name }) => name.includes('.') && !names.has(name.split('.')[0])),
    ({ name }) => name.split('.')[0],
  );
  const start = (text) => `/** ${text} Written by \`npm run generate\`. */\n`;
  return {
    'families.generated.ts': [
      start('All component folders.'),
      ...families.map(({ folder, name }) => `import { ${name} } from './${folder}/props.ts';\n`),
      `\n/** Component folder → its metadata. */\nexport const families = {\n`,
      ...families.map(({ name }) => `  ${name},\n`),
      '};\n',
    ],
    'markdown-rules.generated.ts': [
      start('The Markdown rules of all component folders that have some.'),
      ...rules.map(({ folder, name }) => `import { ${name}Rules } from './${folder}/markdown.ts';\n`),
      `import type { MarkdownRules } from './markdown/rules.ts';\n`,
      `\n/** In the order of the folders. */\nexport const markdownRules: readonly MarkdownRules[] = [\n`,
      ...rules.map(({ name }) => `  ${name}Rules,\n`),
      '];\n',
    ],
    'views.generated.ts': [
      start('The views of all components.'),
      `import type { ComponentType } from 'preact';\n`,
      ...families.flatMap((family) => {
        if (viewsOf(family).length === 0) return [];
        const exported = [...new Set(viewsOf(family).map(({ view }) => view))].sort();
        return `import { ${exported.join(', ')} } from './${family.folder}/view.tsx';\n`;
      }),
      '\n/** Component name → view, without inherited keys. The props come from authors and may have any type. */\n',
      'export const contentComponents: Readonly<Record<string, ComponentType<any>>> = /* @__PURE__ */ Object.assign(\n',
      '  /* @__PURE__ */ Object.create(null),\n',
      '  {\n',
      ...views.map(({ name, view }) => `    ${name === view ? name : `${quoted(name)}: ${view}`},\n`),
      '  },\n);\n\n',
      '// The names of author code in the browser: an underscore replaces the dot.\n',
      'export {\n',
      ...views.map(({ name, view }) => `  ${name === view ? view : `${view} as ${name.replace('.', '_')}`},\n`),
      '};\n',
      ...[...spaces].map(
        ([space, parts]) =>
          `/** \`<${parts[0].name}>\` in author code. */\nexport const ${space} = { ${parts.map(({ name, view }) => `${name.split('.')[1]}: ${view}`).join(', ')} };\n`,
      ),
    ],
  };
}
