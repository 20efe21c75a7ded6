/** Keys and values of docs.json, from its schema and the files of the project. */
import { CompletionItemKind } from 'vscode-languageserver';
import { relativePath } from '../../../shared/rewrite-href.ts';
import type { ConfigCursor } from '../cursor/config-cursor.ts';
import { propertiesAt, type SchemaNode, schemasAt, typesOf } from '../docs-schema.ts';
import { schemaText } from '../hover.ts';
import type { EditedDocument, ProjectView } from '../project-view.ts';
import type { Candidate, Candidates } from './candidate.ts';
import { filePaths, iconCandidates, linkCandidates, operationEntries, pagePaths } from './site-candidates.ts';

const asset = /\.(?:png|jpe?g|gif|webp|avif|svg|ico|woff2?|ttf|otf|pdf|mp4|webm)$/i;

/** Undefined where nothing can be written. */
export function configCandidates(view: ProjectView, document: EditedDocument, cursor: ConfigCursor): Candidates {
  const items = cursor.kind === 'key' ? keyCandidates(cursor) : valueCandidates(view, document, cursor);
  return { span: cursor.span, before: cursor.before, items };
}

/** Keys that the object does not have yet. */
function keyCandidates({ path, keys, siblings, hasValue }: ConfigCursor): Candidate[] {
  const present = new Set(siblings);
  const found = [...propertiesAt({ steps: path.slice(0, -1), keys })].flatMap(([key, node]): Candidate[] => {
    if (present.has(key)) return [];
    const value = hasValue ? '' : `: ${valueSnippet(node)}`;
    return [
      {
        label: key,
        filter: key,
        kind: CompletionItemKind.Property,
        insert: `${JSON.stringify(key).replaceAll('$', '\\$')}${value}`,
        isSnippet: true,
        documentation: schemaText(node),
        continues: !hasValue,
      },
    ];
  });
  const hasReference = present.has('$ref') || path.length <= 1;
  return hasReference
    ? found
    : [
        ...found,
        { label: '$ref', kind: CompletionItemKind.Reference, insert: hasValue ? '"\\$ref"' : '"\\$ref": "$1"', isSnippet: true, rank: 9 },
      ];
}

function valueSnippet(node: SchemaNode): string {
  const types = typesOf(node);
  if (node.enum || types.includes('string')) return '"$1"';
  if (types.includes('object')) return '{ $1 }';
  return types.includes('array') ? '[$1]' : '$1';
}

function valueCandidates(view: ProjectView, document: EditedDocument, cursor: ConfigCursor): Candidate[] {
  const { path, keys } = cursor;
  if (path.at(-1) === '$ref') return quoted(referencedFiles(view, document));
  const nodes = schemasAt({ steps: path, keys });
  const found: Candidate[] = [];
  for (const node of nodes) {
    for (const value of node.enum ?? [])
      found.push({
        label: String(value),
        kind: CompletionItemKind.EnumMember,
        insert: JSON.stringify(value),
        filter: String(value),
        rank: 1,
      });
    if (typesOf(node).includes('boolean') && cursor.text === undefined)
      for (const value of ['true', 'false']) found.push({ label: value, kind: CompletionItemKind.Value, insert: value, rank: 1 });
    found.push(...quoted(formatCandidates(view, node.format, cursor)));
  }
  return [...new Map(found.map((candidate) => [candidate.label, candidate])).values()];
}

function formatCandidates(view: ProjectView, format: string | undefined, { before, text, path }: ConfigCursor): Candidate[] {
  switch (format) {
    case 'docsgen-page':
      return [...unlisted(pagePaths(view), view, text), ...operationEntries(view, 'openapi')];
    case 'docsgen-icon':
      return iconCandidates(view, before);
    case 'docsgen-href':
      return linkCandidates(view, { file: view.site.config.file, text: '' }, before);
    case 'docsgen-asset':
      return filePaths(view, asset, '/');
    case 'docsgen-spec':
      return filePaths(view, /\.(?:json|ya?ml)$/i, '').filter(({ label }) => !view.site.config.files.includes(label));
    default:
      return path[0] === 'redirects' && path.at(-1) === 'destination'
        ? linkCandidates(view, { file: view.site.config.file, text: '' }, before)
        : [];
  }
}

/** Pages that the navigation does not list yet come first. */
function unlisted(candidates: readonly Candidate[], { site }: ProjectView, text: string | undefined): Candidate[] {
  const listed = new Set(site.pages.flatMap(({ path, file }) => (file !== undefined && site.nav.places.has(path) ? [path] : [])));
  return candidates.map((candidate) => ({ ...candidate, rank: listed.has(candidate.label) && candidate.label !== text ? 7 : 4 }));
}

function referencedFiles({ site }: ProjectView, { file }: EditedDocument): Candidate[] {
  return site.files.list().flatMap(({ path }) => {
    if (!/\.(?:json|jsonc|ya?ml)$/i.test(path) || path === file) return [];
    const relative = relativePath(file, path);
    return [{ label: relative.startsWith('../') ? relative : `./${relative}`, kind: CompletionItemKind.File }];
  });
}

/** The quotes are part of what is replaced. */
function quoted(candidates: readonly Candidate[]): Candidate[] {
  return candidates.map((candidate) => ({ ...candidate, insert: JSON.stringify(candidate.label), filter: candidate.label }));
}
