import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { h } from 'preact';
import { describe, expect, test } from 'vitest';
import type { ContentNode } from '../../../../src/model/content-node.ts';
import type { ComponentFamily } from '../../../../src/stages/components/definition.ts';
import { families } from '../../../../src/stages/components/families.generated.ts';
import { componentNames, internalComponentNames } from '../../../../src/stages/components/registry.ts';
import { contentComponents } from '../../../../src/stages/components/views.generated.ts';
import { createContentContext, renderBody, renderContent } from '../../../../src/stages/render/page/render-content.tsx';
import { fence, html, markup, render, tag } from './nodes.ts';

describe('the registry', () => {
  test('has every name of the contract and no other', () => {
    expect(Object.keys(contentComponents).sort()).toEqual([...componentNames, ...internalComponentNames].sort());
  });

  test('has no component without a test of its own', () => {
    const own = readdirSync(import.meta.dirname, { encoding: 'utf8' }).filter((name) => /\.test\.tsx?$/.test(name));
    const texts = own.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join('\n');
    const isOtherName = (name: string) =>
      Object.values<ComponentFamily>(families).some(({ components }) => components[name]?.sameAs !== undefined);
    // docs.json makes the banner: page-parts.
    expect(componentNames.filter((name) => !isOtherName(name) && name !== 'Banner' && !texts.includes(`'${name}'`))).toEqual([]);
  });

  test.each([...componentNames, ...internalComponentNames])('%s accepts any props', (name) => {
    for (const value of [null, true, 0, -1, '', 'x'.repeat(50), '{true}', [1, 'a', null], { a: 1 }, markup('<i>x</i>')]) {
      const props = Object.fromEntries(
        [
          'title',
          'icon',
          'href',
          'cols',
          'style',
          'className',
          'id',
          'tags',
          'label',
          'name',
          'value',
          'type',
          'caption',
          'tip',
          'color',
          'size',
          'src',
          'children',
          'actions',
          'repo',
          'code',
          'pre',
          'default',
          'level',
          'defaultTabIndex',
          'stepNumber',
        ].map((key) => [key, value]),
      );
      const { diagnostics } = renderContent([tag(name, props, '<p>a</p>', fence('ts'))], createContentContext());
      expect(diagnostics).toEqual([]);
    }
  });
});

describe('renderContent', () => {
  test('prints ready-made HTML as it is and elements with their attributes', () => {
    const node: ContentNode = {
      type: 'element',
      tag: 'div',
      attributes: { class: 'a"b', hidden: true, style: 'color:red' },
      children: [html('<i>x</i>'), tag('Badge', {}, 'y')],
    };
    expect(render(node)).toBe(
      '<div class="a&quot;b" hidden style="color:red"><i>x</i><span class="badge" data-color="gray" data-size="md" data-shape="rounded">y</span></div>',
    );
  });

  test('leaves the children of a component that it does not know', () => {
    expect(render(tag('Nowhere', {}, 'a', tag('constructor', {}, 'b')))).toBe('ab');
  });

  test('gives the same HTML each time', () => {
    const nodes = [tag('Accordion', { title: 'A' }), tag('Tooltip', { tip: 'x' }, 'y'), tag('CodeGroup', {}, fence('ts'))];
    expect(render(nodes)).toBe(render(nodes));
  });

  test('renders trees of pages that compute in the same way', () => {
    const body = h(contentComponents.View as never, { title: 'A' }, 'x');
    expect(renderBody([body, h(contentComponents.View as never, { title: 'B' }, 'y')] as never, createContentContext())).toContain(
      'view-switch',
    );
  });

  test('reports an error in a component at its location, and keeps the content around and inside', () => {
    const broken = tag('Card', {}, '<p>inside</p>');
    Object.defineProperty(broken.props, 'title', {
      enumerable: true,
      get: () => {
        throw new Error('boom');
      },
    });
    const { html: text, diagnostics } = renderContent(
      [html('<p>before</p>'), tag('Note', {}, broken), tag('Tip', {}, 'after')],
      createContentContext({ file: 'a.mdx' }),
    );
    expect(text).toContain('<p>before</p>');
    expect(text).toContain('data-kind="note"');
    expect(text).toContain('<div class="callout-content"><p>inside</p></div>');
    expect(text).toContain('after');
    expect(diagnostics).toEqual([
      {
        code: 'mdx/render',
        severity: 'error',
        message: '<Card> cannot be rendered: boom',
        location: { file: 'a.mdx', line: 3, column: 1 },
        hint: 'check the props of <Card>; until then, docsgen shows only the content of the tag',
      },
    ]);
  });
});
