/** The style rules of code colours: those that the pages of a site use, no more. */
import type { LightDark } from '../../../model/site-config.ts';
import { themeGround } from './theme-colors.ts';

/** Without `codeblocks` only the rules of the tokens are written. */
export interface CodeStyleOptions {
  /** `styling.codeblocks`. Where a theme was chosen, blocks of code stand on its ground, not on that of the page. */
  readonly codeblocks?: { readonly mode: 'system' | 'dark' | 'theme'; readonly theme: LightDark<string> };
  /** What stands before a rule of dark mode. */
  readonly darkSelector?: string;
}

/** CSS for the `codeStyles` of compiled pages. */
export function codeStyleSheet(styles: Iterable<string>, { codeblocks, darkSelector = '.dark' }: CodeStyleOptions = {}): string {
  let css = codeblocks === undefined || codeblocks.mode === 'system' ? '' : groundRules(codeblocks.theme, darkSelector);
  for (const entry of [...new Set(styles)].sort()) {
    const [name, light = '', dark = '', lightFont, darkFont] = entry.split('|');
    const day = declarations(light, Number(lightFont));
    const night =
      light === dark && lightFont === darkFont ? '' : declarations(dark || (light && 'inherit'), Number(darkFont), Number(lightFont));
    if (day !== '') css += `.${name}{${day}}`;
    if (night !== '') css += `${darkSelector} .${name}{${night}}`;
  }
  return css;
}

/**
 * All that stands in a block takes its shade from the two colours of the theme: a dark theme may be that of light mode.
 * With `css-variables` a site may have left them unset: then those of the page stay. A token cannot be made from itself,
 * so these are kept under other names.
 */
function groundRules({ light, dark }: LightDark<string>, darkSelector: string): string {
  const tokens = {
    'bg-code': 'var(--code-background,var(--page-code))',
    text: 'var(--code-foreground,var(--page-text))',
    'text-soft': mixed(82, 'var(--dg-bg-code)'),
    'text-faint': mixed(66, 'var(--dg-bg-code)'),
    'primary-text': 'var(--dg-text)',
    border: mixed(14, 'transparent'),
    'border-strong': mixed(26, 'transparent'),
    'bg-hover': mixed(9, 'transparent'),
  };
  const values = Object.entries(tokens).map(([name, value]) => `--dg-${name}:${value}`);
  return [
    `:root{${themeColors(light)};--page-code:var(--dg-bg-code);--page-text:var(--dg-text)}`,
    dark === light ? '' : `${darkSelector}{${themeColors(dark)}}`,
    `.code-block,.code-group{${values.join(';')};color:var(--dg-text)}`,
  ].join('');
}

function themeColors(name: string): string {
  const { foreground, background } = themeGround(name);
  return `--code-foreground:${foreground};--code-background:${background}`;
}

function mixed(share: number, ground: string): string {
  return `color-mix(in oklab,var(--dg-text) ${share}%,${ground})`;
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
