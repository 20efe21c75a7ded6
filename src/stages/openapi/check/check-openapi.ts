import { nearestName } from '../../../shared/nearest-name.ts';
import { templateNames } from '../../../shared/playground/template-names.ts';
import { operationsOfItem } from '../operations.ts';
import type { OpenApiDocument } from '../read/load-api.ts';
import { childOf, childrenOf, type SpecNode } from '../read/spec-node.ts';
import type { SpecProblem } from '../read/spec-problem.ts';
import { isObject, objectOf, textOf } from '../read/spec-value.ts';
import { SchemaReader } from '../schemas/flatten-schema.ts';
import { checkExpressions } from './check-expressions.ts';
import { checkExtensions } from './check-extensions.ts';
import { checkNames } from './check-names.ts';
import { checkPathTemplate } from './check-path-template.ts';
import { checkSecurityScheme } from './check-security-scheme.ts';
import type { Structure } from './check-structure.ts';
import { checkStyle } from './check-styles.ts';
import { checkSwagger } from './check-swagger.ts';
import { duplicateOperationId, pathConflict, pathParameterExtra, pathParameterUndeclared, securityUndeclared } from './errors.ts';
import { problemAt } from './schema-problem.ts';
import { checkExamples } from './schemas/check-examples.ts';
import { checkServer } from './server-url.ts';

/**
 * Rules for OpenAPI descriptions that tables cannot express: names that must be unique, declared, or consistent. All
 * editions,
 * 2.0 included; `structure` is the result of the tables.
 */
export function checkOpenApi(document: OpenApiDocument, structure: Structure): SpecProblem[] {
  const { objects } = structure;
  const reader = new SchemaReader(document.refs);
  return [
    ...checkContainers(document),
    ...checkInfo(document),
    ...(document.version === '2.0' ? checkSwagger(document, structure) : []),
    ...checkNames(document, structure),
    ...checkPaths(document),
    ...checkQueryStrings(document, objects.get('PathItem') ?? []),
    ...checkSecurity(document, objects.get('Security') ?? []),
    ...(objects.get('Server') ?? []).flatMap((server) => checkServer('openapi', server)),
    ...(objects.get('Parameter') ?? []).flatMap((parameter) => checkParameter(document, parameter, reader)),
    ...(objects.get('SecurityScheme') ?? []).flatMap((scheme) => checkSecurityScheme(document, scheme)),
    ...(objects.get('Header') ?? []).flatMap((header) => checkValueHolder(document, header)),
    ...(objects.get('ServerVariable') ?? []).flatMap((variable) => checkServerVariable(document, variable)),
    ...headerNames(document, objects),
    ...(objects.get('Responses') ?? []).flatMap(checkResponses),
    ...(objects.get('MediaType') ?? []).flatMap(checkMediaType),
    ...(objects.get('PathItem') ?? []).flatMap(checkMethods),
    ...checkExpressions(objects),
    ...checkExtensions(document, objects.get('Operation') ?? []),
    ...(objects.get('Components') ?? []).flatMap(checkComponentNames),
    ...checkExamples(document, structure),
  ];
}

function problem(node: SpecNode, message: string, hint?: string, severity: 'error' | 'warning' = 'error'): SpecProblem {
  return problemAt('openapi', node, message, { hint, severity });
}

/** OpenAPI 3.1 §4.1: paths, components or webhooks are required. */
function checkContainers({ root, version }: OpenApiDocument): SpecProblem[] {
  if (version === '2.0' || version === '3.0' || !isObject(root.value)) return [];
  const { paths, components, webhooks } = root.value;
  if (paths !== undefined || components !== undefined || webhooks !== undefined) return [];
  return [problem(root, 'at least one of paths, components and webhooks is required', 'add paths: {} if there are none yet')];
}

/** Required by every edition, but not needed for a site. */
function checkInfo({ root }: OpenApiDocument): SpecProblem[] {
  const info = childOf(root, 'info');
  if (!isObject(info?.value) || info.value.version !== undefined) return [];
  return [problem(info, 'info.version is required', 'add the version of this description: version: "1.0.0"', 'warning')];
}

/** RFC 9110 §8.3.1: the key of the member is a media type with type and subtype. */
function checkMediaType(media: SpecNode): SpecProblem[] {
  const [, name] = /\/content\/([^/]*)$/.exec(media.pointer) ?? [];
  const type = name?.replace(/~1/g, '/');
  if (type === undefined || type.startsWith('x-') || /^[^/\s]+\/[^/\s]/.test(type)) return [];
  return [problem(media, `"${type}" is not a media type`, 'write a media type with two parts, such as application/json', 'warning')];
}

/** OpenAPI 3.2 §4.9: standard methods have their own fields; others must be valid methods (RFC 9110 §9.1). */
function checkMethods(item: SpecNode): SpecProblem[] {
  return childrenOf(childOf(item, 'additionalOperations')).flatMap((operation) => {
    const { key } = operation;
    if (!token.test(key)) return [problem(operation, `"${key}" is not a request method`, "use letters, digits and !#$%&'*+-.^_`|~")];
    if (!/^(?:get|put|post|delete|options|head|patch|trace|query)$/i.test(key)) return [];
    return [problem(operation, `${key} has its own field`, `write ${key.toLowerCase()} next to additionalOperations`)];
  });
}

function checkPaths(document: OpenApiDocument): SpecProblem[] {
  const problems: SpecProblem[] = [];
  const templates = new Map<string, SpecNode & { readonly key: string }>();
  const ids = new Map<string, { readonly node: SpecNode; readonly name: string }>();
  const items = [...childrenOf(childOf(document.root, 'paths'), true), ...childrenOf(childOf(document.root, 'webhooks'), true)];
  for (const item of items) {
    // A webhook may have the same name as a path.
    const isPath = item.key.startsWith('/') && item.pointer.startsWith('/paths/');
    if (isPath) {
      problems.push(...checkPathTemplate(item));
      const template = item.key.replace(/\{[^{}]*\}/g, '{}');
      const other = templates.get(template);
      if (other) {
        problems.push({
          file: item.file,
          at: `key:${item.pointer}`,
          also: `key:${other.pointer}`,
          say: (location, also) => pathConflict(location, item.key, other.key, also?.line ?? 0),
        });
      } else templates.set(template, item);
    }
    for (const { method, node, pathItem } of operationsOfItem(document, item)) {
      const name = `${method} ${item.key}`;
      const id = textOf(node.value, 'operationId');
      const other = id === undefined ? undefined : ids.get(id);
      if (id !== undefined && other && other.node.file === node.file) {
        const [at, also] = [`${node.pointer}/operationId`, `${other.node.pointer}/operationId`];
        problems.push({
          file: node.file,
          at,
          also,
          say: (location, place) => duplicateOperationId(location, id, name, other.name, place?.line ?? 0),
        });
      } else if (id !== undefined) ids.set(id, { node, name });
      problems.push(...checkParameters(document, item.key, isPath, method, node, pathItem));
    }
  }
  return problems;
}

function checkParameters(
  document: OpenApiDocument,
  path: string,
  isPath: boolean,
  method: string,
  operation: SpecNode,
  pathItem: SpecNode,
): SpecProblem[] {
  const problems: SpecProblem[] = [];
  const wanted = new Set(templateNames(path));
  const declared = new Set<string>();
  for (const holder of [pathItem, operation]) {
    const seen = new Set<string>();
    for (const entry of childrenOf(childOf(holder, 'parameters'))) {
      const parameter = document.refs.deref(entry);
      // The parameters behind a broken reference are unknown.
      if (parameter === undefined) wanted.clear();
      const [name, place] = [textOf(parameter?.value, 'name'), textOf(parameter?.value, 'in')];
      if (name === undefined || place === undefined) continue;
      const key = `${place} ${name}`;
      if (seen.has(key)) problems.push(problem(entry, `${place} parameter "${name}" appears twice`, 'remove one of the two'));
      seen.add(key);
      if (place !== 'path' || !isPath) continue;
      declared.add(name);
      if (wanted.has(name) || path.includes(`{${name}}`)) continue;
      problems.push({
        file: entry.file,
        at: entry.pointer,
        say: (location) => pathParameterExtra(location, name, path, nearestName(name, [...wanted])),
      });
    }
  }
  if (!isPath) return problems;
  for (const name of wanted) {
    // The probable parameter has already been reported.
    if (!declared.has(name) && ![...declared].some((other) => !path.includes(`{${other}}`) && nearestName(other, [...wanted]) === name))
      problems.push({
        file: operation.file,
        at: `key:${operation.pointer}`,
        say: (location) => pathParameterUndeclared(location, name, path, method),
      });
  }
  return problems;
}

function checkQueryStrings(document: OpenApiDocument, items: readonly SpecNode[]): SpecProblem[] {
  if (document.version !== '3.2') return [];
  return items.flatMap((item) => {
    const own = checkQueryString(document, [item]);
    if (own.length > 0) return own;
    return operationsOfItem(document, item).flatMap(({ node }) => checkQueryString(document, [item, node]));
  });
}

/** OpenAPI 3.2 §4.12.2: either one value for the whole query, or query parameters. */
function checkQueryString({ refs }: OpenApiDocument, holders: readonly SpecNode[]): SpecProblem[] {
  const all = holders.flatMap((holder) => childrenOf(childOf(holder, 'parameters')));
  const whole = all.filter((entry) => textOf(refs.deref(entry)?.value, 'in') === 'querystring');
  const [first, second] = whole;
  if (first === undefined) return [];
  if (second !== undefined)
    return [problem(second, 'the operation has a second querystring parameter', 'keep one: it contains the whole query')];
  const single = all.find((entry) => textOf(refs.deref(entry)?.value, 'in') === 'query');
  return single
    ? [
        problem(
          single,
          'the operation has a query parameter next to a querystring parameter',
          'keep one kind: a querystring parameter contains the whole query',
        ),
      ]
    : [];
}

function checkSecurity({ root, version }: OpenApiDocument, requirements: readonly SpecNode[]): SpecProblem[] {
  const declared =
    version === '2.0' ? objectOf(root.value, 'securityDefinitions') : objectOf(objectOf(root.value, 'components'), 'securitySchemes');
  const names = Object.keys(declared ?? {});
  return requirements.flatMap((requirement) =>
    childrenOf(requirement)
      .filter(({ key }) => !names.includes(key) && !/[#/]/.test(key))
      .map(
        ({ file, pointer, key }) =>
          ({
            file,
            at: `key:${pointer}`,
            say: (location) => securityUndeclared('openapi', location, key, nearestName(key, names)),
          }) satisfies SpecProblem,
      ),
  );
}

function checkParameter(document: OpenApiDocument, node: SpecNode, reader: SchemaReader): SpecProblem[] {
  const { value } = node;
  if (!isObject(value)) return [];
  const problems: SpecProblem[] = [];
  const name = textOf(value, 'name') ?? '';
  if (value.in === 'path' && value.required !== true)
    problems.push(problem(node, `path parameter "${name}" must have required: true`, 'add required: true'));
  if (document.version !== '2.0')
    return [
      ...problems,
      ...checkNamed(node),
      ...checkStyle(node, name, reader),
      ...checkIgnored(node, name),
      ...checkValueHolder(document, node),
    ];
  if (value.in === 'body' && value.schema === undefined) problems.push(problem(node, `body parameter "${name}" needs a schema`));
  if (value.in !== 'body' && value.type === undefined) problems.push(problem(node, `parameter "${name}" needs a type`));
  return problems;
}

/** A form field may have an empty name; a header or cookie may not. Path parameters are checked with the path. */
function checkNamed(node: SpecNode): SpecProblem[] {
  const name = childOf(node, 'name');
  const place = textOf(node.value, 'in');
  if (name?.value !== '' || place === undefined || place === 'path' || place === 'querystring') return [];
  return [problem(name, `the ${place} parameter has an empty name`, 'add a name', place === 'query' ? 'warning' : 'error')];
}

const saidElsewhere: Readonly<Record<string, string>> = {
  accept: 'list the media types under the content of the responses',
  'content-type': 'write the media type under the content of the request body',
  authorization: 'describe it as a security scheme',
};

/** OpenAPI 3.1 §4.8.12: some headers are described by other parts of a description. */
function checkIgnored(node: SpecNode, name: string): SpecProblem[] {
  const key = name.toLowerCase();
  const hint = Object.hasOwn(saidElsewhere, key) ? saidElsewhere[key] : undefined;
  if (textOf(node.value, 'in') !== 'header' || hint === undefined) return [];
  return [problem(node, `the header parameter "${name}" has no effect`, hint, 'warning')];
}

/** OpenAPI 3.1 §4.8.12: a schema, or a content of one media type; `example` or `examples`. */
function checkValueHolder(document: OpenApiDocument, node: SpecNode): SpecProblem[] {
  const { value } = node;
  if (!isObject(value) || document.version === '2.0') return [];
  const problems: SpecProblem[] = [];
  const name = textOf(value, 'name') ?? '';
  const what = name === '' ? 'the header' : `parameter "${name}"`;
  if (value.schema === undefined && value.content === undefined)
    problems.push(problem(node, `${what} needs schema or content`, 'add schema: {type: string}'));
  if (value.schema !== undefined && value.content !== undefined)
    problems.push(problem(node, `${what} has both schema and content`, 'keep one of the two'));
  if (isObject(value.content) && Object.keys(value.content).length !== 1)
    problems.push(problem(node, `content of ${what} must have exactly one media type`));
  if (value.example !== undefined && value.examples !== undefined)
    problems.push(problem(node, `${what} has both example and examples`, 'keep one of the two'));
  if (value.in === 'querystring' && value.schema !== undefined)
    problems.push(
      problem(node, `${what} contains the whole query, so it needs content, not schema`, 'put the schema under content and a media type'),
    );
  if (document.version === '3.0') return problems;
  if (value.content !== undefined)
    for (const key of ['style', 'explode', 'allowReserved'])
      if (value[key] !== undefined)
        problems.push(
          problem(node, `${what} has both content and ${key}`, `remove ${key}: the media type defines how the value is written`),
        );
  if (value.allowEmptyValue !== undefined && value.in !== undefined && value.in !== 'query')
    problems.push(problem(node, `${what} cannot have allowEmptyValue, which is for query parameters`, 'remove it', 'warning'));
  const isRaw =
    value.in === undefined || value.in === 'header' || (value.in === 'cookie' && (document.version === '3.1' || value.style === 'cookie'));
  if (isRaw && value.allowReserved !== undefined)
    problems.push(problem(node, `${what} cannot have allowReserved, because it is not percent-encoded`, 'remove allowReserved'));
  return problems;
}

/** RFC 9110 §5.6.2. */
const token = /^[!#$%&'*+.^_`|~\w-]+$/;

function headerNames({ version }: OpenApiDocument, objects: Structure['objects']): SpecProblem[] {
  if (version === '2.0') return [];
  const maps = ['Response', 'Encoding'].flatMap((kind) =>
    (objects.get(kind) ?? []).flatMap((node) => childrenOf(childOf(node, 'headers'))),
  );
  const named = (objects.get('Parameter') ?? []).flatMap((node) =>
    textOf(node.value, 'in') === 'header' ? [{ node, name: textOf(node.value, 'name') ?? '' }] : [],
  );
  return [...maps.map((node) => ({ node, name: node.key })), ...named]
    .filter(({ name }) => name !== '' && !token.test(name))
    .map(({ node, name }) => problem(node, `"${name}" is not a valid header name`, "use letters, digits and !#$%&'*+-.^_`|~"));
}

function checkServerVariable({ version }: OpenApiDocument, variable: SpecNode): SpecProblem[] {
  const initial = childOf(variable, 'default');
  const listed = isObject(variable.value) ? variable.value.enum : undefined;
  if (typeof initial?.value === 'string' && Array.isArray(listed) && listed.length > 0 && !listed.includes(initial.value))
    return [problem(initial, `the default "${initial.value}" is not in the enum`, 'use one of its values, or add it', 'warning')];
  const choices = childOf(variable, 'enum');
  const isEmpty = Array.isArray(choices?.value) && choices.value.length === 0;
  return choices && isEmpty && version !== '3.0'
    ? [problem(choices, 'enum is empty, so no value is valid', 'remove it, or list the values')]
    : [];
}

function checkResponses(node: SpecNode): SpecProblem[] {
  return childrenOf(node, true).length > 0 ? [] : [problem(node, 'responses is empty', 'describe at least one response')];
}

function checkComponentNames(node: SpecNode): SpecProblem[] {
  return childrenOf(node, true).flatMap((kind) =>
    childrenOf(kind)
      .filter(({ key }) => key !== '$ref' && !/^[A-Za-z0-9._-]+$/.test(key))
      .map((component) =>
        problem(component, `"${component.key}" is not a valid name for a component`, 'use letters, digits, ".", "-" and "_"', 'warning'),
      ),
  );
}
