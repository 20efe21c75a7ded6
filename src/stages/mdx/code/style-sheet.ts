/** CSS rules for the code colours that the pages of a site use. */
import type { LightDark } from '../../../model/site-config.ts';
import { themeBaseColors } from './theme-colors.ts';

/** Without `codeblocks`, only token rules are written. */
export interface CodeStyleOptions {
  /** `styling.codeblocks`. With a chosen theme, code blocks use the theme's background instead of the page's. */
  readonly codeblocks?: { readonly mode: 'system' | 'dark' | 'theme'; readonly theme: LightDark<string> };
  /** Prefix of the rules for dark mode. */
  readonly darkSelector?: string;
}

/** CSS for the `codeStyles` of compiled pages. */
export function codeStyleSheet(styles: Iterable<string>, { codeblocks, darkSelector = '.dark' }: CodeStyleOptions = {}): string {
  let css = codeblocks === undefined || codeblocks.mode === 'system' ? '' : backgroundRules(codeblocks.theme, darkSelector);
  for (const entry of [...new Set(styles)].sort()) {
    const [name, light = '', dark = '', lightFont, darkFont] = entry.split('|');
    const lightRule = declarations(light, Number(lightFont));
    const darkRule =
      light === dark && lightFont === darkFont ? '' : declarations(dark || (light && 'inherit'), Number(darkFont), Number(lightFont));
    if (lightRule !== '') css += `.${name}{${lightRule}}`;
    if (darkRule !== '') css += `${darkSelector} .${name}{${darkRule}}`;
  }
  return css;
}

/**
 * Derives the colours of a code block from the two colours of the theme, because a dark theme may be used in light
 * mode. With `css-variables`, a site may leave them unset, and the page's colours apply. Custom properties cannot
 * reference themselves, hence the additional names.
 */
function backgroundRules({ light, dark }: LightDark<string>, darkSelector: string): string {
  const tokens = {
    'bg-code': 'var(--code-background,var(--page-code))',
    text: 'var(--code-foreground,var(--page-text))',
    'text-soft': mix(82, 'var(--dg-bg-code)'),
    'text-faint': mix(66, 'var(--dg-bg-code)'),
    'primary-text': 'var(--dg-text)',
    border: mix(14, 'transparent'),
    'border-strong': mix(26, 'transparent'),
    'bg-hover': mix(9, 'transparent'),
  };
  const values = Object.entries(tokens).map(([name, value]) => `--dg-${name}:${value}`);
  return [
    `:root{${themeColors(light)};--page-code:var(--dg-bg-code);--page-text:var(--dg-text)}`,
    dark === light ? '' : `${darkSelector}{${themeColors(dark)}}`,
    `.code-block,.code-group{${values.join(';')};color:var(--dg-text)}`,
  ].join('');
}

function themeColors(name: string): string {
  const { foreground, background } = themeBaseColors(name);
  return `--code-foreground:${foreground};--code-background:${background}`;
}

function mix(share: number, background: string): string {
  return `color-mix(in oklab,var(--dg-text) ${share}%,${background})`;
}

/** `undo` = font bits of the rule that this one overrides. */
function declarations(color: string, font: number, undo = 0): string {
  const parts: string[] = [];
  if (color !== '') parts.push(`color:${color}`);
  if (font & 1) parts.push('font-style:italic');
  else if (undo & 1) parts.push('font-style:normal');
  if (font & 2) parts.push('font-weight:bold');
  else if (undo & 2) parts.push('font-weight:inherit');
  const lines = [font & 4 && 'underline', font & 8 && 'line-through'].filter(Boolean).join(' ');
  if (lines !== '') parts.push(`text-decoration:${lines}`);
  else if (undo & 12) parts.push('text-decoration:none');
  return parts.join(';');
}
