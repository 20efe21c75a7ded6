/** `<X word="v"/>` of an imported `.mdx` and `<Snippet file="x.mdx"/>`: its content stands in the page, with these props. */
import * as errors from '../errors.ts';
import type { NameUse } from '../expressions/names.ts';
import { Markup, type Value } from '../expressions/value.ts';
import type { JsxNode, SyntaxNode } from '../parse/syntax-tree.ts';
import { type BodyNode, BodyWriter, isPlain } from './body.ts';
import { type Context, placeOf } from './context.ts';
import { jsxAttributes } from './element-attributes.ts';
import { propOf } from './expressions.ts';

/** Snippets in snippets multiply; a page never needs this many. */
const maxSnippets = 5_000;

/**
 * What can be known is written as if it stood in the page. A snippet that computes becomes a component of the page's
 * program. Tells `mdx/import-missing`, `mdx/import-cycle` and, past 5,000 in a page, `mdx/too-deep`.
 */
export function writeSnippet(file: string, node: JsxNode, context: Context, out: BodyWriter): void {
  const { page, services } = context;
  const place = placeOf(node, context, 1);
  const module = services.modules.snippet(file);
  if (!module) {
    page.tell(errors.missingSnippet(place, file));
    return;
  }
  if (context.chain.includes(file)) {
    page.tell(errors.importCycle(place, [...context.chain.slice(context.chain.indexOf(file)), file]));
    return;
  }
  if (++page.snippets > maxSnippets) {
    page.tellOnce('snippets', () => errors.tooDeep(place, maxSnippets));
    return;
  }
  for (const dependency of module.dependencies) page.dependencies.add(dependency);

  const given = jsxAttributes(node, context).filter(([name]) => !name.startsWith('...'));
  const props: Record<string, Value> = Object.assign(Object.create(null), Object.fromEntries(given));
  if (node.children.length > 0) props.children = new Markup(node.children, context.module, context.scope);

  const content = new BodyWriter();
  const usesBefore = page.codeUses.length;
  let shown: { readonly nodes: readonly BodyNode[]; readonly uses: readonly NameUse[] } | undefined;
  const inner: Context = {
    ...context,
    module,
    scope: { names: module.names, props },
    chain: [...context.chain, file],
    lower(nodes, at, to) {
      if (nodes !== node.children) return context.lower(nodes, at, to);
      // What the tag holds stands where the tag stands: it is not in the snippet, whose tag may be in it again.
      const uses = page.codeUses.length;
      const own = to.noting(() => context.lower(nodes, { ...at, chain: context.chain, lower: context.lower }, to));
      shown ??= { nodes: own, uses: page.codeUses.slice(uses) };
    },
  };
  const nodes = module.parsed.tree.children;
  context.lower(node.type === 'mdxJsxTextElement' ? withoutOnlyParagraph(nodes) : nodes, inner, content);
  const body = content.finish();
  if (isPlain(body)) {
    out.append(body);
    return;
  }

  // It computes: the program imports it and gives it the props. What its own code uses is the module's affair.
  page.codeUses.length = usesBefore;
  const name = page.programImports.get(file) ?? `$snippet${page.programImports.size + 1}`;
  page.programImports.set(file, name);
  page.codeUses.push(...(shown?.uses ?? []));
  // Made once: a heading that is made twice is in the outline twice, and has its second id.
  const children = new BodyWriter();
  if (shown) children.append(shown.nodes);
  else context.lower(node.children, context, children);
  out.push({
    type: 'component',
    name,
    props: Object.fromEntries(given.map(([key, value]) => [key, propOf(value, context)])),
    children: children.finish(),
    line: place.line,
    column: place.column,
    isCode: true,
  });
}

/** A snippet of one paragraph within a sentence is a piece of that sentence. */
function withoutOnlyParagraph(nodes: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const blocks = nodes.filter((node) => node.type !== 'mdxjsEsm' && !(node.type === 'text' && node.value.trim() === ''));
  const only = blocks[0];
  return blocks.length === 1 && only?.type === 'element' && only.tagName === 'p' ? only.children : nodes;
}
