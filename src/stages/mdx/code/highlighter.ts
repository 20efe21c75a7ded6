/**
 * Code → HTML lines with short class names, both themes in one pass of the grammar. The class of a token says which
 * pair of colours it has; `codeStyleSheet` writes the rules for the pairs that a site uses.
 */

import type { LightDark } from '../../../model/site-config.ts';
import { load, loadOwn } from '../load.ts';
import { escapeCode } from './hidden-characters.ts';
import { grammarOf, nearestLanguage } from './languages.ts';
import { LineMemory, type LineState } from './line-cache.ts';
import { createPatternEngine } from './pattern-scanner.ts';
import { openTheme, type ScopePath, type ThemeColors, type TokenStyle } from './theme-colors.ts';

/** Code as HTML. Lines beyond 5,000 characters, and code beyond 400,000, have no colours. */
export interface HighlightedCode {
  /** One for each line, without line ends. */
  readonly lines: readonly string[];
  /** Entries for `codeStyleSheet`. */
  readonly styles: readonly string[];
  /** Nobody knows the language. */
  readonly isUnknown: boolean;
}

/** Of one site: its themes and its own grammars. Grammars are opened when a block asks for them, and stay. */
export interface Highlighter {
  highlight(code: string, language: string): HighlightedCode;
  /** Nobody knows the language. */
  isUnknown(language: string): boolean;
  /** A language that a mistyped name was likely meant to be; undefined when none is near. */
  nearest(language: string): string | undefined;
}

/** Beyond these the colours are not worth the time. */
const maxLine = 5_000;
const maxCode = 400_000;

/** A chain of scopes with its class; `children` are the longer chains. */
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
  readonly memory: LineMemory<ColoredLine>;
}

interface ColoredLine {
  readonly html: string;
  readonly styles: readonly string[];
}

/**
 * Costs nothing until something is highlighted. `customLanguages`: texts of TextMate grammars, which win over ours of the
 * same name; one that is no grammar is passed over.
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
  const { grammar, memory } = open;
  const styles = new Set<string>();
  let state = memory.first;
  const lines = texts.map((text) => {
    if (text.length > maxLine) return escapeCode(text);
    const { line, next } = memory.read(state, text, (before) => {
      const { tokens, ruleStack } = grammar.tokenizeLine(text, before, 0);
      return { line: colorLine(engine, text, tokens), next: ruleStack };
    });
    state = next;
    for (const style of line.styles) styles.add(style);
    return line.html;
  });
  return { lines, styles: [...styles], isUnknown };
}

/** Neighbours of one colour become one run; blanks have the colour of what stands before them. */
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
  /** Class of a token by its scopes, outermost first; notes its style entry. */
  classOf(scopes: readonly string[], styles: Set<string>): string;
}

/** Opening grammars costs more than using them, and a site that is read anew while it is edited rarely changes its themes. */
const newest: { readonly key: string; readonly engine: LoadedEngine }[] = [];
const maxEngines = 2;

function openEngine(theme: LightDark<string>, customLanguages: readonly string[]): LoadedEngine {
  const key = JSON.stringify([theme, customLanguages]);
  const known = newest.find((entry) => entry.key === key);
  if (known) return known.engine;
  const engine = loadEngine(theme, customLanguages);
  newest.unshift({ key, engine });
  newest.length = Math.min(newest.length, maxEngines);
  return engine;
}

function loadEngine(theme: LightDark<string>, customLanguages: readonly string[]): LoadedEngine {
  const shiki = loadOwn('code/shiki-packages') as typeof import('./shiki-packages.ts');
  const { createShikiPrimitive, defaultJavaScriptRegexConstructor, INITIAL } = shiki;
  const engine = createPatternEngine((source) => defaultJavaScriptRegexConstructor(source));
  const custom = new Map(customLanguages.flatMap(readCustomGrammar));
  const open = new Map<string, OpenGrammar | undefined>();
  const light = openTheme(theme.light);
  const dark = openTheme(theme.dark);
  const roots = new Map<string, ScopeStep>();

  // Each in a registry of its own: in a common one, code inside code would be coloured or not by what was opened before.
  const openGrammar = (name: string, grammars: () => readonly unknown[]): OpenGrammar | undefined => {
    if (!open.has(name)) {
      try {
        const registry = createShikiPrimitive({ themes: [], langs: [], engine, warnings: false });
        for (const each of grammars()) registry.loadLanguageSync(each as never);
        const grammar = registry.getLanguage(name) as unknown as Grammar;
        open.set(name, { grammar, memory: new LineMemory(INITIAL as unknown as LineState) });
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

/** What fenced blocks inside of Markdown are most often written in. */
const fenced = ['yaml', 'shellscript', 'json', 'javascript', 'typescript', 'python', 'html', 'css'];
/** Grammars inside grammars that do not bring them along: without the one of JSX, tags in MDX would have no colour. */
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

/** Says the pair of styles in as few letters as can be; the same for every page of a site. */
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

/** A TextMate grammar of the author: its own names → the grammar; nothing when the text is none. */
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
