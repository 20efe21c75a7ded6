/** `<X word="v"/>` of an imported `.mdx` and `<Snippet file="x.mdx"/>`: its content stands in the page, with these props. */
import * as errors from '../errors.ts';
import { Markup, type Value } from '../expressions/value.ts';
import type { JsxNode, SyntaxNode } from '../parse/syntax-tree.ts';
import { BodyWriter, isPlain } from './body.ts';
import { type Context, placeOf } from './context.ts';
import { jsxAttributes } from './element-attributes.ts';
import { propOf } from './expressions.ts';

/** Snippets in snippets multiply; a page never needs this many. */
const maxSnippets = 5_000;

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
  const inner: Context = { ...context, module, scope: { names: module.names, props }, chain: [...context.chain, file] };
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
  const children = new BodyWriter();
  context.lower(node.children, context, children);
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
