/** `llms.txt` and `llms-full.txt`: the site for agents (llmstxt.org). */

import { divisionsOf } from '../../model/nav-divisions.ts';
import type { NavNode } from '../../model/nav-tree.ts';
import type { Page } from '../../model/page.ts';
import { nameOf } from '../../model/project-path.ts';
import { fitted, oneLine } from '../../model/shorten.ts';
import type { SpecRef } from '../../model/site-config.ts';
import { withoutMarks } from '../../shared/inline-marks.ts';
import { markdownPath } from '../../shared/site/markdown-path.ts';
import { address, pageAddress } from './addresses.ts';
import { instructions } from './markdown/page-markdown.ts';
import type { OutputsInput, OutputWriter, PlannedOutputs, SiteFile } from './outputs-input.ts';

/** Characters of `llms.txt`: agents read the whole of it. */
const longest = 100_000;
const descriptionLengths = [300, 120, 0];

/**
 * The short text at most 100,000 characters: descriptions are shortened, then left out, then pages are counted instead
 * of named. The long one is made piece by piece.
 */
export const llmsTexts: OutputWriter = (site) => {
  const pages = site.pages.filter(isForAgents);
  if (pages.length === 0) return [];
  const short: SiteFile['content'] = (input, files) => llmsText(input, pages.filter(isDefault(input)), files);
  const full: SiteFile['content'] = (input) => () => llmsFullText(input, pages);
  return [
    { path: 'llms.txt', content: short, relation: 'llms-txt' },
    { path: '.well-known/llms.txt', content: short },
    { path: 'llms-full.txt', content: full, relation: 'llms-full-txt' },
    { path: '.well-known/llms-full.txt', content: full },
  ];
};

/** Whether agents are told of a page: nothing keeps it from them, and it is not for members of a group alone. */
export function isForAgents({ access }: Page): boolean {
  return access.inLlms && access.groups.length === 0;
}

function llmsText(input: OutputsInput, pages: readonly Page[], files: readonly SiteFile[]): string {
  const { config, nav } = input;
  const listed = pages.filter((page) => nav.places.has(page.path));
  const unlisted = pages.filter((page) => !nav.places.has(page.path)).sort((a, b) => (a.path < b.path ? -1 : 1));
  const all = [...listed, ...unlisted];
  const head = [`# ${oneLine(config.name)}`, ...(config.description ? [`> ${oneLine(config.description)}`] : []), ...instructions(config)];
  const rest = [
    section('OpenAPI Specs', specLines(input, 'openapi')),
    section('AsyncAPI Specs', specLines(input, 'asyncapi')),
    section('Optional', externalLines(nav.root)),
  ];
  const compose = (lines: readonly string[]) => `${[...head, section('Docs', lines), ...rest].filter(Boolean).join('\n\n')}\n`;
  for (const length of descriptionLengths) {
    const text = compose(all.map((page) => pageLine(input, page, length)));
    if (text.length <= longest) return text;
  }
  const lines = all.map((page) => pageLine(input, page, 0));
  const room = longest - compose([]).length - 120;
  let used = 0;
  let kept = 0;
  for (; kept < lines.length && used + (lines[kept] as string).length < room; kept++) used += (lines[kept] as string).length + 1;
  const map = files.some(({ path }) => path === 'sitemap.xml') ? `: see ${address(config, '/sitemap.xml')}` : '';
  const note = `- ${lines.length - kept} more pages${map}`;
  return compose([...lines.slice(0, kept), note]);
}

/** Page by page: the whole of a large site is tens of megabytes. */
function* llmsFullText({ config, markdownOf }: OutputsInput, pages: readonly Page[]): Generator<string> {
  yield [`# ${oneLine(config.name)}`, ...instructions(config)].join('\n\n');
  for (const page of pages) {
    const text = markdownOf?.(page) ?? '';
    const titleEnd = text.includes('\n') ? text.indexOf('\n') : text.length;
    yield `\n\n${`${text.slice(0, titleEnd)}\nSource: ${pageAddress(config, page)}\n${text.slice(titleEnd + 1).trimEnd()}`.trimEnd()}`;
  }
  yield '\n';
}

/** A heading of level 2 and its lines; nothing where there are none. */
export function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${title}\n\n${lines.join('\n')}`;
}

function pageLine({ config }: OutputsInput, page: Page, length: number): string {
  const description = length === 0 || !page.description ? '' : `: ${fitted(firstParagraph(page.description), length)}`;
  return `- [${linkText(page.title)}](${address(config, markdownPath(page.url))})${description}`;
}

function specLines(input: OutputsInput, kind: SpecRef['kind']): string[] {
  return publishedSpecs(input)
    .filter((spec) => spec.kind === kind)
    .map(({ source }) => `- [${linkText(nameOf(source))}](${source})`);
}

/** The API descriptions that readers can fetch, with their addresses, each once. */
export function publishedSpecs({ config, assets }: Pick<PlannedOutputs, 'config' | 'assets'>): { kind: SpecRef['kind']; source: string }[] {
  const published = new Set(assets);
  const found = new Map<string, { kind: SpecRef['kind']; source: string }>();
  for (const { kind, source } of namedSpecs(config)) {
    const path = source.replace(/^\//, '');
    if (/^https?:/i.test(source)) found.set(source, { kind, source });
    else if (published.has(path)) found.set(path, { kind, source: address(config, `/${path}`) });
  }
  return [...found.values()];
}

/** In the order of the navigation, after those of the whole site. */
function namedSpecs({ api, navigation }: OutputsInput['config']): SpecRef[] {
  return [...api.specs, ...divisionsOf(navigation).flatMap(({ ownsSpecs, specs }) => (ownsSpecs ? specs : []))];
}

/** Links of the navigation that leave the site, each once. */
function externalLines(root: NavNode): string[] {
  const found = new Map<string, string>();
  const walk = (node: NavNode) => {
    for (const child of node.children) {
      if (child.kind === 'page') {
        if (child.external) found.set(child.href, child.title);
      } else {
        if (child.href && /^https?:/i.test(child.href)) found.set(child.href, child.name);
        walk(child);
      }
    }
  };
  walk(root);
  return [...found].map(([href, title]) => `- [${linkText(title)}](${href})`);
}

/** Pages of the default language and version: agents need every thing once. */
function isDefault({ nav }: OutputsInput): (page: Page) => boolean {
  return ({ path }) =>
    (nav.places.get(path)?.[0]?.trail ?? []).every((node) => !/^(?:language|version)$/.test(node.kind) || node.isDefault);
}

/** Its words alone: the line itself is a link, and marks would be cut in two where it is too long. */
function firstParagraph(text: string): string {
  return withoutMarks(oneLine(text.split(/\n\s*\n/, 1)[0] ?? '').replaceAll('![', '['));
}

function linkText(text: string): string {
  return oneLine(text).replace(/[[\]\\]/g, '\\$&');
}
