/** The style rules of code colours: those that the pages of a site use, no more. */
import type { LightDark } from '../../model/site-config.ts';
import { openTheme } from './theme-colors.ts';

/** Foreground and background of code blocks in each mode. */
export function codeColors(theme: LightDark<string>): LightDark<{ readonly foreground: string; readonly background: string }> {
  const { light, dark } = { light: openTheme(theme.light), dark: openTheme(theme.dark) };
  return {
    light: { foreground: light.foreground, background: light.background },
    dark: { foreground: dark.foreground, background: dark.background },
  };
}

/** CSS for the `codeStyles` of compiled pages; `darkSelector` is what stands before a rule of dark mode. */
export function codeStyleSheet(styles: Iterable<string>, darkSelector = '.dark'): string {
  let css = '';
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
