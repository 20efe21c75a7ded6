/**
 * The text of a page or snippet → its tree, whatever it takes: variables filled in, dollar signs that open no formula kept apart from maths, faults
 * told and stepped over until the rest can be parsed.
 */

import type { Diagnostic } from '../../../model/diagnostic.ts';
import { SourceText } from '../../../model/source-text.ts';
import { variableUse } from '../../../shared/variables.ts';
import * as errors from '../errors.ts';
import { alertsToCallouts } from './alerts.ts';
import { emphasisMarks, removeMarks } from './cjk-emphasis.ts';
import { findPlainDollars } from './dollar-signs.ts';
import { EditedText } from './edited-text.ts';
import type { Engine } from './engines.ts';
import { hasHidden, hideCharacters, showInTree } from './literal-characters.ts';
import { linkLocalAddresses } from './local-addresses.ts';
import { findTooDeep } from './nesting-limit.ts';
import { hideSimilar, type Locate, repair } from './repair.ts';
import { isDeeperThan, type SyntaxTree } from './syntax-tree.ts';
import { tableProblems } from './table-cells.ts';

/** The tree is there whatever the text is; it is empty for a page that could not be saved. */
export interface ParsedSource {
  readonly file: string;
  readonly tree: SyntaxTree;
  readonly source: SourceText;
  /** Where an offset of the tree is in the file. */
  readonly locate: Locate;
  /** The text that the tree's offsets count in. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** `maxNesting` counts lists and quotes within each other; without `variables`, `{{name}}` is not touched. */
export interface ParseSettings {
  readonly engine: Engine;
  readonly maxNesting: number;
  readonly variables?: Readonly<Record<string, string>>;
  /** `false` leaves every `$` as it is; undefined tells formulas from other dollar signs. */
  readonly latex?: boolean;
}

const maxRepairs = 60;
const maxErrors = 20;
/** More of them on one page are no text that somebody wrote. */
const maxMarks = 2_000;
const empty: SyntaxTree = { type: 'root', children: [] };

/**
 * `file` decides how: plain Markdown (`.md`) that is no MDX is read as Markdown and nothing is told. At most 20 errors of
 * one file are told. `bodyLine`: line of the file on which `body` starts, 1-based.
 */
export function parseSource(file: string, body: string, bodyLine: number, settings: ParseSettings): ParsedSource {
  const source = new SourceText(file, body, bodyLine);
  let edited = new EditedText(body);
  const locate: Locate = (offset, length) => source.locate(edited.toOriginal(offset), length);
  const done = (tree: SyntaxTree, diagnostics: readonly Diagnostic[]): ParsedSource => {
    if (hasHidden(edited.text)) showInTree(tree.children);
    return { file, tree, source, locate, text: edited.text, diagnostics };
  };

  if (settings.variables) fillVariables(edited, settings.variables);
  if (settings.latex === false) hideDollars(edited);
  const deep = findTooDeep(edited.text, settings.maxNesting);
  if (deep) return done(empty, [errors.tooDeep(locate(deep.offset), deep.levels)]);

  const isMarkdown = file.endsWith('.md');
  const { tree: first, diagnostics } = parseWithRepairs(edited, locate, settings.engine, isMarkdown);
  let tree = withoutPlainDollars(first, edited, settings.engine, isMarkdown);
  // Every list and quote makes up to three levels of the tree; tags and emphasis count as well.
  const levels = settings.maxNesting * 3;
  if (isDeeperThan(tree.children, levels)) return done(empty, [...diagnostics, errors.tooDeep(locate(0), levels)]);
  const emphasised = withEmphasis(tree, edited, settings.engine, isMarkdown, levels);
  if (emphasised) ({ tree, edited } = emphasised);
  linkLocalAddresses(tree.children, edited.text);
  const tables = tableProblems(tree.children, edited.text, locate);
  const alerts = edited.text.includes('[!') ? alertsToCallouts(tree.children, locate) : [];
  return done(tree, [...diagnostics, ...tables, ...alerts]);
}

function parseWithRepairs(
  edited: EditedText,
  locate: Locate,
  engine: Engine,
  isMarkdown: boolean,
): { tree: SyntaxTree; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const orphans = new Set<number>();
  for (let count = 0; count <= maxRepairs && diagnostics.filter(({ severity }) => severity === 'error').length < maxErrors; count++) {
    const result = engine.parseMdx(edited.text);
    if (result.type === 'root') return { tree: result, diagnostics };
    if (isMarkdown) return { tree: engine.parseMarkdown(edited.text), diagnostics: [] };
    const fix = repair(edited.text, result, locate);
    const start = fix && edited.toOriginal(fix.start);
    if (fix?.diagnostic && !orphans.has(start as number)) diagnostics.push(fix.diagnostic);
    if (!fix) diagnostics.push(errors.badSyntax(locate(result.offset), result.message));
    if (fix?.orphan !== undefined) orphans.add(edited.toOriginal(fix.orphan));
    const end = fix && edited.toOriginal(fix.end - 1) + 1;
    if (!fix || !edited.replace([{ start: start as number, end: end as number, text: fix.text }])) break;
    if (fix.likes && count >= 8) edited.replace(hideSimilar(edited.original, fix.likes));
  }
  if (!diagnostics.some(({ severity }) => severity === 'error'))
    diagnostics.push(errors.badSyntax(locate(0), 'this page cannot be read as MDX'));
  return { tree: empty, diagnostics };
}

/** Hides each `$` that opens no formula and parses again: another `$` may now open a formula, so until nothing changes. */
function withoutPlainDollars(first: SyntaxTree, edited: EditedText, engine: Engine, isMarkdown: boolean): SyntaxTree {
  let tree = first;
  for (let pass = 0; pass < 200; pass++) {
    const plain = findPlainDollars(tree.children, edited.text);
    if (plain.length === 0) return tree;
    edited.replace(
      plain.map((offset) => {
        const start = edited.toOriginal(offset);
        return { start, end: start + 1, text: hideCharacters('$', /\$/g) };
      }),
    );
    const result = engine.parseMdx(edited.text);
    if (result.type === 'root') tree = result;
    else if (isMarkdown) tree = engine.parseMarkdown(edited.text);
    else return tree;
  }
  return tree;
}

/**
 * Parses again where stars beside letters of a script without spaces were taken as text. Undefined when nothing changes,
 * and when what comes of it nests deeper than `levels`.
 */
function withEmphasis(
  first: SyntaxTree,
  edited: EditedText,
  engine: Engine,
  isMarkdown: boolean,
  levels: number,
): { tree: SyntaxTree; edited: EditedText } | undefined {
  const marks = emphasisMarks(first.children, edited.text);
  if (marks.length === 0 || marks.length > maxMarks) return undefined;
  const marked = edited.copy();
  marked.replace(marks.map((mark) => ({ ...mark, start: edited.toOriginal(mark.start), end: edited.toOriginal(mark.end) })));
  const result = engine.parseMdx(marked.text);
  if (result.type !== 'root' && !isMarkdown) return undefined;
  const tree = result.type === 'root' ? result : engine.parseMarkdown(marked.text);
  if (isDeeperThan(tree.children, levels)) return undefined;
  removeMarks(tree.children);
  return { tree, edited: marked };
}

/** `{{name}}` of defined names; the value stays text whatever it holds. */
function fillVariables(edited: EditedText, variables: Readonly<Record<string, string>>): void {
  if (!edited.original.includes('{{')) return;
  const edits = [];
  for (const match of edited.original.matchAll(variableUse)) {
    const name = match[1] as string;
    if (!Object.hasOwn(variables, name)) continue;
    edits.push({ start: match.index, end: match.index + match[0].length, text: hideCharacters(variables[name] as string, /[<{}$`\n]/g) });
  }
  edited.replace(edits);
}

function hideDollars(edited: EditedText): void {
  const edits = [];
  for (const match of edited.text.matchAll(/\$/g)) {
    const start = edited.toOriginal(match.index);
    edits.push({ start, end: start + 1, text: hideCharacters('$', /\$/g) });
  }
  edited.replace(edits);
}
