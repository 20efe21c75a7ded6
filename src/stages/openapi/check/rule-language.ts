/**
 * The language of the rule tables: for each kind of object its keys, and for each key the allowed values.
 *
 *   string boolean number integer any url email object a plain value
 *   integer(0..255) string(..48) within these limits; for a string, its length
 *   Info an object of the table
 *   &Response the same, or a reference to one
 *   [Tag] {&Header} a list, a map with free names
 *   'query|header' one of these strings
 *   3.1:{&PathItem} only from this version on
 *   string! required; `3.0=Paths!` required in this version only
 */

/** One kind of object. Without `others`, every key must be among the fields, except `x-…` keys. */
export interface ObjectRule {
  /** Name with article, for messages: `an operation`. */
  readonly words: string;
  /** Key → allowed value, in the language above. */
  readonly fields: Readonly<Record<string, string>>;
  /** Keys besides the fields: none, any, or those of a pattern with the kind of their values. */
  readonly others?: { readonly pattern: RegExp; readonly type: string; readonly words: string };
  /** Keys that exclude each other. */
  readonly excludes?: readonly (readonly [string, string])[];
  /** The table applies only if this key is present: without it, the edition is unknown. */
  readonly onlyWith?: string;
}

/**
 * Kind → rule; a description starts with `Root`. The kind `Schema` is not in the tables: `check-schema.ts` implements
 * it.
 */
export type Rules = Readonly<Record<string, ObjectRule>>;

/** `url` and `email` are strings; a URL may be relative, but must not run code. */
export type PlainType = 'string' | 'boolean' | 'number' | 'integer' | 'any' | 'url' | 'email' | 'object';

/** A parsed rule. `min` and `max` are inclusive; for a string they count characters. */
export type FieldType =
  | { readonly kind: 'plain'; readonly type: PlainType; readonly min?: number; readonly max?: number }
  | { readonly kind: 'object'; readonly name: string; readonly mayRefer: boolean }
  | { readonly kind: 'list'; readonly of: FieldType }
  | { readonly kind: 'map'; readonly of: FieldType }
  | { readonly kind: 'choice'; readonly values: readonly string[] };

/** The rule of a key in one version. */
export interface FieldRule {
  readonly type: FieldType;
  readonly isRequired: boolean;
  /** First version with the key. */
  readonly since?: string;
}

const plain = new Set(['string', 'boolean', 'number', 'integer', 'any', 'url', 'email', 'object']);
const parsed = new Map<string, readonly (FieldRule & { readonly only?: string })[]>();

/** The rule of a field in a version; alternatives are separated by ` / `. */
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
