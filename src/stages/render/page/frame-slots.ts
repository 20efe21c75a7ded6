/**
 * In a frame part written by the project, `<docs-slot name="logo" />` inserts a piece of the default part. It is
 * written in MDX like any element, and replaced in the finished HTML.
 */
import type { FramePart } from '../../../model/site-config.ts';

const names: Readonly<Record<FramePart, readonly string[]>> = {
  header: ['default', 'menu', 'logo', 'switchers', 'search', 'tabs', 'links', 'theme-switch'],
  sidebar: ['default', 'top', 'pages', 'links'],
  footer: ['default'],
};

const inHtml = /<docs-slot name="([^"]*)"\s*(?:\/>|>\s*<\/docs-slot>)/g;
const inSource = /<docs-slot\b[^>]*?\bname=["']([^"']*)["']/g;

/** `html` with its slots filled; slots that the part does not define become empty. */
export function fillSlots(html: string, piece: (name: string) => string | undefined): string {
  return html.replace(inHtml, (_, name: string) => piece(name) ?? '');
}

/** The slots in an MDX text, with line (from 0) and column (from 1) of each, and the names that the part defines. */
export function* slotsIn(part: FramePart, text: string) {
  for (const [index, line] of text.split('\n').entries())
    for (const match of line.matchAll(inSource))
      yield { name: match[1] as string, line: index, column: match.index + 1, known: names[part] };
}
