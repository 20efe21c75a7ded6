/**
 * Finds tags directly below an import, without the empty line that ends a block of code in MDX:
 *
 * ```mdx
 * import Note from '/snippets/note.mdx';
 * <Note />
 * ```
 *
 * The native parser takes the tag for JavaScript, whose value is lost; the reference rejects the page.
 */
import { type Ast, parseModule } from '../expressions/javascript.ts';
import type { SyntaxTree } from './syntax-tree.ts';

const moduleStatement = /^(?:Import|Export|EmptyStatement$)|Declaration$/;
const emptyLine = /\n[ \t]*\n/;
const tagLine = /^[ \t]*<[A-Za-z>]/gm;
/** Each needs a parse of the code above it. */
const maxCandidates = 20;

/** The offset of the first tag below the imports of a block of code in `tree`; undefined if there is none. */
export function tagBelowImport(tree: SyntaxTree, text: string): number | undefined {
  for (const node of tree.children) {
    if (node.type !== 'mdxjsEsm' || !node.value.includes('<')) continue;
    const start = node.position?.start.offset ?? 0;
    const found = firstTag(text.slice(start, node.position?.end.offset ?? start));
    if (found !== undefined) return start + found;
  }
  return undefined;
}

/** The same for the block of lines around `offset`, where a parser failed. */
export function tagBelowImportAt(offset: number, text: string): number | undefined {
  const start = blockStart(offset, text);
  const code = text.slice(start).split(emptyLine, 1)[0] as string;
  if (!/^(?:import|export)\s/.test(code)) return undefined;
  const found = firstTag(code);
  return found === undefined ? undefined : start + found;
}

/** The start of the first line above `offset` that follows an empty line. */
function blockStart(offset: number, text: string): number {
  let start = text.lastIndexOf('\n', offset - 1) + 1;
  while (start > 0) {
    const above = text.lastIndexOf('\n', start - 2) + 1;
    if (text.slice(above, start).trim() === '') break;
    start = above;
  }
  return start;
}

/** The first line with a tag above which the code is complete, if the code as a whole is more than imports and exports. */
function firstTag(code: string): number | undefined {
  const lines = [...code.matchAll(tagLine)].slice(0, maxCandidates);
  if (lines.length === 0 || isModule(code)) return undefined;
  return lines.find(({ index }) => code.slice(0, index).trim() !== '' && isModule(code.slice(0, index)))?.index;
}

/** Whether a text consists of imports, exports and declarations. */
function isModule(code: string): boolean {
  const program = parseModule(code);
  return !('reason' in program) && (program.body as Ast[]).every(({ type }) => moduleStatement.test(type));
}
