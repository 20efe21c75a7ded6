/** What a language code of docs.json means to a browser. */

/** Codes of the format that are no BCP 47 tags, and what they stand for. */
const aliases: Readonly<Record<string, string>> = { cn: 'zh-CN', jp: 'ja', 'ja-jp': 'ja-JP', 'fr-ca': 'fr-CA', ua: 'uk' };
const rightToLeft = new Set(['ar', 'he', 'fa', 'ur', 'ps', 'sd', 'ug', 'yi', 'ku', 'dv']);

/** The value of `<html lang>`. */
export function languageTag(code: string | undefined): string {
  return code === undefined ? 'en' : (aliases[code] ?? code);
}

export function direction(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.has(tag.split('-')[0] as string) ? 'rtl' : 'ltr';
}

/** The name of a language in itself, for the switcher: `Deutsch`, `日本語`. */
export function languageName(code: string): string {
  const tag = languageTag(code);
  try {
    const name = new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard' }).of(tag) ?? code;
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    return code;
  }
}
