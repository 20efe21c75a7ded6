/** The info string of a fence after the language: `js Title words icon="x" {1,3-5} lines`. */

/** Settings of a code block, in any order. Line numbers beyond the code have no effect. */
export interface FenceMeta {
  readonly title?: string;
  readonly icon?: string;
  /** 1-based line numbers. */
  readonly highlight: ReadonlySet<number>;
  readonly focus: ReadonlySet<number>;
  readonly lines: boolean;
  readonly wrap: boolean;
  readonly expandable: boolean;
  readonly nocopy: boolean;
  /** For diagrams: whether the buttons are shown. By default it depends on the height of the diagram. */
  readonly actions?: boolean;
  readonly placement?: string;
}

const token = /([A-Za-z][\w-]*)=("[^"]*"|'[^']*'|\{[^}]*\}|[^\s]+)|\{([\d,\s-]+)\}|"([^"]*)"|'([^']*)'|(\S+)/g;
const flags = new Map([
  ['lines', 'lines'],
  ['showlinenumbers', 'lines'],
  ['wrap', 'wrap'],
  ['expandable', 'expandable'],
  ['nocopy', 'nocopy'],
]);
const ignoredFlags = new Set(['twoslash', 'runnable', 'actions']);

/** Bare words form the title, unless `title` or `filename` is set. Words that are known flags are not part of the title. */
export function parseFenceMeta(meta: string): FenceMeta {
  const words: string[] = [];
  const values = new Map<string, string>();
  for (const [, key, value, ranges, quoted, single, word] of meta.matchAll(token)) {
    if (key !== undefined) values.set(flags.get(key.toLowerCase()) ?? key.toLowerCase(), unquote(value ?? ''));
    else if (ranges !== undefined) values.set('highlight', `${values.get('highlight') ?? ''},${ranges}`);
    else if (word !== undefined) {
      const bare = word.replace(/^\[(.*)\]$/, '$1');
      const flag = flags.get(bare.toLowerCase());
      if (flag) values.set(flag, 'true');
      else if (ignoredFlags.has(bare)) values.set(bare, 'true');
      else words.push(bare);
    } else words.push(quoted ?? single ?? '');
  }
  const title = values.get('title') ?? values.get('filename') ?? words.join(' ');
  const icon = values.get('icon');
  const actions = values.get('actions');
  const placement = values.get('placement');
  const isOn = (name: string) => (values.get(name) ?? 'false') !== 'false';
  return {
    ...(title !== '' && { title }),
    ...(icon && { icon }),
    highlight: lineNumbers(values.get('highlight')),
    focus: lineNumbers(values.get('focus')),
    lines: isOn('lines'),
    wrap: isOn('wrap'),
    expandable: isOn('expandable'),
    nocopy: isOn('nocopy'),
    ...(actions !== undefined && { actions: actions !== 'false' }),
    ...(placement && { placement }),
  };
}

/** The first word of the info string: `ts`, `{ts}`, `TS{1-2}`. ```{1-2} and ```title="x" have no language. */
export function parseFenceWord(word: string): { readonly language: string; readonly isMeta: boolean } {
  if (/^[{[]|=/.test(word) && !/^\{\w+\}$/.test(word)) return { language: '', isMeta: true };
  const language = word
    .replace(/^\{(\w+)\}$/, '$1')
    .replace(/[{,:].*$/, '')
    .toLowerCase();
  return { language, isMeta: false };
}

/** `1,3-5`, `[1,3]`, `1-2,5` → line numbers. Very large ranges are truncated. */
export function lineNumbers(ranges: string | undefined): ReadonlySet<number> {
  const numbers = new Set<number>();
  for (const [, from, to] of (ranges ?? '').matchAll(/(\d{1,6})(?:\s*-\s*(\d{1,6}))?/g)) {
    const last = Math.min(Number(to ?? from), Number(from) + 10_000);
    for (let line = Number(from); line <= last; line++) numbers.add(line);
  }
  return numbers;
}

function unquote(value: string): string {
  const inner = /^(?:"([^"]*)"|'([^']*)'|\{([^}]*)\})$/.exec(value);
  if (!inner) return value;
  const text = inner[1] ?? inner[2] ?? inner[3] ?? '';
  return inner[3] === undefined ? text : text.replace(/^["'`](.*)["'`]$/, '$1');
}
