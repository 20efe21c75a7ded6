/** Candidates that pages and docs.json share: pages, files, links, anchors, icons, operations. */
import { CompletionItemKind } from 'vscode-languageserver';
import type { IconLibrary } from '../../../model/icon.ts';
import type { Page } from '../../../model/page.ts';
import { withoutPageExtension } from '../../../model/project-path.ts';
import { relativePath } from '../../../shared/rewrite-href.ts';
import { encodePath } from '../../../shared/url.ts';
import { iconNames } from '../../../stages/render/icons/icons.ts';
import { headingsOf } from '../headings.ts';
import type { EditedDocument, ProjectView } from '../project-view.ts';
import type { Candidate } from './candidate.ts';

const image = /\.(?:png|jpe?g|gif|webp|avif|svg|ico)$/i;

/** Paths of page files, as the navigation names them. */
export function pagePaths({ site }: ProjectView): Candidate[] {
  return [...site.sources.values()].flatMap(({ file, title, frontMatter }) => {
    const isPart = [...site.parts.values()].some((part) => part.file === file);
    if (isPart) return [];
    const label = withoutPageExtension(file);
    return [{ label, kind: CompletionItemKind.File, detail: title, documentation: frontMatter.description ?? '' }];
  });
}

/** `GET /users` for every operation of the descriptions. */
export function operationEntries({ site }: ProjectView, kind: 'openapi' | 'asyncapi'): Candidate[] {
  return site.endpoints.operations(kind).map(({ ref }) => {
    const label = ref.kind === 'webhook' ? `webhook ${ref.path}` : `${ref.method} ${ref.path}`.trim();
    return { label, kind: CompletionItemKind.Method, detail: ref.title, documentation: ref.descriptionMarkdown ?? '', rank: 6 };
  });
}

/** Files of the project whose path matches, written from the docs folder: with a leading slash or without. */
export function filePaths({ site }: ProjectView, pattern: RegExp, prefix: '' | '/'): Candidate[] {
  return site.files
    .list()
    .flatMap(({ path }) => (pattern.test(path) ? [{ label: prefix + path, kind: CompletionItemKind.File, rank: 6 }] : []));
}

/** Images of the project, with a leading slash. */
export function imagePaths(view: ProjectView): Candidate[] {
  return filePaths(view, image, '/');
}

/**
 * Links for `written` (the part before the offset): anchors after `#`, pages otherwise. A link that begins with a dot is
 * completed relative to the page.
 */
export function linkCandidates(view: ProjectView, document: EditedDocument, written: string): Candidate[] {
  const hash = written.indexOf('#');
  if (hash !== -1) return anchorCandidates(view, document, written.slice(0, hash));
  if (/^[a-z][a-z+.-]*:/i.test(written)) return [];
  const isRelative = written.startsWith('.');
  const pages = view.site.pages.map((page): Candidate => {
    const label = isRelative ? relativeLink(document.file, page.url.slice(1)) : encodePath(page.url);
    return { label, kind: CompletionItemKind.File, detail: page.title, documentation: page.description ?? '' };
  });
  const files = [...view.site.assets].map((path): Candidate => {
    const label = isRelative ? relativeLink(document.file, path) : encodePath(`/${path}`);
    return { label, kind: CompletionItemKind.File, rank: 8 };
  });
  return [...pages, ...files];
}

function relativeLink(from: string, to: string): string {
  const path = relativePath(from, to);
  return path.startsWith('../') ? path : `./${path}`;
}

/** The anchors of the linked page; `path` is empty for the page itself, whose text may be newer than its compiled form. */
function anchorCandidates(view: ProjectView, document: EditedDocument, path: string): Candidate[] {
  const { page } = path === '' ? { page: undefined } : view.site.resolveLink(document.file, path);
  if (path !== '' && page === undefined) return [];
  return anchorsOf(view, document, page).map(({ id, text, depth }) => ({
    label: `${path}#${id}`,
    kind: CompletionItemKind.Reference,
    detail: text,
    documentation: depth === undefined ? '' : `Heading of level ${depth}`,
  }));
}

interface Anchor {
  readonly id: string;
  readonly text: string;
  readonly depth?: number;
}

function anchorsOf(view: ProjectView, document: EditedDocument, page: Page | undefined): readonly Anchor[] {
  const own = view.site.pages.find(({ file }) => file === document.file);
  if (page !== undefined && page !== own) return view.entries.get(page.path)?.compiled.headings ?? [];
  const written = headingsOf(document.text).filter(({ depth }) => depth > 1);
  const compiled = (own && view.entries.get(own.path)?.compiled.headings) ?? [];
  const ids = new Set(written.map(({ id }) => id));
  // Components such as steps have anchors too.
  const others = compiled.filter(({ id, text, depth }) => depth > 1 && !ids.has(id) && !written.some((heading) => heading.text === text));
  return [...written, ...others.filter(({ text }) => document.text.includes(text))];
}

const iconsOf = new Map<IconLibrary, readonly string[]>();

/** Names of the icon library of the site, and the project's own icons. */
export function iconCandidates(view: ProjectView, written: string): Candidate[] {
  if (written.startsWith('/')) return filePaths(view, /\.svg$/i, '/');
  const { library } = view.site.config.icons;
  let names = iconsOf.get(library);
  if (names === undefined) {
    names = iconNames(library);
    iconsOf.set(library, names);
  }
  return names.map((label) => ({ label, kind: CompletionItemKind.Value }));
}
