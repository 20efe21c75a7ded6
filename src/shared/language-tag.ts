/** Language codes of the format that are not BCP 47 tags, with their equivalents. */
const aliases: Readonly<Record<string, string>> = { cn: 'zh-CN', jp: 'ja', 'ja-jp': 'ja-JP', 'fr-ca': 'fr-CA', ua: 'uk' };

/** The BCP 47 tag of a language code of docs.json, for `<html lang>`, `hreflang` and feeds. */
export function languageTag(code: string | undefined): string {
  if (code === undefined) return 'en';
  return Object.hasOwn(aliases, code) ? (aliases[code] as string) : code;
}
