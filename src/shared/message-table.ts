/**
 * UI messages of one part of the page in many languages: a text table with one row per language, parsed on first use.
 */
import { languageTag } from './language.ts';

/**
 * `table` has the rows `code | text | text …` in the order of `columns`, English first. The result returns the messages
 * for a language code of docs.json: its own row, else that of its base language, else English. Missing cells at the end
 * of a row are undefined.
 */
export function messageTable<Name extends string>(
  columns: readonly Name[],
  table: string,
): (code: string | undefined) => Readonly<Record<Name, string>> {
  type Row = Readonly<Record<Name, string>>;
  let rows: ReadonlyMap<string, Row> | undefined;
  const read = () =>
    new Map(
      table
        .trim()
        .split('\n')
        .map((line): [string, Row] => {
          const [code = '', ...words] = line.split(' | ');
          return [code, Object.fromEntries(columns.map((name, index) => [name, words[index]])) as Row];
        }),
    );
  return (code) => {
    rows ??= read();
    const tag = languageTag(code);
    // Traditional characters without a country are written as in Taiwan.
    return (rows.get(tag === 'zh-Hant' ? 'zh-TW' : tag) ?? rows.get(tag.split('-')[0] as string) ?? rows.get('en')) as Row;
  };
}
