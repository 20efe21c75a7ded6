/**
 * Edits for URLs, imports and paths in one file when files move: found by patterns, and resolved by the caller. Ignores
 * code samples.
 */

import { findImported, importedPath, withoutPageExtension } from '../../model/project-path.ts';
import { relativePath, rewriteHref } from '../../shared/rewrite-href.ts';
import { codeRanges } from './code-ranges.ts';
import type { FileMoves } from './file-moves.ts';
import type { TextEdit } from './text-edits.ts';

/** One file, and the data of the whole run. */
export interface ReferenceInput {
  readonly file: string;
  readonly text: string;
  readonly moves: FileMoves;
  /** The project file that a URL leads to; undefined for anything else. */
  readonly goalOf: (fromFile: string, href: string) => string | undefined;
  readonly has: (path: string) => boolean;
}

/** `goal` is the project file that the reference leads to, under its current path. */
export interface ReferenceEdit extends TextEdit {
  readonly goal: string;
}

/** Unordered, possibly with duplicates, because two rules can find the same URL. */
export function referenceEdits(input: ReferenceInput): ReferenceEdit[] {
  const { file, text } = input;
  const isMarkdown = /\.mdx?$/i.test(file);
  const isCode = isMarkdown ? codeRanges(text) : () => false;
  const edits = [
    ...importEdits(input),
    ...(isMarkdown ? [...snippetEdits(input), ...frontMatterEdits(input)] : []),
    ...(/\.css$/i.test(file) ? styleEdits(input) : []),
    ...(/\.(?:json|ya?ml)$/i.test(file) ? descriptionEdits(input) : []),
    ...(/\.(?:mdx?|[jt]sx?|mjs)$/i.test(file) ? quotedEdits(input) : []),
  ];
  return edits.filter((edit) => !isCode(edit.start));
}

/** The new URL for one in `file`, and the project file that it leads to; undefined when it can stay. */
export function movedAddress(
  href: string,
  { file, moves, goalOf }: Pick<ReferenceInput, 'file' | 'moves' | 'goalOf'>,
): Pick<ReferenceEdit, 'text' | 'goal'> | undefined {
  const goal = goalOf(file, href);
  const isRelative = !/^[/#?]/.test(href);
  if (goal === undefined || (!moves.has(goal) && !(isRelative && moves.has(file)))) return undefined;
  const after = moves.after(goal);
  const path = withoutPageExtension(after);
  const isIndexWritten = /(?:^|\/)index(?:\.mdx?)?(?:[?#]|$)/.test(href);
  const target = path === after || isIndexWritten ? path : path.replace(/(?:^|\/)index$/, '');
  const written = rewriteHref(href, target, moves.after(file));
  return written === href ? undefined : { text: written, goal };
}

const importStatement = /^(?:import|export)\b[^'"`;]*?['"]([^'"\n]+)['"]/gm;

function* importEdits({ file, text, moves, has }: ReferenceInput): Generator<ReferenceEdit> {
  if (!/\.(?:mdx?|[jt]sx?|mjs)$/i.test(file)) return;
  for (const match of text.matchAll(importStatement)) {
    const written = match[1] as string;
    const path = importedPath(file, written);
    const goal = path === undefined ? undefined : findImported(path, has);
    const isRelative = written.startsWith('.');
    if (path === undefined || goal === undefined || (!moves.has(goal) && !(isRelative && moves.has(file)))) continue;
    const moved = moves.after(goal);
    const ending = goal.slice(path.length);
    // A former index file is named without its extension.
    const after = moved.endsWith(ending) ? moved.slice(0, moved.length - ending.length) : moved.replace(/\.\w+$/, '');
    const relative = relativePath(moves.after(file), after);
    const specifier = isRelative ? (relative.startsWith('../') ? relative : `./${relative}`) : (written.startsWith('/') ? '/' : '') + after;
    const start = match.index + match[0].length - written.length - 1;
    if (specifier !== written) yield { start, end: start + written.length, text: specifier, goal };
  }
}

/** `<Snippet file="x.mdx" />`: relative to `snippets/`, `_snippets/` or the root. */
function* snippetEdits({ text, moves, has }: ReferenceInput): Generator<ReferenceEdit> {
  for (const match of text.matchAll(/<Snippet\b[^>]*?\bfile=(["'])([^"'\n]+)\1/g)) {
    const written = match[2] as string;
    const path = written.replace(/^\/+/, '');
    const goal = [`snippets/${path}`, `_snippets/${path}`, path].flatMap((name) => [name, `${name}.mdx`]).find(has);
    if (goal === undefined || !moves.has(goal)) continue;
    const after = moves.after(goal).replace(/^_?snippets\//, '');
    const start = match.index + match[0].length - written.length - 1;
    yield { start, end: start + written.length, text: path.endsWith('.mdx') ? after : after.replace(/\.mdx$/, ''), goal };
  }
}

/** Unquoted URLs, and descriptions: `openapi: api/users.yaml GET /users`. */
function* frontMatterEdits(input: ReferenceInput): Generator<ReferenceEdit> {
  const { text, moves, has } = input;
  const block = /^\ufeff?---[ \t]*\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)?.[0] ?? '';
  yield* addressEdits(block, /^[ \t-]*[\w:"'-]+:[ \t]+(\/[^\s"'#]+)|^[ \t]*-[ \t]+(\/[^\s"'#]+)/gm, input);
  for (const match of block.matchAll(/^(?:openapi|asyncapi|openapi-schema):[ \t]*["']?(\/?[^\s"']+\.(?:json|ya?ml))/gm)) {
    const written = match[1] as string;
    const path = written.replace(/^\//, '');
    if (!has(path) || !moves.has(path)) continue;
    const start = match.index + match[0].length - written.length;
    yield { start, end: start + written.length, text: (written.startsWith('/') ? '/' : '') + moves.after(path), goal: path };
  }
}

function* styleEdits(input: ReferenceInput): Generator<ReferenceEdit> {
  for (const match of input.text.matchAll(/\burl\(\s*(["']?)([^"')\s]+)\1\s*\)/g)) {
    const written = match[2] as string;
    const start = match.index + match[0].indexOf(written, 4);
    const moved = movedAddress(written, input);
    if (moved !== undefined) yield { start, end: start + written.length, ...moved };
  }
}

/** Markdown and HTML in the text of an API description. */
function descriptionEdits(input: ReferenceInput): Generator<ReferenceEdit> {
  return addressEdits(input.text, /\]\((\/[^)\s"'\\]+)|\bhref=\\?["'](\/[^"'\\\s]+)/g, input);
}

/** `pattern` ends with the URL, which is the only group that matches. */
function* addressEdits(text: string, pattern: RegExp, input: ReferenceInput): Generator<ReferenceEdit> {
  for (const match of text.matchAll(pattern)) {
    const written = (match[1] ?? match[2]) as string;
    const start = match.index + match[0].length - written.length;
    const moved = movedAddress(written, input);
    if (moved !== undefined) yield { start, end: start + written.length, ...moved };
  }
}

/** Attributes and strings in code: `href="/a"`, `{ to: '/a' }`. */
function* quotedEdits(input: ReferenceInput): Generator<ReferenceEdit> {
  for (const match of input.text.matchAll(/(["'`])(\/[^"'`\s<>{}]*)\1/g)) {
    const written = match[2] as string;
    const moved = movedAddress(written, input);
    if (moved !== undefined) yield { start: match.index + 1, end: match.index + 1 + written.length, ...moved };
  }
}
