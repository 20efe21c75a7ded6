/** A docs.json as a case writes it: any text; where it is an object that lacks what every site has, the lack is filled in. */

/** The JSON value that `text` starts with, and the words after it (`{…} with files present`). Undefined when there is none. */
export function leadingJson(text: string): { readonly json: string; readonly rest: string } | undefined {
  const start = text.search(/\S/);
  if (start < 0 || !'{['.includes(text[start] ?? '')) return undefined;
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index++) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if ((character === '}' || character === ']') && --depth === 0)
      return { json: text.slice(start, index + 1), rest: text.slice(index + 1).trim() };
  }
  return undefined;
}

const base: Readonly<Record<string, unknown>> = { theme: 'mint', name: 'Case', colors: { primary: '#16a34a' } };

/**
 * Adds the keys of a complete docs.json that an object lacks, behind what the case wrote, so that its places stay where
 * they are. `navigation` is added too unless the case is about its absence. Text that is no JSON object stays as it is.
 */
export function completeDocsJson(text: string, withNavigation: boolean): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return text;
  const wanted = withNavigation ? { ...base, navigation: { pages: ['index'] } } : base;
  const missing = Object.entries(wanted).filter(([key]) => !Object.hasOwn(value, key));
  if (missing.length === 0) return text;
  const end = text.lastIndexOf('}');
  const comma = Object.keys(value).length > 0 ? ',' : '';
  return `${text.slice(0, end)}${comma}${missing.map(([key, entry]) => `${JSON.stringify(key)}:${JSON.stringify(entry)}`).join(',')}${text.slice(end)}`;
}

/** Every page that a docs.json lists, as written: strings in `pages` lists and `root` of groups, in order. */
export function listedPages(value: unknown): string[] {
  const pages: string[] = [];
  const walk = (node: unknown, key: string) => {
    if (typeof node === 'string') {
      if (key === 'pages' || key === 'root') pages.push(node);
    } else if (Array.isArray(node)) for (const child of node) walk(child, key);
    else if (typeof node === 'object' && node !== null) for (const [name, child] of Object.entries(node)) walk(child, name);
  };
  const navigation = typeof value === 'object' && value !== null ? (value as Record<string, unknown>).navigation : undefined;
  walk(navigation, '');
  return pages;
}
