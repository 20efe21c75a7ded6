/** Direction and name of a language code of docs.json. */

import { languageTag } from './language-tag.ts';

export { languageTag };

const rightToLeft = new Set(['ar', 'he', 'fa', 'ur', 'ps', 'sd', 'ug', 'yi', 'ku', 'dv']);

/** The writing direction for a BCP 47 tag. Only the language subtag matters. */
export function direction(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.has(tag.split('-')[0] as string) ? 'rtl' : 'ltr';
}

/** Familiar names, where the general rule would give a name with a country in brackets. */
const names: Readonly<Record<string, string>> = {
  // The same as `Intl.DisplayNames` gives, which takes 30 ms to load.
  en: 'English',
  'zh-CN': '简体中文',
  'zh-Hans': '简体中文',
  'zh-TW': '繁體中文',
  'zh-Hant': '繁體中文',
  'ja-JP': '日本語',
};

/** The name of a language in itself, for the switcher: `Deutsch`, `日本語`. */
export function languageName(code: string): string {
  const tag = languageTag(code);
  if (Object.hasOwn(names, tag)) return names[tag] as string;
  try {
    const name = new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' }).of(tag) ?? code;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    return code;
  }
}
