/** Finds the language code that is meant by another code or a name. */
import { languageTag } from '../../../shared/language-tag.ts';

/** ISO 639-2 codes of three letters whose first two letters are not the ISO 639-1 code, and names that are not in English. */
const otherCodes: Readonly<Record<string, string>> = {
  ger: 'de',
  deu: 'de',
  deutsch: 'de',
  gr: 'el',
  spa: 'es',
  esp: 'es',
  español: 'es',
  espanol: 'es',
  castellano: 'es',
  fre: 'fr',
  fra: 'fr',
  français: 'fr',
  francais: 'fr',
  dut: 'nl',
  nld: 'nl',
  nederlands: 'nl',
  por: 'pt',
  português: 'pt',
  portugues: 'pt',
  br: 'pt-BR',
  chi: 'zh',
  zho: 'zh',
  tw: 'zh-TW',
  jpn: 'ja',
  jap: 'ja',
  kor: 'ko',
  kr: 'ko',
  pol: 'pl',
  polski: 'pl',
  swe: 'sv',
  se: 'sv',
  svenska: 'sv',
  cze: 'cs',
  ces: 'cs',
  cz: 'cs',
  dan: 'da',
  dk: 'da',
  dansk: 'da',
  nob: 'no',
  nno: 'no',
  nb: 'no',
  nn: 'no',
  norsk: 'no',
  per: 'fa',
  fas: 'fa',
  rum: 'ro',
  ron: 'ro',
  tur: 'tr',
  türkçe: 'tr',
  ukr: 'uk',
  vie: 'vi',
  vn: 'vi',
  ind: 'id',
  iw: 'he',
  heb: 'he',
  ara: 'ar',
  lav: 'lv',
  hun: 'hu',
  fin: 'fi',
  ita: 'it',
  italiano: 'it',
  rus: 'ru',
  hin: 'hi',
  cat: 'ca',
  us: 'en',
  gb: 'en',
  eng: 'en',
};

/** The code among `allowed` that was probably meant by another code or the name of a language, such as `ger`, `de-AT` or `German`. */
export function languageCode(written: string, allowed: readonly string[]): string | undefined {
  const find = (code: string | undefined) => allowed.find((candidate) => candidate.toLowerCase() === code?.toLowerCase());
  const name = written.trim().toLowerCase();
  const [language] = name.split(/[-_]/);
  const known = find(name.replace(/_/g, '-')) ?? find(Object.hasOwn(otherCodes, name) ? otherCodes[name] : undefined);
  if (known !== undefined) return known;
  const names = new Intl.DisplayNames('en', { type: 'language' });
  return allowed.find((code) => names.of(languageTag(code))?.toLowerCase() === name) ?? (language === name ? undefined : find(language));
}
