/** What the components print, by their classes and tags, → Markdown. A rule is given the writer of blocks for what stands inside. */
import type { OwnClass } from '../../../shared/own-classes.ts';
import { find, findAll, findTag, type HtmlElement, type HtmlNode, hasClass, isOf, isTag, textOf } from './html-tree.ts';
import { image, inline, target, texOf } from './inline.ts';
import { fence, listItem, paragraph, quote, wrapped } from './syntax.ts';

/** Nodes → Markdown blocks with an empty line between them, without one at the end. */
export type WriteBlocks = (nodes: readonly HtmlNode[]) => string;
/** Gives one or more blocks; an empty text leaves the element out. */
export type Rule = (element: HtmlElement, write: WriteBlocks) => string;

/** A class → its rule. */
export const classRules: readonly (readonly [OwnClass, Rule])[] = [
  ['katex-display', (node) => `$$\n${texOf(node)}\n$$`],
  ['code-block', (node, write) => codeBlock(node, write)],
  ['callout', callout],
  ['card', whole('card-text', card)],
  ['tile', whole('tile-preview', card)],
  ['step', whole('step-content', (node, write) => step(node, write, undefined))],
  ['steps', steps],
  ['field', whole('field-head', (node, write) => listItem('- ', field(node, write)))],
  ['field-head', fieldHead],
  ['update', whole('update-label', update)],
  ['prompt', whole('prompt-head', prompt)],
  ['view', titledPart],
  ['tab-alone', titledPart],
  ['endpoint-line', whole('endpoint-path', endpointLine)],
  ['code-head', nothing],
  ['view-switch', nothing],
  ['update-filters', nothing],
  ['api-values', values],
];

/** A tag → its rule; lists, tables and paragraphs are the writer's own. */
export const tagRules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['!humans', nothing],
  ['details', details],
  ['dl', definitions],
  ['docs-tabs', panels],
  ['docs-tree', (node, write) => (hasClass(node, 'tree') ? tree(node, 0).join('\n') : write(node.children))],
  ['docs-mermaid', (node) => fence(textOf(node), 'mermaid')],
  ['iframe', media],
  ['video', media],
  ['audio', media],
  ['figcaption', (node) => wrapped('*', inline(node.children))],
]);

/** What an island of the author printed in part is not taken for a component: ours is known by a part that it always has. */
function whole(part: OwnClass, rule: Rule): Rule {
  return (node, write) => (find(node, part) === undefined ? write(node.children) : rule(node, write));
}

function nothing(): string {
  return '';
}

/** The parts that are there, with an empty line between them. */
function stack(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

function codeBlock(node: HtmlElement, write: WriteBlocks, title = textOf(find(node, 'code-title') ?? '').trim()): string {
  const pre = findTag(node, 'pre');
  if (pre === undefined) return write(node.children);
  const language = node.attributes['data-language'] ?? '';
  return fence(textOf(pre), [language || (title ? 'text' : ''), title].filter(Boolean).join(' '));
}

/** All panels, each under its name; code keeps its name in the fence. */
function panels(node: HtmlElement, write: WriteBlocks): string {
  const parts = node.children.filter((child): child is HtmlElement => typeof child !== 'string' && !hasRole(child, 'tablist'));
  return parts
    .map((part) => {
      if (!hasClass(part, 'tab-panel')) return write([part]);
      const label = part.attributes['data-label'] ?? '';
      const content = part.children.filter((child) => typeof child === 'string' || !hasClass(child, 'tab-panel-title'));
      const only = content.filter((child) => typeof child !== 'string' || child.trim() !== '');
      const [code] = only;
      if (only.length === 1 && typeof code === 'object' && hasClass(code, 'code-block')) return codeBlock(code, write, label);
      return stack(label === '' ? '' : `**${label}**`, write(content));
    })
    .filter(Boolean)
    .join('\n\n');
}

function hasRole(node: HtmlElement, role: string): boolean {
  return node.attributes.role === role;
}

function callout(node: HtmlElement, write: WriteBlocks): string {
  const content = write(
    findAll(node, 'callout-content').flatMap(({ children }) => children.filter((child) => !isOf(child, 'callout-title'))),
  );
  const title = textOf(find(node, 'callout-title') ?? '').trim();
  const label = [node.attributes['aria-label'] ?? '', title].filter(Boolean).join(': ');
  return quote(
    [wrapped('**', label), content || (findAll(node, 'callout-content').length === 0 ? write(node.children) : '')]
      .filter(Boolean)
      .join('\n\n'),
  );
}

function card(node: HtmlElement, write: WriteBlocks): string {
  const parts = (name: OwnClass) => find(node, name)?.children ?? [];
  const title = inline([...parts('card-title'), ...parts('tile-title')]);
  const action = inline(parts('card-cta'));
  const link = find(node, 'card-link');
  const pictures = [...findAll(node, 'card-image').map(image), write(parts('tile-preview'))].filter(Boolean);
  const content = write([...parts('card-content'), ...parts('tile-description')]);
  const href = link?.attributes.href ?? '';
  // Without a title the words at the foot are the link, and without those it is the whole box.
  const name = title || (href === '' || action !== '' ? '' : `[${inline([link?.attributes['aria-label'] || href])}](${target(href)})`);
  const isLong = content.includes('\n');
  const head = [wrapped(title.startsWith('[') || name !== title ? '' : '**', name), isLong ? '' : content].filter(Boolean).join(': ');
  return listItem(
    '- ',
    stack(isLong || action === '' ? head : [head, action].filter(Boolean).join(' '), ...pictures, isLong ? stack(content, action) : ''),
  );
}

function steps(node: HtmlElement, write: WriteBlocks): string {
  let number = 0;
  return node.children
    .map((child) =>
      typeof child === 'string' ? paragraph(inline([child])) : hasClass(child, 'step') ? step(child, write, ++number) : write([child]),
    )
    .filter(Boolean)
    .join('\n\n');
}

/** Numbered; a step whose title is a heading of the page stays one. */
function step(node: HtmlElement, write: WriteBlocks, number: number | undefined): string {
  const title = find(node, 'step-title');
  const content = write((find(node, 'step-content') ?? { children: [] }).children);
  if (title && /^h\d$/.test(title.tag)) return stack(`${'#'.repeat(Number(title.tag[1]))} ${inline(title.children)}`, content);
  const text = stack(title ? wrapped('**', inline(title.children)) : '', content);
  return number === undefined ? text : listItem(`${number}. `, text);
}

function field(node: HtmlElement, write: WriteBlocks): string {
  const content = find(node, 'field-content');
  const head = fieldHead(find(node, 'field-head'));
  const text = content ? write(content.children) : '';
  return text === '' ? head : /^[^\n]+(?:$|\n\n)/.test(text) && !/^[-#>|`\d]/.test(text) ? `${head}: ${text}` : `${head}\n\n${text}`;
}

function fieldHead(head: HtmlElement | undefined): string {
  const parts = (head?.children ?? []).filter((child): child is HtmlElement => typeof child !== 'string');
  const name = parts.find((part) => hasClass(part, 'field-name'));
  const facts = parts
    .filter((part) => part !== name)
    .map((part) => inline(part.children))
    .filter(Boolean);
  const label = name ? `\`${textOf(name).trim()}\`` : '';
  return [label, facts.length > 0 ? `(${facts.join(', ')})` : ''].filter(Boolean).join(' ');
}

function update(node: HtmlElement, write: WriteBlocks): string {
  const label = inline((find(node, 'update-label') ?? { children: [] }).children);
  const tags = findAll(node, 'update-tag').map((tag) => inline(tag.children));
  const meta = [inline((find(node, 'update-description') ?? { children: [] }).children), tags.length > 0 ? `Tags: ${tags.join(', ')}` : ''];
  return stack(`## ${label}`, ...meta, write((find(node, 'update-content') ?? { children: [] }).children));
}

function prompt(node: HtmlElement): string {
  const description = inline((find(node, 'prompt-description') ?? { children: [] }).children);
  const pre = findTag(node, 'pre');
  return stack(description, pre ? fence(textOf(pre), 'text') : '');
}

/** `Allowed values: a, b` */
function values(node: HtmlElement): string {
  const codes = node.children.filter((child) => isTag(child, 'code')).map((code) => inline([code]));
  const label = inline(node.children.filter((child) => isTag(child, 'span')));
  return [label, codes.join(', ')].filter(Boolean).join(' ');
}

function titledPart(node: HtmlElement, write: WriteBlocks): string {
  const isTitle = (child: HtmlNode) => isOf(child, 'view-title') || isOf(child, 'tab-panel-title');
  const title = inline(node.children.filter(isTitle));
  return stack(wrapped('**', title), write(node.children.filter((child) => !isTitle(child))));
}

function endpointLine(node: HtmlElement): string {
  const method = textOf(find(node, 'method') ?? '').trim();
  const path = textOf(find(node, 'endpoint-path') ?? '').trim();
  // The button beside it copies the whole address.
  const address = node.children.find((child): child is HtmlElement => isTag(child, 'button'))?.attributes['data-copy'] || path;
  return fence(`${method} ${address.endsWith(path) || !path.startsWith('/') ? address : path}`, 'http');
}

function tree(node: HtmlElement, depth: number): string[] {
  return node.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    const name = child.attributes.role === 'treeitem' ? find(child, 'tree-name') : undefined;
    if (name === undefined) return tree(child, depth);
    const comment = find(child.children.find((row): row is HtmlElement => isOf(row, 'tree-row')) ?? child, 'tree-comment');
    const label = `${textOf(name).trim()}${hasClass(child, 'tree-folder') ? '/' : ''}`;
    const line = `${'  '.repeat(depth)}- \`${label}\`${comment ? ` ${inline(comment.children)}` : ''}`;
    return [line, ...tree({ ...child, children: child.children.filter((part) => !isOf(part, 'tree-row')) }, depth + 1)];
  });
}

function definitions(node: HtmlElement, write: WriteBlocks): string {
  const lines: string[] = [];
  const walk = (nodes: readonly HtmlNode[]) => {
    for (const child of nodes) {
      if (typeof child === 'string') continue;
      if (child.tag === 'dt') lines.push(`- ${inline(child.children)}`);
      else if (child.tag === 'dd') {
        const text = write(child.children);
        if (text !== '') lines.push(`${lines.pop() ?? '-'}: ${text.replace(/\n(?=.)/g, '\n  ')}`);
      } else walk(child.children);
    }
  };
  walk(node.children);
  return lines.join('\n');
}

function details(node: HtmlElement, write: WriteBlocks): string {
  const summary = node.children.find((child): child is HtmlElement => typeof child !== 'string' && child.tag === 'summary');
  const rest = write(node.children.filter((child) => child !== summary));
  const title = summary ? inline(summary.children) : '';
  return `<details>\n<summary>${title}</summary>\n\n${rest}\n\n</details>`;
}

function media({ attributes, children }: HtmlElement): string {
  const source = children.find((child): child is HtmlElement => isTag(child, 'source'));
  const src = attributes.src ?? source?.attributes.src ?? attributes.data ?? '';
  return src === '' || src.startsWith('data:') ? '' : `[${attributes.title || attributes['aria-label'] || src}](${target(src)})`;
}
