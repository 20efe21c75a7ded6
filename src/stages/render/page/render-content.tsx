/**
 * Renders the body of a page, `ContentNode[]`, with the built-in components. An error in a component affects that
 * component only.
 */
import { type ComponentChildren, h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { ContentComponent, ContentNode, PropContent, PropValue } from '../../../model/content-node.ts';
import { type Diagnostic, diagnostic } from '../../../model/diagnostic.ts';
import { addNode, type HtmlNode, type ReadyHtml } from '../../../model/html-node.ts';
import { escapeHtml } from '../../../shared/html.ts';
import type { DeferredSlotName } from '../../components/deferred-slot.ts';
import { type ContentContext, PageContext } from '../../components/page-context.ts';
import { readyHtml } from '../../components/raw-html.ts';
import { UpdateFilters } from '../../components/update/view.tsx';
import { ViewSwitch } from '../../components/view/view.tsx';
import { contentComponents } from '../../components/views.generated.ts';
import { labelTabsBySection } from './label-tabs.ts';
import { renderTree } from './render-tree.ts';

export { type ContentContext, type ContentSettings, createContentContext } from '../../components/page-context.ts';

/** Renders a page's body. Each page needs a new context, which counts anchors and numbers. */
export function renderContent(nodes: readonly ContentNode[], context: ContentContext): ReadyHtml & { diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  let rendered: ReadyHtml;
  try {
    rendered = renderTree(withContext(contentToVNodes(nodes), context));
  } catch {
    rendered = renderWithFallback(nodes, context, diagnostics);
  }
  return { html: finish(rendered.html, context), nodes: rendered.nodes, diagnostics };
}

/** The same for any tree of components (a page that runs author code). */
export function renderBody(body: ComponentChildren, context: ContentContext): string {
  return finish(renderWith(body, context), context);
}

/** Renders docsgen's own markup with components, as HTML and as nodes. */
export function renderReady(body: ComponentChildren, context: ContentContext): ReadyHtml {
  const { html, nodes } = renderTree(withContext(body, context));
  return { html: finish(html, context), nodes };
}

/** Content as children of a component. HTML nodes are printed unchanged. */
function contentToVNodes(nodes: readonly ContentNode[]): VNode[] {
  return nodes.map((node) => {
    if (node.type === 'html') return readyHtml(node);
    const children = contentToVNodes(node.children);
    if (node.type === 'element') return h(node.tag, node.attributes, children);
    const component = contentComponents[node.name];
    return component ? h(component, propsToVNodes(node.props), children.length > 0 ? children : undefined) : h(Passthrough, null, children);
  });
}

/** Props with markup: `{ $content }` anywhere in a value becomes children. */
function propsToVNodes(props: Readonly<Record<string, PropValue>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(props).map(([name, value]) => [name, toProp(value)]));
}

function toProp(value: PropValue): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(toProp);
  if (isContent(value)) return h(Passthrough, null, contentToVNodes(value.$content));
  return propsToVNodes(value as { readonly [key: string]: PropValue });
}

function isContent(value: object): value is PropContent {
  return Array.isArray((value as Partial<PropContent>).$content);
}

/** Replaces an unknown component: renders its children. */
function Passthrough({ children }: { readonly children?: ComponentChildren }) {
  return children;
}

function renderWith(body: ComponentChildren, context: ContentContext): string {
  return renderToString(withContext(body, context));
}

function withContext(body: ComponentChildren, context: ContentContext): VNode {
  return h(PageContext.Provider, { value: context, children: body }) as VNode;
}

/**
 * The fallback after an error, node by node. A component that throws even without children is replaced by its children.
 * Otherwise the error is further down, and it gets its children as corrected HTML.
 */
function renderWithFallback(nodes: readonly ContentNode[], context: ContentContext, diagnostics: Diagnostic[]): ReadyHtml {
  let html = '';
  const output: HtmlNode[] = [];
  const add = (part: ReadyHtml) => {
    html += part.html;
    for (const child of part.nodes) addNode(output, child);
  };
  for (const node of nodes) {
    try {
      add(renderTree(withContext(contentToVNodes([node]), context)));
    } catch (problem) {
      if (node.type === 'html') throw problem;
      const inner = renderWithFallback(node.children, context, diagnostics);
      const fixed: ContentNode = { ...node, children: [{ type: 'html', ...inner }] };
      try {
        add(renderTree(withContext(contentToVNodes([fixed]), context)));
      } catch (error) {
        add(inner);
        if (node.type === 'component') diagnostics.push(renderProblem(node, error, context.file));
      }
    }
  }
  return { html, nodes: output };
}

function renderProblem(node: ContentComponent, problem: unknown, file: string): Diagnostic {
  const reason = problem instanceof Error ? problem.message : String(problem);
  return diagnostic('mdx/render', {
    message: `<${node.name}> cannot be rendered: ${reason}`,
    location: { file, line: node.line ?? 1, column: node.column ?? 1 },
    hint: `check the props of <${node.name}>; until then, docsgen shows only the content of the tag`,
  });
}

const deferredSlots: Readonly<Record<DeferredSlotName, () => VNode | null>> = {
  'update-filters': UpdateFilters,
  'view-switch': ViewSwitch,
};

/** Final changes that need the complete HTML. */
function finish(html: string, context: ContentContext): string {
  const { view, code } = context.messages;
  return fillDeferredSlots(labelTabsBySection(html, [escapeHtml(view), escapeHtml(code)]), context);
}

function fillDeferredSlots(html: string, context: ContentContext): string {
  if (!html.includes('<!--late:')) return html;
  return html.replace(/<!--late:([a-z-]+)-->/g, (comment, name) =>
    Object.hasOwn(deferredSlots, name) ? renderWith(h(deferredSlots[name as DeferredSlotName], null), context) : escapeHtml(comment),
  );
}
