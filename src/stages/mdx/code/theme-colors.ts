/**
 * Maps scopes to the colours of a theme. Grammars run once without a theme; light and dark are looked up once for
 * each distinct scope chain, with the rules that vscode-textmate applies during tokenization.
 */
import { load, loadInternal } from '../load.ts';

/** The style of a token in one mode. */
export interface TokenStyle {
  /** Index into `colors`; 0 = the theme's own foreground. */
  readonly color: number;
  /** Bits: 1 italic, 2 bold, 4 underline, 8 line through. */
  readonly font: number;
}

/** A loaded theme; its colours are CSS values, or `var(…)` with `css-variables`. */
export interface ThemeColors {
  readonly foreground: string;
  readonly background: string;
  /** CSS colours by index. */
  readonly colors: readonly string[];
  /** The style of a scope, given the style of its parents. */
  style(scope: ScopePath, inherited: TokenStyle): TokenStyle;
}

/** A scope chain, innermost first: the format of the theme matcher. */
export interface ScopePath {
  readonly parent: ScopePath | null;
  readonly scopeName: string;
}

interface RegisteredTheme {
  readonly fg: string;
  readonly bg: string;
  readonly colorReplacements?: Readonly<Record<string, string>>;
}

/** Replaces theme colours with insufficient contrast on a highlighted line. */
const contrastReplacements = new Map([['github-light-default', new Map([['#6e7781', '#656d76']])]]);

const themes = new Map<string, ThemeColors>();

/** Cached for the process. Unknown names fall back to the default light theme; docs.json was validated before. */
export function openTheme(name: string): ThemeColors {
  let theme = themes.get(name);
  if (!theme) {
    theme = readTheme(name);
    themes.set(name, theme);
  }
  return theme;
}

function readTheme(name: string): ThemeColors {
  const { createCssVariablesTheme, normalizeTheme, Theme } = loadInternal('code/shiki-packages') as typeof import('./shiki-packages.ts');
  const raw = name === 'css-variables' ? createCssVariablesTheme({ name, variablePrefix: '--mint-' }) : rawTheme(name);
  const registered = normalizeTheme(raw) as RegisteredTheme & ReturnType<typeof normalizeTheme>;
  const matcher = Theme.createFromRawTheme(registered as never);
  const replacement = (color: string) =>
    contrastReplacements.get(name)?.get(color.toLowerCase()) ??
    registered.colorReplacements?.[color.toLowerCase()] ??
    registered.colorReplacements?.[color] ??
    color.toLowerCase();
  const colors = matcher.getColorMap().map((color) => (color ? replacement(color) : ''));
  const defaultColor = matcher.getDefaults().foregroundId;
  return {
    foreground: replacement(registered.fg),
    background: replacement(registered.bg),
    colors,
    style(scope, inherited) {
      const match = matcher.match(scope as never);
      if (!match) return inherited;
      const color = match.foregroundId === 0 ? inherited.color : match.foregroundId === defaultColor ? 0 : match.foregroundId;
      const font = (match.fontStyle as number) === -1 ? inherited.font : (match.fontStyle as number);
      return color === inherited.color && font === inherited.font ? inherited : { color, font };
    },
  };
}

/** Background and foreground of a theme. Needed in each build, so it avoids loading the matcher. */
export function themeBaseColors(name: string): { readonly foreground: string; readonly background: string } {
  // `css-variables` consists of variables that the author's stylesheet sets.
  if (name === 'css-variables') return { foreground: 'var(--mint-foreground)', background: 'var(--mint-background)' };
  const { colors, settings, tokenColors, type } = rawTheme(name);
  const all = (settings ?? tokenColors)?.find(({ name: part, scope }) => !part && !scope)?.settings;
  const isDark = type === 'dark';
  return {
    foreground: (all?.foreground ?? colors?.['editor.foreground'] ?? (isDark ? '#bbbbbb' : '#333333')).toLowerCase(),
    background: (all?.background ?? colors?.['editor.background'] ?? (isDark ? '#1e1e1e' : '#fffffe')).toLowerCase(),
  };
}

function rawTheme(name: string) {
  try {
    return shippedTheme(name);
  } catch {
    return shippedTheme('github-light-default');
  }
}

function shippedTheme(name: string) {
  return (load(`@shikijs/themes/${name}`) as { default: import('shiki/core').ThemeRegistration }).default;
}
