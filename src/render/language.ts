/** What a language code of docs.json means to a browser. */

/** Codes of the format that are no BCP 47 tags, and what they stand for. */
const aliases: Readonly<Record<string, string>> = { cn: 'zh-CN', jp: 'ja', 'ja-jp': 'ja-JP', 'fr-ca': 'fr-CA', ua: 'uk' };
const rightToLeft = new Set(['ar', 'he', 'fa', 'ur', 'ps', 'sd', 'ug', 'yi', 'ku', 'dv']);

/** The value of `<html lang>`. */
export function languageTag(code: string | undefined): string {
  if (code === undefined) return 'en';
  return Object.hasOwn(aliases, code) ? (aliases[code] as string) : code;
}

export function direction(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.has(tag.split('-')[0] as string) ? 'rtl' : 'ltr';
}

/** Names that readers know, where the general rule gives a name with a country in brackets. */
const names: Readonly<Record<string, string>> = {
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
