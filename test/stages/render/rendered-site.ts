/** A site from files in memory to rendered pages, through the real rooms; the content of a page is what a test says. */

import { type CompiledPage, type Heading, noFeatures, type PageFeatures } from '../../../src/model/compiled-page.ts';
import type { Diagnostic } from '../../../src/model/diagnostic.ts';
import type { OutputFile } from '../../../src/model/output-file.ts';
import type { Page } from '../../../src/model/page.ts';
import type { Site } from '../../../src/model/site.ts';
import { memory } from '../../../src/platform/files/memory.ts';
import { loadConfig } from '../../../src/stages/config/index.ts';
import { readPages } from '../../../src/stages/content/read-pages.ts';
import { buildNav } from '../../../src/stages/navigation/build-nav.ts';
import { createRenderer, type Renderer } from '../../../src/stages/render/renderer.ts';

export interface Content {
  readonly html?: string;
  readonly headings?: readonly Heading[];
  readonly features?: Partial<PageFeatures>;
}

export interface RenderedSite {
  readonly site: Site;
  readonly renderer: Renderer;
  readonly diagnostics: readonly Diagnostic[];
  /** The HTML of a page by its path. */
  page(path: string, content?: Content): string;
  render(page: Page, content?: Content): ReturnType<Renderer['renderPage']>;
  /** Everything that is written once, by path. */
  files(): Promise<Map<string, string>>;
}

/** `docs` is merged into the smallest complete docs.json. */
export async function renderedSite(
  docs: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, string>> = {},
  { base = '', classNames = [] as readonly string[] } = {},
): Promise<RenderedSite> {
  const project = memory({
    'docs.json': JSON.stringify({ theme: 'mint', name: 'Test', colors: { primary: '#16a34a' }, ...docs }),
    ...files,
  });
  const config = loadConfig({ files: project, base }).value;
  if (config === undefined) throw new Error('the docs.json of this test is not usable');
  const content = readPages({ files: project, config }).value;
  const { pages, nav, assets } = buildNav({ config, sources: content.pages, assets: content.assets }).value;
  const sources = new Map(content.pages.map((source) => [source.file, source]));
  const site: Site = { config, files: project, pages, sources, nav, assets, styles: content.styles, scripts: content.scripts };
  const { value: renderer, diagnostics } = await createRenderer({ site, classNames, codeStyles: '' });
  const render = (page: Page, { html = '', headings = [], features = {} }: Content = {}) =>
    renderer.renderPage(page, { html, compiled: compiled(page, headings, features) });
  return {
    site,
    renderer,
    diagnostics,
    render,
    page(path, content) {
      const found = pages.find((page) => page.path === path);
      if (found === undefined) throw new Error(`no page ${path}`);
      return textOf(render(found, content).value);
    },
    files: async () => new Map((await renderer.siteFiles()).value.map((file) => [file.path, textOf(file)])),
  };
}

/** Pages with a title and nothing else. */
export function stubs(...paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [`${path}.mdx`, `---\ntitle: ${titleOf(path)}\n---\n`]));
}

/** The first element of the document that a start tag begins, up to its matching end tag. */
export function element(html: string, startTag: RegExp): string {
  const start = startTag.exec(html);
  if (start === null) return '';
  const name = /^<([a-z0-9]+)/.exec(start[0])?.[1] as string;
  const tags = new RegExp(`<(/?)${name}[\\s>]`, 'g');
  tags.lastIndex = start.index;
  let depth = 0;
  for (let match = tags.exec(html); match !== null; match = tags.exec(html)) {
    depth += match[1] === '/' ? -1 : 1;
    if (depth === 0) return html.slice(start.index, match.index + match[0].length);
  }
  return html.slice(start.index);
}

/** What a reader sees: tags away, white space joined. */
export function visibleText(html: string): string {
  return html
    .replace(/<(script|style|svg)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function compiled(page: Page, headings: readonly Heading[], features: Partial<PageFeatures>): CompiledPage {
  return {
    file: page.file ?? '',
    body: { kind: 'static', nodes: [] },
    headings,
    links: [],
    sections: [],
    features: { ...noFeatures, ...features },
    classNames: [],
    codeStyles: [],
    dependencies: [],
    diagnostics: [],
    advice: [],
  } as CompiledPage;
}

function textOf(file: OutputFile): string {
  if (!('data' in file)) throw new Error(`${file.path} is a copy`);
  return typeof file.data === 'string' ? file.data : Buffer.from(file.data).toString('latin1');
}

function titleOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
