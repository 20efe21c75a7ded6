/** What is learnt about a page while its body is made: outline, links, text for search, classes, faults. */

import type { CompiledPage, Heading, PageLink } from '../../../model/compiled-page.ts';
import type { Diagnostic, SourceLocation } from '../../../model/diagnostic.ts';
import { escapeHtml } from '../../../shared/html.ts';
import { nearestAnchor } from '../../../shared/nearest-anchor.ts';
import { decoded } from '../../../shared/safe-decode.ts';
import { frameIds } from '../../../shared/site/frame-ids.ts';
import { uniqueId } from '../../../shared/slug.ts';
import type { NameUse } from '../expressions/names.ts';

/** Noncharacters: no text of a page holds them after parsing. */
const aliasOpen = '\ufde0';
const aliasClose = '\ufde1';
const aliasMark = /\ufde0(\d+)\ufde1/g;

/** Wrong ids of a page that are compared: what is wrong more often than this is no slip. */
const maxSuggested = 100;

/** A link to a place on the page that is not there, and the place that was probably meant. */
export interface BrokenAnchor {
  readonly href: string;
  readonly location: SourceLocation;
  readonly nearest: string | undefined;
}

interface Section {
  readonly id: string;
  readonly title: string;
  text: string;
}

/** One for each compilation, written to by every step in the order of the text; `finish` closes it. */
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
  /** Where headings of level 1 stand. */
  readonly titles: SourceLocation[] = [];
  readonly features = { math: false, mermaid: false, code: false, hasPanel: false, hasRequestExample: false, hasUpdates: false };
  /** Names that the page's own expressions take from JavaScript. */
  readonly codeUses: NameUse[] = [];
  /** Snippets that must run, by file: the name under which the program imports them. */
  readonly programImports = new Map<string, string>();
  isProgram = false;
  images = 0;
  snippets = 0;

  readonly #aliases: (readonly string[])[] = [];
  readonly #sections: Section[] = [{ id: '', title: '', text: '' }];
  readonly #taken = new Set<string>();
  readonly #next = new Map<string, number>();
  readonly #reported = new Set<string>();
  readonly #waiting: (() => void)[] = [];
  readonly #anchorLinks: { readonly href: string; readonly location: SourceLocation }[] = [];
  #heard: string | undefined;
  #silence = 0;

  tell(diagnostic: Diagnostic): void {
    this.diagnostics.push(diagnostic);
  }

  /** For a check alone. */
  advise(diagnostic: Diagnostic): void {
    if (this.#silence === 0) this.advice.push(diagnostic);
  }

  /** Tells a fault once for each `key`. */
  tellOnce(key: string, diagnostic: () => Diagnostic): void {
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

  /** Whether the page around the content has this id. */
  hasOwnId(id: string): boolean {
    return frameIds.has(id);
  }

  addId(id: string): void {
    this.#taken.add(id);
  }

  /** Marks the place of hidden anchors that are only written when nothing else on the page has their ids. */
  addAliases(ids: readonly string[]): string {
    if (ids.length === 0) return '';
    this.#aliases.push(ids);
    return `${aliasOpen}${this.#aliases.length - 1}${aliasClose}`;
  }

  /** The same stretch of HTML with the anchors in their places; undefined when there are none to write. */
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

  /** Runs when all headings have their ids: for ids that must give way to them. */
  whenHeadingsAreKnown(action: () => void): void {
    this.#waiting.push(action);
  }

  addHeading(heading: Heading): void {
    if (this.#silence > 0) return;
    this.headings.push(heading);
    this.#sections.push({ id: heading.id, title: heading.text, text: '' });
  }

  addLink(link: PageLink): void {
    this.links.push(link);
  }

  /** To be called when the whole body is made. */
  settleIds(): void {
    for (const action of this.#waiting) action();
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
    if (this.#heard !== undefined) this.#heard += text;
    else if (this.#silence === 0) (this.#sections.at(-1) as Section).text += text;
  }

  /** The text that `action` adds, kept out of the section: a heading's own. */
  hear(action: () => void): string {
    const before = this.#heard;
    this.#heard = '';
    action();
    const text = this.#heard;
    this.#heard = before;
    return evenText(text);
  }

  /** Content that readers do not see: no search text, no headings. */
  silently(action: () => void): void {
    this.#silence++;
    action();
    this.#silence--;
  }

  /** To be called last: an anchor that does not exist by then is broken. Sections without any words are left out. */
  finish(): Pick<CompiledPage, 'sections'> & {
    readonly brokenAnchors: readonly BrokenAnchor[];
  } {
    const sections = this.#sections
      .map(({ id, title, text }) => ({ id, title, text: evenText(text) }))
      .filter(({ title, text }) => title !== '' || text !== '');
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

/** White space is one blank; blanks that stand alone, which most do, are left as they are. */
function evenText(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, ' ').trim();
}
