/**
 * A picture that can run: an SVG file opened by its own address is a document, and its scripts run. On a page it is a
 * picture, and they do not. The file is the author's and is published as it is; what is found is told.
 */

/** Elements, handlers and links of an SVG that run code. Every alternative is read once from left to right. */
const running = /<script\b|\son[a-z]+\s*=\s*["']|javascript:/i;

/** What would run, and where it stands in the text. */
export function scriptInSvg(text: string): { readonly what: string; readonly offset: number } | undefined {
  const found = running.exec(text);
  if (found === null) return undefined;
  const what = found[0].trim().replace(/\s*=.*$/s, '');
  return { what: what.startsWith('<') ? `${what}>` : what, offset: found.index + found[0].length - found[0].trimStart().length };
}
