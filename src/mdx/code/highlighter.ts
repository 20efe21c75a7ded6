/**
 * Code → HTML lines with short class names, both themes in one pass of the grammar. The class of a token says which
 * pair of colours it has; `codeStyleSheet` writes the rules for the pairs that a site uses.
 */

import type { LightDark } from '../../model/site-config.ts';
import { load } from '../load.ts';
import { escapeCode } from './hidden-characters.ts';
import { grammarOf } from './languages.ts';
import { openTheme, type ScopePath, type ThemeColors, type TokenStyle } from './theme-colors.ts';

export interface HighlightedCode {
  /** One for each line, without line ends. */
  readonly lines: readonly string[];
  /** Entries for `codeStyleSheet`. */
  readonly styles: readonly string[];
  /** Nobody knows the language. */
  readonly isUnknown: boolean;
}

export interface Highlighter {
  highlight(code: string, language: string): HighlightedCode;
}

/** Beyond these the colours are not worth the time. */
const maxLine = 5_000;
const maxCode = 400_000;
const maxCached = 32_000_000;

/** A chain of scopes with its class; `children` are the longer chains. */
interface ScopeStep {
  readonly path: ScopePath;
  readonly light: TokenStyle;
  readonly dark: TokenStyle;
  readonly className: string;
  readonly children: Map<string, ScopeStep>;
}

interface Grammar {
  tokenizeLine(
    line: string,
    state: unknown,
    timeLimit: number,
  ): { tokens: { startIndex: number; endIndex: number; scopes: string[] }[]; ruleStack: unknown };
}

export function createHighlighter(theme: LightDark<string>, customLanguages: readonly string[] = []): Highlighter {
  const cache = new Map<string, HighlightedCode>();
  let cached = 0;
  let engine: LoadedEngine | undefined;

  return {
    highlight(code, language) {
      const key = `${language}\0${code}`;
      const known = cache.get(key);
      if (known) return known;
      engine ??= openEngine(theme, customLanguages);
      const result = highlight(engine, code, language);
      cached += code.length;
      if (cached > maxCached) {
        cache.clear();
        cached = code.length;
      }
      cache.set(key, result);
      return result;
    },
  };
}

function highlight(engine: LoadedEngine, code: string, language: string): HighlightedCode {
  const { grammar, isUnknown } = engine.grammar(language);
  const texts = code.split('\n');
  if (!grammar || code.length > maxCode) return { lines: texts.map(escapeCode), styles: [], isUnknown };
  const lines: string[] = [];
  const styles = new Set<string>();
  let state = engine.initialState;
  for (const text of texts) {
    if (text.length > maxLine) {
      lines.push(escapeCode(text));
      continue;
    }
    const { tokens, ruleStack } = grammar.tokenizeLine(text, state, 0);
    state = ruleStack;
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
    lines.push(html);
  }
  return { lines, styles: [...styles], isUnknown };
}

interface LoadedEngine {
  readonly initialState: unknown;
  grammar(language: string): { readonly grammar?: Grammar; readonly isUnknown: boolean };
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
  const { createShikiPrimitive } = load('shiki/core') as typeof import('shiki/core');
  const { createJavaScriptRegexEngine } = load('shiki/engine/javascript') as typeof import('shiki/engine/javascript');
  const { INITIAL } = load('shiki/textmate') as typeof import('shiki/textmate');
  const registry = createShikiPrimitive({
    themes: [],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
    warnings: false,
  });
  const custom = new Map(customLanguages.flatMap(readCustomGrammar));
  const open = new Map<string, Grammar | undefined>();
  const light = openTheme(theme.light);
  const dark = openTheme(theme.dark);
  const roots = new Map<string, ScopeStep>();

  const openGrammar = (name: string, module: () => unknown): Grammar | undefined => {
    if (!open.has(name)) {
      try {
        registry.loadLanguageSync(module() as never);
        open.set(name, registry.getLanguage(name) as unknown as Grammar);
      } catch {
        open.set(name, undefined);
      }
    }
    return open.get(name);
  };

  return {
    initialState: INITIAL,
    grammar(language) {
      const own = custom.get(language.toLowerCase());
      if (own) return { grammar: openGrammar(own.name, () => own), isUnknown: false };
      const name = grammarOf(language);
      if (!name) return { isUnknown: name === null };
      return { grammar: openGrammar(name, () => (load(`shiki/langs/${name}.mjs`) as { default: unknown }).default), isUnknown: false };
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
      styles.add(styleEntry(step, light, dark));
      return step.className;
    },
  };
}

const base: TokenStyle = { color: 0, font: 0 };

function extend(parent: ScopeStep | undefined, scopeName: string, lightTheme: ThemeColors, darkTheme: ThemeColors): ScopeStep {
  const path: ScopePath = { parent: parent?.path ?? null, scopeName };
  const light = lightTheme.style(path, parent?.light ?? base);
  const dark = darkTheme.style(path, parent?.dark ?? base);
  return { path, light, dark, className: className(light, dark), children: new Map() };
}

/** Says the pair of styles in as few letters as can be; the same for every page of a site. */
function className(light: TokenStyle, dark: TokenStyle): string {
  const colors = light.color * 256 + dark.color;
  if (colors === 0 && light.font === 0 && dark.font === 0) return '';
  const fonts = light.font === 0 && dark.font === 0 ? '' : `-${(light.font * 16 + dark.font).toString(36)}`;
  return `k${colors.toString(36)}${fonts}`;
}

/** `class|light colour|dark colour|light font|dark font`; an empty colour is the theme's foreground. */
function styleEntry(step: ScopeStep, light: ThemeColors, dark: ThemeColors): string {
  const color = (theme: ThemeColors, style: TokenStyle) => (style.color === 0 ? '' : (theme.colors[style.color] ?? ''));
  return [step.className, color(light, step.light), color(dark, step.dark), step.light.font, step.dark.font].join('|');
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
