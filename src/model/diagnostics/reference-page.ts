/** The generated parts of docs/reference/diagnostics.mdx. */
import { tables } from './catalogue.ts';
import { areas, type Entries, type Entry } from './entry.ts';

/** Replaces the tables of the page, each between comments with its name. Throws on an unknown or missing table. */
export function withGeneratedTables(page: string): string {
  const wanted = new Map<string, string>([['areas', areaTable()]]);
  for (const [name, entries] of Object.entries(tables)) wanted.set(name, codeTable(entries));
  const written = page.replace(
    /(\{\/\* codes: ([\w-]+) \*\/\}\n).*?(\{\/\* end of codes \*\/\})/gs,
    (_, start: string, name: string, end: string) => {
      const table = wanted.get(name);
      if (table === undefined) throw new Error(`no table "${name}", or it appears twice`);
      wanted.delete(name);
      return `${start}\n${table}\n\n${end}`;
    },
  );
  if (wanted.size > 0) throw new Error(`no markers for ${[...wanted.keys()].join(', ')}`);
  return written;
}

function areaTable(): string {
  return table(
    ['Prefix', 'What the code is about'],
    Object.entries(areas).map(([area, text]) => [`\`${area}/\``, text]),
  );
}

function codeTable(entries: Entries): string {
  const rows = Object.entries(entries as Readonly<Record<string, Entry>>).map(([code, { severity, otherwise = [], text }]) => [
    `\`${code}\``,
    [severity, ...otherwise].join(', '),
    text,
  ]);
  return table(['Code', 'Severity', 'Problem and fix'], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
