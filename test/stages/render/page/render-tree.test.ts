import { describe, expect, test } from 'vitest';
import { readHtml } from '../../../../src/stages/components/markdown/html-tree.ts';
import { toMarkdown } from '../../../../src/stages/components/markdown-rules.ts';
import { contentComponents } from '../../../../src/stages/components/views.generated.ts';
import { createContentContext, renderContent } from '../../../../src/stages/render/page/render-content.tsx';
import { fence, tag } from '../components/nodes.ts';

describe('what components say', () => {
  test.each(Object.keys(contentComponents))('%s: as a tree the same as in its HTML', (name) => {
    const props = { title: 'A *title*', label: 'one', name: 'x', type: 'string', tags: ['t'], value: '#fff', src: '/a.png', alt: 'B' };
    const { html, nodes } = renderContent([tag(name, props, '<p>a <b>b</b> &amp; c</p>', fence('ts'))], createContentContext());
    const copy = toMarkdown(nodes);
    expect(copy).toBe(toMarkdown(readHtml(html).children));
  });

  test('a fault of one component costs neither the tree of the others nor what it holds', () => {
    const broken = tag('Card', { title: { $content: [{ type: 'element', tag: 'a b', attributes: {}, children: [] }] } }, '<p>inside</p>');
    const { html, nodes } = renderContent([tag('Note', {}, '<p>before</p>'), broken], createContentContext());
    expect(toMarkdown(nodes)).toBe(toMarkdown(readHtml(html).children));
    expect(toMarkdown(nodes)).toContain('before');
    expect(toMarkdown(nodes)).toContain('inside');
  });
});
