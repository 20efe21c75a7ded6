/** What a reference at an offset leads to: a page, another file of the project, or an operation of an API description. */
import type { SourceLocation } from '../../model/diagnostic.ts';
import type { Page } from '../../model/page.ts';
import { findImported, importedFile, resolveProjectPath } from '../../model/project-path.ts';
import { parsePageEntry } from '../../stages/config/index.ts';
import { pageFiles } from '../../stages/navigation/page-lookup.ts';
import { referenceOf } from '../../stages/openapi/operation-reference.ts';
import type { FoundOperation } from '../../stages/openapi/operations.ts';
import { basePath, type ConfigCursor, configCursor, stringCursors } from './cursor/config-cursor.ts';
import { type PageCursor, pageCursor } from './cursor/page-cursor.ts';
import { schemasAt } from './docs-schema.ts';
import { type EditedDocument, isConfig, isMarkdown, type ProjectView, type Span } from './project-view.ts';

/** `span` is the reference as written. */
export interface Target {
  readonly span: Span;
  /** The project file; undefined for an operation of a description on another host. */
  readonly file?: string;
  /** The page, if the file is one, or the page of the operation. */
  readonly page?: Page;
  /** The part after `#`. */
  readonly fragment?: string;
  readonly operation?: FoundOperation;
}

/** Undefined if there is no reference, or its target does not exist. */
export function targetAt(view: ProjectView, document: EditedDocument, offset: number): Target | undefined {
  if (isConfig(view, document)) return configTarget(view, document, offset);
  if (!isMarkdown(document)) return undefined;
  const cursor = pageCursor(document.text, offset);
  return cursor && pageTarget(view, document, cursor);
}

/** The names under which a page uses its imports: name → specifier. */
export function importedNames(text: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const match of text.matchAll(/^import\s+([^'"]*?)\s+from\s+["']([^"'\n]+)["']/gm)) {
    for (const name of (match[1] as string).matchAll(/(?:[\w$]+\s+as\s+)?([A-Za-z_$][\w$]*)(?=\s*(?:[,}]|$))/g))
      names.set(name[1] as string, match[2] as string);
  }
  return names;
}

function pageTarget(view: ProjectView, document: EditedDocument, cursor: PageCursor): Target | undefined {
  const { span } = cursor;
  switch (cursor.kind) {
    case 'link':
      return linkTarget(view, document, cursor.href, span);
    case 'import':
      return fileTarget(view, importedFile(document.file, cursor.specifier, view.site.files.has), span);
    case 'tag': {
      const specifier = importedNames(document.text).get(cursor.name.split('.')[0] as string);
      return specifier === undefined ? undefined : fileTarget(view, importedFile(document.file, specifier, view.site.files.has), span);
    }
    case 'prop-value':
      if (cursor.isCode) return undefined;
      if (cursor.component === 'Snippet' && cursor.prop === 'file') return snippetTarget(view, cursor.value, span);
      if (!/^(?:href|src|img|icon|poster)$/.test(cursor.prop)) return undefined;
      return linkTarget(view, document, cursor.value, span);
    case 'key-value':
      return keyTarget(view, document, cursor.key, cursor.value, span);
    default:
      return undefined;
  }
}

/** Links within a page have the page itself as target. */
function linkTarget({ site }: ProjectView, { file }: EditedDocument, href: string, span: Span): Target | undefined {
  const { page, asset, fragment, status } = site.resolveLink(file, href);
  if (status === 'anchor') {
    const own = site.pages.find((candidate) => candidate.file === file);
    return own && fragment ? { span, file, page: own, fragment } : undefined;
  }
  if (page)
    return { span, ...(page.file !== undefined && { file: page.file }), page, ...(fragment && { fragment }), ...operationOf(site, page) };
  return asset === undefined ? undefined : { span, file: asset };
}

function operationOf(site: ProjectView['site'], page: Page): { readonly operation?: FoundOperation } {
  const operation = page.file === undefined ? site.endpoints.operationOf(page)?.operation : undefined;
  return operation ? { operation } : {};
}

function fileTarget({ site }: ProjectView, file: string | undefined, span: Span): Target | undefined {
  if (file === undefined || !site.files.has(file)) return undefined;
  const page = site.pages.find((candidate) => candidate.file === file);
  return { span, file, ...(page && { page }) };
}

function snippetTarget(view: ProjectView, value: string, span: Span): Target | undefined {
  const path = value.replace(/^\/+/, '');
  return fileTarget(
    view,
    [`snippets/${path}`, `_snippets/${path}`, path]
      .map((name) => findImported(name, view.site.files.has))
      .find((file) => file !== undefined),
    span,
  );
}

function keyTarget(view: ProjectView, document: EditedDocument, key: string, value: string, span: Span): Target | undefined {
  if (key === 'openapi' || key === 'openapi-schema' || key === 'asyncapi') return operationTarget(view, document, key, value, span);
  if (/^(?:\/|\.\.?\/)/.test(value)) return linkTarget(view, document, value, span);
  return undefined;
}

/** The operation that front matter or an entry of the navigation names. */
function operationTarget(
  view: ProjectView,
  { file }: EditedDocument,
  key: 'openapi' | 'openapi-schema' | 'asyncapi',
  text: string,
  span: Span,
): Target | undefined {
  const reference = referenceOf({ [key === 'openapi-schema' ? 'openapiSchema' : key]: text } as never);
  if (reference === undefined) return undefined;
  const { endpoints, pages } = view.site;
  const found = endpoints.operationNamed(reference, file);
  if (found === undefined) return undefined;
  const page = pages.find((candidate) => endpoints.operationOf(candidate)?.operation.ref.id === found.ref.id);
  return {
    span,
    ...(view.site.files.has(found.node.file.path) && { file: found.node.file.path }),
    ...(page && { page }),
    operation: found,
  };
}

/** The location of an operation in its description. */
export function operationLocation({ node }: FoundOperation): SourceLocation | undefined {
  const at = `key:${node.pointer}`;
  return node.file.locateAll([at]).get(at);
}

function configTarget(view: ProjectView, document: EditedDocument, offset: number): Target | undefined {
  const { config, files } = view.site;
  const base = basePath(files, config.files, document.file, config.file) ?? [];
  const cursor = configCursor(document, offset, base);
  return cursor && stringTarget(view, document, cursor);
}

/** The targets of all strings of docs.json or of a file that it refers to. */
export function stringTargets(view: ProjectView, document: EditedDocument): Target[] {
  const { config, files } = view.site;
  const base = basePath(files, config.files, document.file, config.file) ?? [];
  return stringCursors(document, base).flatMap((cursor) => stringTarget(view, document, cursor) ?? []);
}

function stringTarget(view: ProjectView, document: EditedDocument, cursor: ConfigCursor): Target | undefined {
  const { config, files } = view.site;
  if (cursor.kind !== 'value' || cursor.text === undefined) return undefined;
  const span = { start: cursor.span.start + 1, end: cursor.span.start + 1 + cursor.text.length };
  if (cursor.path.at(-1) === '$ref') return fileTarget(view, resolveProjectPath(document.file, cursor.text), span);
  const formats = schemasAt({ steps: cursor.path, keys: cursor.keys }).map(({ format }) => format);
  if (formats.includes('docsgen-page')) {
    const entry = parsePageEntry(cursor.text);
    if (entry.kind === 'endpoint') return operationTarget(view, document, 'openapi', cursor.text, span);
    if (entry.kind === 'page') return fileTarget(view, pageFiles(entry.page).find(files.has), span);
    return undefined;
  }
  if (cursor.text.startsWith('/') && formats.some((format) => format === 'docsgen-href' || format === undefined)) {
    const found = linkTarget(view, { file: config.file, text: '' }, cursor.text, span);
    if (found) return found;
  }
  const isPath = formats.some((format) => /^docsgen-(?:asset|spec|icon)$/.test(format ?? ''));
  return isPath ? fileTarget(view, resolveProjectPath('', cursor.text), span) : undefined;
}
