/**
 * The site's own scripts and stylesheets may name other hosts (analytics, chat, fonts). A built page reaches none of
 * them unless docs.json says so: this finds the hosts that will be refused, so that nobody has to guess why.
 */
import type { Diagnostic } from '../model/diagnostic.ts';
import type { Site } from '../model/site.ts';
import { originsRefused } from './errors.ts';

/**
 * Vocabularies of JSON-LD, also a list or a table of them, and its identifiers: names, which nobody asks for. Not more than two
 * lists or tables within each other are read: a script of nothing but their starts would be read anew from each of them.
 */
const linkedDataNames =
  /(["']?)@(?:context|vocab|base|id|type)\1\s*:\s*(?:(["'`])https:\/\/[^"'`\s]*\2|\[(?:[^[\]]|\[[^[\]]*\])*\]|\{(?:[^{}]|\{[^{}]*\})*\})/g;

/** One notice that names the origins, or none. Scripts count when they load or send something, styles by their imports. */
export function blockedOrigins({ config, files, scripts, styles }: Pick<Site, 'config' | 'files' | 'scripts' | 'styles'>): Diagnostic[] {
  const { security } = config.docsgen;
  const allowed = new Set([...security.scripts, ...security.frames, ...security.connect, ...security.styles]);
  const found = new Map<string, string>();
  const take = (file: string, url: string): void => {
    const origin = URL.parse(url)?.origin;
    if (origin !== undefined && !allowed.has(origin) && !found.has(origin)) found.set(origin, file);
  };
  for (const file of scripts) {
    const text = withoutComments(files.readText(file));
    // A script that only names addresses (links, texts) asks for nothing.
    if (!/createElement\(\s*["'`](?:script|iframe)|\bfetch\(|\bimport\(|XMLHttpRequest|sendBeacon/.test(text)) continue;
    for (const [, url] of text.replace(linkedDataNames, '').matchAll(/["'`](https:\/\/[\w.-]+(?::\d+)?)(?=[/"'`?])/g))
      take(file, url as string);
  }
  for (const file of styles)
    for (const [, url] of files.readText(file).matchAll(/@import\s+(?:url\()?["']?(https:\/\/[\w.-]+)/g)) take(file, url as string);
  return found.size === 0 ? [] : [originsRefused([...found])];
}

/** Comments on lines of their own, which is where addresses are tried out; one without an end goes to that of the file. */
function withoutComments(script: string): string {
  return script.replace(/^[ \t]*(?:\/\/.*|\/\*[\s\S]*?(?:\*\/|(?![\s\S])))/gm, '');
}
