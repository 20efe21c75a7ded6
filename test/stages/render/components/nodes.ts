/** Short forms for the content nodes of these tests. */
import type { ContentComponent, ContentNode, PropContent, PropValue } from '../../../../src/model/content-node.ts';
import { readHtml } from '../../../../src/stages/components/markdown/html-tree.ts';
import { type ContentSettings, createContentContext, renderContent } from '../../../../src/stages/render/page/render-content.tsx';

type Content = string | ContentNode;

export function html(text: string): ContentNode {
  return { type: 'html', html: text, nodes: readHtml(text).children };
}

/** A component; text children are ready-made HTML. */
export function tag(name: string, props: Record<string, PropValue> = {}, ...children: Content[]): ContentComponent {
  return {
    type: 'component',
    name,
    props,
    children: children.map((child) => (typeof child === 'string' ? html(child) : child)),
    line: 3,
    column: 1,
  };
}

/** A prop that is markup. */
export function markup(text: string): PropContent {
  return { $content: [html(text)] };
}

/** A fence as the compiler writes it. */
export function fence(language: string, props: Record<string, PropValue> = {}, text = 'x'): ContentComponent {
  return tag('CodeBlock', { language, ...props }, `<pre><code><span class="line">${text}</span></code></pre>`);
}

/** The HTML of nodes; a fault of ours fails the test. */
export function render(nodes: Content | Content[], settings: ContentSettings = {}): string {
  const list = (Array.isArray(nodes) ? nodes : [nodes]).map((node) => (typeof node === 'string' ? html(node) : node));
  const { html: text, diagnostics } = renderContent(list, createContentContext(settings));
  if (diagnostics.length > 0) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return text;
}
