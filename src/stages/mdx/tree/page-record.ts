/** Collects data about a page during compilation: outline, links, search text, classes, diagnostics. */

import type { CompiledPage, Heading, PageLink } from '../../../model/compiled-page.ts';
import type { Diagnostic, SourceLocation } from '../../../model/diagnostic.ts';
import { escapeHtml } from '../../../shared/html.ts';
import { nearestAnchor } from '../../../shared/nearest-anchor.ts';
import { decoded } from '../../../shared/safe-decode.ts';
import { frameIds } from '../../../shared/site/frame-ids.ts';
import { uniqueId } from '../../../shared/slug.ts';
import type { NameUse } from '../expressions/names.ts';

/** Noncharacters, which a page's text does not contain after parsing. */
const aliasOpen = '\ufde0';
const aliasClose = '\ufde1';
const aliasMark = /\ufde0(\d+)\ufde1/g;

/** Maximum number of broken anchors on a page for which a suggestion is computed. */
const maxSuggested = 100;

/** A link to an anchor that does not exist on the page, and the anchor that was probably meant. */
export interface BrokenAnchor {
  readonly href: string;
  readonly location: SourceLocation;
  readonly nearest: string | undefined;
}

interface Section {
  readonly id: string;
  readonly title: string;
  text: string;
  code: string;
}

/** Code beyond this is data, not an example that readers look for. UTF-16 code units for each section. */
const maxSectionCode = 8_000;

/** One for each compilation, filled in source order; `finish` completes it. */
export class PageRecord {
  readonly headings: Heading[] = [];
  readonly links: PageLink[] = [];
  readonly classNames = new Set<string>();
  readonly frameOrigins = new Set<string>();
  readonly scriptOrigins = new Set<string>();
  readonly inlineStyles = new Set<string>();
  readonly codeStyles = new Set<string>();
  readonly dependencies = new Set<string>();
  readonly diagnostics: Diagnostic[] = [];
  readonly advice: Diagnostic[] = [];
  /** Locations of level 1 headings. */
  readonly titles: SourceLocation[] = [];
  readonly features = { math: false, mermaid: false, code: false, hasPanel: false, hasRequestExample: false, hasUpdates: false };
  /** Free names of the page's expressions. */
  readonly codeUses: NameUse[] = [];
  /** Snippets that must run, by file: the name under which the program imports them. */
  readonly programImports = new Map<string, string>();
  isProgram = false;
  images = 0;
  snippets = 0;
  /** UTF-16 code units of all snippets so far, once for each use. */
  snippetText = 0;

  readonly #aliases: (readonly string[])[] = [];
  readonly #sections: Section[] = [{ id: '', title: '', text: '', code: '' }];
  readonly #taken = new Set<string>();
  readonly #next = new Map<string, number>();
  readonly #reported = new Set<string>();
  readonly #deferred: (() => void)[] = [];
  readonly #anchorLinks: { readonly href: string; readonly location: SourceLocation }[] = [];
  #capturedText: string | undefined;
  #hiddenDepth = 0;

  report(diagnostic: Diagnostic): void {
    this.diagnostics.push(diagnostic);
  }

  /** Reported only by `docsgen check`. */
  advise(diagnostic: Diagnostic): void {
    if (this.#hiddenDepth === 0) this.advice.push(diagnostic);
  }

  /** The same, once for each `key`. */
  adviseOnce(key: string, diagnostic: () => Diagnostic): void {
    if (this.#hiddenDepth > 0 || this.#reported.has(`advice ${key}`)) return;
    this.#reported.add(`advice ${key}`);
    this.advice.push(diagnostic());
  }

  /** Reports a diagnostic once for each `key`. */
  reportOnce(key: string, diagnostic: () => Diagnostic): void {
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.diagnostics.push(diagnostic());
  }

  uniqueId(wanted: string): string {
    return uniqueId(wanted, this.#taken, this.#next);
  }

  hasId(id: string): boolean {
    return this.#taken.has(id);
  }

  /** Whether the page frame uses this id. */
  isFrameId(id: string): boolean {
    return frameIds.has(id);
  }

  addId(id: string): void {
    this.#taken.add(id);
  }

  /** Returns a placeholder for alias anchors, which are written only if nothing else on the page has their ids. */
  addAliases(ids: readonly string[]): string {
    if (ids.length === 0) return '';
    this.#aliases.push(ids);
    return `${aliasOpen}${this.#aliases.length - 1}${aliasClose}`;
  }

  /** Replaces the placeholders in HTML with the anchors; undefined if there are none. */
  aliasWriter(): ((html: string) => string) | undefined {
    if (this.#aliases.length === 0) return undefined;
    const anchors = this.#aliases.map((ids) =>
      ids
        .filter((id) => !this.#taken.has(id) && this.#taken.add(id))
        .map((id) => `<span id="${escapeHtml(id)}"></span>`)
        .join(''),
    );
    return (html) => (html.includes(aliasOpen) ? html.replace(aliasMark, (_, index) => anchors[Number(index)] ?? '') : html);
  }

  /** Runs when all headings have their ids: for ids that headings take precedence over. */
  afterHeadings(action: () => void): void {
    this.#deferred.push(action);
  }

  addHeading(heading: Heading): void {
    if (this.#hiddenDepth > 0) return;
    this.headings.push(heading);
    this.#sections.push({ id: heading.id, title: heading.text, text: '', code: '' });
  }

  addLink(link: PageLink): void {
    this.links.push(link);
  }

  /** Call when the whole body is written. */
  assignDeferredIds(): void {
    for (const action of this.#deferred) action();
  }

  /** A link within the page: checked when all ids are known. */
  addAnchorLink(href: string, location: SourceLocation): void {
    this.#anchorLinks.push({ href, location });
  }

  addClasses(value: unknown): void {
    if (typeof value !== 'string') return;
    for (const name of value.split(/\s+/)) if (name !== '') this.classNames.add(name);
  }

  addText(text: string): void {
    if (this.#capturedText !== undefined) this.#capturedText += text;
    else if (this.#hiddenDepth === 0) (this.#sections.at(-1) as Section).text += text;
  }

  /** Code of a block, which search finds and ranks below text. */
  addCode(code: string): void {
    if (this.#hiddenDepth > 0) return;
    const section = this.#sections.at(-1) as Section;
    section.code = `${section.code}\n${code}`.slice(0, maxSectionCode);
  }

  /** Returns the text that `action` adds, without adding it to the section: the text of a heading. */
  captureText(action: () => void): string {
    const before = this.#capturedText;
    this.#capturedText = '';
    action();
    const text = this.#capturedText;
    this.#capturedText = before;
    return collapseWhitespace(text);
  }

  /** Content that readers do not see: no search text, no headings. */
  asHidden(action: () => void): void {
    this.#hiddenDepth++;
    action();
    this.#hiddenDepth--;
  }

  /** Call last: anchors that do not exist by then are broken. Empty sections are omitted. */
  finish(): Pick<CompiledPage, 'sections'> & {
    readonly brokenAnchors: readonly BrokenAnchor[];
  } {
    const sections = this.#sections
      .map(({ id, title, text, code }) => ({ id, title, text: collapseWhitespace(text), ...(code !== '' && { code: code.trim() }) }))
      .filter(({ title, text, code }) => title !== '' || text !== '' || code !== undefined);
    const brokenAnchors = this.#anchorLinks
      .filter(({ href }) => !this.#hasAnchor(href.slice(1)))
      .map((link, index) => ({ ...link, nearest: index < maxSuggested ? nearestAnchor(link.href.slice(1), this.#taken) : undefined }));
    return { sections, brokenAnchors };
  }

  #hasAnchor(fragment: string): boolean {
    if (fragment === '' || fragment === 'top' || /^(?:param|response|body|query|path|header)-/.test(fragment) || fragment.startsWith(':~:'))
      return true;
    return this.#taken.has(fragment) || this.#taken.has(decoded(fragment));
  }
}

/** Collapses white space; single spaces are not touched. */
function collapseWhitespace(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, ' ').trim();
}
