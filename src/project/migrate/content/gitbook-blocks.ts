/** The blocks of GitBook: `{% hint style="info" %}`, `{% tabs %}`, `{% code %}`. https://gitbook.com/docs/creating-content/blocks */
import { attribute } from './tags.ts';

/** The value of an argument of a block: `style="info"`. */
type Argument = (name: string) => string | undefined;

const hintKinds: ReadonlyMap<string, string> = new Map(
  Object.entries({ info: 'Info', warning: 'Warning', danger: 'Danger', success: 'Check', tip: 'Tip', working: 'Note' }),
);

interface Component {
  readonly tag: string;
  readonly attributes?: string;
}

/** Blocks that become a component around their content. */
const components: ReadonlyMap<string, (argument: Argument) => Component> = new Map(
  Object.entries({
    hint: (argument) => ({ tag: hintKinds.get(argument('style') ?? '') ?? 'Info' }),
    tabs: () => ({ tag: 'Tabs' }),
    tab: (argument) => ({ tag: 'Tab', attributes: attribute('title', argument('title') ?? 'Tab') }),
    stepper: () => ({ tag: 'Steps' }),
    step: () => ({ tag: 'Step' }),
    columns: () => ({ tag: 'Columns' }),
    column: () => ({ tag: 'Column' }),
    update: (argument) => ({ tag: 'Update', attributes: attribute('label', argument('date') ?? 'Update') }),
  } satisfies Record<string, (argument: Argument) => Component>),
);

/** Blocks that leave their content, after the text that they become themselves. */
const wrappers: ReadonlyMap<string, (argument: Argument) => string> = new Map(
  Object.entries({ updates: () => '', 'content-ref': () => '', code: codeNote } satisfies Record<string, (argument: Argument) => string>),
);

/** Blocks that become a link. They may have an end and a caption before it. */
const links: ReadonlyMap<string, (argument: Argument) => string> = new Map(
  Object.entries({ embed: fileLink, file: fileLink, 'page-ref': pageLink } satisfies Record<string, (argument: Argument) => string>),
);

/** Converts all blocks. `report` gets the position of unknown ones, which leave their content. */
export function convertGitbook(text: string, report: (index: number, what: string, hint: string) => void): string {
  /** The open blocks; the tag is empty for those without a component. */
  const open: { readonly name: string; readonly tag: string }[] = [];
  /** Closes the innermost block of this name, and blocks in it whose end is missing. */
  const close = (name: string, indent: string): string => {
    if (!open.some((block) => block.name === name)) return '';
    let made = '';
    for (let block = open.pop(); block; block = open.pop()) {
      if (block.tag !== '') made += `\n${indent}</${block.tag}>`;
      if (block.name === name) break;
    }
    return made;
  };
  const convert = (whole: string, indent: string, name: string, argument: Argument, offset: number): string => {
    const component = components.get(name)?.(argument);
    if (component !== undefined) {
      const missed = name === 'tab' && open.at(-1)?.name === 'tab' ? `${close(name, indent)}\n` : '';
      open.push({ name, tag: component.tag });
      return `${missed}${indent}<${component.tag}${component.attributes ?? ''}>\n`;
    }
    const wrapper = wrappers.get(name);
    if (wrapper !== undefined) {
      open.push({ name, tag: '' });
      const note = wrapper(argument);
      return note && indent + note;
    }
    const link = links.get(name);
    if (link !== undefined) {
      if (hasEnd(name, text.slice(offset + whole.length))) open.push({ name, tag: '' });
      const made = link(argument);
      return made && `${indent}${made}\n`;
    }
    if (name.startsWith('end')) return close(name.slice('end'.length), indent);
    if (name === 'include') return whole;
    if (name !== 'raw') report(offset, `{% ${name} %}`, 'write its content as Markdown, or use a docsgen component');
    return '';
  };
  const converted = text.replace(
    // The end of a block is sometimes written twice.
    /^([ \t]*(?:>[ \t]*)*)?\{%-?\s*([\w-]+)([\s\S]*?)-?%\}(?:%\})*/gm,
    (whole, indent: string = '', name: string, args: string, offset: number) =>
      convert(whole, indent, name, (each) => argumentOf(args, each), offset),
  );
  const missing = open.reduceRight((made, { tag }) => (tag === '' ? made : `${made}\n</${tag}>`), '');
  return missing === '' ? converted : `${converted.trimEnd()}\n${missing}\n`;
}

function argumentOf(args: string, name: string): string | undefined {
  return new RegExp(`\\b${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|'([^']*)'|(\\S+))`)
    .exec(args)
    ?.slice(1)
    .find((value) => value !== undefined)
    ?.replace(/\\(["_*])/g, '$1');
}

/** Whether the next block of this kind in the rest of the text is an end. */
function hasEnd(name: string, rest: string): boolean {
  return new RegExp(`\\{%-?\\s*(end)?(?:${name === 'page-ref' ? name : 'embed|file'})\\b`).exec(rest)?.[1] === 'end';
}

/** Settings of the next code block, for its info string. */
function codeNote(argument: Argument): string {
  const note = { title: argument('title'), lines: argument('lineNumbers') === 'true', wrap: argument('overflow') === 'wrap' };
  return `\ue000T${encodeURIComponent(JSON.stringify(note))}\ue001`;
}

function fileLink(argument: Argument): string {
  const target = argument('url') ?? argument('src') ?? '';
  return target && `[${argument('caption') ?? target}](${target.replace(/ /g, '%20')})`;
}

/** The text of the link is the name of the file. */
function pageLink(argument: Argument): string {
  const page = argument('page') ?? '';
  const name = page
    .replace(/(?:\/README)?\.md$|\/$/, '')
    .split('/')
    .at(-1);
  return page && `[${name?.replace(/-/g, ' ')}](${page})`;
}
