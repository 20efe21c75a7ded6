import { find, findAll, type HtmlElement } from '../markdown/html-tree.ts';
import { image, target } from '../markdown/inline.ts';
import { stack, whole } from '../markdown/rule-parts.ts';
import type { MarkdownRules, MarkdownWriter } from '../markdown/rules.ts';
import { listItem, wrapped } from '../markdown/syntax.ts';
import type { OwnClass } from '../registry.ts';

/** Items of a list. */
export const cardRules: MarkdownRules = {
  blocks: { card: whole('card-text', card), tile: whole('tile-preview', card) },
  items: ['card', 'tile'],
};

function card(node: HtmlElement, writer: MarkdownWriter): string {
  const parts = (name: OwnClass) => find(node, name)?.children ?? [];
  const title = writer.inline([...parts('card-title'), ...parts('tile-title')]);
  const action = writer.inline(parts('card-cta'));
  const link = find(node, 'card-link');
  const pictures = [...findAll(node, 'card-image').map(image), writer.blocks(parts('tile-preview'))].filter(Boolean);
  const content = writer.blocks([...parts('card-content'), ...parts('tile-description')]);
  const href = link?.attributes.href ?? '';
  // Without a title the words at the foot are the link, and without those it is the whole box.
  const name =
    title || (href === '' || action !== '' ? '' : `[${writer.inline([link?.attributes['aria-label'] || href])}](${target(href)})`);
  const isLong = content.includes('\n');
  const head = [wrapped(title.startsWith('[') || name !== title ? '' : '**', name), isLong ? '' : content].filter(Boolean).join(': ');
  return listItem(
    '- ',
    stack(isLong || action === '' ? head : [head, action].filter(Boolean).join(' '), ...pictures, isLong ? stack(content, action) : ''),
  );
}
