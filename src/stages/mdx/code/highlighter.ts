/**
 * Code → HTML lines with short class names, for both themes in one pass of the grammar. The class of a token
 * identifies its pair of colours; `codeStyleSheet` writes the rules of the pairs that a site uses.
 */

import type { LightDark } from '../../../model/site-config.ts';
import { load, loadInternal } from '../load.ts';
import { escapeCode } from './hidden-characters.ts';
import { grammarOf, nearestLanguage } from './languages.ts';
import { LineCache, type LineState } from './line-cache.ts';
import { createPatternEngine, type PatternCompiler } from './pattern-scanner.ts';
import { type PatternGrammar, shippedTranslations, type TranslatedPattern, translatePattern } from './pattern-table.ts';
import { openTheme, type ScopePath, type ThemeColors, type TokenStyle } from './theme-colors.ts';

/** Code as HTML. Lines longer than 5,000 characters, and code longer than 400,000, are not highlighted. */
export interface HighlightedCode {
  /** One for each line, without line ends. */
  readonly lines: readonly string[];
  /** Entries for `codeStyleSheet`. */
  readonly styles: readonly string[];
  /** The language is unknown. */
  readonly isUnknown: boolean;
}

/** The highlighter of one site, with its themes and custom grammars. Grammars are loaded on first use and kept. */
export interface Highlighter {
  highlight(code: string, language: string): HighlightedCode;
  /** Whether the language is unknown. */
  isUnknown(language: string): boolean;
  /** The known language that a misspelled name probably means; undefined if none is similar. */
  nearest(language: string): string | undefined;
}

/** Longer code is not worth the time. */
const maxLine = 5_000;
const maxCode = 400_000;

/** A scope chain with its class; `children` are the longer chains. */
interface ScopeStep {
  readonly path: ScopePath;
  readonly light: TokenStyle;
  readonly dark: TokenStyle;
  readonly className: string;
  /** Entry for `codeStyleSheet`: `class|light colour|dark colour|light font|dark font`. */
  readonly entry: string;
  readonly children: Map<string, ScopeStep>;
}

interface Token {
  readonly startIndex: number;
  readonly endIndex: number;
  readonly scopes: readonly string[];
}

interface Grammar {
  tokenizeLine(line: string, state: LineState, timeLimit: number): { readonly tokens: readonly Token[]; readonly ruleStack: LineState };
}

interface OpenGrammar {
  readonly grammar: Grammar;
  readonly cache: LineCache<ColoredLine>;
}

interface ColoredLine {
  readonly html: string;
  readonly styles: readonly string[];
}

/**
 * Loads nothing until the first call. `customLanguages`: texts of TextMate grammars, which take precedence over
 * built-in grammars with the same name; invalid ones are ignored.
 */
export function createHighlighter(theme: LightDark<string>, customLanguages: readonly string[] = []): Highlighter {
  let engine: LoadedEngine | undefined;
  let names: ReadonlySet<string> | undefined;
  const own = () => {
    names ??= new Set(customLanguages.flatMap(readCustomGrammar).map(([name]) => name));
    return names;
  };
  return {
    isUnknown: (language) => grammarOf(language) === null && !own().has(language.toLowerCase()),
    nearest: (language) => nearestLanguage(language, own()),
    highlight(code, language) {
      engine ??= openEngine(theme, customLanguages);
      return highlight(engine, code, language);
    },
  };
}

function highlight(engine: LoadedEngine, code: string, language: string): HighlightedCode {
  const { open, isUnknown } = engine.grammar(language);
  const texts = code.split('\n');
  if (!open || code.length > maxCode) return { lines: texts.map(escapeCode), styles: [], isUnknown };
  const { grammar, cache } = open;
  const styles = new Set<string>();
  let state = cache.first;
  const lines = texts.map((text) => {
    if (text.length > maxLine) return escapeCode(text);
    const { line, next } = cache.tokenize(state, text, (before) => {
      const { tokens, ruleStack } = grammar.tokenizeLine(text, before, 0);
      return { line: colorLine(engine, text, tokens), next: ruleStack };
    });
    state = next;
    for (const style of line.styles) styles.add(style);
    return line.html;
  });
  return { lines, styles: [...styles], isUnknown };
}

/** Adjacent tokens with the same class are joined; white space takes the class of the token before it. */
function colorLine(engine: LoadedEngine, text: string, tokens: readonly Token[]): ColoredLine {
  const styles = new Set<string>();
  let html = '';
  let run = '';
  let runClass = '';
  const close = () => {
    html += runClass === '' ? escapeCode(run) : `<span class="${runClass}">${escapeCode(run)}</span>`;
  };
  for (const { startIndex, endIndex, scopes } of tokens) {
    const part = text.slice(startIndex, endIndex);
    if (part === '') continue;
    const className = part.trim() === '' ? runClass : engine.classOf(scopes, styles);
    if (className !== runClass) {
      close();
      run = '';
      runClass = className;
    }
    run += part;
  }
  close();
  return { html, styles: [...styles] };
}

interface LoadedEngine {
  grammar(language: string): { readonly open?: OpenGrammar | undefined; readonly isUnknown: boolean };
  /** Class of a token by its scopes, outermost first; adds its style entry to `styles`. */
  classOf(scopes: readonly string[], styles: Set<string>): string;
}

/** Kept across builds: loading grammars is expensive, and themes rarely change while a site is edited. */
const recentEngines: { readonly key: string; readonly engine: LoadedEngine }[] = [];
const maxEngines = 2;

function openEngine(theme: LightDark<string>, customLanguages: readonly string[]): LoadedEngine {
  const key = JSON.stringify([theme, customLanguages]);
  const known = recentEngines.find((entry) => entry.key === key);
  if (known) return known.engine;
  const engine = loadEngine(theme, customLanguages);
  recentEngines.unshift({ key, engine });
  recentEngines.length = Math.min(recentEngines.length, maxEngines);
  return engine;
}

function loadEngine(theme: LightDark<string>, customLanguages: readonly string[]): LoadedEngine {
  const shiki = loadInternal('code/shiki-packages') as typeof import('./shiki-packages.ts');
  const { createShikiPrimitive, INITIAL } = shiki;
  const compiler = new GrammarCompiler(shiki);
  const engine = createPatternEngine(compiler);
  const custom = new Map(customLanguages.flatMap(readCustomGrammar));
  const open = new Map<string, OpenGrammar | undefined>();
  const light = openTheme(theme.light);
  const dark = openTheme(theme.dark);
  const roots = new Map<string, ScopeStep>();

  // Each grammar has its own registry: in a shared one, highlighting of embedded code would depend on what was loaded
  // before.
  const openGrammar = (name: string, grammars: () => readonly unknown[]): OpenGrammar | undefined => {
    if (!open.has(name)) {
      try {
        const registry = createShikiPrimitive({ themes: [], langs: [], engine, warnings: false });
        for (const each of grammars()) {
          for (const grammar of [each].flat() as PatternGrammar[]) compiler.add(grammar);
          registry.loadLanguageSync(each as never);
        }
        const grammar = registry.getLanguage(name) as unknown as Grammar;
        open.set(name, { grammar, cache: new LineCache(INITIAL as unknown as LineState) });
      } catch {
        open.set(name, undefined);
      }
    }
    return open.get(name);
  };

  return {
    grammar(language) {
      const own = custom.get(language.toLowerCase());
      if (own) return { open: openGrammar(own.name, () => [own]), isUnknown: false };
      const name = grammarOf(language);
      if (!name) return { isUnknown: name === null };
      return { open: openGrammar(name, () => [...(embedded.get(name) ?? []), name].map(shippedGrammar)), isUnknown: false };
    },
    classOf(scopes, styles) {
      let steps = roots;
      let step: ScopeStep | undefined;
      for (const scopeName of scopes) {
        let next = steps.get(scopeName);
        if (!next) {
          next = extend(step, scopeName, light, dark);
          steps.set(scopeName, next);
        }
        step = next;
        steps = next.children;
      }
      if (!step || step.className === '') return '';
      styles.add(step.entry);
      return step.className;
    },
  };
}

/** Translates the patterns of grammars, most of them with the tables that are part of docsgen. */
class GrammarCompiler implements PatternCompiler {
  readonly #shiki: typeof import('./shiki-packages.ts');
  readonly #translations = new Map<string, TranslatedPattern | undefined>();
  /** Scope names of the grammars whose patterns are among the translations. */
  readonly #added = new Set<string>();

  constructor(shiki: typeof import('./shiki-packages.ts')) {
    this.#shiki = shiki;
  }

  add(grammar: PatternGrammar): void {
    if (this.#added.has(grammar.scopeName)) return;
    this.#added.add(grammar.scopeName);
    for (const [pattern, translated] of shippedTranslations(grammar)) this.#translations.set(pattern, translated);
  }

  translate(pattern: string): TranslatedPattern | undefined {
    if (this.#translations.has(pattern)) return this.#translations.get(pattern);
    return translatePattern(pattern, this.#shiki.defaultJavaScriptRegexConstructor);
  }

  create({ source, flags, options }: TranslatedPattern): RegExp {
    return options ? new this.#shiki.EmulatedRegExp(source, flags, options) : new RegExp(source, flags);
  }
}

/** The most frequent languages of fenced blocks in Markdown. */
const fenced = ['yaml', 'shellscript', 'json', 'javascript', 'typescript', 'python', 'html', 'css'];
/** Embedded grammars that must be loaded explicitly: without JSX, tags in MDX would not be highlighted. */
const embedded: ReadonlyMap<string, readonly string[]> = new Map([
  ['mdx', ['tsx', 'jsx', ...fenced]],
  ['markdown', fenced],
]);

function shippedGrammar(name: string): unknown {
  return (load(`@shikijs/langs/${name}`) as { default: unknown }).default;
}

const base: TokenStyle = { color: 0, font: 0 };

function extend(parent: ScopeStep | undefined, scopeName: string, lightTheme: ThemeColors, darkTheme: ThemeColors): ScopeStep {
  const path: ScopePath = { parent: parent?.path ?? null, scopeName };
  const light = lightTheme.style(path, parent?.light ?? base);
  const dark = darkTheme.style(path, parent?.dark ?? base);
  const name = className(light, dark);
  const entry = [name, cssColor(lightTheme, light), cssColor(darkTheme, dark), light.font, dark.font].join('|');
  return { path, light, dark, className: name, entry, children: new Map() };
}

/** Encodes the pair of styles as a short class name, which is the same on every page of a site. */
function className(light: TokenStyle, dark: TokenStyle): string {
  const colors = light.color * 256 + dark.color;
  if (colors === 0 && light.font === 0 && dark.font === 0) return '';
  const fonts = light.font === 0 && dark.font === 0 ? '' : `-${(light.font * 16 + dark.font).toString(36)}`;
  return `k${colors.toString(36)}${fonts}`;
}

/** Empty for the theme's foreground. */
function cssColor(theme: ThemeColors, { color }: TokenStyle): string {
  return color === 0 ? '' : (theme.colors[color] ?? '');
}

/** A custom TextMate grammar by its lower-case names; empty if the text is not a grammar. */
function readCustomGrammar(text: string): [string, { readonly name: string }][] {
  try {
    const grammar = JSON.parse(text) as { name?: unknown; scopeName?: unknown; fileTypes?: unknown; aliases?: unknown };
    if (typeof grammar.scopeName !== 'string') return [];
    const name = typeof grammar.name === 'string' ? grammar.name : (grammar.scopeName.split('.').at(-1) as string);
    const others = [grammar.aliases, grammar.fileTypes].flat().filter((alias): alias is string => typeof alias === 'string');
    return [name, ...others].map((alias) => [alias.toLowerCase(), { ...grammar, name: name.toLowerCase() }]);
  } catch {
    return [];
  }
}
