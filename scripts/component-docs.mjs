// What editors show about components, their props and the keys of front matter: from the pages that document them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const fence = /^( *)(`{3,})[^\n]*\n([\s\S]*?)^\1\2[ \t]*$/gm;

/**
 * The source of `component-docs.generated.ts`. `docs` is the folder of the documentation, `definitions` the components of
 * the registry by name, `keys` the keys of front matter.
 */
export function componentDocs(docs, definitions, keys) {
  const pages = readdirSync(join(docs, 'components'))
    .filter((name) => name.endsWith('.mdx'))
    .sort()
    .map((name) => readPage(readFileSync(join(docs, 'components', name), 'utf8')));
  const components = {};
  for (const [name, { props, sameAs }] of Object.entries(definitions).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const documented = sameAs ?? name;
    const own = pages.filter((page) => page.count(documented) > 0).sort((a, b) => b.count(documented) - a.count(documented));
    if (own[0] === undefined) continue;
    const field = (prop) => own.map((page) => page.field(documented, prop)).find((doc) => doc !== undefined);
    const found = (props ?? '').split(' ').flatMap((prop) => (prop === '' ? [] : [[prop, field(prop)]]));
    components[name] = { text: own[0].description, props: Object.fromEntries(found.filter(([, field]) => field !== undefined)) };
  }
  const head = '/** What editors show, from the pages of docs/. Written by `npm run generate`. Do not edit. */\n';
  const types = "import type { ComponentDoc } from './component-docs.ts';\n\n";
  return [
    head,
    types,
    '/** Component → its documentation. */\n',
    `export const componentDocs: Readonly<Record<string, ComponentDoc>> = ${JSON.stringify(components, undefined, 2)};\n\n`,
    '/** Key of front matter → its documentation. */\n',
    `export const frontMatterDocs: Readonly<Record<string, string>> = ${JSON.stringify(keyDocs(docs, keys), undefined, 2)};\n`,
  ].join('');
}

function readPage(text) {
  const description = /^description: (.*)$/m.exec(text)?.[1] ?? '';
  const sections = text.split(/^(?=## )/m).map((section) => ({ section, fields: fieldsOf(section.replace(fence, '')) }));
  const uses = (section, name) => section.split(new RegExp(`<${name.replace('.', '\\.')}[\\s>/]`)).length - 1;
  return {
    description,
    count: (name) => uses(text, name) + (new RegExp(`^## ${name}$`, 'm').test(text) ? 100 : 0),
    /** The field of a section that names the component, else of the whole page. */
    field(name, prop) {
      const isNamed = ({ section }) => section.startsWith(`## ${name}\n`);
      const order = [...sections.filter(isNamed), ...sections.filter(({ section }) => uses(section, name) > 0), ...sections];
      return order.map(({ fields }) => fields.get(prop)).find((field) => field !== undefined);
    },
  };
}

function fieldsOf(text) {
  const fields = new Map();
  for (const match of text.matchAll(/^<ResponseField ([^>]*?)(?:\/>|>(.*?)<\/ResponseField>)/gm)) {
    const attribute = (name) =>
      new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)')`)
        .exec(match[1])
        ?.slice(1)
        .find((part) => part !== undefined);
    const type = attribute('type') ?? '';
    const words = plain(match[2] ?? '');
    const values = valuesOf(type, match[2] ?? '');
    const usual = attribute('default');
    const field = {
      type,
      ...(usual !== undefined && { default: usual }),
      ...(/\srequired(?=\s|$)/.test(match[1]) && { required: true }),
      ...(words !== '' && { text: words }),
      ...(values.length > 1 && { values }),
    };
    for (const name of (attribute('name') ?? '').split(/,\s*/)) if (!fields.has(name)) fields.set(name, field);
  }
  return fields;
}

/** The values of `xs | sm | md`, or of a text that begins with a list of code words. */
function valuesOf(type, text) {
  const parts = type.split(' | ');
  if (parts.length > 1 && parts.every((part) => /^[\w-]+$/.test(part) && part !== 'string')) return parts;
  if (type !== 'string') return [];
  const list = /^(?:[^`.]*: )?((?:`[\w-]+`(?:,? or |, | )?)+)(?=\.|$)/.exec(text)?.[1] ?? '';
  return [...list.matchAll(/`([\w-]+)`/g)].map((match) => match[1]);
}

function keyDocs(docs, keys) {
  const found = {};
  const rows = ['write/pages.mdx', 'apis/reference.mdx'].flatMap((page) => [
    ...readFileSync(join(docs, page), 'utf8').matchAll(/^\| (`[^|]*) \| ([^|]*) \|$/gm),
  ]);
  for (const [, names, text] of rows)
    for (const [, name] of names.matchAll(/`([\w-]+)`/g)) if (keys.has(name) && found[name] === undefined) found[name] = plain(text);
  return found;
}

/** Links of the documentation work only there. */
function plain(text) {
  return text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
}
