/** Codes of the format that are no BCP 47 tags, and what they stand for. */
const aliases: Readonly<Record<string, string>> = { cn: 'zh-CN', jp: 'ja', 'ja-jp': 'ja-JP', 'fr-ca': 'fr-CA', ua: 'uk' };

/** A language code of docs.json as everybody else knows it: for `<html lang>`, `hreflang`, feeds. */
export function languageTag(code: string | undefined): string {
  if (code === undefined) return 'en';
  return Object.hasOwn(aliases, code) ? (aliases[code] as string) : code;
}
