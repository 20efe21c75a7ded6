/** Helpers of the tool modules. */
import { splitFrontMatter, type Values } from '../content/front-matter.ts';
import { type ConfigCalls, evaluateConfig } from '../evaluate-config.ts';
import type { Unconverted } from '../model.ts';
import type { SourceFiles } from '../source-files.ts';
import { loadTree } from '../yaml-tree.ts';

/** Any mapping of a configuration. */
// biome-ignore lint/suspicious/noExplicitAny: configurations of other tools have any shape
export type Loose = Record<string, any>;

/** An object, or an empty one. */
export function asObject(value: unknown): Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {};
}

/** A list, or an empty one. */
// biome-ignore lint/suspicious/noExplicitAny: configurations of other tools have any shape
export function asList(value: unknown): any[] {
  return Array.isArray(value) ? value : [];
}

/** A text that is not empty. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Evaluates the configuration of a tool. If only its literals could be read, the list says what to compare. */
export async function readConfig(
  files: SourceFiles,
  file: string,
  compare: 'navigation' | 'redirects',
  calls?: ConfigCalls,
): Promise<{ readonly config: Loose; readonly unconverted: Unconverted[] }> {
  const { value, problem } = await evaluateConfig(files, file, calls);
  const hint = `compare the ${compare}: docsgen read only literal values (${problem})`;
  return { config: asObject(value), unconverted: problem === undefined ? [] : [{ file, line: 1, what: 'configuration', hint }] };
}

/** A file that makes one page for each value of a parameter: `[slug].md`. */
export function dynamicRoute(file: string): Unconverted {
  return { file, line: 1, what: 'dynamic route', hint: 'write one page for each of its paths' };
}

/** YAML or JSON; undefined if it is invalid or too large with its aliases. */
export function readData(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    // Tags of other languages (`!!python/name:…`, `!ENV`) have no value here.
    return loadTree(
      text.replace(/!!python\/\S+(?:[ \t]+['"][^'"]*['"])?/g, '').replace(/!(?:ENV|relative)\b[ \t]*(\[[^\]\n]*\]|\S*)/g, ''),
    );
  } catch {
    return undefined;
  }
}

/** Front matter of a page. */
export function frontMatterOf(files: SourceFiles, path: string): Values {
  return splitFrontMatter(files.text(path) ?? '').values;
}

/** The first heading of a page. */
export function headingOf(files: SourceFiles, path: string): string | undefined {
  const { body } = splitFrontMatter(files.text(path) ?? '');
  return /^#[ \t]+(.+?)[ \t]*#*[ \t]*$/m.exec(body.replace(/^(```|~~~)[\s\S]*?^\1/gm, ''))?.[1]?.replace(/[ \t]*\{[:#][^}]*\}$/, '');
}

/** `getting-started` → `Getting started`. */
export function titleOf(name: string): string {
  const words = name
    .replace(/\.\w+$/, '')
    .replace(/^\d+[-_. ]+(?=\D)/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether a path is a page in Markdown or MDX. */
export function isPagePath(path: string): boolean {
  return /\.mdx?$/i.test(path);
}

/** Platform names of docs.json in profile URLs. */
const platforms: readonly (readonly [RegExp, string])[] = [
  [/github\.com/, 'github'],
  [/(?:twitter|x)\.com/, 'x'],
  [/discord\.(?:gg|com)|chat\.vuejs\.org/, 'discord'],
  [/linkedin\.com/, 'linkedin'],
  [/youtube\.com/, 'youtube'],
  [/slack\.com/, 'slack'],
  [/bsky\.app/, 'bluesky'],
  [/facebook\.com/, 'facebook'],
  [/instagram\.com/, 'instagram'],
  [/reddit\.com/, 'reddit'],
  [/t\.me|telegram/, 'telegram'],
  [/medium\.com/, 'medium'],
];

/** Profile links by platform; the first of each wins. */
export function socialsOf(urls: readonly (string | undefined)[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const url of urls) {
    const platform = platforms.find(([pattern]) => url !== undefined && /^https?:/.test(url) && pattern.test(url))?.[1];
    if (platform !== undefined && url !== undefined) found[platform] ??= url;
  }
  return found;
}
