/** The style rules of code colours: those that the pages of a site use, no more. */
import type { LightDark } from '../../model/site-config.ts';
import { openTheme } from './theme-colors.ts';

export interface CodeStyleOptions {
  /** When given, `--code-foreground` and `--code-background` of the themes are set, too. */
  readonly theme?: LightDark<string>;
  /** What stands before a rule of dark mode. */
  readonly darkSelector?: string;
}

/** CSS for the `codeStyles` of compiled pages. */
export function codeStyleSheet(styles: Iterable<string>, { theme, darkSelector = '.dark' }: CodeStyleOptions = {}): string {
  let css = theme ? `:root{${blockColors(theme.light)}}${darkSelector}{${blockColors(theme.dark)}}` : '';
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

function blockColors(name: string): string {
  const { foreground, background } = openTheme(name);
  return `--code-foreground:${foreground};--code-background:${background}`;
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
