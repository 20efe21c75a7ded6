/** `llms.txt`: the list of pages for agents (llmstxt.org). */

import type { NavNode } from '../../model/nav-tree.ts';
import type { Page } from '../../model/page.ts';
import { folderOf, nameOf } from '../../model/project-path.ts';
import { fitted, oneLine } from '../../model/shorten.ts';
import type { SpecRef } from '../../model/site-config.ts';
import { divisionsOf } from '../../model/site-config.ts';
import { withoutMarks } from '../../shared/inline-marks.ts';
import { markdownPath } from '../../shared/site/markdown-path.ts';
import { instructions } from './markdown/page-markdown.ts';
import type { OutputsInput, OutputWriter, PlannedOutputs, SiteFile } from './outputs-input.ts';
import { siteUrl } from './urls.ts';

/** Maximum length of `llms.txt`, which agents read completely. */
const maxLength = 100_000;
const descriptionLengths = [300, 120, 0];
const folderLists = '_llms/';

/**
 * `llms.txt` has at most 100,000 characters: descriptions are shortened, then omitted, then the remaining pages are
 * only counted. The pages of named schemas are not in it, because the copies of operations link them. Each first folder
 * of the URLs has a list of its own, `_llms/<folder>.md`, with the same limit.
 */
export const llmsTexts: OutputWriter = (site) => {
  const pages = site.pages.filter(isForAgents);
  if (pages.length === 0) return [];
  const listed = pages.filter(isListedForAgents);
  const short: SiteFile['content'] = (input, files) => llmsText(input, listed.filter(isDefault(input)), files);
  return [
    { path: 'llms.txt', content: short, relation: 'llms-txt' },
    { path: '.well-known/llms.txt', content: short },
    ...[...Map.groupBy(listed, ({ url }) => folderOf(url.slice(1)).split('/', 1)[0] as string)]
      .filter(([folder]) => folder !== '')
      .map(
        ([folder, inside]): SiteFile => ({
          path: `${folderLists}${folder}.md`,
          content: (input, files) => folderText(input, folder, inside, files),
        }),
      ),
  ];
};

function folderText(input: OutputsInput, folder: string, pages: readonly Page[], files: readonly SiteFile[]): string {
  const head = [`# ${oneLine(input.config.name)}: ${folder}`, ...instructions(input.config)];
  return fittedList(input, pages, files, (lines) => `${[...head, section('Docs', lines)].join('\n\n')}\n`);
}

/** Whether a page is published to agents: not excluded, and not restricted to groups. */
export function isForAgents({ access }: Page): boolean {
  return access.inLlms && access.groups.length === 0;
}

/** Whether `llms.txt` lists a page: published to agents, and not the page of a named schema. */
export function isListedForAgents(page: Page): boolean {
  return isForAgents(page) && (page.kind !== 'endpoint' || page.access.inSidebar);
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
    section('Optional', externalLinkLines(nav.root)),
  ];
  const lists = section(
    'Lists by folder',
    files
      .filter(({ path }) => path.startsWith(folderLists))
      .map(({ path }) => `- [${linkText(path.slice(folderLists.length, -'.md'.length))}](${siteUrl(config, `/${path}`)})`),
  );
  return fittedList(
    input,
    all,
    files,
    (lines, isComplete) => `${[...head, isComplete ? '' : lists, section('Docs', lines), ...rest].filter(Boolean).join('\n\n')}\n`,
  );
}

/** `compose` of a line for each page, within the maximum length. `isComplete`: no description was shortened for it. */
function fittedList(
  input: OutputsInput,
  pages: readonly Page[],
  files: readonly SiteFile[],
  compose: (lines: readonly string[], isComplete: boolean) => string,
): string {
  const { config } = input;
  const lineOf = pageLines(input, pages);
  for (const length of descriptionLengths) {
    const text = compose(
      pages.map((_, index) => lineOf(index, length)),
      length === descriptionLengths[0],
    );
    if (text.length <= maxLength) return text;
  }
  const lines = pages.map((_, index) => lineOf(index, 0));
  const available = maxLength - compose([], false).length - 120;
  let used = 0;
  let kept = 0;
  for (; kept < lines.length && used + (lines[kept] as string).length < available; kept++) used += (lines[kept] as string).length + 1;
  const map = files.some(({ path }) => path === 'sitemap.xml') ? `: see ${siteUrl(config, '/sitemap.xml')}` : '';
  const note = `- ${lines.length - kept} more pages${map}`;
  return compose([...lines.slice(0, kept), note], false);
}

/** A level 2 heading with its lines; empty without lines. */
export function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${title}\n\n${lines.join('\n')}`;
}

/** The line of each page, by its index, with at most `length` characters of its description. */
function pageLines({ config }: OutputsInput, pages: readonly Page[]): (index: number, length: number) => string {
  const parts = pages.map(({ title, url, description }) => ({
    link: `- [${linkText(title)}](${siteUrl(config, markdownPath(url))})`,
    description: description ? firstParagraph(description) : undefined,
  }));
  return (index, length) => {
    const { link, description } = parts[index] as (typeof parts)[number];
    return length === 0 || description === undefined ? link : `${link}: ${fitted(description, length)}`;
  };
}

function specLines(input: OutputsInput, kind: SpecRef['kind']): string[] {
  return publishedSpecs(input)
    .filter((spec) => spec.kind === kind)
    .map(({ source }) => `- [${linkText(nameOf(source))}](${source})`);
}

/** The published API descriptions with their URLs, without duplicates. */
export function publishedSpecs({ config, assets }: Pick<PlannedOutputs, 'config' | 'assets'>): { kind: SpecRef['kind']; source: string }[] {
  const published = new Set(assets);
  const found = new Map<string, { kind: SpecRef['kind']; source: string }>();
  for (const { kind, source } of namedSpecs(config)) {
    const path = source.replace(/^\//, '');
    if (/^https?:/i.test(source)) found.set(source, { kind, source });
    else if (published.has(path)) found.set(path, { kind, source: siteUrl(config, `/${path}`) });
  }
  return [...found.values()];
}

/** Those of the whole site first, then in navigation order. */
function namedSpecs({ api, navigation }: OutputsInput['config']): SpecRef[] {
  return [...api.specs, ...divisionsOf(navigation).flatMap(({ ownsSpecs, specs }) => (ownsSpecs ? specs : []))];
}

/** External links of the navigation, without duplicates. */
function externalLinkLines(root: NavNode): string[] {
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

/** Pages of the default language and version only, because agents do not need the others. */
function isDefault({ nav }: OutputsInput): (page: Page) => boolean {
  return ({ path }) =>
    (nav.places.get(path)?.[0]?.trail ?? []).every((node) => !/^(?:language|version)$/.test(node.kind) || node.isDefault);
}

/** Plain text: the line is already a link, and shortening could cut through Markdown marks. */
function firstParagraph(text: string): string {
  return withoutMarks(oneLine(text.split(/\n\s*\n/, 1)[0] ?? '').replaceAll('![', '['));
}

/** Plain text as the text of a Markdown link. */
export function linkText(text: string): string {
  return oneLine(text).replace(/[[\]\\]/g, '\\$&');
}
