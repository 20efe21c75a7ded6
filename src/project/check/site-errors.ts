/** The faults that a check of a whole site finds: one function for each code, which builds the whole diagnostic. */

import { type Diagnostic, diagnostic, type SourceLocation } from '../../model/diagnostic.ts';
import { missingAnchorHint } from '../../shared/nearest-anchor.ts';

type At = SourceLocation;

// Links.

/** The words are those of a build, which tells the same of links that it can judge by itself. */
export function brokenLink(location: At, href: string, hint?: string): Diagnostic {
  return diagnostic('links/broken', { message: `"${href}" leads nowhere`, location, hint });
}

/** `links/broken`: the page is there, the anchor is not. With a mend when only capitals differ. `page` is undefined for the page itself. */
export function brokenAnchor(location: At, href: string, page: string | undefined, nearest: string | undefined): Diagnostic {
  const hint = missingAnchorHint(page, nearest);
  if (nearest === undefined) return brokenLink(location, href, hint);
  const fragment = href.slice(href.indexOf('#') + 1);
  const isCase = fragment.toLowerCase() === nearest.toLowerCase();
  return { ...brokenLink(location, href, hint), ...(isCase && { fix: { from: href, to: href.replace(/#.*$/s, `#${nearest}`) } }) };
}

/** `links/case`: `right` is the address as the file is spelled. */
export function linkCase(location: At, href: string, right: string): Diagnostic {
  const fix = { from: href, to: right };
  return diagnostic('links/case', { message: `"${href}" is written "${right}"`, location, hint: 'Web servers tell capitals apart', fix });
}

/** `links/extension`: an address that a build bridges, and other servers do not. */
export function linkExtension(location: At, href: string, right: string): Diagnostic {
  const fix = { from: href, to: right };
  return diagnostic('links/extension', {
    message: `"${href}" names a file, pages have no extension`,
    location,
    hint: `Write ${right}`,
    fix,
  });
}

/** `links/redirected`: `isPlain` when `right` can stand in its place, word for word. */
export function linkRedirected(location: At, href: string, right: string, isPlain: boolean): Diagnostic {
  const message = `"${href}" is redirected to ${right}`;
  return diagnostic('links/redirected', {
    message,
    location,
    hint: `Write ${right}`,
    fix: isPlain ? { from: href, to: right } : undefined,
  });
}

/** `links/empty`: nothing, or `#` alone. */
export function linkEmpty(location: At, href: string): Diagnostic {
  return diagnostic('links/empty', {
    message: `link to "${href}" leads to the page itself`,
    location,
    hint: 'Write where it leads, or remove it',
  });
}

/** `links/malformed`: an address with a slip in its scheme; `likely` is what was meant, or the same when nobody can say. */
export function linkMalformed(location: At, href: string, likely: string): Diagnostic {
  const hint = likely === href ? 'Write where it leads, or remove it' : `Did you mean ${likely}?`;
  return diagnostic('links/malformed', { message: `"${href}" is no address that a browser can open`, location, hint });
}

/** `links/asset-missing`: `nearest` is the file that differs in capitals; undefined where there is none. */
export function assetMissing(location: At, src: string, nearest: string | undefined): Diagnostic {
  const fix = nearest === undefined ? undefined : { from: src, to: nearest };
  const hint = nearest === undefined ? undefined : `Write ${nearest}: web servers tell capitals apart`;
  return diagnostic('links/asset-missing', { message: `file "${src}" is not there`, location, hint, fix });
}

/** `links/external`: the other site says so itself, or it does not exist. */
export function externalDead(location: At, url: string, reason: string): Diagnostic {
  return diagnostic('links/external', {
    message: `${url} does not answer: ${reason}`,
    location,
    hint: 'Correct the address, or remove the link',
  });
}

/** `links/external-unsure`: refused, too late, or broken off; a browser may well get there. */
export function externalUnknown(location: At, url: string, reason: string): Diagnostic {
  return diagnostic('links/external-unsure', { message: `${url} cannot be checked: ${reason}`, location, hint: 'Open it in a browser' });
}

/** `links/external-moved`: permanent redirects alone lead to `to`. */
export function externalMoved(location: At, url: string, to: string): Diagnostic {
  const fix = { from: url, to };
  return diagnostic('links/external-moved', { message: `${url} has moved for good to ${to}`, location, hint: `Write ${to}`, fix });
}

// Redirects.

/** `config/redirect-target`: a destination on this site that is no page, file or other redirect. */
export function redirectTarget(location: At, destination: string, hint: string | undefined): Diagnostic {
  return diagnostic('config/redirect-target', { message: `redirect to "${destination}" leads nowhere`, location, hint });
}

/**
 * `config/redirect`: `chain` ends with the address that it meets again. Circles of exact sources are told by `config/`;
 * these need the pages.
 */
export function redirectLoop(location: At, chain: readonly string[]): Diagnostic {
  return diagnostic('config/redirect', { message: `redirect loop ${chain.join(' -> ')}`, location });
}

/** `config/redirect-shadowed`: a pattern that matches addresses of pages: `count` of them. */
export function redirectShadowed(location: At, source: string, count: number, first: string): Diagnostic {
  const pages = count === 1 ? `the page ${first}` : `${count} pages, first ${first}`;
  return diagnostic('config/redirect-shadowed', {
    message: `redirect source ${source} also matches ${pages}; pages are shown, the redirect does nothing for them`,
    location,
    hint: 'Write a narrower source: some hosts redirect first',
  });
}

// Content.

/** `content/unlisted`: reachable by its address alone (docs-json-spec 4.9), which may be meant. */
export function unlistedPage(location: At, isLinked: boolean): Diagnostic {
  const message = isLinked ? 'this page is in no navigation' : 'this page is in no navigation, and no page links to it';
  return diagnostic('content/unlisted', { message, location, hint: 'List it in docs.json, or say hidden: true in its front matter' });
}

/** `first` of several images of a page whose sizes nobody knows. */
export function imageSizesUnknown(first: Diagnostic, others: number): Diagnostic {
  return { ...first, message: `${first.message}, nor that of ${others} more on this page` };
}

/** `pages` are the files of all other pages that have the title. */
export function duplicateTitle(location: At, title: string, pages: readonly string[]): Diagnostic {
  const [first, ...others] = pages;
  const more = others.length === 0 ? '' : ` and of ${others.length} more ${others.length === 1 ? 'page' : 'pages'}`;
  const message = `title "${title}" is also that of ${first}${more}`;
  return diagnostic('content/duplicate-title', { message, location, hint: 'Readers of search results cannot tell them apart' });
}

/** `content/unused-snippet`: a file in `snippets/` that no page includes. */
export function unusedSnippet(file: string): Diagnostic {
  const location = { file, line: 1, column: 1 };
  return diagnostic('content/unused-snippet', { message: 'no page includes this file', location, hint: 'Remove it, or include it' });
}

// Accessibility.

/** A colour of docs.json and what it is seen with, both as hex; `ratio` and `needed` as WCAG counts them, 1 to 21. */
export interface LowContrast {
  /** As one writes it: `colors.primary`. */
  readonly name: string;
  readonly color: string;
  readonly other: string;
  /** Whether the colour lies on the other one or under it. */
  readonly relation: 'on' | 'under';
  readonly ratio: number;
  readonly needed: number;
  readonly what: 'text' | 'banner' | 'icon';
}

/** WCAG 2.2, 1.4.3 and 1.4.11. */
export function lowContrast(location: At, { name, color, other, relation, ratio, needed, what }: LowContrast): Diagnostic {
  const pair = relation === 'on' ? `${color} on ${other}` : `${color} under ${other}`;
  const message = `${name} ${pair} has a contrast of ${ratio.toFixed(1)}:1; ${what === 'icon' ? 'icons need' : 'text needs'} ${needed}:1`;
  const hint =
    what === 'text' ? 'Text is shown in a shade that can be read; choose one to decide it yourself' : 'Choose a shade that stands out more';
  return diagnostic('a11y/contrast', { message, location, hint });
}

/** WCAG 2.2, 3.1.1. */
export function wrongLanguage(location: At, script: string, tag: string, others: number): Diagnostic {
  const pages = others === 0 ? 'this page is' : `this page and ${others} more are`;
  const message = `${pages} written in ${script} letters and announced as lang="${tag}"`;
  return diagnostic('a11y/lang', { message, location, hint: 'Put the pages under navigation.languages with their language' });
}

/** `a11y/alt` (WCAG 2.2, 1.1.1): an image that the author's own code draws. */
export function builtImageWithoutAlt(location: At, src: string): Diagnostic {
  const message = `image "${src}" has no alternative text`;
  return diagnostic('a11y/alt', { message, location, hint: 'Add alt="…" that says what it shows, or alt="" if it is decoration' });
}

// Translations.

/** `i18n/missing`: `page` is the file in the default language, `language` its code as configured. */
export function translationMissing(location: At, page: string, language: string): Diagnostic {
  const hint = `Readers who choose ${language} come to the first page in it`;
  return diagnostic('i18n/missing', { message: `no "${language}" translation of ${page}`, location, hint });
}

/** `i18n/outdated`: by the times of the two files; `days` is rounded down. */
export function translationOutdated(location: At, source: string, days: number): Diagnostic {
  const age = days < 1 ? 'less than a day' : days === 1 ? 'a day' : `${days} days`;
  return diagnostic('i18n/outdated', {
    message: `${source} was changed ${age} after this translation`,
    location,
    hint: 'Bring it up to date',
  });
}

/** `i18n/untranslated`: nearly all of its letters are Latin, where the language has others. */
export function notTranslated(location: At, language: string): Diagnostic {
  return diagnostic('i18n/untranslated', {
    message: `this "${language}" page is not in that language yet`,
    location,
    hint: 'Translate it',
  });
}
