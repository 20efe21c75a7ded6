/**
 * The text of a page or snippet → its tree: fills in variables, separates plain dollar signs from formulas, and on
 * syntax errors reports and repairs until the rest can be parsed.
 */

import type { Diagnostic } from '../../../model/diagnostic.ts';
import { SourceText } from '../../../model/source-text.ts';
import { variableUse } from '../../../shared/variables.ts';
import * as errors from '../errors.ts';
import { type PagePlugins, PluginEngine } from '../plugins/page-plugins.ts';
import { alertsToCallouts } from './alerts.ts';
import { boundedEngine, type ParseLimits, ParseTimeout } from './bounded-engine.ts';
import { emphasisMarks, removeMarks } from './cjk-emphasis.ts';
import { findPlainDollars } from './dollar-signs.ts';
import { type Edit, EditedText } from './edited-text.ts';
import type { Engine } from './engines.ts';
import { foreignMarkup } from './foreign-markup.ts';
import { hasHidden, hideCharacters, restoreInTree } from './literal-characters.ts';
import { literalMarkup } from './literal-markup.ts';
import { linkLocalUrls } from './local-urls.ts';
import { findNestingProblem } from './nesting-limit.ts';
import { hideSimilar, type Locate, repair } from './repair.ts';
import { isDeeperThan, type SyntaxTree } from './syntax-tree.ts';
import { findHugeTable, maxTableCells, restoreFormulaBars, tableProblems } from './table-cells.ts';
import { tagBelowImport, tagBelowImportAt } from './tag-below-import.ts';

/** The tree always exists; it is empty for a page that could not be repaired. */
export interface ParsedSource {
  readonly file: string;
  readonly tree: SyntaxTree;
  readonly source: SourceText;
  /** Maps an offset of the tree to its location in the file. */
  readonly locate: Locate;
  /** The text that the tree's offsets refer to. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  /** Project paths of files that plugins read for this text. */
  readonly read: readonly string[];
}

/** `maxNesting` limits the nesting of lists and quotes; without `variables`, `{{name}}` is not replaced. */
export interface ParseSettings {
  readonly engine: Engine;
  readonly maxNesting: number;
  readonly variables?: Readonly<Record<string, string>>;
  /** `false` leaves every `$` unchanged; undefined distinguishes formulas from other dollar signs. */
  readonly latex?: boolean;
  /** Plugins that change the tree. */
  readonly plugins?: PagePlugins;
  /** For tests. */
  readonly parseLimits?: ParseLimits;
}

const maxRepairs = 60;
const maxErrors = 20;
/** Text written by people does not need more. */
const maxMarks = 2_000;
const empty: SyntaxTree = { type: 'root', children: [] };

/**
 * `file` selects the mode: a `.md` file that is not valid MDX is parsed as Markdown without diagnostics. At most 20
 * errors of one file are reported. `bodyLine`: line of the file on which `body` starts, 1-based.
 */
export function parseSource(file: string, body: string, bodyLine: number, settings: ParseSettings): ParsedSource {
  const source = new SourceText(file, body, bodyLine);
  let edited = new EditedText(body);
  const locate: Locate = (offset, length) => source.locate(edited.toOriginal(offset), length);
  const parsed = (tree: SyntaxTree, diagnostics: readonly Diagnostic[], read: readonly string[] = []): ParsedSource => {
    if (hasHidden(edited.text)) restoreInTree(tree.children);
    return { file, tree, source, locate, text: edited.text, diagnostics, read };
  };

  if (settings.variables) fillVariables(edited, settings.variables);
  if (settings.latex === false) hideDollars(edited);
  const deep = findNestingProblem(edited.text, settings.maxNesting);
  if (deep) return parsed(empty, [errors.tooDeep(locate(deep.offset), deep.levels)]);

  const table = findHugeTable(edited.text);
  if (table !== undefined) return parsed(empty, [errors.hugeTable(locate(table), maxTableCells)]);

  // The process of the plugins has a time limit of its own.
  const withPlugins = settings.plugins && new PluginEngine(settings.plugins, file);
  const engine = withPlugins ?? boundedEngine(settings.engine, settings.parseLimits);
  try {
    return parseBounded(engine);
  } catch (error) {
    if (!(error instanceof ParseTimeout)) throw error;
    return parsed(empty, [errors.parseTimeout(locate(lineStart(edited.text, error.line)), error.seconds)]);
  }

  function parseBounded(engine: Engine): ParsedSource {
    const isMarkdown = file.endsWith('.md');
    const { tree: first, diagnostics } = parseWithRepairs(edited, locate, engine, isMarkdown);
    let tree = withoutPlainDollars(first, edited, engine, isMarkdown);
    // A list or quote adds up to three levels to the tree; tags and emphasis count too.
    const levels = settings.maxNesting * 3;
    if (isDeeperThan(tree.children, levels)) return parsed(empty, [...diagnostics, errors.tooDeep(locate(0), levels)]);
    const emphasised = withEmphasis(tree, edited, engine, isMarkdown, levels);
    if (emphasised) ({ tree, edited } = emphasised);
    const changed = withPlugins?.finish(edited.text, source, locate);
    if (changed) {
      tree = changed.tree;
      if (emphasised) removeMarks(tree.children);
      if (isDeeperThan(tree.children, levels))
        return parsed(empty, [...diagnostics, ...changed.diagnostics, errors.tooDeep(locate(0), levels)]);
    }
    linkLocalUrls(tree.children, edited.text);
    restoreFormulaBars(tree.children, edited.text);
    const tables = tableProblems(tree.children, edited.text, locate);
    const alerts = edited.text.includes('[!') ? alertsToCallouts(tree.children, locate) : [];
    const foreign = foreignMarkup(tree.children, edited.text, locate);
    const literal = literalMarkup(tree.children, edited.text, locate);
    return parsed(tree, [...diagnostics, ...(changed?.diagnostics ?? []), ...tables, ...alerts, ...foreign, ...literal], changed?.read);
  }
}

/** Offset of a line, 0-based. */
function lineStart(text: string, line: number): number {
  let start = 0;
  for (let at = 0; at < line; at++) start = text.indexOf('\n', start) + 1;
  return start;
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
    const isTree = result.type === 'root';
    const tag = isTree ? tagBelowImport(result, edited.text) : tagBelowImportAt(result.offset, edited.text);
    if (tag !== undefined && edited.replace([insertLine(edited.toOriginal(tag))])) {
      if (!isMarkdown) diagnostics.push(errors.tagBelowImport(locate(tag)));
      continue;
    }
    if (isTree) return { tree: result, diagnostics };
    if (isMarkdown) return { tree: engine.parseMarkdown(edited.text), diagnostics: [] };
    const fix = repair(edited.text, result, locate);
    const start = fix && edited.toOriginal(fix.start);
    if (fix?.diagnostic && !orphans.has(start as number)) diagnostics.push(fix.diagnostic);
    if (!fix) diagnostics.push(errors.badSyntax(locate(result.offset), result.message));
    if (fix?.orphan !== undefined) orphans.add(edited.toOriginal(fix.orphan));
    const end = fix && edited.toOriginal(fix.end - 1) + 1;
    if (!fix || !edited.replace([{ start: start as number, end: end as number, text: fix.text }, ...inOriginal(edited, fix.also)])) break;
    if (fix.similar && count >= 8) edited.replace(hideSimilar(edited.original, fix.similar));
  }
  if (!diagnostics.some(({ severity }) => severity === 'error'))
    diagnostics.push(errors.badSyntax(locate(0), 'this page cannot be read as MDX'));
  return { tree: empty, diagnostics };
}

function inOriginal(edited: EditedText, edits: readonly Edit[] = []): Edit[] {
  return edits.map(({ start, end, text }) => ({ start: edited.toOriginal(start), end: edited.toOriginal(end - 1) + 1, text }));
}

function insertLine(offset: number): Edit {
  return { start: offset, end: offset, text: '\n' };
}

/** Hides each `$` that opens no formula and parses again, until nothing changes: another `$` may then open a formula. */
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
 * Parses again if stars next to letters of a script without spaces were read as text. Undefined if nothing changes,
 * or if the result is nested deeper than `levels`.
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

/** Replaces `{{name}}` for defined names; the value is always plain text. */
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
