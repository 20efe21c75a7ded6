/** Components of the other tools as those of docsgen. Works on text without code. */
import type { Dialect } from '../model.ts';
import { calloutOf, plainTitle } from './containers.ts';
import { attribute, mapElements, mapTags, stringOf, type Tag } from './tags.ts';

/** HTML elements and components that docsgen renders itself. */
const kept = new Set(
  'Accordion AccordionGroup Badge Callout Card CardGroup Check CodeBlock CodeGroup Column Columns Danger Expandable Frame Info Note Panel Prompt RequestExample ResponseExample ResponseField ParamField Snippet Step Steps Tab Tabs Tile Tip Tooltip Tree Tree.File Tree.Folder Update View Visibility Warning Icon Image Mermaid Fragment'.split(
    ' ',
  ),
);

/** What a conversion needs to know about the page. */
export interface ComponentContext {
  readonly dialect: Dialect;
  /** Names that the page imports from snippets, which stay. */
  readonly snippets: ReadonlySet<string>;
  /** Reports a tag that stays as its content. */
  readonly report: (what: string, hint: string) => void;
}

/** Removes tags that are unknown, but never their content. */
export function convertComponents(source: string, context: ComponentContext): string {
  let text = source;
  const { dialect } = context;
  if (dialect === 'docusaurus') text = docusaurus(text);
  if (dialect === 'starlight') text = starlight(text);
  if (dialect === 'nextra') text = nextra(text);
  text = mapElements(text, 'Step', stepWithTitle);
  return mapTags(text, (tag) => plainTag(tag, context));
}

function docusaurus(source: string): string {
  let text = mapElements(source, 'Head', () => '');
  // `<Tabs values={[{label, value}]}>` names the items of its tabs.
  const labels = new Map<string, string>();
  for (const [, values = ''] of source.matchAll(/\bvalues=\{\s*(\[[\s\S]*?\])\s*\}/g))
    for (const [, object = ''] of values.matchAll(/\{([^}]*)\}/g)) {
      const label = /\blabel:\s*(['"])(.*?)\1/.exec(object)?.[2];
      const value = /\bvalue:\s*(['"])(.*?)\1/.exec(object)?.[2];
      if (label !== undefined && value !== undefined) labels.set(value, label);
    }
  text = mapTags(text, (tag) => {
    switch (tag.name) {
      case 'Tabs':
        return tag.isClosing ? undefined : '<Tabs>';
      case 'TabItem': {
        if (tag.isClosing) return '</Tab>';
        const value = stringOf(tag, 'value');
        return `<Tab${attribute('title', stringOf(tag, 'label') ?? labels.get(value ?? '') ?? value ?? 'Tab')}${tag.isSelfClosing ? ' /' : ''}>`;
      }
      case 'Admonition':
        return tag.isClosing
          ? undefined
          : `<Admonition${attribute('type', stringOf(tag, 'type') ?? 'note')}${attribute('title', stringOf(tag, 'title'))}>`;
      case 'Link':
      case 'TOCInline':
      case 'DocCardList':
      case 'BrowserOnly':
      case 'Translate':
      case 'Details':
        return simple(tag);
      default:
        return undefined;
    }
  });
  return mapElements(text, 'Admonition', (tag, inner) =>
    wrap(calloutOf(stringOf(tag, 'type') ?? 'note'), attribute('title', stringOf(tag, 'title')), inner),
  );
}

function simple(tag: Tag): string {
  switch (tag.name) {
    case 'Link':
      if (tag.isClosing) return '</a>';
      return `<a${attribute('href', stringOf(tag, 'to') ?? stringOf(tag, 'href'))}${tag.isSelfClosing ? ' /' : ''}>`;
    case 'Details':
      return tag.isClosing ? '</details>' : '<details>';
    default:
      return '';
  }
}

function starlight(source: string): string {
  let text = mapElements(source, 'Steps', (_, inner) => {
    const items = listItems(inner);
    return items === undefined ? wrap('Steps', '', inner) : wrap('Steps', '', items.map((item) => wrap('Step', '', item)).join('\n'));
  });
  text = mapElements(text, 'Aside', (tag, inner) =>
    wrap(calloutOf(stringOf(tag, 'type') ?? 'note'), attribute('title', stringOf(tag, 'title')), inner),
  );
  text = mapElements(text, 'FileTree', (_, inner) => wrap('Tree', '', inner));
  text = mapElements(text, 'Badge', (tag, inner) => `<Badge>${stringOf(tag, 'text') ?? inner}</Badge>`);
  return mapTags(text, (tag) => {
    const title = attribute('title', stringOf(tag, 'title'));
    switch (tag.name) {
      case 'TabItem':
        return tag.isClosing ? '</Tab>' : `<Tab${attribute('title', stringOf(tag, 'label') ?? 'Tab')}>`;
      case 'Tabs':
        return tag.isClosing ? undefined : '<Tabs>';
      case 'CardGrid':
        return tag.isClosing ? '</CardGroup>' : '<CardGroup>';
      case 'Card':
        return tag.isClosing ? undefined : `<Card${title}>`;
      case 'LinkCard': {
        const description = stringOf(tag, 'description');
        const head = `<Card${title}${attribute('href', stringOf(tag, 'href'))}`;
        return description === undefined ? `${head} />` : `${head}>${plainTitle(description)}</Card>`;
      }
      case 'LinkButton':
        return tag.isClosing ? '</a>' : `<a${attribute('href', stringOf(tag, 'href'))}>`;
      case 'Icon':
        return '';
      case 'Code': {
        const code = stringOf(tag, 'code');
        return code === undefined ? undefined : `\n\`\`\`${stringOf(tag, 'lang') ?? ''}\n${code}\n\`\`\`\n`;
      }
      default:
        return undefined;
    }
  });
}

function nextra(source: string): string {
  let text = mapElements(source, 'Steps', (_, inner) => {
    const level = Math.min(...[...inner.matchAll(/^[ \t]*(#{2,6}) /gm)].map(([, marks = '']) => marks.length), 9);
    if (level === 9) return wrap('Steps', '', inner);
    const parts = inner.split(new RegExp(`^[ \\t]*#{${level}} (?=\\S)`, 'm'));
    const steps = parts.slice(1).map((part) => {
      const [title = '', ...rest] = part.split('\n');
      return wrap('Step', attribute('title', stepTitle(title)), rest.join('\n'));
    });
    return `${parts[0]?.trim() ?? ''}\n\n${wrap('Steps', '', steps.join('\n'))}`;
  });
  text = mapElements(text, 'Tabs', (tag, inner) => {
    const items = [...(/\[([\s\S]*)\]/.exec(String(tag.attributes.get('items') ?? ''))?.[1] ?? '').matchAll(/(["'`])(.*?)\1/g)].map(
      ([, , label]) => label ?? '',
    );
    let index = 0;
    const tabs = mapTags(inner, (each) => {
      if (each.name !== 'Tabs.Tab' && each.name !== 'Tab') return undefined;
      return each.isClosing ? '</Nextra.Tab>' : `<Nextra.Tab${attribute('title', items[index++] ?? stringOf(each, 'title') ?? 'Tab')}>`;
    });
    return `<Nextra.Tabs>${tabs}</Nextra.Tabs>`;
  });
  text = mapElements(text, 'Callout', (tag, inner) => {
    const kind =
      { info: 'Info', warning: 'Warning', error: 'Danger', important: 'Info', default: 'Tip' }[stringOf(tag, 'type') ?? 'default'] ??
      'Note';
    return wrap(kind, '', inner);
  });
  text = mapElements(text, 'FileTree', (_, inner) => treeWithCaption(inner));
  return mapTags(text, (tag) => {
    const closing = (name: string) => `</${name}>`;
    switch (tag.name) {
      case 'Nextra.Tabs':
        return tag.isClosing ? closing('Tabs') : '<Tabs>';
      case 'Nextra.Tab':
        return tag.isClosing ? closing('Tab') : `<Tab${attribute('title', stringOf(tag, 'title'))}>`;
      case 'Cards':
        return tag.isClosing ? closing('CardGroup') : '<CardGroup>';
      case 'Cards.Card':
      case 'Card': {
        if (tag.isClosing) return closing('Card');
        const head = `<Card${attribute('title', stringOf(tag, 'title'))}${attribute('href', stringOf(tag, 'href'))}`;
        return `${head}${tag.isSelfClosing ? ' /' : ''}>`;
      }
      case 'FileTree.Folder':
      case 'FileTree.File': {
        const name = tag.name.replace('FileTree', 'Tree');
        if (tag.isClosing) return closing(name);
        return `<${name}${attribute('name', stringOf(tag, 'name'))}${tag.attributes.has('defaultOpen') ? ' defaultOpen' : ''}${tag.isSelfClosing ? ' /' : ''}>`;
      }
      case 'Bleed':
        return '';
      default:
        return undefined;
    }
  });
}

/** A tree has only files and folders: text at its start moves before it. */
function treeWithCaption(inner: string): string {
  const [, caption = '', rest = inner] = /^\s*([^<\s][^\n]*)\n([\s\S]*)$/.exec(inner) ?? [];
  return (caption && `${caption}\n\n`) + wrap('Tree', '', rest);
}

/** A component around Markdown, with the blank lines that MDX needs. */
function wrap(name: string, attributes: string, inner: string): string {
  const indent = /^[ \t]*(?=\S)/m.exec(inner.replace(/^\n+/, ''))?.[0] ?? '';
  if (!inner.includes('\n') && inner.trim() !== '') return `<${name}${attributes}>${inner}</${name}>`;
  return `<${name}${attributes}>\n\n${inner.replace(/^\n+|\s+$/g, '')}\n\n${indent.length > 12 ? '' : indent}</${name}>`;
}

function stepTitle(text: string): string {
  return plainTitle(
    text.replace(/\ue000I\d+\ue001/g, (token) => token).replace(/\s*\[?#[\w-]+\]?\s*$/, (id) => (id.includes('#') ? '' : id)),
  );
}

/** A heading at the start of a step is its title. */
function stepWithTitle(tag: Tag, inner: string): string {
  const own = stringOf(tag, 'title');
  const heading = own === undefined ? /^\s*#{1,6} +(.+?)[ \t]*#*[ \t]*(?:\n|$)/.exec(inner) : null;
  if (heading && !/\ue000/.test(heading[1] ?? ''))
    return renamed(wrap('Step', attribute('title', plainTitle(heading[1] ?? '')), inner.slice(heading[0].length)));
  return renamed(own === undefined ? wrap('Step', '', inner) : `<Step${attribute('title', own)}>${inner}</Step>`);
}

/** `mapElements` runs until no element of the name is left. */
function renamed(text: string): string {
  return text.replace(/^<Step/, '<Done.Step').replace(/<\/Step>$/, '</Done.Step>');
}

/** The items of an ordered list, without their indentation; undefined for other content. */
function listItems(inner: string): string[] | undefined {
  const lines = inner.replace(/^\n+/, '').split('\n');
  const base = /^([ \t]*)\d+[.)][ \t]+/.exec(lines[0] ?? '');
  if (!base) return undefined;
  const items: string[][] = [];
  for (const line of lines) {
    const start = /^([ \t]*)\d+[.)][ \t]+/.exec(line);
    if (start && (start[1] ?? '').length <= (base[1] ?? '').length) items.push([line.slice(start[0].length)]);
    else items.at(-1)?.push(line.replace(new RegExp(`^[ \\t]{0,${base[0].length}}`), ''));
  }
  return items.map((item) => `\n${item.join('\n').trimEnd()}\n`);
}

/** Unknown components leave their content; those of docsgen and of snippets stay. */
function plainTag(tag: Tag, { dialect, snippets, report }: ComponentContext): string | undefined {
  if (tag.name === 'Done.Step') return tag.isClosing ? '</Step>' : tag.text.replace('<Done.Step', '<Step');
  const isComponent = /^[A-Z]/.test(tag.name);
  if (isComponent) {
    if (kept.has(tag.name) || snippets.has(tag.name)) return undefined;
    const words = ['title', 'label', 'text', 'name', 'heading'].map((name) => stringOf(tag, name)).find((text) => text !== undefined);
    if (!tag.isClosing) report(`<${tag.name}>`, sketch(tag, dialect));
    return tag.isClosing || words === undefined ? '' : `**${words}** `;
  }
  return undefined;
}

function sketch(tag: Tag, dialect: Dialect): string {
  if (dialect === 'vitepress') return `rewrite the Vue component as snippets/${tag.name}.jsx: export const ${tag.name} = (props) => …`;
  if (dialect === 'starlight') return `rewrite the Astro component as snippets/${tag.name}.jsx: export const ${tag.name} = (props) => …`;
  return `copy the component to snippets/${tag.name}.jsx and import { ${tag.name} } from "/snippets/${tag.name}.jsx"`;
}
