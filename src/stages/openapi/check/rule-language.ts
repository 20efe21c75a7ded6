/**
 * How the tables of the checked formats are written: for each kind of object its keys, and for each key what it may hold.
 *
 *   string  boolean  number  integer  any  url  email  object    a plain value
 *   integer(0..255)  string(..48)              within these bounds; of a text, its length
 *   Info                                       an object of the table
 *   &Response                                  the same, or a reference to one
 *   [Tag]  {&Header}                           a list, a map with free names
 *   'query|header'                             one of these texts
 *   3.1:{&PathItem}                            only from this version on
 *   string!                                    required; `3.0=Paths!` required in this version only
 */

/** One kind of object. A missing `others` means that every key must be among the fields, `x-…` keys apart. */
export interface ObjectRule {
  /** In words, with its article: `an operation`. */
  readonly words: string;
  /** Key → what it may hold, in the language above. */
  readonly fields: Readonly<Record<string, string>>;
  /** Keys beside the fields: none, any, or those of a pattern with the kind of their values. */
  readonly others?: { readonly pattern: RegExp; readonly type: string; readonly words: string };
  /** Keys that cannot stand together. */
  readonly excludes?: readonly (readonly [string, string])[];
  /** The table holds only where this key stands: without it, nothing says which edition the author follows. */
  readonly onlyWith?: string;
}

/** Kind → rule; a description begins with `Root`. The kind `Schema` stands in no table: `check-schema.ts` knows it. */
export type Rules = Readonly<Record<string, ObjectRule>>;

/** `url` and `email` are strings; a URL may be relative, but not of a scheme that runs code. */
export type PlainType = 'string' | 'boolean' | 'number' | 'integer' | 'any' | 'url' | 'email' | 'object';

/** A rule as read. `min` and `max` are inclusive; of a text they are numbers of characters. */
export type FieldType =
  | { readonly kind: 'plain'; readonly type: PlainType; readonly min?: number; readonly max?: number }
  | { readonly kind: 'object'; readonly name: string; readonly mayRefer: boolean }
  | { readonly kind: 'list'; readonly of: FieldType }
  | { readonly kind: 'map'; readonly of: FieldType }
  | { readonly kind: 'choice'; readonly values: readonly string[] };

/** What a key of an object means under one version. */
export interface FieldRule {
  readonly type: FieldType;
  readonly isRequired: boolean;
  /** First version that has the key. */
  readonly since?: string;
}

const plain = new Set(['string', 'boolean', 'number', 'integer', 'any', 'url', 'email', 'object']);
const parsed = new Map<string, readonly (FieldRule & { readonly only?: string })[]>();

/** The rule of a field under a version; several readings are written with ` / `. */
export function fieldRule(text: string, version: string): FieldRule {
  let rules = parsed.get(text);
  if (rules === undefined) {
    rules = text.split(' / ').map(parseRule);
    parsed.set(text, rules);
  }
  const exact = rules.find((rule) => rule.only === version);
  return exact ?? (rules.find((rule) => rule.only === undefined) as FieldRule);
}

function parseRule(text: string): FieldRule & { readonly only?: string } {
  const found = /^(?:(\d(?:\.\d)?)(:|=))?(.*?)(!)?$/.exec(text) as RegExpExecArray;
  const type = parseType(found[3] as string);
  const rule = { type, isRequired: found[4] === '!' };
  if (found[2] === ':') return { ...rule, since: found[1] as string };
  return found[2] === '=' ? { ...rule, only: found[1] as string } : rule;
}

function parseType(text: string): FieldType {
  if (text.startsWith('[')) return { kind: 'list', of: parseType(text.slice(1, -1)) };
  if (text.startsWith('{')) return { kind: 'map', of: parseType(text.slice(1, -1)) };
  if (text.startsWith("'")) return { kind: 'choice', values: text.slice(1, -1).split('|') };
  if (plain.has(text)) return { kind: 'plain', type: text as PlainType };
  const bounded = /^(integer|string)\((\d*)\.\.(\d*)\)$/.exec(text);
  if (bounded) {
    const [, type, min, max] = bounded as unknown as [string, PlainType, string, string];
    return { kind: 'plain', type, min: Number(min), max: max === '' ? Number.POSITIVE_INFINITY : Number(max) };
  }
  return { kind: 'object', name: text.replace('&', ''), mayRefer: text.startsWith('&') };
}
