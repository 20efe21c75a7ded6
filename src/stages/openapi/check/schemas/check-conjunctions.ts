/**
 * Checks schemas that apply to the same value and exclude each other: the parts of an `allOf`, and a variant with its
 * parent schema. `check-contradiction.ts` checks single schemas. All problems are warnings, because the page can be
 * generated.
 */

import { comparableJson } from '../../../../shared/playground/exact-number.ts';
import type { ApiDocument } from '../../read/load-api.ts';
import { childOf, childrenOf, nodeId, type SpecNode } from '../../read/spec-node.ts';
import type { SpecProblem } from '../../read/spec-problem.ts';
import { formatValue, isObject, objectOf, type SpecObject, type SpecValue, textsOf } from '../../read/spec-value.ts';
import { schemaProblem } from '../errors.ts';
import { locationName } from '../location-name.ts';
import { type Bound, boundKinds, boundsOf, isEmptyRange, isOf, typesOf } from './check-contradiction.ts';
import { allPartsOf, isReferenceAlone, partsOf } from './schema-parts.ts';

/** One of the combined schemas, with everything that applies to its value. */
interface Group {
  /** The location where it is combined with the others. */
  readonly at: SpecNode;
  readonly parts: readonly SpecNode[];
}

/** A keyword in one of the schemas. */
interface Word<Said> {
  readonly group: Group;
  readonly node: SpecNode;
  readonly said: Said;
}

/** Two keywords that no value satisfies. */
interface Clash {
  readonly first: Word<unknown>;
  readonly second: Word<unknown>;
  /** `place`: location of the first. */
  readonly message: (place: string) => string;
  /** The remaining valid values: none, only null, or fewer than it appears. */
  readonly left: 'nothing' | 'null' | 'less';
  /** Conflicts with the same cause are reported once. */
  readonly cause: string;
  readonly hint: string;
}

/** The state of one check of all schemas. */
interface Look {
  readonly document: ApiDocument;
  /** Compared groups → nesting depth of properties. */
  readonly compared: Map<string, number>;
}

/** `minContains` refers to the `contains` beside it: two schemas count different items. */
const comparedKinds = boundKinds.filter(([low]) => low !== 'minContains');
/** Maximum nesting depth of properties to compare. */
const deepest = 4;
/** Maximum number of names or values in one message. */
const maxListed = 4;

/** `schemas`: each of the description once. A conflict is located where the schemas are combined. */
export function checkConjunctions(document: ApiDocument, schemas: readonly SpecNode[]): SpecProblem[] {
  const look: Look = { document, compared: new Map() };
  const reported = new Set<string>();
  return schemas.flatMap((schema) => {
    if (!isObject(schema.value) || isReferenceAlone(document, schema)) return [];
    const joined: Group[] = [
      { at: schema, parts: [schema] },
      ...partsOf(document, schema).map(({ node, isMember }) => ({ at: isMember ? node : schema, parts: allPartsOf(document, node) })),
    ];
    const around = { at: schema, parts: withoutDuplicates(joined).flatMap(({ parts }) => parts) };
    const options = ['oneOf', 'anyOf'].flatMap((key) => childrenOf(childOf(schema, key)));
    const ofOption = (option: SpecNode) => clashesOf(look, [around, { at: option, parts: allPartsOf(document, option) }], 0);
    const found = [
      ...clashesOf(look, joined, 0).map((clash) => ({ clash, where: '' })),
      ...options.flatMap(ofOption).map((clash) => ({ clash, where: ' for that alternative' })),
    ];
    return found.flatMap(({ clash, where }) => {
      if (reported.has(clash.cause)) return [];
      reported.add(clash.cause);
      return [problemOf(document, schema, clash, where)];
    });
  });
}

/** Located at the second keyword if it is in the schema itself, else at the reference to it. */
function problemOf({ kind }: ApiDocument, schema: SpecNode, clash: Clash, where: string): SpecProblem {
  const { first, second, message, left, hint } = clash;
  const { file, pointer: at } = isWithin(second.node, schema) ? second.node : second.group.at;
  const { pointer: also, file: other } = first.node;
  const end = left === 'less' ? '' : `: no value${left === 'null' ? ' but null' : ''} is valid${where}`;
  const say: SpecProblem['say'] = (location, place) =>
    schemaProblem(kind, location, at, {
      message: message(other === file ? `line ${place?.line ?? 0}` : `${other.path}#${also}`) + end,
      hint,
      severity: 'warning',
    });
  return { file, at, ...(other === file && { also }), say };
}

function isWithin(node: SpecNode, around: SpecNode): boolean {
  return node.file === around.file && node.pointer.startsWith(`${around.pointer}/`);
}

function clashesOf(look: Look, given: readonly Group[], depth: number): Clash[] {
  const groups = withoutDuplicates(given);
  if (groups.length < 2) return [];
  if (depth > 0 && !isNew(look, groups, depth)) return [];
  const own = clashOfTypes(groups) ?? clashOfBounds(groups);
  // Conflicts inside an impossible value do not matter.
  return own ? [own] : [...closedClashes(groups), ...clashesInside(look, groups, depth)];
}

/** Schemas that refer to each other combine the same schemas repeatedly. */
function isNew({ compared }: Look, groups: readonly Group[], depth: number): boolean {
  const id = groups.map(({ parts }) => parts.map(nodeId).join(' ')).join('\n');
  if ((compared.get(id) ?? deepest + 1) <= depth) return false;
  compared.set(id, depth);
  return true;
}

/** Duplicates have no effect. */
function withoutDuplicates(groups: readonly Group[]): Group[] {
  const seen = new Set<string>();
  return groups.flatMap(({ at, parts }) => {
    const own = parts.filter((part) => !seen.has(nodeId(part)));
    for (const part of own) seen.add(nodeId(part));
    return own.length > 0 ? [{ at, parts: own }] : [];
  });
}

/** All schemas with this keyword. */
function wordsOf<Said>(
  groups: readonly Group[],
  key: string,
  read: (value: SpecValue, schema: SpecObject) => Said | undefined,
): Word<Said>[] {
  return groups.flatMap((group) =>
    group.parts.flatMap((part) => {
      const node = childOf(part, key);
      const said = node && isObject(part.value) ? read(node.value, part.value) : undefined;
      return node && said !== undefined ? [{ group, node, said }] : [];
    }),
  );
}

/** Conflicts within one group are reported when that group is checked. */
function narrowed<Said>(
  words: readonly Word<Said>[],
  join: (a: Said, b: Said) => Said,
  isClash: (both: Said, a: Said, b: Said) => boolean,
): { readonly last?: Word<Said>; readonly pair?: readonly [Word<Said>, Word<Said>] } {
  let last: Word<Said> | undefined;
  for (const word of words) {
    const said = last === undefined ? word.said : join(last.said, word.said);
    if (last && isClash(said, last.said, word.said)) return last.group === word.group ? {} : { pair: [last, word] };
    last = { ...word, said };
  }
  return last ? { last } : {};
}

function clashOfTypes(groups: readonly Group[]): Clash | undefined {
  const types = narrowed(
    wordsOf(groups, 'type', (_, schema) => typesOf(schema)),
    bothTypes,
    (both, a, b) => both.length === 0 || (isNull(both) && !isNull(a) && !isNull(b)),
  );
  const is = (said: readonly string[]) => `is ${said.join(' or ')}`;
  if (types.pair) {
    const left = types.pair.every(({ said }) => said.includes('null')) ? 'null' : 'nothing';
    return clash(...types.pair, is, is, 'use one type in both, or remove it from one', left);
  }
  const values = narrowed(
    [
      ...wordsOf(groups, 'enum', (value) => (Array.isArray(value) && value.length > 0 ? value : undefined)),
      ...wordsOf(groups, 'const', (value) => [value]),
    ],
    bothValues,
    (said) => said.length === 0,
  );
  const allows = (said: readonly SpecValue[]) => `allows ${listed(said.map(formatValue))}`;
  if (values.pair) return clash(...values.pair, allows, allows, 'allow a common value in both');
  const { last: type } = types;
  const { last: value } = values;
  if (!type || !value || type.group === value.group || value.said.some((each) => type.said.some((name) => isOf(name, each))))
    return undefined;
  return clash(type, value, is, allows, 'fix the values, or the type');
}

function clashOfBounds(groups: readonly Group[]): Clash | undefined {
  for (const kind of comparedKinds) {
    const bounds = groups.flatMap((group) =>
      group.parts.flatMap((part) =>
        isObject(part.value)
          ? boundsOf(part.value, kind).map((said): Word<Bound> => ({ group, node: childOf(part, said.key) as SpecNode, said }))
          : [],
      ),
    );
    for (const low of bounds)
      for (const high of bounds) {
        if (low.group === high.group || !isEmptyRange(low.said, high.said)) continue;
        const [first, second] = groups.indexOf(low.group) < groups.indexOf(high.group) ? [low, high] : [high, low];
        const is = ({ limit }: Bound) => `is ${limit}`;
        return clash(first, second, is, is, 'fix one of the two');
      }
  }
  return undefined;
}

function clash<A, B>(
  first: Word<A>,
  second: Word<B>,
  ofFirst: (said: A) => string,
  ofSecond: (said: B) => string,
  hint: string,
  left: Clash['left'] = 'nothing',
): Clash {
  const here = `${locationName(second.node)} ${ofSecond(second.said)}`;
  const there = `${locationName(first.node)} ${ofFirst(first.said)}`;
  return {
    first,
    second,
    message: (place) => `${here}, and ${there} (${place})`,
    left,
    cause: `${nodeId(first.node)} ${nodeId(second.node)}`,
    hint,
  };
}

/** A schema that forbids additional names, and another one that describes some. */
function closedClashes(groups: readonly Group[]): Clash[] {
  const required = new Set(groups.flatMap(({ parts }) => parts.flatMap(({ value }) => textsOf(value, 'required'))));
  const closed = wordsOf(groups, 'additionalProperties', (value, { patternProperties, properties }) =>
    value === false && patternProperties === undefined ? (isObject(properties) ? Object.keys(properties) : []) : undefined,
  );
  if (closed.length === 0) return [];
  const described = groups.flatMap((group) =>
    group.parts.flatMap((part) =>
      childrenOf(childOf(part, 'properties'))
        .filter(({ value }) => !isNever(value))
        .map((node) => ({ group, node })),
    ),
  );
  return closed.flatMap((second) => {
    const known = new Set(second.said);
    const refused = described.filter(({ group, node }) => group !== second.group && !known.has(node.key));
    const [first] = refused;
    if (first === undefined) return [];
    const names = [...new Set(refused.map(({ node }) => node.key))];
    return [
      {
        first: { ...first, said: names },
        second,
        message: (place: string) =>
          `${locationName(second.node)} is false and rejects ${listed(names)}, described for the same value (${place})`,
        left: names.some((name) => required.has(name)) ? 'nothing' : 'less',
        // However many schemas describe other names, the fix is there.
        cause: nodeId(second.node),
        hint: 'remove it, or describe all properties there: it allows only those of its own schema',
      },
    ];
  });
}

function clashesInside(look: Look, groups: readonly Group[], depth: number): Clash[] {
  if (depth >= deepest) return [];
  const byName = new Map<string, Map<Group, Group>>();
  for (const group of groups)
    for (const part of group.parts)
      for (const member of childrenOf(childOf(part, 'properties'))) {
        const holders = byName.get(member.key) ?? new Map<Group, Group>();
        byName.set(member.key, holders);
        const before = holders.get(group)?.parts ?? [];
        const at = isWithin(member, group.at) ? member : group.at;
        holders.set(group, { at, parts: [...before, ...allPartsOf(look.document, member)] });
      }
  return [...byName.values()].flatMap((holders) => clashesOf(look, [...holders.values()], depth + 1));
}

/** A schema without valid values describes nothing. */
function isNever(value: SpecValue): boolean {
  const refused = objectOf(value, 'not');
  return value === false || (refused !== undefined && Object.keys(refused).length === 0);
}

function isNull(types: readonly string[]): boolean {
  return types.length > 0 && types.every((type) => type === 'null');
}

function bothTypes(a: readonly string[], b: readonly string[]): string[] {
  const both = a.filter((type) => b.includes(type) || (type === 'integer' && b.includes('number')));
  return both.includes('integer') || !a.includes('number') || !b.includes('integer') ? both : [...both, 'integer'];
}

function bothValues(a: readonly SpecValue[], b: readonly SpecValue[]): SpecValue[] {
  const known = new Set(b.map(comparableJson));
  return a.filter((value) => known.has(comparableJson(value)));
}

function listed(words: readonly string[]): string {
  const rest = words.length - maxListed;
  return rest > 1 ? `${words.slice(0, maxListed).join(', ')} and ${rest} more` : words.join(', ');
}
