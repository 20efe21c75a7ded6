/** The Markdown copy of a page as agents read it: its content, and for a reference page what its description says. */
import { operationFragment } from '../apis/operation-fragment.ts';
import type { Page } from '../model/page.ts';
import { pageMarkdown } from '../outputs/markdown/page-markdown.ts';
import { fence } from '../outputs/markdown/syntax.ts';
import type { LoadedSite } from './load-site.ts';

export interface PageCopy {
  /** The content alone, as `llms-full.txt` has it. */
  readonly content: string;
  /** With the part of the description below it, unless `markdown.schema` is false. */
  readonly whole: string;
}

/** `body`: the page as rendered, with the markers of `Visibility`. */
export function pageCopy(site: LoadedSite, page: Page, body: { readonly lead?: string; readonly html: string }): PageCopy {
  const content = pageMarkdown(page, `${body.lead ?? ''}${body.html}`, site.config);
  const found = site.config.markdown.schema ? site.endpoints.operationOf(page) : undefined;
  if (found === undefined) return { content, whole: content };
  const { source, kind, method, path } = found.operation.ref;
  // JSON, for YAML takes ten times as long to write, and a large API has thousands of these.
  const text = JSON.stringify(operationFragment(found.api.document, found.operation), undefined, 2);
  const title = found.api.document.kind === 'asyncapi' ? 'AsyncAPI' : 'OpenAPI';
  const name = kind === 'operation' ? `${method} ${path}` : `${kind} ${path}`;
  return { content, whole: `${content}\n## ${title}\n\n${fence(text, `json ${source} ${name}`)}\n` };
}
