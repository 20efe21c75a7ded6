/** A file of cases, whatever its form: the form is read from the data, not from the name. */
import { readFileSync } from 'node:fs';
import type { PlaygroundCase } from './playground/playground-case.ts';

export interface ConfigCase {
  readonly name: string;
  readonly config: unknown;
  readonly mintlify_verdict: 'valid' | 'invalid';
  readonly note?: string;
}

export interface Expectation {
  /** `1`, or words such as `0, or 1 with mdx/too-large`. */
  readonly exit?: number | string;
  readonly stderr?: string;
  readonly stderr_code?: string;
  readonly stderr_says?: string;
  readonly outdir?: string;
  readonly html?: string;
  readonly limits?: string;
  readonly invariant?: string;
  /** What a server answers. */
  readonly http?: string | number;
  readonly never?: string;
}

export interface BadInputCase {
  readonly id: string;
  readonly area: string;
  readonly title: string;
  readonly priority: string;
  readonly run: string;
  readonly input_kind: 'literal' | 'generator' | 'corpus' | 'fault';
  readonly input: string;
  readonly expect: Expectation;
}

/** A description, and the verdict of the format's own tool on it. */
export interface SpecificationCase {
  readonly name: string;
  readonly file: string;
  readonly text: string;
  readonly mintlify_verdict: 'valid' | 'invalid';
}

export type CaseFile =
  | { readonly form: 'specifications'; readonly cases: readonly SpecificationCase[] }
  | { readonly form: 'config'; readonly cases: readonly ConfigCase[] }
  | { readonly form: 'bad-inputs'; readonly cases: readonly BadInputCase[] }
  | { readonly form: 'playground'; readonly cases: readonly PlaygroundCase[] }
  | { readonly form: 'agent'; readonly cases: readonly { readonly number: number; readonly name: string }[] }
  /** A form that this version of docsgen has nothing to run against yet. */
  | { readonly form: 'later'; readonly what: string; readonly names: readonly string[] };

export type Outcome =
  | {
      readonly name: string;
      readonly group?: string;
      readonly status: 'passed';
      readonly reason?: undefined /** Counts that a case wants to be seen. */;
      readonly note?: string;
    }
  | { readonly name: string; readonly group?: string; readonly status: 'failed' | 'skipped'; readonly reason: string };

export function readCaseFile(path: string): CaseFile {
  const text = readFileSync(path, 'utf8');
  if (/\.mdx?$/.test(path)) return { form: 'agent', cases: numberedCases(text) };
  const data: unknown = JSON.parse(text);
  if (Array.isArray(data) && data.every((entry) => has(entry, 'config', 'mintlify_verdict')))
    return { form: 'config', cases: data as ConfigCase[] };
  if (Array.isArray(data) && data.length > 0 && data.every((entry) => has(entry, 'name', 'file', 'text', 'mintlify_verdict')))
    return { form: 'specifications', cases: data as SpecificationCase[] };
  const list = Array.isArray(data) ? data : has(data, 'cases') ? (data.cases as unknown[]) : undefined;
  if (!Array.isArray(list)) throw new Error(`${path}: no form of case file that is known here (a list, or an object with "cases")`);
  if (list.length > 0 && list.every((entry) => has(entry, 'id', 'area', 'run', 'expect')))
    return { form: 'bad-inputs', cases: list as BadInputCase[] };
  if (list.length > 0 && list.every((entry) => has(entry, 'id', 'group', 'spec', 'expect')))
    return { form: 'playground', cases: list as PlaygroundCase[] };
  const what = list.some((entry) => has(entry, 'text')) ? 'API descriptions' : 'the API playground';
  return {
    form: 'later',
    what,
    names: list.map((entry, index) => String((has(entry, 'id') && entry.id) || (has(entry, 'name') && entry.name) || index)),
  };
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
