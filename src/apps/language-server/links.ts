/** Document links: references that editors underline and open. */
import type { DocumentLink } from 'vscode-languageserver';
import { codeRanges } from '../../project/edits/code-ranges.ts';
import { locationOf } from './definition.ts';
import { type EditedDocument, isConfig, isMarkdown, Positions, type ProjectView } from './project-view.ts';
import { stringTargets, type Target, targetAt } from './targets.ts';

/** Links of Markdown and attributes, imports, and definitions; the offset of the last group is inside of the reference. */
const references = [
  /\]\(<?([^\s)>]+)/g,
  /^[ \t]*\[[^\]\n]+\]:[ \t]*<?([^\s>]+)/gm,
  /\b(?:href|src|img|poster|file)=["']([^"'\n]+)["']/g,
  /^(?:import|export)\b[^'"`\n]*?["']([^'"\n]+)["']/gm,
];

/** Only references whose target exists. */
export function documentLinks(view: ProjectView, document: EditedDocument): DocumentLink[] {
  const positions = new Positions(document.text);
  const links: DocumentLink[] = [];
  const seen = new Set<number>();
  for (const target of targetsIn(view, document)) {
    const location = locationOf(view, target);
    if (location === undefined || seen.has(target.span.start)) continue;
    seen.add(target.span.start);
    const { line } = location.range.start;
    links.push({ range: positions.range(target.span), target: line === 0 ? location.uri : `${location.uri}#L${line + 1}` });
  }
  return links.sort((a, b) => a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character);
}

function targetsIn(view: ProjectView, document: EditedDocument): Target[] {
  if (isConfig(view, document)) return stringTargets(view, document);
  return isMarkdown(document) ? offsetsIn(document.text).flatMap((offset) => targetAt(view, document, offset) ?? []) : [];
}

function offsetsIn(text: string): number[] {
  const isCode = codeRanges(text);
  return references.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const end = match.index + match[0].replace(/["']$/, '').length;
      const offset = end - (match[1] as string).length;
      return isCode(offset) || /^[a-z][a-z+.-]*:/i.test(match[1] as string) ? [] : [offset];
    }),
  );
}
