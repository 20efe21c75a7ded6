/** Go to definition: the file of a reference, at the heading or operation that it names. */
import type { Location } from 'vscode-languageserver';
import { slug } from '../../shared/slug.ts';
import { headingsOf } from './headings.ts';
import { documentOf, type EditedDocument, Positions, type ProjectView } from './project-view.ts';
import { operationLocation, type Target, targetAt } from './targets.ts';

/** Undefined if there is no reference at the offset, or its target does not exist. */
export function definition(view: ProjectView, document: EditedDocument, offset: number): Location | undefined {
  const target = targetAt(view, document, offset);
  return target && locationOf(view, target);
}

/** Where a target is in the project; undefined for pages of descriptions on other hosts. */
export function locationOf(view: ProjectView, { file, operation, fragment }: Target): Location | undefined {
  const start = { line: 0, character: 0 };
  if (operation) {
    const at = operationLocation(operation);
    if (at && view.site.files.has(at.file)) {
      const position = { line: at.line - 1, character: at.column - 1 };
      return {
        uri: view.uriOf(at.file),
        range: { start: position, end: { ...position, character: position.character + (at.length ?? 1) } },
      };
    }
  }
  if (file === undefined) return undefined;
  const uri = view.uriOf(file);
  const document = fragment === undefined ? undefined : documentOf(view, file);
  const heading = document && headingsOf(document.text).find(({ id, text }) => id === fragment || slug(text) === fragment);
  if (document === undefined || heading === undefined) return { uri, range: { start, end: start } };
  return { uri, range: new Positions(document.text).range(heading.span) };
}
