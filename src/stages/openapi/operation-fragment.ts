/**
 * A reduced description with one operation and the components that it refers to, as written. Not converted: 2.0 stays
 * 2.0.
 */
import { decoded } from '../../shared/safe-decode.ts';
import type { FoundOperation } from './operations.ts';
import type { ApiDocument } from './read/load-api.ts';
import { isObject, listOf, newObject, objectOf, pointerKeys, type SpecObject, type SpecValue } from './read/spec-value.ts';

/** Maximum characters of compact JSON with schemas: further ones are left to their own pages. */
const largest = 3_000;
/** The same for other components, which have no pages. */
const largestOther = 40_000;
/** Root keys that determine URLs and security. */
const rootKeys = ['openapi', 'swagger', 'asyncapi', 'host', 'basePath', 'schemes', 'consumes', 'produces', 'servers', 'defaultContentType'];
/** Keys with servers and authentication. */
const accessKeys: ReadonlySet<string> = new Set(['servers', 'host', 'basePath', 'schemes', 'security']);
const isAccess = (reference: string) => /^#\/(?:servers|securityDefinitions|components\/(?:servers|securitySchemes))\//.test(reference);
/** Keys for documentation tools, which are omitted. */
const drawingKeys = new Set(['x-codeSamples', 'x-code-samples', 'x-mint', 'x-docs', 'x-hidden', 'x-excluded']);

/** Nothing is omitted by default. */
export interface FragmentOptions {
  /** Omit servers and authentication for readers who may not use the playground. */
  readonly withoutAccess?: boolean;
}

/** A part of a description, and what it lacks. */
export interface OperationFragment {
  /** A new object that the caller may change. */
  readonly description: SpecObject;
  /** Names of the schemas that it refers to but does not contain. */
  readonly omitted: readonly string[];
}

/** The operation with the components that it refers to, the nearest first. Schemas beyond the size limit are omitted. */
export function operationFragment(
  { root }: ApiDocument,
  { ref, node, pathItem }: FoundOperation,
  { withoutAccess = false }: FragmentOptions = {},
): OperationFragment {
  const fragment = newObject();
  const source = isObject(root.value) ? root.value : newObject();
  for (const key of rootKeys) if (source[key] !== undefined && !(withoutAccess && accessKeys.has(key))) fragment[key] = source[key];
  const info = objectOf(source, 'info');
  if (info) fragment.info = pick(info, ['title', 'version']);
  const own = plain(node.value);
  if (withoutAccess && isObject(own)) for (const key of accessKeys) delete own[key];
  const used = JSON.stringify(own).length;
  const budget = { schemas: largest - used, others: largestOther - used };
  place(fragment, placeOf(ref, node.pointer), own);
  if (pathItem && isObject(pathItem.value) && ref.kind === 'operation')
    place(fragment, ['paths', ref.path], {
      ...pick(pathItem.value, withoutAccess ? ['parameters'] : ['parameters', 'servers']),
      ...objectOf(objectOf(fragment, 'paths'), ref.path),
    });
  if (!withoutAccess) addSecurity(fragment, source, { ref, node });
  // References in other files cannot be resolved in this one.
  const omitted = node.file === root.file ? addReferences(fragment, source, budget, withoutAccess ? isAccess : undefined) : [];
  return { description: fragment, omitted };
}

function addSecurity(fragment: SpecObject, source: SpecObject, { ref, node }: Pick<FoundOperation, 'ref' | 'node'>): void {
  const security = isObject(node.value) && Array.isArray(node.value.security) ? node.value : source;
  if (security === source && source.security !== undefined && ref.kind === 'operation') fragment.security = source.security;
  addSchemes(fragment, source, security);
}

function placeOf({ kind, method, path }: FoundOperation['ref'], pointer: string): string[] {
  return kind === 'operation' ? ['paths', path, method.toLowerCase()] : pointerKeys(pointer);
}

/** The schemes of the requirements. */
function addSchemes(fragment: SpecObject, source: SpecObject, holder: SpecObject): void {
  const section = objectOf(source, 'components') === undefined ? ['securityDefinitions'] : ['components', 'securitySchemes'];
  const schemes = section.reduce<SpecObject | undefined>((at, key) => objectOf(at, key), source);
  for (const requirement of listOf(holder, 'security')) {
    for (const name of Object.keys(isObject(requirement) ? requirement : {})) {
      const scheme = schemes?.[name];
      if (scheme !== undefined) place(fragment, [...section, name], plain(scheme));
    }
  }
}

/** All direct and indirect references, the nearest first. Returns the names of omitted schemas. */
function addReferences(
  fragment: SpecObject,
  source: SpecObject,
  budget: { schemas: number; others: number },
  isLeftOut: (reference: string) => boolean = () => false,
): string[] {
  const omitted: string[] = [];
  const seen = new Set<string>();
  const queue: SpecValue[] = [fragment];
  for (const value of queue) {
    for (const reference of referencesIn(value)) {
      if (seen.has(reference) || isLeftOut(reference)) continue;
      seen.add(reference);
      const keys = pointerKeys(decoded(reference.slice(1)));
      const found = keys.reduce<SpecValue | undefined>((at, key) => (isObject(at) ? at[key] : undefined), source);
      if (found === undefined) continue;
      const copy = plain(found);
      const length = JSON.stringify(copy).length;
      const isSchema = /^#\/(?:components\/schemas|definitions)\//.test(reference);
      const name = keys.at(-1);
      if (length > (isSchema ? budget.schemas : budget.others)) {
        if (isSchema && name !== undefined) omitted.push(name);
        continue;
      }
      budget.schemas -= length;
      budget.others -= length;
      place(fragment, keys, copy);
      queue.push(copy);
    }
  }
  return omitted;
}

function* referencesIn(value: SpecValue): Generator<string> {
  const open: SpecValue[] = [value];
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    if (Array.isArray(at)) open.push(...at.filter((item) => typeof item === 'object'));
    else if (isObject(at)) {
      if (typeof at.$ref === 'string' && at.$ref.startsWith('#/')) yield at.$ref;
      for (const key of Object.keys(at)) if (typeof at[key] === 'object' && at[key] !== null) open.push(at[key] as SpecValue);
    }
  }
}

/** A copy without keys for documentation tools. */
function plain(value: SpecValue): SpecValue {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  const copy = newObject();
  for (const key of Object.keys(value)) if (!drawingKeys.has(key)) copy[key] = plain(value[key] as SpecValue);
  return copy;
}

function place(root: SpecObject, keys: readonly string[], value: SpecValue): void {
  let at = root;
  for (const key of keys.slice(0, -1)) {
    const next = objectOf(at, key) ?? newObject();
    at[key] = next;
    at = next;
  }
  const last = keys.at(-1);
  if (last !== undefined) at[last] = value;
}

function pick(from: SpecObject, keys: readonly string[]): SpecObject {
  const picked = newObject();
  for (const key of keys) if (from[key] !== undefined) picked[key] = from[key];
  return picked;
}
