/**
 * The site's own scripts and stylesheets may use other hosts (analytics, chat, fonts), which built pages block unless
 * docs.json allows them. This module finds the hosts that will be blocked, so that authors learn the reason.
 */
import type { Diagnostic } from '../../model/diagnostic.ts';
import type { Site } from '../../model/site.ts';
import { SourceText } from '../../model/source-text.ts';
import { type BlockedOrigin, originsBlocked } from './errors.ts';

/**
 * Vocabularies of JSON-LD, also in a list or a table, and its identifiers: names that are never requested. At most two
 * levels of nesting are matched, because a script with only opening brackets would be scanned again from each of them.
 */
const linkedDataNames =
  /(["']?)@(?:context|vocab|base|id|type)\1\s*:\s*(?:(["'`])https:\/\/[^"'`\s]*\2|\[(?:[^[\]]|\[[^[\]]*\])*\]|\{(?:[^{}]|\{[^{}]*\})*\})/g;

/**
 * One notice that lists the origins, or none. Counts scripts that load or send something, and imports and fonts of
 * styles.
 */
export function blockedOrigins({ config, files, scripts, styles }: Pick<Site, 'config' | 'files' | 'scripts' | 'styles'>): Diagnostic[] {
  const { security } = config.docsgen;
  const allowed = new Set([...security.scripts, ...security.frames, ...security.connect, ...security.styles]);
  const found = new Map<string, BlockedOrigin>();
  const lookIn = (setting: BlockedOrigin['setting'], file: string, hide: (text: string) => string, address: RegExp): void => {
    const text = files.readText(file);
    for (const { 1: url = '', index, 0: whole } of hide(text).matchAll(address)) {
      const origin = URL.parse(url, 'https://x.invalid')?.origin;
      if (origin === undefined || allowed.has(origin) || found.has(origin)) continue;
      found.set(origin, { origin, setting, location: new SourceText(file, text).locate(index + whole.indexOf(url), url.length) });
    }
  };
  for (const file of scripts) lookIn('scripts', file, loadingParts, /["'`](https:\/\/[\w.-]+(?::\d+)?)(?=[/"'`?])/g);
  const withoutComments = (text: string) => text.replace(styleComments, blank);
  for (const file of styles) lookIn('styles', file, withoutComments, /@import\s+(?:url\(\s*)?["']?((?:https?:)?\/\/[\w.-]+(?::\d+)?)/g);
  // When an origin is allowed for stylesheets, every page may load fonts from anywhere (`security-policy.ts`).
  if (security.styles.length === 0)
    for (const file of styles)
      lookIn('styles', file, (text) => onlyFontFaces(withoutComments(text)), /url\(\s*["']?((?:https?:)?\/\/[\w.-]+(?::\d+)?)/gi);
  return found.size === 0 ? [] : [originsBlocked([...found.values()])];
}

/** Blanks everything but `@font-face { … }` rules, which cannot nest. */
function onlyFontFaces(style: string): string {
  let text = '';
  for (const { 0: rule, index } of style.matchAll(/@font-face\s*\{[^}]*\}?/gi)) text += blank(style.slice(text.length, index)) + rule;
  return text;
}

/** The parts of a script that may request something; empty for one that only contains URLs (links, texts). */
function loadingParts(script: string): string {
  const text = script.replace(scriptComments, blank);
  if (!/createElement\(\s*["'`](?:script|iframe)|\bfetch\(|\bimport\(|XMLHttpRequest|sendBeacon/.test(text)) return '';
  return text.replace(linkedDataNames, blank);
}

/**
 * Comments on their own lines, which often contain disabled code. An unclosed comment extends to the end of the file.
 */
const scriptComments = /^[ \t]*(?:\/\/.*|\/\*[\s\S]*?(?:\*\/|(?![\s\S])))/gm;

/** An unclosed comment extends to the end of the file (CSS Syntax 3, 4.3.2). */
const styleComments = /\/\*[\s\S]*?(?:\*\/|(?![\s\S]))/g;

/** Replaces text by spaces, so that other offsets stay valid. */
function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}
