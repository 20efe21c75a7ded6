/** A compiler over a project given as a map, for tests. */

import type { CompiledPage } from '../../../src/model/compiled-page.ts';
import type { ContentNode, PropValue } from '../../../src/model/content-node.ts';
import type { PageMode } from '../../../src/model/source-page.ts';
import { componentNames } from '../../../src/stages/components/registry.ts';
import { createCompiler } from '../../../src/stages/mdx/compiler.ts';
import type { CompilerOptions } from '../../../src/stages/mdx/options.ts';

export type Files = Readonly<Record<string, string>>;

export function compilerOf(files: Files = {}, options: Partial<CompilerOptions> = {}) {
  return createCompiler({
    readText: (path) => files[path],
    hasFile: (path) => path in files,
    imageSize: (path) => (path.endsWith('.png') ? { width: 640, height: 480 } : undefined),
    resolveLink: (_, href) =>
      /^(?:[a-z]+:|\/\/)/i.test(href) ? { href, status: 'external' } : { href, status: href.includes('missing') ? 'broken' : 'ok' },
    resolveAsset: (_, src) => ({ src, exists: !src.includes('missing'), path: src.replace(/^\//, '') }),
    codeTheme: { light: 'github-light-default', dark: 'github-dark-default' },
    componentNames,
    maxNesting: 100,
    ...options,
  });
}

export function compile(
  body: string,
  files: Files = {},
  options: Partial<CompilerOptions> = {},
  file = 'page.mdx',
  compiler = compilerOf(files, options),
  head: { readonly title?: string; readonly mode?: PageMode } = {},
): CompiledPage {
  return compiler.compile({
    file,
    path: file.replace(/\.mdx?$/, ''),
    frontMatter: {
      mode: head.mode ?? 'default',
      hidden: false,
      noindex: false,
      deprecated: false,
      hideFooterPagination: false,
      hideApiMarker: false,
      keywords: [],
      rss: false,
      meta: {},
      extra: {},
    },
    title: head.title ?? '',
    hasFrontMatter: false,
    body,
    bodyLine: 1,
    hash: '',
  });
}

/** The body as one readable text: components as tags, props as JSON. */
export function bodyText(page: CompiledPage): string {
  return page.body.kind === 'program' ? page.body.code : nodesText(page.body.nodes).trim();
}

function nodesText(nodes: readonly ContentNode[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'html') return node.html;
      const entries = Object.entries(node.type === 'element' ? node.attributes : node.props).map(
        ([name, value]) => ` ${name}=${propText(value)}`,
      );
      const tag = node.type === 'element' ? node.tag : node.name;
      return `<${tag}${entries.join('')}>${nodesText(node.children)}</${tag}>`;
    })
    .join('');
}

function propText(value: PropValue): string {
  if (typeof value === 'object' && value !== null && '$content' in value) return `{${nodesText(value.$content as readonly ContentNode[])}}`;
  return JSON.stringify(value);
}

/** `error mdx/syntax 3:1 <Note> is never closed` */
export function problems(page: CompiledPage): string[] {
  return page.diagnostics.map(
    ({ severity, code, location, message }) => `${severity} ${code} ${location?.line}:${location?.column} ${message}`,
  );
}
