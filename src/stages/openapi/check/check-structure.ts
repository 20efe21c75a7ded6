/** Every object of a description held against its table: types, unknown and missing keys, references that lead nowhere. */

import type { Severity, SourceLocation } from '../../../model/diagnostic.ts';
import { nearestName } from '../../../shared/nearest-name.ts';
import { isNumber, isWhole } from '../../../shared/playground/exact-number.ts';
import { isSafeUrl } from '../../../shared/url.ts';
import type { ApiDocument } from '../read/load-api.ts';
import { childOf, childrenOf, nodeId, type SpecNode } from '../read/spec-node.ts';
import type { SpecProblem } from '../read/spec-problem.ts';
import { isObject, type SpecObject, type SpecValue, shown } from '../read/spec-value.ts';
import { schemaProblem, urlScheme as urlSchemeProblem } from './errors.ts';
import { kindOf, locationName } from './location-name.ts';
import { type FieldType, fieldRule, type ObjectRule, type Rules } from './rule-language.ts';
import { checkSchema } from './schemas/check-schema.ts';

/** What the rules that no table can say go on from: they need not walk the description again. */
export interface Structure {
  readonly problems: SpecProblem[];
  /** Kind of object → all that were found, in the order of the text; each once. */
  readonly objects: ReadonlyMap<string, readonly SpecNode[]>;
  /** Each once, in the order in which they were reached. */
  readonly schemas: readonly SpecNode[];
}

/** Begins at `Root` of the table. Faults carry pointers, not lines: where they are is worked out for all at once. */
export function checkStructure(document: ApiDocument, rules: Rules): Structure {
  const walk = new Walk(document, rules);
  walk.object(document.root, 'Root');
  return { problems: walk.problems, objects: walk.objects, schemas: walk.schemas };
}

/** More than this is one mistake, made often. */
const maxProblems = 2000;

/**
 * One walk over a description. References are followed where the table allows them; an object is looked at once for
 * each kind it serves as.
 */
export class Walk {
  readonly problems: SpecProblem[] = [];
  readonly objects = new Map<string, SpecNode[]>();
  /** Kind and place of what was looked at; marks of rules that are told once stand among them. */
  readonly visited = new Set<string>();
  readonly schemas: SpecNode[] = [];

  readonly document: ApiDocument;
  readonly #rules: Rules;

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

  /** What a reference leads to; undefined, with a fault, when that is nothing or a component of another kind than is wanted here. */
  follow(node: SpecNode, wanted: string): SpecNode | undefined {
    const target = this.document.follower.follow(node);
    const found = target && this.#kindOfComponent(target.pointer);
    if (found === undefined || found === wanted) return target;
    const reference = childOf(node, '$ref') as SpecNode;
    const message = `$ref ${shown(reference.value)} leads to ${this.#words(found)}, and here stands ${this.#words(wanted)}`;
    this.say(reference, message, `refer to ${this.#words(wanted)}`);
    return undefined;
  }

  /** By the section of an OpenAPI description that a component stands in. */
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

  /** `{written}` in a hint stands for the value as it is in the file: YAML reads `1.10` as 1.1. */
  say(node: SpecNode, message: string, hint?: string, severity?: Severity, atKey = false): void {
    if (this.problems.length >= maxProblems) return;
    const { file, pointer } = node;
    const details = { message, ...(severity === undefined ? {} : { severity }) };
    const fix = (location: SourceLocation) => (hint === undefined ? {} : { hint: hint.replace('{written}', () => writtenAt(location)) });
    const at = atKey ? `key:${pointer}` : pointer;
    this.problems.push({
      file,
      at,
      say: (location) => schemaProblem(this.document.kind, location, pointer, { ...details, ...fix(location) }),
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
          `${key} is not known in ${rule.words} of ${version}`,
          `it came with ${since}: raise the version, or remove it`,
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
      near !== undefined
        ? `did you mean "${near}"?`
        : rule.others
          ? `a key here is ${rule.others.words}`
          : 'names of your own start with x-';
    this.say(member, `unknown key "${key}" in ${rule.words}`, hint, undefined, true);
  }

  #field(node: SpecNode, type: FieldType): void {
    const { value } = node;
    if (type.kind === 'plain') this.#plain(node, type);
    else if (type.kind === 'choice') {
      if (typeof value === 'string' && type.values.includes(value)) return;
      const near = typeof value === 'string' ? nearestName(value, type.values) : undefined;
      const hint = near === undefined ? undefined : `did you mean "${near}"?`;
      this.say(node, `${locationName(node)} must be one of ${type.values.join(', ')}, got ${shown(value)}`, hint);
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
      // A path item may be a reference everywhere; a schema may say more beside one.
      if (isReference && type.name !== 'Schema' && (type.mayRefer || type.name === 'PathItem')) {
        const target = this.follow(node, type.name);
        if (target) this.object(target, type.name);
      } else this.object(node, type.name);
    }
  }

  /** Tools that put files together take a reference for a whole map; the format knows it for each entry only. */
  #entry(member: SpecNode & { readonly key: string }, map: SpecNode, type: FieldType): void {
    if (member.key === '$ref' && type.kind === 'object' && typeof member.value === 'string')
      this.say(member, `a $ref cannot stand for all of ${locationName(map)}`, 'refer to each entry by itself', undefined, true);
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
      this.say(node, `${locationName(node)} must be an email address, got ${shown(value)}`);
    } else if (type === 'url' && /[\s<>"]/.test(value as string)) {
      this.say(node, `${locationName(node)} must be a URL, got ${shown(value)}`);
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
