/** HTML that plugins write as text (`html` in mdast, `raw` in hast), and HTML in plain Markdown: parsed into elements. */
import { loadInternal } from '../load.ts';
import { eachNode, type LooseNode } from './prepare-trees.ts';

const passThrough = ['mdxJsxFlowElement', 'mdxJsxTextElement', 'mdxFlowExpression', 'mdxTextExpression', 'mdxjsEsm'];
/** Parsing HTML loses the info string of code blocks; a property keeps it meanwhile. */
const metaProperty = 'dataDocsgenMeta';

/** The rehype plugins that do this; they leave a tree without such nodes unchanged. */
export function htmlOfPlugins(): [() => (tree: LooseNode, file: unknown) => LooseNode | undefined] {
  return [parseRaw];
}

function parseRaw(): (tree: LooseNode, file: unknown) => LooseNode | undefined {
  const { raw } = loadInternal('parse/reference-packages') as typeof import('../parse/reference-packages.ts');
  const parse = raw({ passThrough }) as unknown as (tree: LooseNode, file: unknown) => LooseNode;
  return (tree, file) => {
    let hasRaw = false;
    eachNode(tree, (node) => {
      hasRaw ||= node.type === 'raw';
    });
    if (!hasRaw) return undefined;
    eachNode(tree, ({ data, properties }) => {
      if (properties && typeof data?.meta === 'string') properties[metaProperty] = data.meta;
    });
    const parsed = parse(tree, file);
    eachNode(parsed, (node) => {
      const meta = node.properties?.[metaProperty];
      if (meta === undefined) return;
      node.data = { ...node.data, meta };
      delete node.properties?.[metaProperty];
    });
    return parsed;
  };
}
