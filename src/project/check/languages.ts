/** Checks whether pages are in their declared language, and whether translations are up to date. */
import type { Diagnostic, SourceLocation } from '../../model/diagnostic.ts';
import type { Page } from '../../model/page.ts';
import { formatPath } from '../../stages/config/path.ts';
import type { SourceLocations } from '../../stages/openapi/check/source-locations.ts';
import * as errors from './site-errors.ts';
import type { CheckedPage, SiteView, YieldWhenDue } from './site-view.ts';

/** Languages by their script; all others use Latin letters. */
const scripts: readonly { readonly name: string; readonly letters: RegExp; readonly languages: RegExp }[] = [
  {
    name: 'Chinese or Japanese',
    letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu,
    languages: /^(?:zh|cn|ja|jp|yue|ko)\b/i,
  },
  { name: 'Korean', letters: /\p{Script=Hangul}/gu, languages: /^ko\b/i },
  { name: 'Cyrillic', letters: /\p{Script=Cyrillic}/gu, languages: /^(?:ru|uk|ua|bg|sr|mk|be|kk|ky|mn|tg)\b/i },
  { name: 'Arabic', letters: /\p{Script=Arabic}/gu, languages: /^(?:ar|fa|ur|ps|ckb|sd|ug)\b/i },
  { name: 'Hebrew', letters: /\p{Script=Hebrew}/gu, languages: /^(?:he|yi)\b/i },
  { name: 'Devanagari', letters: /\p{Script=Devanagari}/gu, languages: /^(?:hi|mr|ne|sa)\b/i },
  { name: 'Greek', letters: /\p{Script=Greek}/gu, languages: /^el\b/i },
  { name: 'Thai', letters: /\p{Script=Thai}/gu, languages: /^th\b/i },
];

/** Greek and later blocks, without punctuation and symbols. */
const otherLetters = /[\u0370-\u1dff\u3040-\ud7ff]/;
/** Minimum number of letters for a check. */
const fewLetters = 200;

/**
 * Reports `a11y/lang`, `i18n/untranslated`, `i18n/missing` and `i18n/outdated`. Counts letters in the sources of pages,
 * without dictionaries.
 */
export async function checkLanguages(view: SiteView, places: SourceLocations, yieldWhenDue: YieldWhenDue): Promise<Diagnostic[]> {
  const wrong = new Map<string, { readonly page: Page; readonly script: string; readonly tag: string; count: number }>();
  const found: Diagnostic[] = [];
  for (const checked of view.pages) {
    const { page } = checked;
    if (page.file === undefined) continue;
    const tag = page.language ?? 'en';
    const own = scripts.filter(({ languages }) => languages.test(tag));
    // Latin letters in a language with Latin script: nothing to count.
    if (own.length === 0 && !otherLetters.test(checked.source?.body ?? '')) continue;
    await yieldWhenDue();
    const prose = proseOf(checked);
    const latin = count(prose, /\p{Script=Latin}/gu);
    const foreign = scripts.map((script) => ({ ...script, count: count(prose, script.letters) })).filter(({ count }) => count > fewLetters);
    const main = foreign.sort((a, b) => b.count - a.count)[0];
    // A character of these scripts carries more text than a Latin letter, so half as many are enough.
    if (main && main.count * 2 > latin && !main.languages.test(tag)) {
      const key = `${tag} ${main.name}`;
      const known = wrong.get(key);
      if (known) known.count++;
      else wrong.set(key, { page, script: main.name, tag, count: 0 });
    }
    if (
      page.language !== undefined &&
      own.length > 0 &&
      latin > fewLetters * 4 &&
      own.every(({ letters }) => count(prose, letters) < latin / 100)
    )
      found.push(errors.notTranslated(places.at(page.file, 1, 1), page.language));
  }
  for (const { page, script, tag, count: others } of wrong.values())
    found.push(errors.wrongLanguage(places.at(page.file as string, 1, 1), script, tag, others));
  return [...found, ...translations(view, places)];
}

/** Without code, tags and URLs, which are always Latin. */
function proseOf({ source }: CheckedPage): string {
  return (source?.body ?? '')
    .replace(/^[ \t]*(`{3,}|~{3,})[\s\S]*?^[ \t]*\1[ \t]*$/gm, '')
    .replace(/`[^`\n]*`|\]\([^)\n]*\)|<[^>]*>|^(?:import|export)\b.*$/gm, '')
    .slice(0, 20_000);
}

function count(text: string, letters: RegExp): number {
  return text.match(letters)?.length ?? 0;
}

/** Pages of the default language, each compared with its counterparts in the other languages. */
function* translations(view: SiteView, places: SourceLocations): Generator<Diagnostic> {
  const paths = new Set(view.pages.map((checked) => checked.page.path.toLowerCase()));
  const byUrl = new Map(view.pages.map(({ page }) => [encodeURI(page.url), page]));
  /** Config path of a language → its pages. */
  const counts = new Map<string, { readonly name: string; translated: number; readonly missing: string[] }>();
  for (const { page } of view.pages) {
    const { file } = page;
    const languages = file === undefined ? undefined : view.nav.switches.get(page.path)?.find(({ kind }) => kind === 'language');
    if (file === undefined || languages?.options.find(({ node }) => node === languages.active)?.isDefault !== true) continue;
    for (const { node, name, exact, href } of languages.options) {
      if (node === languages.active) continue;
      const count = counts.get(node) ?? { name, translated: 0, missing: [] };
      counts.set(node, count);
      const translation = exact ? byUrl.get(href) : undefined;
      if (!exact && isUnlisted(page, name, paths)) continue;
      if (!exact) count.missing.push(file);
      else {
        count.translated += 1;
        if (translation?.file !== undefined && translation.file !== file) yield* outdated(file, translation.file, view, places);
      }
    }
  }
  for (const [node, { name, translated, missing }] of counts) {
    const [first] = missing;
    // A language that is only begun lacks most pages: one message says so.
    if (first !== undefined && missing.length > Math.max(3, translated))
      yield errors.translationIncomplete(languagePlace(view, node, name), { language: name, translated, missing: missing.length, first });
    else for (const file of missing) yield errors.translationMissing(places.at(file, 1, 1), file, name);
  }
}

/** The code of a language in docs.json. */
function languagePlace({ config, configStrings }: SiteView, node: string, name: string): SourceLocation {
  const codes = configStrings.filter(({ path, value }) => path.at(-1) === 'language' && value === name);
  const own = codes.find(({ path }) => formatPath(path.slice(0, -1)) === node) ?? codes[0];
  return own?.location ?? { file: config.file, line: 1, column: 1 };
}

/** The translation exists but is not in the navigation, which is reported separately. */
function isUnlisted(page: Page, language: string, paths: ReadonlySet<string>): boolean {
  const own = `${page.language ?? ''}/`.toLowerCase();
  const path = page.path.toLowerCase();
  return paths.has(`${language}/${path.startsWith(own) ? path.slice(own.length) : path}`.toLowerCase());
}

const dayMs = 86_400_000;
/** Files of a checkout or an unpacked archive have times within this span, whatever their age. */
const sameTimeMs = 60_000;

function* outdated(file: string, translation: string, view: SiteView, places: SourceLocations): Generator<Diagnostic> {
  const [source, translated] = [view.changedAt(file), view.changedAt(translation)];
  if (source === undefined || translated === undefined || source - translated <= sameTimeMs) return;
  yield errors.translationOutdated(places.at(translation, 1, 1), file, Math.floor((source - translated) / dayMs));
}
