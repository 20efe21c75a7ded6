/** A file of cases, whatever its form: the form is read from the data, not from the name. */
import { readdirSync, readFileSync } from 'node:fs';
import { type HostileCase, type MalformedCase, readHostileCases } from './case-format.ts';
import { type PlaygroundCase, readPlaygroundCases } from './playground/playground-case.ts';

const ownPlaygroundCases = new URL('../../fixtures/cases/playground-cases.json', import.meta.url);

export interface ConfigCase {
  readonly name: string;
  readonly config: unknown;
  readonly mintlify_verdict: 'valid' | 'invalid';
  readonly note?: string;
  /** Our verdict, where it differs, and why. */
  readonly expect?: { readonly verdict: 'valid' | 'invalid'; readonly why: string };
}

/** A description, and the verdict of the format's own tool on it. */
export interface SpecificationCase {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly mintlify_verdict: 'valid' | 'invalid';
  /** Our verdict, where it differs, and why. */
  readonly expect?: { readonly verdict: 'valid' | 'invalid'; readonly why: string };
}

export type CaseFile =
  | { readonly form: 'specifications'; readonly cases: readonly SpecificationCase[] }
  | { readonly form: 'config'; readonly cases: readonly ConfigCase[] }
  | { readonly form: 'hostile'; readonly cases: readonly (HostileCase | MalformedCase)[] }
  | { readonly form: 'playground'; readonly cases: readonly (PlaygroundCase | MalformedCase)[] }
  | { readonly form: 'agent'; readonly cases: readonly { readonly number: number; readonly name: string }[] }
  /** Hostile inputs in prose, for people: played are those that our data has under the same id and title. */
  | { readonly form: 'prose'; readonly cases: readonly { readonly id: string; readonly data?: HostileCase | undefined }[] };

export type Outcome =
  | {
      readonly name: string;
      readonly group?: string;
      readonly status: 'passed';
      readonly reason?: undefined;
      /** Counts that a case wants to be seen. */
      readonly note?: string;
    }
  | { readonly name: string; readonly group?: string; readonly status: 'failed' | 'skipped'; readonly reason: string };

export function readCaseFile(path: string): CaseFile {
  const text = readFileSync(path, 'utf8');
  if (/\.mdx?$/.test(path)) return { form: 'agent', cases: numberedCases(text) };
  const data: unknown = JSON.parse(text);
  const list = Array.isArray(data) ? data : has(data, 'cases') ? data.cases : undefined;
  if (!Array.isArray(list) || list.length === 0)
    throw new Error(`${path}: no form of case file that is known here (a list with cases, or an object with "cases")`);
  const all = (...keys: string[]) => list.every((entry) => has(entry, ...keys));
  if (all('config', 'mintlify_verdict'))
    return { form: 'config', cases: withOwnVerdicts(strict(list, path, ['config', ...verdictKeys]) as ConfigCase[], 'config-cases') };
  if (all('file', 'text', 'mintlify_verdict'))
    return {
      form: 'specifications',
      cases: withOwnVerdicts(strict(list, path, ['file', 'text', ...verdictKeys]) as SpecificationCase[], 'openapi-cases'),
    };
  if (all('id', 'group', 'spec'))
    return { form: 'playground', cases: readPlaygroundCases(list, JSON.parse(readFileSync(ownPlaygroundCases, 'utf8')).cases) };
  if (all('id', 'area', 'run', 'input')) return { form: 'prose', cases: proseCases(list as { id: string; title?: string }[]) };
  return { form: 'hostile', cases: readHostileCases(data, path) };
}

function proseCases(list: readonly { readonly id: string; readonly title?: string }[]) {
  const folder = new URL('../../fixtures/cases/hostile/', import.meta.url);
  const own = new Map<string, HostileCase>();
  for (const name of readdirSync(folder))
    for (const entry of readHostileCases(JSON.parse(readFileSync(new URL(name, folder), 'utf8')), name))
      if ('area' in entry) own.set(`${entry.id} ${entry.title}`, entry);
  return list.map(({ id, title }) => ({ id, data: own.get(`${id} ${title}`) }));
}

/** Where our own file has the same input with a verdict of ours, that counts in every file. */
function withOwnVerdicts<Case extends ConfigCase | SpecificationCase>(cases: readonly Case[], name: string): readonly Case[] {
  const own = JSON.parse(readFileSync(new URL(`../../fixtures/cases/${name}.json`, import.meta.url), 'utf8')) as readonly Case[];
  const inputOf = (entry: Case) => JSON.stringify('config' in entry ? entry.config : entry.text);
  const verdicts = new Map(own.flatMap((entry) => (entry.expect ? [[inputOf(entry), entry.expect] as const] : [])));
  return cases.map((entry) => {
    const expect = entry.expect ?? verdicts.get(inputOf(entry));
    return expect === undefined ? entry : { ...entry, expect };
  });
}

const verdictKeys = ['name', 'mintlify_verdict', 'note', 'expect'];

/** A key that nothing reads would be an expectation that nothing judges. */
function strict(list: readonly object[], path: string, known: readonly string[]): readonly object[] {
  const unknown = list.flatMap((entry, index) => {
    const keys = Object.keys(entry).filter((key) => !known.includes(key));
    return keys.length === 0 ? [] : [`${(entry as { name?: string }).name ?? `case ${index + 1}`}: unknown key "${keys.join('", "')}"`];
  });
  if (unknown.length > 0) throw new Error(`${path}: ${unknown.slice(0, 20).join('\n  ')}`);
  return list;
}

function has<K extends string>(value: unknown, ...keys: K[]): value is Record<K, unknown> {
  return typeof value === 'object' && value !== null && keys.every((key) => key in value);
}

/** Cases of prose: `12. **Name.** …`, or just `12. …`, named by their first words then. */
function numberedCases(text: string): { readonly number: number; readonly name: string }[] {
  return [...text.matchAll(/^(\d+)\. (?:\*\*(.+?)\*\*|(.{1,40}\S*))/gm)].map(([, number, bold, words]) => ({
    number: Number(number),
    name: `${number} ${bold ?? words}`,
  }));
}
