/**
 * Properties and parameters that cannot be sent together: excluded by `not`, required by different alternatives, or
 * said so in a description. An example with everything has only one of them.
 */
import { textOf } from '../read/spec-value.ts';
import type { Conjunction, FlatSchema, SchemaReader } from './flatten-schema.ts';

/** Sentences with such a phrase name what excludes the value. Leaving out too much of an example does no harm. */
const phrase =
  /\bmutually exclusive\b|\bincompatible with\b|\bconflicts? with\b|\b(?:instead|in place|alternative) (?:of|to)\b|\bbut not both\b|\b(?:only|exactly|at most|just|no more than) one of\b|\bone of\b.{0,80}\b(?:must|may|can)\b|\beither\b.{0,120}\bor\b|(?:\b(?:can)?not|n['’]t|\bnever)\b.{0,60}\b(?:with|together|simultaneously|at the same time|both|alongside|if|when)\b/i;

/** The names among `names` that a description excludes: each sentence gives a group, of which one can be sent. */
export function exclusiveGroups(description: string | undefined, names: Iterable<string>, own?: string): string[][] {
  if (description === undefined || !phrase.test(description)) return [];
  const all = [...names];
  return description.split(/(?<=[.!?])\s+|\n\s*\n/).flatMap((sentence) => {
    if (!phrase.test(sentence)) return [];
    const named = all.filter((name) => name !== own && mentions(sentence, name));
    if (own === undefined) return named.length > 1 ? [named] : [];
    return named.map((name) => [own, name]);
  });
}

/** A name that is an ordinary word counts only in quotes. */
function mentions(sentence: string, name: string): boolean {
  // An empty name is found everywhere, also behind the end.
  if (name === '') return false;
  const isWord = /^[a-z]*$|^[A-Z][a-z]*$/.test(name);
  for (let at = sentence.indexOf(name); at >= 0; at = sentence.indexOf(name, at + 1)) {
    const [before, after] = [sentence.charAt(at - 1), sentence.charAt(at + name.length)];
    if (isWord ? /[`'"“‘*]/.test(before) && /[`'"”’*]/.test(after) : !/[\w-]/.test(before) && !/[\w-]/.test(after)) return true;
  }
  return false;
}

/** Which properties of an object exclude one another. */
export class ExclusiveNames {
  /** All names of a group together are invalid. */
  readonly #invalid: readonly ReadonlySet<string>[];
  /** Two names of a group exclude each other. */
  readonly #groups: readonly (readonly string[])[];

  constructor(flat: FlatSchema, reader: SchemaReader) {
    this.#invalid = flat.not.flatMap((schema) => invalidTogether([schema], reader));
    const names = [...flat.properties.keys()];
    this.#groups = [
      ...exclusiveGroups(textOf(flat.keywords, 'description'), names),
      ...[...flat.properties].flatMap(([name, schemas]) =>
        exclusiveGroups(textOf(reader.flatten(schemas).keywords, 'description'), names, name),
      ),
    ];
  }

  /** Whether the name cannot be sent together with others. */
  excludes(name: string, chosen: ReadonlySet<string>): boolean {
    const isChosen = (other: string) => other !== name && chosen.has(other);
    return (
      this.#invalid.some((names) => names.has(name) && [...names].every((other) => other === name || chosen.has(other))) ||
      this.#groups.some((names) => names.includes(name) && names.some(isChosen))
    );
  }
}

/** `not: { required: [a, b] }`, also as one of several alternatives under `not`. */
function invalidTogether(schemas: Conjunction, reader: SchemaReader): ReadonlySet<string>[] {
  const { required, properties, variants } = reader.flatten(schemas);
  const own = required.size > 0 && properties.size === 0 && variants.length === 0 ? [required] : [];
  const [only, ...more] = variants;
  if (only === undefined || more.length > 0 || required.size > 0) return own;
  return only.options.flatMap((option) => invalidTogether(option.schemas, reader));
}

/**
 * A schema with alternatives, once one of each `oneOf` or `anyOf` is chosen: it requires what they require, and lacks
 * what only others require.
 */
export function withChosen(flat: FlatSchema, chosen: readonly Conjunction[], reader: SchemaReader): FlatSchema {
  const options = chosen.map((option) => reader.flatten(option));
  const required = new Set(flat.required);
  for (const option of options) for (const name of option.required) if (flat.properties.has(name)) required.add(name);
  const properties = new Map(flat.properties);
  const others = flat.variants.flatMap((variants) => variants.options.filter(({ schemas }) => !chosen.includes(schemas)));
  for (const { schemas } of others) for (const name of reader.flatten(schemas).required) if (!required.has(name)) properties.delete(name);
  return { ...flat, required, properties, not: [...flat.not, ...options.flatMap(({ not }) => not)] };
}
