import { isFormType } from '../../../shared/request/body-type.ts';
import { operationsOfItem } from '../operations.ts';
import type { OpenApiDocument } from '../read/load-api.ts';
import { childOf, childrenOf, type SpecNode } from '../read/spec-node.ts';
import type { SpecProblem } from '../read/spec-problem.ts';
import { isObject, textOf, textsOf } from '../read/spec-value.ts';
import type { Structure } from './check-structure.ts';
import { kindOf } from './location-name.ts';
import { problemAt } from './schema-problem.ts';

/**
 * Rules of Swagger 2.0 that its table does not express: bodies, forms, lists, hosts. Runs in addition to the rules for
 * all editions.
 */
export function checkSwagger(document: OpenApiDocument, { objects, schemas }: Structure): SpecProblem[] {
  return [
    ...checkHost(document.root),
    ...(objects.get('Parameter') ?? []).flatMap(checkParameter),
    ...schemas.flatMap(checkDiscriminator),
    ...childrenOf(childOf(document.root, 'paths'), true).flatMap((item) =>
      operationsOfItem(document, item).flatMap(({ node, pathItem }) => checkBody(document, node, pathItem)),
    ),
  ];
}

function problem(node: SpecNode, message: string, hint: string, severity: 'error' | 'warning' = 'error'): SpecProblem {
  return problemAt('openapi', node, message, { hint, severity });
}

function checkHost(root: SpecNode): SpecProblem[] {
  const problems: SpecProblem[] = [];
  const host = childOf(root, 'host');
  if (typeof host?.value === 'string' && !/^[^{}/ :\\]+(?::\d+)?$/.test(host.value))
    problems.push(
      problem(host, `host must be a name and a port, got "${host.value}"`, 'write the scheme in schemes and the path in basePath'),
    );
  const path = childOf(root, 'basePath');
  if (typeof path?.value === 'string' && !path.value.startsWith('/'))
    problems.push(problem(path, `basePath must start with "/", got "${path.value}"`, `write /${path.value}`));
  return problems;
}

/** A string here; an object since 3.0. */
function checkDiscriminator(schema: SpecNode): SpecProblem[] {
  const discriminator = isObject(schema.value) ? childOf(schema, 'discriminator') : undefined;
  if (discriminator === undefined || typeof discriminator.value === 'string') return [];
  const name = textOf(discriminator.value, 'propertyName') ?? 'the name of a property';
  return [
    problem(discriminator, `discriminator must be a string in 2.0, got ${kindOf(discriminator.value)}`, `write discriminator: ${name}`),
  ];
}

function checkParameter(node: SpecNode): SpecProblem[] {
  const { value } = node;
  if (!isObject(value)) return [];
  const problems: SpecProblem[] = [];
  const name = textOf(value, 'name') ?? '';
  if (value.type === 'array' && value.items === undefined)
    problems.push(problem(node, `parameter "${name}" needs items`, 'describe the entries of the list'));
  if (value.type === 'file' && value.in !== 'formData')
    problems.push(problem(node, `file parameter "${name}" must be in formData`, 'write in: formData'));
  if (value.collectionFormat === 'multi' && value.in !== 'query' && value.in !== 'formData')
    problems.push(
      problem(node, `collectionFormat multi is for query and formData, not for ${textOf(value, 'in')} parameter "${name}"`, 'use csv'),
    );
  return problems;
}

/** One body, or a form; files need a form type that supports them. */
function checkBody(document: OpenApiDocument, operation: SpecNode, pathItem: SpecNode): SpecProblem[] {
  const all = [pathItem, operation].flatMap((holder) => childrenOf(childOf(holder, 'parameters')));
  const entries = all.map((entry) => ({ entry, value: document.refs.deref(entry)?.value }));
  const bodies = entries.filter(({ value }) => textOf(value, 'in') === 'body');
  const fields = entries.filter(({ value }) => textOf(value, 'in') === 'formData');
  // A parameter of the path item is overridden by one with the same name.
  const second = bodies.find(({ value }) => textOf(value, 'name') !== textOf(bodies[0]?.value, 'name'));
  if (second) return [problem(second.entry, 'the operation has a second body parameter', 'put both in one schema: a request has one body')];
  if (bodies.length > 0 && fields[0])
    return [problem(fields[0].entry, 'the operation has a formData parameter next to a body parameter', 'keep one kind')];
  const file = fields.find(({ value }) => textOf(value, 'type') === 'file');
  const consumes = [textsOf(operation.value, 'consumes'), textsOf(document.root.value, 'consumes')].find((types) => types.length > 0) ?? [];
  if (file === undefined || consumes.some(isFormType)) return [];
  const what = consumes.length === 0 ? 'a body without consumes' : consumes.join(', ');
  return [problem(file.entry, `${what} cannot contain files`, 'add consumes: [multipart/form-data] to the operation', 'warning')];
}
