/**
 * The two parsers. `satteri` is native and parses every page; `@mdx-js/mdx` is the reference for comparison and the
 * fallback where the native binary is missing. Both return the same tree.
 */
import { load, loadInternal } from '../load.ts';
import { headingIdMarks, takeHeadingIds } from './heading-id-marks.ts';
import { parserMessages } from './parser-messages.ts';
import { isExpression, isJsx, type ParseProblem, type SyntaxNode, type SyntaxTree } from './syntax-tree.ts';

/** Text → tree. Offsets count UTF-16 code units of the input. */
export interface Engine {
  readonly name: 'satteri' | 'mdx-js';
  parseMdx(text: string): SyntaxTree | ParseProblem;
  /** Plain Markdown; HTML becomes elements. */
  parseMarkdown(text: string): SyntaxTree;
  /** Plain Markdown; HTML stays `raw`, formulas stay text. */
  parseText(text: string): SyntaxTree;
}

const engines = new Map<string, Engine>();

/** Opened once in a process. Without its binary, `satteri` falls back to the reference engine, as its `name` shows. */
export function openEngine(name: 'satteri' | 'mdx-js' | undefined): Engine {
  const wanted = name ?? 'satteri';
  let engine = engines.get(wanted);
  if (!engine) {
    engine = wanted === 'satteri' ? (satteriEngine() ?? openEngine('mdx-js')) : mdxJsEngine();
    engines.set(wanted, engine);
  }
  return engine;
}

function satteriEngine(): Engine | undefined {
  let satteri: typeof import('satteri');
  try {
    satteri = load('satteri');
  } catch {
    return undefined;
  }
  const features = { gfm: true, math: true, headingAttributes: true, frontmatter: false };
  return {
    name: 'satteri',
    parseMdx(text) {
      if (hasManyReferences(text) || hasIndentedFormula(text)) return mdxJsEngine().parseMdx(text);
      try {
        return satteri.mdxToHast(text, { features }) as unknown as SyntaxTree;
      } catch (error) {
        const problem = satteriProblem(text, error as Error);
        // The native parser does not find the end of some formulas and reads their braces as code.
        const again = text.includes('$') ? mdxJsEngine().parseMdx(text) : problem;
        return again.type === 'root' ? again : problem;
      }
    },
    parseText(text) {
      if (hasManyReferences(text)) return mdxJsEngine().parseText(text);
      return satteri.markdownToHast(text, { features: { gfm: true, frontmatter: false }, position: false }) as unknown as SyntaxTree;
    },
    parseMarkdown(text) {
      if (hasManyReferences(text)) return mdxJsEngine().parseMarkdown(text);
      return satteri.markdownToHast(text, { features: { ...features, rawHtml: true } }) as unknown as SyntaxTree;
    },
  };
}

const manyReferences = 5_000;

/** The native parser copies the text before each character reference (`&amp;`): many of them need gigabytes. */
function hasManyReferences(text: string): boolean {
  let count = 0;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    count += 1;
    if (count > manyReferences) return true;
  }
  return false;
}

/** Longer indentation of lists and quotes does not occur in practice. */
const maxIndent = 200;

/** The native parser does not find the end of a formula whose `$$` is indented like code outside of MDX. */
function hasIndentedFormula(text: string): boolean {
  for (let at = text.indexOf('$$'); at !== -1; at = text.indexOf('$$', at + 2)) {
    const start = text.lastIndexOf('\n', at - 1) + 1;
    if (at - start > maxIndent || at - start < 1) continue;
    const margin = text.slice(start, at);
    if (/^[>\-+*\d.) \t]*$/.test(margin) && / {4}|\t/.test(margin)) return true;
  }
  return false;
}

/** `3:7: Could not parse … (mdx-jsx:unexpected-character)` → offset and message. */
function satteriProblem(text: string, error: Error): ParseProblem {
  const match = parserMessages.position.exec(error.message);
  if (!match) return { type: 'problem', offset: 0, message: error.message };
  let start = 0;
  for (let line = 1; line < Number(match[1]); line++) start = text.indexOf('\n', start) + 1;
  return { type: 'problem', offset: Math.min(start + Number(match[2]) - 1, text.length), message: match[3] ?? '' };
}

let reference: Engine | undefined;

function mdxJsEngine(): Engine {
  reference ??= createMdxJsEngine();
  return reference;
}

function createMdxJsEngine(): Engine {
  const { createProcessor, gfm, math } = loadInternal('parse/reference-packages') as typeof import('./reference-packages.ts');
  const captured = new Error('captured');
  const parse = (text: string, format: 'mdx' | 'md', remarkPlugins: (typeof gfm | typeof math)[] = [gfm, math]): SyntaxTree => {
    let tree: unknown;
    // Only the tree is needed: throwing here skips code generation.
    const capture = () => (root: unknown) => {
      tree = root;
      throw captured;
    };
    try {
      createProcessor({ format, remarkPlugins, rehypePlugins: [capture] }).processSync(headingIdMarks(text));
    } catch (error) {
      if (error !== captured) throw error;
    }
    const root = tree as SyntaxTree;
    takeHeadingIds(root.children);
    normalizeTree(root.children);
    return root;
  };
  return {
    name: 'mdx-js',
    parseMdx(text) {
      try {
        return parse(text, 'mdx');
      } catch (error) {
        const { place, reason, message } = error as {
          place?: { offset?: number; start?: { offset?: number } };
          reason?: string;
          message: string;
        };
        return { type: 'problem', offset: place?.start?.offset ?? place?.offset ?? 0, message: reason ?? message };
      }
    },
    parseMarkdown: (text) => parse(text, 'md'),
    parseText: (text) => parse(text, 'md', [gfm]),
  };
}

/** Aligns differences of the reference engine: generated positions, syntax trees of expressions, `align` of cells. */
function normalizeTree(nodes: readonly SyntaxNode[]): void {
  for (const node of nodes) {
    if (node.position && node.position.start.offset === undefined) delete (node as { position?: unknown }).position;
    if (node.type === 'element' && node.properties.align !== undefined) {
      node.properties.style = `text-align: ${node.properties.align}`;
      delete node.properties.align;
    }
    if (isJsx(node) || node.type === 'element') normalizeTree(node.children);
    else if (isExpression(node)) delete (node as { data?: unknown }).data;
  }
}
