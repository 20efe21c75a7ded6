/**
 * Which colours a theme gives to a token, asked by its scopes. Grammars run once, without a theme; light and dark are
 * looked up for each distinct chain of scopes, once. Same rules as vscode-textmate applies while it tokenises.
 */
import { load, loadOwn } from '../load.ts';

/** How a theme draws a token in one mode. */
export interface TokenStyle {
  /** Index into `colors`; 0 = the theme's own foreground. */
  readonly color: number;
  /** Bits: 1 italic, 2 bold, 4 underline, 8 line through. */
  readonly font: number;
}

/** A theme that was read; its colours are CSS values, or `var(…)` with `css-variables`. */
export interface ThemeColors {
  readonly foreground: string;
  readonly background: string;
  /** CSS colours by index. */
  readonly colors: readonly string[];
  /** The style of a scope within its parents, given what these have. */
  style(scope: ScopePath, inherited: TokenStyle): TokenStyle;
}

/** A chain of scopes, innermost first: the form that the theme's matcher reads. */
export interface ScopePath {
  readonly parent: ScopePath | null;
  readonly scopeName: string;
}

interface RegisteredTheme {
  readonly fg: string;
  readonly bg: string;
  readonly colorReplacements?: Readonly<Record<string, string>>;
}

/** Where a theme's own colour is too pale to be read on a marked line, another of its greys. */
const legible = new Map([['github-light-default', new Map([['#6e7781', '#656d76']])]]);

const themes = new Map<string, ThemeColors>();

/** Read once in a process. A name that nobody knows gives the usual light theme: docs.json was checked before. */
export function openTheme(name: string): ThemeColors {
  let theme = themes.get(name);
  if (!theme) {
    theme = readTheme(name);
    themes.set(name, theme);
  }
  return theme;
}

function readTheme(name: string): ThemeColors {
  const { createCssVariablesTheme, normalizeTheme, Theme } = loadOwn('code/shiki-packages') as typeof import('./shiki-packages.ts');
  const raw = name === 'css-variables' ? createCssVariablesTheme({ name, variablePrefix: '--mint-' }) : rawTheme(name);
  const registered = normalizeTheme(raw) as RegisteredTheme & ReturnType<typeof normalizeTheme>;
  const matcher = Theme.createFromRawTheme(registered as never);
  const replaced = (color: string) =>
    legible.get(name)?.get(color.toLowerCase()) ??
    registered.colorReplacements?.[color.toLowerCase()] ??
    registered.colorReplacements?.[color] ??
    color.toLowerCase();
  const colors = matcher.getColorMap().map((color) => (color ? replaced(color) : ''));
  const defaultColor = matcher.getDefaults().foregroundId;
  return {
    foreground: replaced(registered.fg),
    background: replaced(registered.bg),
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

/** What a theme's code stands on, and its plain text. Asked of each build, so without what reads all of a theme. */
export function themeGround(name: string): { readonly foreground: string; readonly background: string } {
  // What the theme of that name consists of: the author's stylesheet sets both.
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
