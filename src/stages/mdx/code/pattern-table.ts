/**
 * The patterns of the shipped grammars, translated to JavaScript when docsgen itself is built: translating those of a
 * language when a site is built takes longer than highlighting a page.
 */
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** The parts of a regular expression. */
export interface TranslatedPattern {
  readonly source: string;
  readonly flags: string;
  /** Of `EmulatedRegExp` (oniguruma-to-es); undefined for a plain regular expression. */
  readonly options?: object;
}

/** What most patterns have. */
const usualFlags = 'dgv';

/** A TextMate grammar, as far as it is needed here. */
export interface PatternGrammar {
  readonly scopeName: string;
  readonly patterns?: readonly object[];
}

/** In the order of `grammarPatterns`. `1`: the pattern itself, with the usual flags; `0`: JavaScript cannot express it. */
interface StoredTable {
  /** Of the patterns: a table of another version of the grammar is ignored. */
  readonly hash: string;
  readonly patterns: readonly (0 | 1 | string | readonly [source: string, flags: string, options?: object])[];
}

/**
 * All patterns that the TextMate engine may search for, without those that repeat what another one has matched: their
 * text depends on the code.
 */
export function grammarPatterns(grammar: object): string[] {
  const found = new Set<string>();
  for (const rules: object[] = [grammar]; rules.length > 0; ) {
    const rule = rules.pop() as object;
    for (const [name, value] of Object.entries(rule)) {
      if (typeof value === 'object' && value !== null) rules.push(value);
      else if (typeof value === 'string' && /^(?:match|begin|end|while)$/.test(name))
        for (const variant of anchorVariants(value)) found.add(variant);
    }
  }
  return [...found];
}

/**
 * The TextMate engine replaces `\z`, and `\A` and `\G` by a character that never occurs where they cannot match
 * (vscode-textmate, `RegExpSource`).
 */
function anchorVariants(pattern: string): string[] {
  if (!/\\[AGz]/.test(pattern)) return [pattern];
  const source = pattern.replace(/\\([\s\S])/g, (whole, name) => (name === 'z' ? '$(?!\\n)(?<!\\n)' : whole));
  const variant = (allowed: string) =>
    source.replace(/\\([\s\S])/g, (whole, name) => (/[AG]/.test(name) && !allowed.includes(name) ? '\\\uffff' : whole));
  return ['', 'A', 'G', 'AG'].map(variant);
}

type Translations = readonly (readonly [pattern: string, TranslatedPattern | undefined])[];

/** The translations of a shipped grammar; empty if there are none, as when docsgen runs from its sources. */
export function shippedTranslations(grammar: PatternGrammar): Translations {
  const file = new URL(`./patterns/${tableName(grammar)}`, import.meta.url);
  return existsSync(file) ? readTable(grammar, readFileSync(file, 'utf8')) : [];
}

/** The translations of a table, in the order of `grammarPatterns`; undefined for a pattern that JavaScript cannot express. */
export function readTable(grammar: PatternGrammar, text: string): Translations {
  const stored = JSON.parse(text) as StoredTable;
  const patterns = grammarPatterns(grammar);
  if (stored.hash !== hashOf(patterns)) return [];
  return patterns.map((pattern, index) => [pattern, translated(pattern, stored.patterns[index] ?? 0)]);
}

function translated(pattern: string, entry: StoredTable['patterns'][number]): TranslatedPattern | undefined {
  if (entry === 0) return undefined;
  if (entry === 1) return { source: pattern, flags: usualFlags };
  if (typeof entry === 'string') return { source: entry, flags: usualFlags };
  const [source, flags, options] = entry;
  return { source, flags, ...(options && { options }) };
}

/** The table of a grammar, for the build of docsgen. */
export function writePatternTable(
  grammar: PatternGrammar,
  compile: (pattern: string) => RegExp,
): { readonly file: string; readonly text: string } {
  const patterns = grammarPatterns(grammar);
  const table: StoredTable = { hash: hashOf(patterns), patterns: patterns.map((pattern) => entryOf(pattern, compile)) };
  return { file: tableName(grammar), text: JSON.stringify(table) };
}

function entryOf(pattern: string, compile: (pattern: string) => RegExp): StoredTable['patterns'][number] {
  const translated = translatePattern(pattern, compile);
  if (translated === undefined) return 0;
  const { source, flags, options } = translated;
  if (options) return [source, flags, options];
  if (flags !== usualFlags) return [source, flags];
  return source === pattern ? 1 : source;
}

/** `compile` throws for a pattern that JavaScript cannot express. */
export function translatePattern(pattern: string, compile: (pattern: string) => RegExp): TranslatedPattern | undefined {
  try {
    const { source, flags, rawOptions } = compile(pattern) as RegExp & { readonly rawOptions?: object };
    return { source, flags, ...(rawOptions && Object.keys(rawOptions).length > 0 && { options: rawOptions }) };
  } catch {
    return undefined;
  }
}

function tableName({ scopeName }: PatternGrammar): string {
  return `${scopeName.replace(/[^\w.-]/g, '_')}.json`;
}

function hashOf(patterns: readonly string[]): string {
  return hash('sha256', JSON.stringify(patterns)).slice(0, 16);
}
