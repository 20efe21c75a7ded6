import { operationsOfItem } from '../operations.ts';
import type { OpenApiDocument } from '../read/load-api.ts';
import { childOf, childrenOf, type SpecNode } from '../read/spec-node.ts';
import type { SpecProblem } from '../read/spec-problem.ts';
import { isObject, objectOf, type SpecValue, textOf } from '../read/spec-value.ts';
import { componentOf } from '../read/upgrade.ts';
import { SchemaReader } from '../schemas/flatten-schema.ts';
import type { Structure } from './check-structure.ts';
import { locationName, suggestedKey } from './location-name.ts';
import { problemAt } from './schema-problem.ts';

/**
 * Checks names that refer to other parts of an OpenAPI description: tags, links, scopes, encodings, mappings. Most
 * problems are warnings: the page is generated without the target.
 */
export function checkNames(document: OpenApiDocument, { objects, schemas }: Structure): SpecProblem[] {
  const of = (kind: string) => objects.get(kind) ?? [];
  const operations = operationsById(document, of('PathItem'));
  const reader = new SchemaReader(document.refs);
  const reported = new Set<string>();
  return [
    ...checkTags(document),
    ...of('Operation').flatMap(checkOperationTags),
    ...of('Link').flatMap((link) => checkLink(document, link, operations)),
    ...of('Security').flatMap((requirement) => checkScopes(document, requirement, reported)),
    ...of('MediaType').flatMap((media) => checkEncodings(media, reader)),
    ...schemas.flatMap((schema) => [...checkMapping(document, schema), ...checkVariants(schema, reader, document.version)]),
  ];
}

function problem(node: SpecNode, message: string, hint: string, atKey = false, severity: 'error' | 'warning' = 'warning'): SpecProblem {
  return problemAt('openapi', node, message, { hint, severity, atKey });
}

/** OpenAPI 3.2 §4.22: names are unique; a parent is another tag, and not a descendant. */
function checkTags({ root }: OpenApiDocument): SpecProblem[] {
  const tags = new Map<string, SpecNode>();
  const problems: SpecProblem[] = [];
  for (const tag of childrenOf(childOf(root, 'tags'))) {
    const name = textOf(tag.value, 'name');
    if (name === undefined) continue;
    if (tags.has(name)) problems.push(problem(tag, `tag "${name}" appears twice`, 'keep one of the two'));
    else tags.set(name, tag);
  }
  for (const [name, tag] of tags) {
    const parent = childOf(tag, 'parent');
    if (typeof parent?.value !== 'string') continue;
    if (!tags.has(parent.value)) {
      const hint = suggestedKey(parent.value, [...tags.keys()], 'add a tag of this name');
      problems.push(problem(parent, `the parent "${parent.value}" of tag "${name}" is not a tag`, hint));
    } else if (isOwnAncestor(name, tags)) problems.push(problem(parent, `tag "${name}" is its own ancestor`, 'remove one parent'));
  }
  return problems;
}

function checkOperationTags(operation: SpecNode): SpecProblem[] {
  const seen = new Set<SpecValue>();
  return childrenOf(childOf(operation, 'tags')).flatMap((tag) => {
    if (typeof tag.value !== 'string' || !seen.has(tag.value)) {
      seen.add(tag.value);
      return [];
    }
    return [problem(tag, `the operation has the tag "${tag.value}" twice`, 'remove one of the two')];
  });
}

function isOwnAncestor(name: string, tags: ReadonlyMap<string, SpecNode>): boolean {
  const seen = new Set<string>();
  let at = textOf(tags.get(name)?.value, 'parent');
  while (at !== undefined && at !== name && !seen.has(at)) {
    seen.add(at);
    at = textOf(tags.get(at)?.value, 'parent');
  }
  return at === name;
}

/** By operationId, the parameters of each as `location.name`. */
type Operations = ReadonlyMap<string, ReadonlySet<string>>;

function operationsById(document: OpenApiDocument, items: readonly SpecNode[]): Operations {
  const operations = new Map<string, Set<string>>();
  for (const item of items) {
    for (const { node, pathItem } of operationsOfItem(document, item)) {
      const id = textOf(node.value, 'operationId');
      if (id === undefined) continue;
      const parameters = [pathItem, node].flatMap((holder) => childrenOf(childOf(holder, 'parameters')));
      const found = parameters.map((entry) => document.refs.deref(entry)?.value);
      const names = found.map((value) => `${textOf(value, 'in')}.${textOf(value, 'name')}`);
      operations.set(id, new Set([...(operations.get(id) ?? []), ...names]));
    }
  }
  return operations;
}

/** OpenAPI 3.1 §4.8.20: a link refers to an operation, by id or by reference. */
function checkLink({ refs, version }: OpenApiDocument, link: SpecNode, operations: Operations): SpecProblem[] {
  const { value } = link;
  if (!isObject(value)) return [];
  const id = childOf(link, 'operationId');
  const reference = childOf(link, 'operationRef');
  if (typeof id?.value === 'string' && !operations.has(id.value)) {
    const hint = suggestedKey(id.value, [...operations.keys()], 'use an operationId of this description');
    return [problem(id, `no operation has the id "${id.value}"`, hint)];
  }
  if (typeof reference?.value === 'string' && reference.value.startsWith('#')) refs.resolve(reference, reference.value);
  const parameters = typeof id?.value === 'string' ? operations.get(id.value) : undefined;
  if (parameters !== undefined) {
    // `path.id` distinguishes parameters with the same name.
    const names = [...parameters].map((parameter) => parameter.slice(parameter.indexOf('.') + 1));
    return childrenOf(childOf(link, 'parameters')).flatMap((parameter) => {
      if (parameters.has(parameter.key) || names.includes(parameter.key)) return [];
      const hint = suggestedKey(parameter.key, names, 'use a parameter of that operation');
      return [problem(parameter, `${id?.value} has no parameter "${parameter.key}"`, hint, true)];
    });
  }
  if (id !== undefined || reference !== undefined) return [];
  const severity = version === '3.0' ? 'warning' : 'error';
  return [problem(link, 'the link has no target', 'add operationId or operationRef', true, severity)];
}

/**
 * OpenAPI 3.1 §4.8.30: scopes are those of OAuth 2 flows. In 3.0 and 2.0 other schemes have none, which is reported
 * once for a scheme, because its scopes are usually repeated in every operation.
 * @param reported names of such schemes
 */
function checkScopes(document: OpenApiDocument, requirement: SpecNode, reported: Set<string>): SpecProblem[] {
  return childrenOf(requirement).flatMap((entry) => {
    const node = componentOf(document, 'securitySchemes', entry.key);
    const scheme = node && document.refs.deref(node)?.value;
    const scopes = childrenOf(entry);
    const type = textOf(scheme, 'type');
    const [first] = scopes;
    if (type === undefined || first === undefined) return [];
    if (type !== 'oauth2') {
      const isOld = document.version === '3.0' || document.version === '2.0';
      if (!isOld || type === 'openIdConnect' || reported.has(entry.key)) return [];
      reported.add(entry.key);
      return [
        problem(first, `${type} scheme "${entry.key}" has no scopes`, `write ${entry.key}: [], here and wherever else it is required`),
      ];
    }
    const known = new Set(Object.values(objectOf(scheme, 'flows') ?? {}).flatMap((flow) => Object.keys(objectOf(flow, 'scopes') ?? {})));
    return scopes.flatMap((scope) => {
      if (typeof scope.value !== 'string' || known.size === 0 || known.has(scope.value)) return [];
      const hint = suggestedKey(scope.value, [...known], 'add it to the scopes of its flow');
      return [problem(scope, `scope "${scope.value}" is not declared in "${entry.key}"`, hint)];
    });
  });
}

/** OpenAPI 3.1 §4.8.14: an encoding applies to a property of the schema. */
function checkEncodings(media: SpecNode, reader: SchemaReader): SpecProblem[] {
  const encodings = childrenOf(childOf(media, 'encoding'), true);
  const schema = childOf(media, 'schema');
  if (encodings.length === 0 || schema === undefined) return [];
  const { properties, patternProperties, additional, variants } = reader.flatten([schema]);
  if (properties.size === 0 || patternProperties.size > 0 || additional.some(({ value }) => value !== false) || variants.length > 0)
    return [];
  return encodings.flatMap((encoding) => {
    if (properties.has(encoding.key)) return [];
    const hint = suggestedKey(encoding.key, [...properties.keys()], 'use a property of the schema');
    return [problem(encoding, `the encoding "${encoding.key}" does not belong to a property`, hint, true)];
  });
}

/** A mapping without `/` and `#` is the name of a schema; with a dot it may be a file. */
function checkMapping(document: OpenApiDocument, schema: SpecNode): SpecProblem[] {
  const discriminator = isObject(schema.value) ? childOf(schema, 'discriminator') : undefined;
  return childrenOf(discriminator && childOf(discriminator, 'mapping')).flatMap((entry) => {
    const { value } = entry;
    if (typeof value !== 'string' || /[#/.]/.test(value) || componentOf(document, 'schemas', value)) return [];
    const schemas = Object.keys(objectOf(objectOf(document.root.value, 'components'), 'schemas') ?? {});
    const hint = suggestedKey(value, schemas, 'use a schema in components.schemas');
    return [problem(entry, `the mapping "${entry.key}" points to the schema "${value}", which does not exist`, hint)];
  });
}

/** OpenAPI 3.1 §4.8.25: each variant must have the discriminator property. */
function checkVariants(schema: SpecNode, reader: SchemaReader, version: OpenApiDocument['version']): SpecProblem[] {
  const name = textOf(objectOf(schema.value, 'discriminator'), 'propertyName');
  if (name === undefined || version === '2.0') return [];
  if (objectOf(schema.value, 'properties')?.[name] !== undefined) return [];
  return ['oneOf', 'anyOf'].flatMap((kind) =>
    childrenOf(childOf(schema, kind)).flatMap((variant) => {
      const { properties, variants, types } = reader.flatten([variant]);
      if (properties.has(name) || properties.size === 0 || variants.length > 0 || !types.includes('object')) return [];
      const reference = textOf(variant.value, '$ref');
      const called = reference === undefined ? locationName(variant) : (reference.split('/').at(-1) as string);
      return [
        problem(
          variant,
          `${called} has no property "${name}", which the discriminator needs`,
          `add ${name} to its properties and to its required list`,
        ),
      ];
    }),
  );
}
