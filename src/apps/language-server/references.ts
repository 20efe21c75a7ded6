/** Find references: everything in the project that names a page, a snippet, another file or an operation. */
import type { Location } from 'vscode-languageserver';
import { locationOf } from './definition.ts';
import { documentOf, type EditedDocument, Positions, type ProjectView, type Span } from './project-view.ts';
import { stringTargets, type Target, targetAt } from './targets.ts';

/**
 * The references to the target of the reference at `offset`; elsewhere in a page or snippet, to that file. With
 * `includeDeclaration`, the target comes first.
 */
export function references(view: ProjectView, document: EditedDocument, offset: number, includeDeclaration: boolean): Location[] {
  const target = targetAt(view, document, offset) ?? ownTarget(view, document);
  if (target === undefined) return [];
  const declaration = includeDeclaration ? locationOf(view, target) : undefined;
  const found = target.operation ? operationReferences(view, target) : fileReferences(view, target.file);
  return [...(declaration ? [declaration] : []), ...found];
}

function ownTarget({ site }: ProjectView, { file }: EditedDocument): Target | undefined {
  if (!site.files.has(file) || file === site.config.file) return undefined;
  return { span: { start: 0, end: 0 }, file };
}

/** What a rename of the file would edit. */
function fileReferences(view: ProjectView, file: string | undefined): Location[] {
  if (file === undefined || !view.site.files.has(file)) return [];
  const found = Map.groupBy(view.referencesTo(file), (reference) => reference.file);
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, list]) =>
      locations(
        view,
        path,
        documentOf(view, path)?.text ?? '',
        list.map(({ span }) => span),
      ),
    );
}

/** Whether offsets of edits count a byte order mark, which editors do not show. */
export function startsWithMark({ site }: ProjectView, file: string): boolean {
  const [a, b, c] = site.files.read(file);
  return a === 0xef && b === 0xbb && c === 0xbf;
}

function locations(view: ProjectView, file: string, text: string, spans: readonly Span[]): Location[] {
  const positions = new Positions(text);
  return spans.toSorted((a, b) => a.start - b.start).map((span) => ({ uri: view.uriOf(file), range: positions.range(span) }));
}

/** Entries of the navigation, front matter, and links to the page of the operation. */
function operationReferences(view: ProjectView, { operation, page }: Target): Location[] {
  const id = operation?.ref.id;
  const found: Location[] = [];
  for (const file of view.site.config.files) {
    const document = documentOf(view, file);
    if (document === undefined) continue;
    const targets = stringTargets(view, document).filter((target) => target.operation?.ref.id === id);
    found.push(
      ...locations(
        view,
        file,
        document.text,
        targets.map(({ span }) => span),
      ),
    );
  }
  for (const source of view.site.sources.values()) {
    if (view.site.endpoints.operationOf({ path: source.path, file: source.file })?.operation.ref.id !== id) continue;
    const text = documentOf(view, source.file)?.text ?? '';
    const line = /^(?:openapi|openapi-schema|asyncapi):[ \t]*["']?([^\r\n"']+)/m.exec(text);
    if (line)
      found.push(
        ...locations(view, source.file, text, [
          { start: line.index + line[0].length - (line[1] as string).length, end: line.index + line[0].length },
        ]),
      );
  }
  return page ? [...found, ...linksTo(view, page.path)] : found;
}

function linksTo(view: ProjectView, path: string): Location[] {
  const found: Location[] = [];
  for (const page of view.site.pages) {
    if (page.file === undefined) continue;
    for (const link of view.entries.get(page.path)?.compiled.links ?? []) {
      if (link.kind !== 'link' || view.site.resolveLink(page.file, link.href).page?.path !== path) continue;
      const file = link.file ?? page.file;
      const text = documentOf(view, file)?.text ?? '';
      const start = text.indexOf(link.href, new Positions(text).offset(link.line - 1, link.column - 1));
      if (start !== -1) found.push(...locations(view, file, text, [{ start, end: start + link.href.length }]));
    }
  }
  return found;
}
