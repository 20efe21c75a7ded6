/**
 * `llms-full.txt`: the text of all pages for agents. A large site gets a file for each section, and `llms-full.txt`
 * lists them, because no agent can read tens of megabytes.
 */
import type { Page } from '../../model/page.ts';
import { folderOf } from '../../model/project-path.ts';
import { oneLine } from '../../model/shorten.ts';
import { fingerprint } from '../../platform/cache/fingerprint.ts';
import { markdownPath } from '../../shared/site/markdown-path.ts';
import { slug } from '../../shared/slug.ts';
import { isForAgents, linkText } from './llms.ts';
import { instructions } from './markdown/page-markdown.ts';
import type { KeyedText, OutputsInput, OutputWriter, PlannedOutputs, SiteFile } from './outputs-input.ts';
import { pageUrl, siteUrl } from './urls.ts';

/** A site of up to this many pages has one file. */
const pagesInOneFile = 150;
/** Maximum number of pages in one section of a larger site. */
const pagesInSection = 100;
/** Maximum characters of all files together. */
const maxLength = 20_000_000;
/** Maximum characters of one section, about 250,000 tokens. The only file of a small site may have twice as many. */
const maxSection = 1_000_000;

/** Paths depend only on the planned pages. Pages beyond the maximum length are links to their copies. */
export const llmsFull: OutputWriter = (site) => {
  const pages = site.pages.filter(isForAgents);
  if (pages.length === 0) return [];
  const relation = 'llms-full-txt';
  if (pages.length <= pagesInOneFile) {
    const content: SiteFile['content'] = (input) => keyedTexts(input, oneLine(input.config.name), pages, 2 * maxSection);
    return [{ path: 'llms-full.txt', content, relation }];
  }
  const sections = sectionsOf(site, pages);
  const budget = Math.min(maxSection, Math.floor(maxLength / sections.length));
  return [
    { path: 'llms-full.txt', content: (input) => indexText(input, sections), relation },
    ...sections.map((section) => ({
      path: section.path,
      content: (input: OutputsInput) => keyedTexts(input, section.title, section.pages, budget),
    })),
  ];
};

interface Section {
  readonly path: string;
  readonly title: string;
  readonly pages: readonly Page[];
}

/** Consecutive pages with the same first folders, cut where a folder changes if possible. */
function sectionsOf({ config }: PlannedOutputs, pages: readonly Page[]): Section[] {
  const chunks: Page[][] = [];
  for (const [folder, inside] of Map.groupBy(pages, ({ path }) => folderOf(path))) {
    const last = chunks.at(-1);
    const isBesideLast = last?.[0] !== undefined && firstStep(folderOf(last[0].path)) === firstStep(folder);
    if (last && isBesideLast && last.length + inside.length <= pagesInSection) last.push(...inside);
    else for (let at = 0; at < inside.length; at += pagesInSection) chunks.push(inside.slice(at, at + pagesInSection));
  }
  const count = String(chunks.length).length;
  return chunks.map((chunk, index) => {
    const [first, last] = [folderOf((chunk[0] as Page).path), folderOf((chunk.at(-1) as Page).path)];
    const name = first === last ? first : `${first} – ${last}`;
    const number = String(index + 1).padStart(count, '0');
    return {
      path: `llms-full/${[number, slug(first.replaceAll('/', ' '))].filter(Boolean).join('-')}.txt`,
      title: `${oneLine(config.name)}: ${name || '/'}`,
      pages: chunk,
    };
  });
}

function firstStep(folder: string): string {
  return folder.split('/', 1)[0] ?? '';
}

function indexText({ config }: OutputsInput, sections: readonly Section[]): string {
  const lines = sections.map(
    ({ path, title, pages }) =>
      `- [${linkText(title)}](${siteUrl(config, `/${path}`)}): ${pages.length} pages, ${pages[0]?.title} – ${pages.at(-1)?.title}`,
  );
  const head = [`# ${oneLine(config.name)}`, ...instructions(config), 'The text of all pages, in one file for each section:'];
  return `${[...head, lines.join('\n')].join('\n\n')}\n`;
}

/** The text of pages, with the key of everything that `pageTexts` reads. */
function keyedTexts(input: OutputsInput, title: string, pages: readonly Page[], budget: number): KeyedText {
  const { config, markdownKeyOf } = input;
  const facts = pages.flatMap((page) => [
    markdownKeyOf?.(page) ?? '',
    page.title,
    pageUrl(config, page),
    siteUrl(config, markdownPath(page.url)),
  ]);
  return {
    key: fingerprint(['llms-full', title, String(budget), ...instructions(config), ...facts]),
    pieces: () => pageTexts(input, title, pages, budget),
  };
}

/** Page by page, because the texts are read from the cache. */
function* pageTexts({ config, markdownOf }: OutputsInput, title: string, pages: readonly Page[], budget: number): Generator<string> {
  yield [`# ${title}`, ...instructions(config)].join('\n\n');
  const omitted: Page[] = [];
  let left = budget;
  for (const page of pages) {
    const text = markdownOf?.(page) ?? '';
    left -= text.length;
    if (left < 0) {
      omitted.push(page);
      continue;
    }
    const titleEnd = text.includes('\n') ? text.indexOf('\n') : text.length;
    yield `\n\n${`${text.slice(0, titleEnd)}\nSource: ${pageUrl(config, page)}\n${text.slice(titleEnd + 1).trimEnd()}`.trimEnd()}`;
  }
  const links = omitted.map((page) => `- [${linkText(page.title)}](${siteUrl(config, markdownPath(page.url))})`);
  if (links.length > 0) yield `\n\n## Other pages\n\n${links.join('\n')}`;
  yield '\n';
}
