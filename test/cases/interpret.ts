/** Reads the `input` of a case that no recipe knows: docs.json text, page text, arguments, or "this many of that". */
import { docsJson, type Files } from '../harness/project.ts';
import type { BadInputCase } from './case-file.ts';
import { expectedCodes } from './expectation.ts';
import { completeDocsJson, leadingJson, listedPages } from './fragment.ts';
import { defaultArgs, type Recipe } from './recipe.ts';

/** The recipe, or undefined when the input is prose. */
export function interpret(entry: BadInputCase): Recipe | undefined {
  const generated = entry.input_kind === 'generator' ? repeated(entry.input) : undefined;
  if (generated !== undefined) return entry.area === 'config' ? configRecipe(entry, generated) : pageRecipe(generated);
  if (entry.input_kind !== 'literal') return undefined;
  const input = entry.input.trim();
  if (entry.area === 'config') return configRecipe(entry, assignment(input) ?? input.replace(/,\s*\.\.\.\s*(?=[}\]])/g, ''));
  if (entry.area === 'mdx') return looksLikePage(input) ? pageRecipe(readEscapes(withoutRemark(input))) : undefined;
  if (entry.area === 'fs' && /^--\w/.test(input)) {
    const [flag = '', value = ''] = input.split(/\s+/);
    return {
      files: { ...homePage, 'docs.json': docsJson({ pages: ['index', 'guides/a'] }), 'guides/a.mdx': '# A\n' },
      args: ['build', flag, value],
      writesProject: true,
    };
  }
  return undefined;
}

const homePage: Files = { 'index.mdx': '---\ntitle: Home\n---\n\nWelcome.\n' };

function configRecipe(entry: BadInputCase, input: string): Recipe | undefined {
  const parsed = leadingJson(input);
  if (!parsed && !/^[[{]/.test(input)) return undefined;
  const codes = expectedCodes(entry.expect);
  const fragment = unescapeOutsideStrings(parsed ? wrapNode(parsed.json) : input);
  const text = completeDocsJson(fragment, !codes.includes('config/required'));
  const files: Record<string, string> = { ...homePage, 'docs.json': text };
  if (!codes.includes('config/page-missing')) {
    for (const page of pagesOf(text))
      if (isOrdinaryPath(page)) files[`${page}.mdx`] ??= `---\ntitle: ${JSON.stringify(page)}\n---\n\nText.\n`;
  }
  return { files };
}

function pageRecipe(body: string): Recipe {
  return { files: { ...homePage, 'docs.json': docsJson({ pages: ['index', 'page'] }), 'page.mdx': body }, args: defaultArgs };
}

/** `languages[0].banner.content = "text"` as a docs.json that has this value there. */
function assignment(input: string): string | undefined {
  const [, path, value] = /^([A-Za-z][\w.[\]]*)\s*=\s*("(?:[^"\\]|\\.)*"|\d+|true|false)$/.exec(input) ?? [];
  if (path === undefined || value === undefined) return undefined;
  const steps = path.match(/\w+/g) ?? [];
  const kind = divisions.get(steps[0] ?? '');
  const docs: Record<string, unknown> = kind
    ? { navigation: { [steps[0] ?? '']: [{ [kind]: kind === 'language' ? 'en' : 'Name', pages: ['index'] }] } }
    : {};
  let node = (kind ? docs.navigation : docs) as Record<string, unknown>;
  for (const step of steps.slice(0, -1)) {
    node[step] ??= {};
    node = node[step] as Record<string, unknown>;
  }
  node[steps.at(-1) ?? ''] = JSON.parse(value);
  return JSON.stringify(docs);
}

const divisions: ReadonlyMap<string, string> = new Map(
  ['language', 'version', 'product', 'tab', 'dropdown', 'anchor', 'group'].map((kind) => [`${kind}s`, kind]),
);

/** `{expression} with the variable set`: the words behind a lone expression are no part of the page. */
function withoutRemark(input: string): string {
  return /^(\{[^\n]*\}) with [a-z ]+$/.exec(input)?.[1] ?? input;
}

const nodeKeys = new Set(['group', 'pages', 'icon', 'iconType', 'tag', 'root', 'expanded', 'hidden', 'directory', 'boost', 'searchable']);

/** An object that has only keys of a navigation node stands for a group inside a group; anything else is docs.json itself. */
function wrapNode(json: string): string {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return json;
  }
  const isNode =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length > 0 &&
    Object.keys(value).every((key) => nodeKeys.has(key));
  if (!isNode) return json;
  const lack = Object.entries({ group: 'Inner', pages: ['index'] }).filter(([key]) => !Object.hasOwn(value as object, key));
  const whole = `${json.slice(0, -1)}${lack.map(([key, entry]) => `,${JSON.stringify(key)}:${JSON.stringify(entry)}`).join('')}}`;
  return `{"navigation":{"groups":[{"group":"Outer","pages":[${whole}]}]}}`;
}

function pagesOf(text: string): string[] {
  try {
    return listedPages(JSON.parse(text));
  } catch {
    return [];
  }
}

function isOrdinaryPath(path: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not reach the disk
  return !/(?:^|\/)\.\.?(?:\/|$)|^\/|\\|[\u0000-\u001f]|^[A-Z]+ \//.test(path) && path.length < 200;
}

/** Markup of any kind; a recipe in words has none. */
function looksLikePage(input: string): boolean {
  return /^\s*(?:[<{[$#]|---|```|import |export |!\[)/.test(input);
}

/** `"*a_ " x 50,000`, `100000 "[" then 100000 "]"`, `5,000 headings all "## Same"`, `<div> nested 2,000 deep`, `10 MB of paragraphs`. */
function repeated(input: string): string | undefined {
  const words = input.replace(/^generator:\s*/, '');
  const times = /^"((?:[^"\\]|\\.)+)"\s*(?:x|×|\*)\s*([\d,]+)/.exec(words);
  if (times) return readEscapes(times[1] ?? '').repeat(count(times[2]));
  const pairs = [...words.matchAll(/([\d,]+)\s*"((?:[^"\\]|\\.)+)"/g)];
  if (pairs.length > 0 && /^[\d,]+\s*"/.test(words))
    return pairs.map(([, number, text]) => readEscapes(text ?? '').repeat(count(number))).join('');
  const nested = /^<(\w+)> nested ([\d,]+)/.exec(words);
  if (nested) return `<${nested[1]}>`.repeat(count(nested[2])) + `</${nested[1]}>`.repeat(count(nested[2]));
  const blocks = /^([\d,]+) [a-z]+(?: all| of)? "((?:[^"\\]|\\.)+)"/.exec(words);
  if (blocks) return `${readEscapes(blocks[2] ?? '')}\n\n`.repeat(count(blocks[1]));
  const size = /^([\d.]+) MB of (?:paragraphs|text)/.exec(words);
  if (size)
    return 'A paragraph of plain words, as long as a line of text may be.\n\n'.repeat(Math.ceil((Number(size[1]) * 1024 * 1024) / 63));
  return undefined;
}

function count(text: string | undefined): number {
  return Number((text ?? '0').replaceAll(',', ''));
}

/** The escapes of case files: backslash-n is a newline, backslash-u a character, two backslashes one. */
function readEscapes(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|(n)|(\\))/gi, (_all, code, newline) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : newline ? '\n' : '\\',
  );
}

/** In JSON text only newlines between values are meant; escapes inside strings are JSON's own. */
function unescapeOutsideStrings(json: string): string {
  return json.replace(/"(?:[^"\\]|\\.)*"|\\n/g, (part) => (part === '\\n' ? '\n' : part));
}
