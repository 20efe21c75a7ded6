/**
 * `<X word="v"/>` of an imported `.mdx` file and `<Snippet file="x.mdx"/>`: the content is inserted into the page,
 * with these props.
 */
import * as errors from '../errors.ts';
import type { NameUse } from '../expressions/names.ts';
import { Markup, type Module, type Value } from '../expressions/value.ts';
import * as importErrors from '../import-errors.ts';
import type { JsxNode, SyntaxNode } from '../parse/syntax-tree.ts';
import { type BodyNode, BodyWriter, isStatic } from './body.ts';
import { type Context, locationOf } from './context.ts';
import { jsxAttributes } from './element-attributes.ts';
import { toProp } from './expressions.ts';

/** Bounds nested snippets, whose number can grow exponentially. */
const maxSnippets = 5_000;

/** Bounds the text of all snippets of a page, in UTF-16 code units: snippets in snippets multiply it. */
const maxSnippetText = 8 * 1024 * 1024;

/**
 * Static content is written as part of the page. A snippet with code becomes a component of the page's program.
 * Reports `mdx/import-missing`, `mdx/import-cycle` and `mdx/too-large`.
 */
export function writeSnippet(file: string, node: JsxNode, context: Context, out: BodyWriter): void {
  const { page } = context;
  const module = usableModule(file, node, context);
  if (!module) return;
  for (const dependency of module.dependencies) page.dependencies.add(dependency);

  const given = jsxAttributes(node, context).filter(([name]) => !name.startsWith('...'));
  const props: Record<string, Value> = Object.assign(Object.create(null), Object.fromEntries(given));
  if (node.children.length > 0) props.children = new Markup(node.children, context.module, context.scope);

  const content = new BodyWriter();
  const usesBefore = page.codeUses.length;
  let shown: ShownChildren | undefined;
  const inner: Context = {
    ...context,
    module,
    scope: { names: module.names, props },
    chain: [...context.chain, file],
    lower(nodes, at, to) {
      if (nodes !== node.children) return context.lower(nodes, at, to);
      // The children of the tag belong to the outer file, so the snippet's own tag may occur in them again.
      const uses = page.codeUses.length;
      const own = to.capture(() => context.lower(nodes, { ...at, chain: context.chain, lower: context.lower }, to));
      shown ??= { nodes: own, uses: page.codeUses.slice(uses) };
    },
  };
  const nodes = module.parsed.tree.children;
  context.lower(node.type === 'mdxJsxTextElement' ? withoutOnlyParagraph(nodes) : nodes, inner, content);
  const body = content.finish();
  if (isStatic(body)) {
    out.append(body);
    return;
  }
  // Its free names belong to the module.
  page.codeUses.length = usesBefore;
  writeCodeSnippet({ file, node, given, shown }, context, out);
}

/** The module of a snippet; undefined, with a diagnostic, if it does not exist, contains itself or exceeds a limit. */
function usableModule(file: string, node: JsxNode, context: Context): Module | undefined {
  const { page, services } = context;
  const location = locationOf(node, context, 1);
  const module = services.modules.snippet(file);
  if (!module) {
    page.report(importErrors.missingSnippet(location, file));
    return undefined;
  }
  if (context.chain.includes(file)) {
    page.report(importErrors.importCycle(location, [...context.chain.slice(context.chain.indexOf(file)), file]));
    return undefined;
  }
  if (++page.snippets > maxSnippets) {
    page.reportOnce('snippets', () => errors.manySnippets(location, maxSnippets));
    return undefined;
  }
  page.snippetText += module.parsed.text.length;
  if (page.snippetText > maxSnippetText) {
    page.reportOnce('snippet text', () => errors.hugeSnippets(location, maxSnippetText));
    return undefined;
  }
  return module;
}

/** The children of a snippet's tag where the snippet showed them first, and the names that they use. */
interface ShownChildren {
  readonly nodes: readonly BodyNode[];
  readonly uses: readonly NameUse[];
}

interface CodeSnippet {
  readonly file: string;
  readonly node: JsxNode;
  readonly given: ReturnType<typeof jsxAttributes>;
  readonly shown: ShownChildren | undefined;
}

/** A snippet that runs code: the program imports it and passes the props. */
function writeCodeSnippet({ file, node, given, shown }: CodeSnippet, context: Context, out: BodyWriter): void {
  const { page } = context;
  const location = locationOf(node, context, 1);
  const name = page.programImports.get(file) ?? `$snippet${page.programImports.size + 1}`;
  page.programImports.set(file, name);
  page.codeUses.push(...(shown?.uses ?? []));
  // Lowered once: lowering a heading twice would add it to the outline twice and give it a second id.
  const children = new BodyWriter();
  if (shown) children.append(shown.nodes);
  else context.lower(node.children, context, children);
  out.push({
    type: 'component',
    name,
    props: Object.fromEntries(given.map(([key, value]) => [key, toProp(value, context)])),
    children: children.finish(),
    line: location.line,
    column: location.column,
    isCode: true,
  });
}

/** The single paragraph of a snippet within a sentence is part of the sentence. */
function withoutOnlyParagraph(nodes: readonly SyntaxNode[]): readonly SyntaxNode[] {
  const blocks = nodes.filter((node) => node.type !== 'mdxjsEsm' && !(node.type === 'text' && node.value.trim() === ''));
  const only = blocks[0];
  return blocks.length === 1 && only?.type === 'element' && only.tagName === 'p' ? only.children : nodes;
}
