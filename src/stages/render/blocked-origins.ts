/**
 * The site's own scripts and stylesheets may name other hosts (analytics, chat, fonts). A built page reaches none of
 * them unless docs.json says so: this finds the hosts that will be refused, so that nobody has to guess why.
 */
import type { Diagnostic, SourceLocation } from '../../model/diagnostic.ts';
import type { Site } from '../../model/site.ts';
import { SourceText } from '../../model/source-text.ts';
import { originsRefused } from './errors.ts';

/**
 * Vocabularies of JSON-LD, also a list or a table of them, and its identifiers: names, which nobody asks for. Not more than two
 * lists or tables within each other are read: a script of nothing but their starts would be read anew from each of them.
 */
const linkedDataNames =
  /(["']?)@(?:context|vocab|base|id|type)\1\s*:\s*(?:(["'`])https:\/\/[^"'`\s]*\2|\[(?:[^[\]]|\[[^[\]]*\])*\]|\{(?:[^{}]|\{[^{}]*\})*\})/g;

/** One notice that names the origins, or none. Scripts count when they load or send something, styles by their imports and fonts. */
export function blockedOrigins({ config, files, scripts, styles }: Pick<Site, 'config' | 'files' | 'scripts' | 'styles'>): Diagnostic[] {
  const { security } = config.docsgen;
  const allowed = new Set([...security.scripts, ...security.frames, ...security.connect, ...security.styles]);
  const found = new Map<string, SourceLocation>();
  const lookIn = (file: string, hide: (text: string) => string, address: RegExp): void => {
    const text = files.readText(file);
    for (const { 1: url = '', index, 0: whole } of hide(text).matchAll(address)) {
      const origin = URL.parse(url, 'https://x.invalid')?.origin;
      if (origin === undefined || allowed.has(origin) || found.has(origin)) continue;
      found.set(origin, new SourceText(file, text).locate(index + whole.indexOf(url), url.length));
    }
  };
  for (const file of scripts) lookIn(file, loadingParts, /["'`](https:\/\/[\w.-]+(?::\d+)?)(?=[/"'`?])/g);
  const withoutComments = (text: string) => text.replace(styleComments, blank);
  for (const file of styles) lookIn(file, withoutComments, /@import\s+(?:url\(\s*)?["']?((?:https?:)?\/\/[\w.-]+(?::\d+)?)/g);
  // An origin that is trusted with stylesheets lets every page load fonts from elsewhere (`security-policy.ts`).
  if (security.styles.length === 0)
    for (const file of styles)
      lookIn(file, (text) => onlyFontFaces(withoutComments(text)), /url\(\s*["']?((?:https?:)?\/\/[\w.-]+(?::\d+)?)/gi);
  return found.size === 0 ? [] : [originsRefused([...found])];
}

/** Everything but `@font-face { … }`, which cannot nest. */
function onlyFontFaces(style: string): string {
  let text = '';
  for (const { 0: rule, index } of style.matchAll(/@font-face\s*\{[^}]*\}?/gi)) text += blank(style.slice(text.length, index)) + rule;
  return text;
}

/** Of a script what may ask for something: nothing of one that only names addresses (links, texts). */
function loadingParts(script: string): string {
  const text = script.replace(scriptComments, blank);
  if (!/createElement\(\s*["'`](?:script|iframe)|\bfetch\(|\bimport\(|XMLHttpRequest|sendBeacon/.test(text)) return '';
  return text.replace(linkedDataNames, blank);
}

/** Comments on lines of their own, which is where addresses are tried out; one without an end goes to that of the file. */
const scriptComments = /^[ \t]*(?:\/\/.*|\/\*[\s\S]*?(?:\*\/|(?![\s\S])))/gm;

/** One without an end goes to that of the file (CSS Syntax 3, 4.3.2). */
const styleComments = /\/\*[\s\S]*?(?:\*\/|(?![\s\S]))/g;

/** What is around it stays where it is. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
