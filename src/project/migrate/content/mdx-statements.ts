/** Statements of MDX pages that need the old tool or Node.js: they are removed, because the new page cannot run them. */
import { fenceEnd } from './protect.ts';
import { endOfBraces } from './tags.ts';

/** Components of tools that docsgen converts, wherever they are. */
const converted = /^(?:FileTree|Folder|File|Tabs?|TabItem|Cards?|CardGrid|LinkCard|Steps|Callout|Aside|Badge|Icon)$/;

/**
 * The page without `export` statements and expressions that use imports which docsgen removes, or globals of Node.js.
 * `report` gets the first line of each. Blocks of code stay.
 */
export function takeStatements(source: string, report: (what: string, hint: string) => void): string {
  const gone = removedNames(source);
  const needs = new RegExp(String.raw`(?<![\w$.'"-])(?:${[...gone, 'process\\.env', 'require\\('].join('|')})(?![\w$])`);
  const lines: string[] = [];
  let last = 0;
  for (let at = 0; at < source.length; at = lineAfter(source, at)) {
    if (at < last) continue;
    const fenced = fenceEnd(source, at);
    if (fenced !== undefined) {
      lines.push(source.slice(last, fenced));
      last = fenced;
      continue;
    }
    const end = statementEnd(source, at);
    const text = end === undefined ? '' : source.slice(at, end);
    if (end === undefined || !needs.test(text)) continue;
    lines.push(source.slice(last, at));
    last = end;
    report(text.split('\n', 1)[0] as string, 'write the value on the page, or make it a JSX component in /snippets');
  }
  return lines.join('') + source.slice(last);
}

function lineAfter(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

/** The names of imports that are no Markdown, image or converted component. */
function removedNames(source: string): Set<string> {
  const names = new Set<string>();
  for (const [, clause = '', file = ''] of source.matchAll(/^import\s+([^;'"]*?)\s*from\s*['"]([^'"\n]+)['"]/gm)) {
    if (/\.(?:mdx?|png|jpe?g|gif|svg|webp|avif|mp4|webm|pdf)$/i.test(file)) continue;
    for (const part of clause.replace(/[{}]/g, ',').split(',')) {
      const name = /([A-Za-z_$][\w$]*)\s*$/.exec(part)?.[1];
      if (name !== undefined && !converted.test(name)) names.add(name.replace(/\$/g, '\\$'));
    }
  }
  return names;
}

/** The end of an `export` or of an expression that has its lines to itself. */
function statementEnd(text: string, at: number): number | undefined {
  if (/^export\b/.test(text.slice(at, at + 10))) return endOfStatement(text, at);
  return endOfExpression(text, at);
}

/** The end of an expression that begins in this line and has its lines to itself. */
export function endOfExpression(text: string, at: number): number | undefined {
  const brace = /^[ \t]*\{/.exec(text.slice(at, at + 100));
  const end = brace ? endOfBraces(text, at + brace[0].length - 1) : undefined;
  return end !== undefined && /^[ \t]*(?:\n|$)/.test(text.slice(end, end + 200)) ? end : undefined;
}

/** The end of the line on which all brackets and strings of a statement are closed. */
export function endOfStatement(text: string, start: number): number {
  let depth = 0;
  let quote = '';
  for (let at = start; at < text.length; at++) {
    const char = text[at] as string;
    if (quote !== '') {
      if (char === '\\') at++;
      else if (char === quote || (char === '\n' && quote !== '`')) quote = '';
    } else if (char === '"' || char === "'" || char === '`') quote = char;
    else if (char === '(' || char === '[' || char === '{') depth++;
    else if (char === ')' || char === ']' || char === '}') depth--;
    else if (char === '\n' && depth <= 0 && !/^[ \t]*(?:[.?:|&+]|from\b)/.test(text.slice(at + 1, at + 50))) return at;
  }
  return text.length;
}
