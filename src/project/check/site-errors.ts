/** Diagnostics of a site check: one function for each code, which builds the whole diagnostic. */

import { type Diagnostic, diagnostic, type SourceLocation } from '../../model/diagnostic.ts';
import { missingAnchorHint } from '../../shared/nearest-anchor.ts';

type At = SourceLocation;

// Links.

/** `links/broken`: the same message as in a build, which reports the links that it can check by itself. */
export function brokenLink(location: At, href: string, hint?: string): Diagnostic {
  return diagnostic('links/broken', {
    message: `"${href}" points to a page that does not exist`,
    location,
    hint,
    data: { targets: [href] },
  });
}

/**
 * `links/broken`: the page exists, the anchor does not. With a fix when only the letter case differs. `page` is
 * undefined if the link points to the same page.
 */
export function brokenAnchor(location: At, href: string, page: string | undefined, nearest: string | undefined): Diagnostic {
  const hint = missingAnchorHint(page, nearest);
  const fragment = href.slice(href.indexOf('#') + 1);
  const isCase = nearest !== undefined && fragment.toLowerCase() === nearest.toLowerCase();
  const fix = isCase ? { from: href, to: href.replace(/#.*$/s, `#${nearest}`) } : undefined;
  return diagnostic('links/broken', {
    message: `"${href}" points to a heading that does not exist`,
    location,
    hint,
    fix,
    data: { targets: [href] },
  });
}

/** `links/case`: `correct` is the URL with the letter case of the file name. */
export function linkCase(location: At, href: string, correct: string): Diagnostic {
  const fix = { from: href, to: correct };
  return diagnostic('links/case', {
    message: `"${href}" differs from "${correct}" only in letter case`,
    location,
    hint: `write "${correct}": web servers are case-sensitive`,
    fix,
  });
}

/** `links/extension`: a URL that docsgen resolves but other servers do not. */
export function linkExtension(location: At, href: string, correct: string): Diagnostic {
  const fix = { from: href, to: correct };
  return diagnostic('links/extension', {
    message: `"${href}" has a file extension, but page URLs have none`,
    location,
    hint: `write "${correct}"`,
    fix,
  });
}

/** `links/redirected`: `isPlain` when `correct` can replace it literally. */
export function linkRedirected(location: At, href: string, correct: string, isPlain: boolean): Diagnostic {
  const message = `"${href}" is redirected to "${correct}"`;
  return diagnostic('links/redirected', {
    message,
    location,
    hint: `write "${correct}"`,
    fix: isPlain ? { from: href, to: correct } : undefined,
  });
}

/** `links/empty`: empty, or only `#`. */
export function linkEmpty(location: At, href: string): Diagnostic {
  return diagnostic('links/empty', {
    message: href.trim() === '' ? 'the link has no destination' : `link "${href}" has no destination`,
    location,
    hint: 'write a destination, or remove the link',
  });
}

/**
 * `links/malformed`: a URL with a typo in its scheme; `likely` is the probable URL, or `href` if unknown.
 */
export function linkMalformed(location: At, href: string, likely: string): Diagnostic {
  const hint = likely === href ? 'fix the URL, or remove the link' : `write "${likely}"`;
  return diagnostic('links/malformed', { message: `"${href}" is not a URL that a browser can open`, location, hint });
}

/** `links/asset-missing`: `nearest` is a similar file of the project; with `differsInCase`, it differs only in letter case. */
export function assetMissing(location: At, src: string, nearest: string | undefined, differsInCase: boolean): Diagnostic {
  const fix = nearest !== undefined && differsInCase ? { from: src, to: nearest } : undefined;
  const meant = nearest === undefined ? 'add the file, or fix the path' : `write "${nearest}"`;
  const hint = fix === undefined ? meant : `write "${nearest}": web servers are case-sensitive`;
  return diagnostic('links/asset-missing', { message: `file "${src}" does not exist`, location, hint, fix });
}

/** `links/external`: the other site reports an error, or does not exist. */
export function externalDead(location: At, url: string, reason: string): Diagnostic {
  return diagnostic('links/external', {
    message: `link to "${url}" is broken: ${reason}`,
    location,
    hint: 'fix the URL, or remove the link',
  });
}

/** `links/external-unsure`: rejected, timed out, or disconnected; it may work in a browser. */
export function externalUnknown(location: At, url: string, reason: string): Diagnostic {
  return diagnostic('links/external-unsure', {
    message: `"${url}" cannot be checked: ${reason}`,
    location,
    hint: 'open the link in a browser',
  });
}

/** `links/external-moved`: permanent redirects lead to `to`. */
export function externalMoved(location: At, url: string, to: string): Diagnostic {
  const fix = { from: url, to };
  return diagnostic('links/external-moved', { message: `"${url}" has moved permanently to "${to}"`, location, hint: `write "${to}"`, fix });
}

// Redirects.

/** `config/redirect-target`: a destination on this site that is not a page, file or other redirect. */
export function redirectTarget(location: At, destination: string, hint: string | undefined): Diagnostic {
  return diagnostic('config/redirect-target', {
    message: `redirect destination "${destination}" does not exist`,
    location,
    hint,
    data: { targets: [destination] },
  });
}

/**
 * `config/redirect`: `chain` ends with its first repeated URL. `config/` reports loops of exact sources; these need the
 * pages.
 */
export function redirectLoop(location: At, chain: readonly string[]): Diagnostic {
  return diagnostic('config/redirect', { message: `redirect loop ${chain.join(' -> ')}`, location, data: { targets: chain } });
}

/** `config/redirect-shadowed`: a pattern that matches the URLs of `count` pages. */
export function redirectShadowed(location: At, source: string, count: number, first: string): Diagnostic {
  const pages = count === 1 ? `the page ${first}` : `${count} pages, such as ${first}`;
  return diagnostic('config/redirect-shadowed', {
    message: `redirect source ${source} also matches ${pages}, which docsgen shows instead of redirecting`,
    location,
    hint: 'write a narrower source: some hosts redirect first',
  });
}

// Content.

/** `content/unlisted`: reachable only by its URL, which may be intended. */
export function unlistedPage(location: At, isLinked: boolean): Diagnostic {
  const message = isLinked ? 'this page is not in the navigation' : 'this page is not in the navigation, and no page links to it';
  return diagnostic('content/unlisted', { message, location, hint: 'list it in docs.json, or set hidden: true in its front matter' });
}

/** `content/empty`: readers see only the title. */
export function emptyPage(location: At): Diagnostic {
  return diagnostic('content/empty', {
    message: 'this page has no content',
    location,
    hint: 'write the page, or remove it',
  });
}

/** `styles/syntax`: `reason` comes from the parser and begins the sentence. */
export function badStyle(location: At, reason: string): Diagnostic {
  return diagnostic('styles/syntax', { message: `this stylesheet is not valid CSS: ${reason}`, location, hint: 'fix the rule' });
}

/** `styles/syntax`: the declarations after it become part of the selector. */
export function missingOpening(location: At, selector: string): Diagnostic {
  return diagnostic('styles/syntax', {
    message: `"{" is missing after the selector ${selector}`,
    location,
    hint: 'add "{" at the end of the line',
  });
}

/** `styles/syntax`: CSS takes the line and the next rule for one selector. */
export function lineComment(location: At): Diagnostic {
  return diagnostic('styles/syntax', { message: '"//" does not start a comment in CSS', location, hint: 'write /* … */ instead' });
}

/** `styles/syntax`: the next declaration becomes part of the value. */
export function missingSemicolon(location: At, property: string): Diagnostic {
  return diagnostic('styles/syntax', { message: `the value of ${property} does not end with a semicolon`, location, hint: 'add ";"' });
}

/** `styles/unknown-property`: `nearest` is the property that was probably meant. */
export function unknownProperty(location: At, name: string, nearest: string): Diagnostic {
  return diagnostic('styles/unknown-property', {
    message: `CSS has no property "${name}"`,
    location,
    hint: `write "${nearest}"`,
    fix: { from: name, to: nearest },
  });
}

/** `first` of several images in a page whose sizes are unknown. */
export function imageSizesUnknown(first: Diagnostic, others: number): Diagnostic {
  return { ...first, message: `${first.message} and of ${others} more on this page` };
}

/** `pages` are the files of all other pages with this title. */
export function duplicateTitle(location: At, title: string, pages: readonly string[]): Diagnostic {
  const [first, ...others] = pages;
  const more = others.length === 0 ? '' : ` and of ${others.length} more ${others.length === 1 ? 'page' : 'pages'}`;
  const message = `title "${title}" is also the title of ${first}${more}`;
  return diagnostic('content/duplicate-title', {
    message,
    location,
    hint: 'use different titles, so that readers can distinguish the pages in search results',
  });
}

/** `content/unused-snippet`: a file in `snippets/` that no page includes. */
export function unusedSnippet(file: string): Diagnostic {
  const location = { file, line: 1, column: 1 };
  return diagnostic('content/unused-snippet', { message: 'no page uses this file', location, hint: 'remove it, or use it on a page' });
}

// Accessibility.

/**
 * A colour of docs.json and the colour that it is combined with, both hexadecimal; `ratio` and `needed` as in WCAG, 1
 * to 21.
 */
export interface LowContrast {
  /** Its path: `colors.primary`. */
  readonly name: string;
  readonly color: string;
  readonly other: string;
  /** Whether the colour is in front of the other one or behind it. */
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
    what === 'text'
      ? 'choose another colour to control the shade; until then, docsgen shows text in a readable shade'
      : 'choose a colour with more contrast';
  return diagnostic('a11y/contrast', { message, location, hint });
}

/** WCAG 2.2, 3.1.1. */
export function wrongLanguage(location: At, script: string, tag: string, others: number): Diagnostic {
  const pages = others === 0 ? 'this page is' : `this page and ${others} more ${others === 1 ? 'page' : 'pages'} are`;
  const message = `${pages} written in ${script} script but declared as lang="${tag}"`;
  return diagnostic('a11y/lang', { message, location, hint: 'put the pages under navigation.languages with their language' });
}

/** `a11y/alt` (WCAG 2.2, 1.1.1): an image rendered by the author's own code. */
export function builtImageWithoutAlt(location: At, src: string): Diagnostic {
  const message = `image "${src}" has no alternative text`;
  return diagnostic('a11y/alt', { message, location, hint: 'add alt="…" that describes the image, or alt="" if it is decorative' });
}

// Translations.

/** `i18n/missing`: `page` is the file in the default language, `language` its code as configured. */
export function translationMissing(location: At, page: string, language: string): Diagnostic {
  const hint = `translate the page; until then, the language switcher opens the first "${language}" page`;
  return diagnostic('i18n/missing', { message: `${page} has no "${language}" translation`, location, hint });
}

/** `i18n/missing`: most pages of the default language have no translation; `first` is the file of one of them. */
export function translationIncomplete(
  location: At,
  {
    language,
    translated,
    missing,
    first,
  }: { readonly language: string; readonly translated: number; readonly missing: number; readonly first: string },
): Diagnostic {
  const hint = `translate the remaining pages, such as ${first}; until then, the language switcher on those pages opens the first "${language}" page`;
  return diagnostic('i18n/missing', {
    message: `only ${translated} of ${translated + missing} pages are translated into "${language}"`,
    location,
    hint,
  });
}

/** `i18n/outdated`: based on the modification times of the two files; `days` is rounded down. */
export function translationOutdated(location: At, source: string, days: number): Diagnostic {
  const age = days < 1 ? 'less than a day' : days === 1 ? 'a day' : `${days} days`;
  return diagnostic('i18n/outdated', {
    message: `${source} changed ${age} after this translation`,
    location,
    hint: 'update the translation',
  });
}

/** `i18n/untranslated`: nearly all letters are Latin, although the language has another script. */
export function notTranslated(location: At, language: string): Diagnostic {
  return diagnostic('i18n/untranslated', {
    message: `this page is not translated into "${language}" yet`,
    location,
    hint: 'translate the page',
  });
}
