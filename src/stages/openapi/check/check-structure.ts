/** Checks every object of a description against its table: types, unknown and missing keys, broken references. */

import type { SourceLocation } from '../../../model/diagnostic.ts';
import { nearestName } from '../../../shared/nearest-name.ts';
import { isNumber, isWhole } from '../../../shared/playground/exact-number.ts';
import { isSafeUrl } from '../../../shared/url.ts';
import type { ApiSeverity } from '../errors.ts';
import type { ApiDocument } from '../read/load-api.ts';
import { childOf, childrenOf, nodeId, type SpecNode } from '../read/spec-node.ts';
import type { SpecProblem } from '../read/spec-problem.ts';
import { formatValue, isObject, type SpecObject, type SpecValue } from '../read/spec-value.ts';
import { schemaProblem, urlScheme as urlSchemeProblem } from './errors.ts';
import { kindOf, locationName } from './location-name.ts';
import { type FieldType, fieldRule, type ObjectRule, type Rules } from './rule-language.ts';
import { checkSchema } from './schemas/check-schema.ts';

/** The objects found, for rules that tables cannot express, so that these need not traverse the description again. */
export interface Structure {
  readonly problems: SpecProblem[];
  /** Kind of object → all objects, in document order, without duplicates. */
  readonly objects: ReadonlyMap<string, readonly SpecNode[]>;
  /** Without duplicates, in the order of the traversal. */
  readonly schemas: readonly SpecNode[];
}

/**
 * Starts at `Root` of the table. Problems have pointers instead of lines, because all locations are computed together.
 */
export function checkStructure(document: ApiDocument, rules: Rules): Structure {
  const walk = new Walk(document, rules);
  walk.object(document.root, 'Root');
  return { problems: walk.problems, objects: walk.objects, schemas: walk.schemas };
}

/** More problems are one repeated mistake. */
const maxProblems = 2000;

/**
 * One traversal of a description. References are followed where the table allows them; an object is visited once for
 * each kind that it is used as.
 */
export class Walk {
  readonly problems: SpecProblem[] = [];
  readonly objects = new Map<string, SpecNode[]>();
  /** Kind and location of visited objects; also markers of rules that report once. */
  readonly visited = new Set<string>();
  readonly schemas: SpecNode[] = [];

  readonly document: ApiDocument;
  readonly #rules: Rules;
  /** Number of problems that repeat another one. */
  #repeated = 0;

  constructor(document: ApiDocument, rules: Rules) {
    this.document = document;
    this.#rules = rules;
  }

  object(node: SpecNode, name: string): void {
    if (name === 'Schema') {
      checkSchema(node, this);
      return;
    }
    const rule = this.#rules[name];
    const id = `${name} ${nodeId(node)}`;
    if (rule === undefined || this.visited.has(id)) return;
    this.visited.add(id);
    if (!isObject(node.value)) {
      this.say(node, `${locationName(node)} must be an object, got ${kindOf(node.value)}`);
      return;
    }
    if (rule.onlyWith !== undefined && node.value[rule.onlyWith] === undefined) return;
    const found = this.objects.get(name);
    if (found) found.push(node);
    else this.objects.set(name, [node]);
    this.#missing(node, node.value, rule);
    for (const [one, other] of rule.excludes ?? []) {
      if (node.value[one] === undefined || node.value[other] === undefined) continue;
      this.say(node, `${locationName(node)} has both ${one} and ${other}`, 'keep one of the two');
    }
    for (const member of childrenOf(node)) this.#member(member, rule);
  }

  /**
   * The target of a reference; undefined, with a problem, when it is missing or a component of another kind than
   * expected.
   */
  follow(node: SpecNode, wanted: string): SpecNode | undefined {
    const target = this.document.refs.deref(node);
    const found = target && this.#kindOfComponent(target.pointer);
    if (found === undefined || found === wanted) return target;
    const reference = childOf(node, '$ref') as SpecNode;
    const message = `$ref ${formatValue(reference.value)} points to ${this.#words(found)}, but ${this.#words(wanted)} is expected`;
    this.say(reference, message, `refer to ${this.#words(wanted)}`);
    return undefined;
  }

  /** By the section of the component in an OpenAPI description. */
  #kindOfComponent(pointer: string): string | undefined {
    const [, holder, section] = /^(\/components)?\/([a-zA-Z]+)\/[^/]+$/.exec(pointer) ?? [];
    if (section === undefined || this.document.kind !== 'openapi') return undefined;
    const fields = this.#rules[holder === undefined ? 'Root' : 'Components']?.fields ?? {};
    const text = Object.hasOwn(fields, section) ? fields[section] : undefined;
    const type = text === undefined ? undefined : fieldRule(text, this.document.version).type;
    return type?.kind === 'map' && type.of.kind === 'object' ? type.of.name : undefined;
  }

  #words(kind: string): string {
    return this.#rules[kind]?.words ?? 'a schema';
  }

  /** `{written}` in a hint is replaced by the value as written in the file: YAML reads `1.10` as 1.1. */
  say(node: SpecNode, message: string, hint?: string, severity?: ApiSeverity, atKey = false, isGrouped = false): void {
    // A repeated mistake counts once, or it would hide all others.
    if (isGrouped && this.visited.has(`group ${message}`)) this.#repeated += 1;
    if (isGrouped) this.visited.add(`group ${message}`);
    if (this.problems.length - this.#repeated >= maxProblems) return;
    const { file, pointer } = node;
    const details = { message, ...(severity === undefined ? {} : { severity }) };
    const fix = (location: SourceLocation) => (hint === undefined ? {} : { hint: hint.replace('{written}', () => writtenAt(location)) });
    const at = atKey ? `key:${pointer}` : pointer;
    this.problems.push({
      file,
      at,
      say: (location) => schemaProblem(this.document.kind, location, pointer, { ...details, ...fix(location) }),
      ...(isGrouped && { group: message }),
    });
  }

  #missing(node: SpecNode, value: SpecObject, rule: ObjectRule): void {
    const { version } = this.document;
    for (const [key, text] of Object.entries(rule.fields)) {
      const { isRequired } = fieldRule(text, version);
      if (!isRequired || value[key] !== undefined || (value.$ref !== undefined && key !== '$ref')) continue;
      const path = node.pointer === '' ? key : `${key} of ${locationName(node)}`;
      this.say(node, `${path} is required${fieldRule(text, 'none').isRequired ? '' : ` in ${version}`}`);
    }
  }

  #member(member: SpecNode & { readonly key: string }, rule: ObjectRule): void {
    const { key } = member;
    const text = Object.hasOwn(rule.fields, key) ? rule.fields[key] : undefined;
    const { version } = this.document;
    if (text !== undefined) {
      const { type, since } = fieldRule(text, version);
      if (since !== undefined && version < since) {
        this.say(
          member,
          `${key} is not allowed in ${rule.words} of ${version}`,
          `change the version to ${since}, or remove it`,
          undefined,
          true,
        );
        return;
      }
      this.#field(member, type);
      return;
    }
    if (key === '$ref' || key.startsWith('x-')) return;
    if (rule.others?.pattern.test(key)) {
      this.#field(member, fieldRule(rule.others.type, version).type);
      return;
    }
    const near = nearestName(key, [...Object.keys(rule.fields), '$ref']);
    const hint =
      near !== undefined ? `write "${near}"` : rule.others ? `write a key that is ${rule.others.words}` : 'start your own names with x-';
    this.say(member, `unknown key "${key}" in ${rule.words}`, hint, undefined, true);
  }

  #field(node: SpecNode, type: FieldType): void {
    const { value } = node;
    if (type.kind === 'plain') this.#plain(node, type);
    else if (type.kind === 'choice') {
      if (typeof value === 'string' && type.values.includes(value)) return;
      const near = typeof value === 'string' ? nearestName(value, type.values) : undefined;
      const hint = near === undefined ? undefined : `use "${near}"`;
      this.say(node, `${locationName(node)} must be one of ${type.values.join(', ')}, got ${formatValue(value)}`, hint);
    } else if (type.kind === 'list') {
      if (!Array.isArray(value)) this.say(node, `${locationName(node)} must be a list, got ${kindOf(value)}`);
      else for (const item of childrenOf(node)) this.#field(item, type.of);
    } else if (type.kind === 'map') {
      if (!isObject(value)) this.say(node, `${locationName(node)} must be an object, got ${kindOf(value)}`);
      else
        for (const member of childrenOf(node))
          if (!member.key.startsWith('x-') || isObject(member.value)) this.#entry(member, node, type.of);
    } else {
      const isReference = isObject(value) && typeof value.$ref === 'string';
      if (isObject(value) && value.$ref !== undefined && !isReference && type.mayRefer) {
        this.say(node, `$ref of ${locationName(node)} must be a string, got ${kindOf(value.$ref)}`);
        return;
      }
      // A path item may always be a reference, and pages follow those of operations, which split descriptions use. A
      // schema may have other keywords beside one.
      const mayRefer = type.mayRefer || type.name === 'PathItem' || type.name === 'Operation';
      if (isReference && type.name !== 'Schema' && mayRefer) {
        const target = this.follow(node, type.name);
        if (target) this.object(target, type.name);
      } else this.object(node, type.name);
    }
  }

  /** Tools that merge files accept a reference for a whole map; the format allows it only for entries. */
  #entry(member: SpecNode & { readonly key: string }, map: SpecNode, type: FieldType): void {
    if (member.key === '$ref' && type.kind === 'object' && typeof member.value === 'string')
      this.say(member, `a $ref cannot replace all of ${locationName(map)}`, 'refer to each entry separately', undefined, true);
    else this.#field(member, type);
  }

  #plain(node: SpecNode, { type, min = 0, max }: Extract<FieldType, { kind: 'plain' }>): void {
    const { value } = node;
    if (type === 'any') return;
    const wanted = type === 'url' || type === 'email' ? 'string' : type;
    if (!isOfType(value, wanted)) {
      const article = wanted === 'object' || wanted === 'integer' ? 'an' : 'a';
      this.say(node, `${locationName(node)} must be ${article} ${wanted}, got ${kindOf(value)}`, quotes(value, wanted));
    } else if (max !== undefined) {
      const measured = typeof value === 'string' ? [...value].length : Number(value);
      if (measured >= min && measured <= max) return;
      const bounds = max === Number.POSITIVE_INFINITY ? `at least ${min}` : min === 0 ? `at most ${max}` : `${min} to ${max}`;
      const unit = typeof value === 'string' ? ' characters' : '';
      this.say(node, `${locationName(node)} must be ${bounds}${unit}, got ${measured}`);
    } else if (type === 'email' && !/^[^\s@]+@[^\s@]+$/.test(value as string)) {
      this.say(node, `${locationName(node)} must be an email address, got ${formatValue(value)}`);
    } else if (type === 'url' && /[\s<>"]/.test(value as string)) {
      this.say(node, `${locationName(node)} must be a URL, got ${formatValue(value)}`);
    } else if (type === 'url' && !isSafeUrl(value as string)) {
      const key = locationName(node);
      this.problems.push({
        file: node.file,
        at: node.pointer,
        say: (location) => urlSchemeProblem(this.document.kind, location, key, value as string),
      });
    }
  }
}

function isOfType(value: SpecValue, type: string): boolean {
  if (type === 'object') return isObject(value);
  if (type === 'number') return isNumber(value);
  return type === 'integer' ? isWhole(value) : typeof value === type;
}

function quotes(value: SpecValue, wanted: string): string | undefined {
  return wanted === 'string' && (isNumber(value) || typeof value === 'boolean') ? 'put it in quotes: "{written}"' : undefined;
}

function writtenAt({ lineText = '', column, length = 1 }: SourceLocation): string {
  return lineText.slice(column - 1, column - 1 + length);
}
