import { find, findAll, type HtmlElement } from '../markdown/html-tree.ts';
import { image, linkDestination } from '../markdown/inline.ts';
import { ifComplete, joinBlocks } from '../markdown/rule-parts.ts';
import type { MarkdownRules, MarkdownWriter } from '../markdown/rules.ts';
import { listItem, wrapWith } from '../markdown/syntax.ts';
import type { ComponentClass } from '../registry.ts';

/** Cards and tiles become list items. */
export const cardRules: MarkdownRules = {
  blocks: { card: ifComplete('card-text', card), tile: ifComplete('tile-preview', card) },
  items: ['card', 'tile'],
};

function card(node: HtmlElement, writer: MarkdownWriter): string {
  const parts = (name: ComponentClass) => find(node, name)?.children ?? [];
  const title = writer.inline([...parts('card-title'), ...parts('tile-title')]);
  const action = writer.inline(parts('card-cta'));
  const link = find(node, 'card-link');
  const pictures = [...findAll(node, 'card-image').map(image), writer.blocks(parts('tile-preview'))].filter(Boolean);
  const content = writer.blocks([...parts('card-content'), ...parts('tile-description')]);
  const href = link?.attributes.href ?? '';
  // Without a title, the call to action is the link; without both, the whole card is.
  const name =
    title || (href === '' || action !== '' ? '' : `[${writer.inline([link?.attributes['aria-label'] || href])}](${linkDestination(href)})`);
  const isLong = content.includes('\n');
  const head = [wrapWith(title.startsWith('[') || name !== title ? '' : '**', name), isLong ? '' : content].filter(Boolean).join(': ');
  return listItem(
    '- ',
    joinBlocks(
      isLong || action === '' ? head : [head, action].filter(Boolean).join(' '),
      ...pictures,
      isLong ? joinBlocks(content, action) : '',
    ),
  );
}
