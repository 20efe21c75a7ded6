/**
 * Compiles the Tailwind utilities that pages use, with the `tailwindcss` package and the class names found. Authors
 * write for version 3, so the scales and names that version 4 changed are restored. Without preflight, because docsgen
 * has its own base styles.
 */
import type { Diagnostic } from '../../../model/diagnostic.ts';
import { styleSyntax } from '../errors.ts';
import { dependencyFile } from '../package-files.ts';

/** Later layers win; the author's own stylesheets have no layer and win over all. That of the playground loads before others. */
export const cascadeLayers = '@layer tokens, base, components, playground, layout, theme, utilities;';

const input = `
${cascadeLayers}
@import "tailwindcss/theme.css" layer(tokens);
@import "tailwindcss/utilities.css" layer(utilities);
@custom-variant dark (&:where(.dark, .dark *));
@theme {
  --radius-sm: 0.125rem;
  --shadow-sm: 0 1px 2px 0 rgb(0 0 0 / 0.05);
  --blur-sm: 4px;
  --color-primary: var(--dg-primary);
  --color-primary-light: var(--dg-primary-text);
  --color-primary-dark: var(--dg-button);
  --color-background-light: var(--dg-bg);
  --color-background-dark: var(--dg-bg);
  --font-sans: var(--dg-font);
  --font-mono: var(--dg-font-mono);
}
@utility flex-shrink-* { flex-shrink: --value(integer); }
@utility flex-grow-* { flex-grow: --value(integer); }
@utility flex-shrink { flex-shrink: 1; }
@utility flex-grow { flex-grow: 1; }
@utility overflow-ellipsis { text-overflow: ellipsis; }
@utility outline-none { outline: 2px solid transparent; outline-offset: 2px; }
`;

/** CSS for the `candidates` that are utilities; empty when none is. */
export async function tailwindStyles(candidates: Iterable<string>): Promise<{ css: string; diagnostics: readonly Diagnostic[] }> {
  const names = [...new Set(candidates)].sort();
  if (names.length === 0) return { css: '', diagnostics: [] };
  const { compile } = await import('tailwindcss');
  const diagnostics: Diagnostic[] = [];
  const compiler = await compile(input, {
    loadStylesheet: async (id, base) => ({ path: id, base, content: dependencyFile(id)?.toString() ?? '' }),
  });
  try {
    const css = compiler.build(names);
    return { css: hasUtilities(css) ? css : '', diagnostics };
  } catch (error) {
    // A candidate that crashes the compiler must not remove all others.
    diagnostics.push(styleSyntax('some class names cannot be compiled', error instanceof Error ? error.message : String(error)));
    return { css: '', diagnostics };
  }
}

function hasUtilities(css: string): boolean {
  return /@layer utilities\s*\{\s*[^\s}]/.test(css);
}
