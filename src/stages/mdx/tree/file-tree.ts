/** `<Tree>` around a Markdown list → folders and files. A trailing `/` or a nested list makes a folder. */
import { oneLine } from '../../../model/shorten.ts';
import type { ElementNode, SyntaxNode } from '../parse/syntax-tree.ts';
import { textOf } from '../parse/syntax-tree.ts';
import type { BodyComponent } from './body.ts';
import { type Context, locationOf } from './context.ts';
import { withoutParagraphs } from './element-attributes.ts';
import type { Tag } from './tag.ts';

/** Returns false if the tag contains anything but Markdown lists; it is then written like other components. */
export function writeFileTree({ node, name, props, context, out }: Tag): boolean {
  const content = node.children.filter((child) => !(child.type === 'text' && child.value.trim() === ''));
  if (content.length === 0 || !content.every(isList)) return false;
  const children = content.flatMap((list) => (isList(list) ? treeItems(list, name, context) : []));
  const { line, column } = locationOf(node, context, 1);
  out.push({ type: 'component', name, props, children, line, column });
  return true;
}

function treeItems(list: ElementNode, name: string, context: Context): BodyComponent[] {
  return list.children.flatMap((item) => {
    if (item.type !== 'element' || item.tagName !== 'li') return [];
    // The items of a loose list contain paragraphs.
    const parts = withoutParagraphs(item.children);
    const inner = parts.filter(isList);
    const label = oneLine(textOf(parts.filter((part) => !isList(part))));
    const isHighlighted = parts.some((part) => part.type === 'element' && part.tagName === 'strong');
    const isFolder = inner.length > 0 || label.endsWith('/');
    context.page.addText(`${label}\n`);
    return [
      {
        type: 'component' as const,
        name: `${name}.${isFolder ? 'Folder' : 'File'}`,
        props: { name: label.replace(/\/$/, ''), ...(isFolder && { defaultOpen: true }), ...(isHighlighted && { highlight: true }) },
        children: inner.flatMap((below) => treeItems(below, name, context)),
      },
    ];
  });
}

function isList(node: SyntaxNode): node is ElementNode {
  return node.type === 'element' && (node.tagName === 'ul' || node.tagName === 'ol');
}
