/** What no table says about an OpenAPI description: names that must be unique, declared, or fit together. */
import { conforms } from '../apis/conforms.ts';
import type { SpecFault } from '../apis/fault.ts';
import { SchemaReader } from '../apis/flatten-schema.ts';
import { nearest } from '../apis/follow.ts';
import type { OpenApiDocument } from '../apis/load-api.ts';
import { operationsOfItem } from '../apis/operations.ts';
import { childOf, childrenOf, type SpecNode } from '../apis/spec-node.ts';
import { isObject, objectOf, type SpecValue, textOf } from '../apis/spec-value.ts';
import type { Structure } from './check-structure.ts';
import {
  duplicateOperationId,
  exampleInvalid,
  pathConflict,
  pathParameterExtra,
  pathParameterUndeclared,
  schemaFault,
  securityUndeclared,
} from './errors.ts';
import { checkServer } from './server-url.ts';

export function checkOpenApi(document: OpenApiDocument, { objects }: Structure): SpecFault[] {
  return [
    ...checkPaths(document),
    ...checkSecurity(document, objects.get('Security') ?? []),
    ...(objects.get('Server') ?? []).flatMap((server) => checkServer('openapi', server)),
    ...(objects.get('Parameter') ?? []).flatMap((parameter) => checkParameter(document, parameter)),
    ...(objects.get('Header') ?? []).flatMap((header) => checkValueHolder(document, header)),
    ...(objects.get('Responses') ?? []).flatMap(checkResponses),
    ...(objects.get('Components') ?? []).flatMap(checkComponentNames),
    ...checkExamples(document, objects),
  ];
}

function fault(node: SpecNode, message: string, hint?: string, severity: 'error' | 'warning' = 'error'): SpecFault {
  const details = { message, severity, ...(hint === undefined ? {} : { hint }) };
  return { file: node.file, at: node.pointer, say: (location) => schemaFault('openapi', location, node.pointer, details) };
}

function checkPaths(document: OpenApiDocument): SpecFault[] {
  const faults: SpecFault[] = [];
  const templates = new Map<string, SpecNode & { readonly key: string }>();
  const ids = new Map<string, { readonly node: SpecNode; readonly name: string }>();
  const items = [...childrenOf(childOf(document.root, 'paths'), true), ...childrenOf(childOf(document.root, 'webhooks'), true)];
  for (const item of items) {
    const isPath = item.key.startsWith('/');
    if (isPath) {
      const template = item.key.replace(/\{[^{}]*\}/g, '{}').replace(/(.)\/$/, '$1');
      const other = templates.get(template);
      if (other) {
        faults.push({
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
        faults.push({
          file: node.file,
          at,
          also,
          say: (location, place) => duplicateOperationId(location, id, name, other.name, place?.line ?? 0),
        });
      } else if (id !== undefined) ids.set(id, { node, name });
      faults.push(...checkParameters(document, item.key, isPath, method, node, pathItem));
    }
  }
  return faults;
}

function checkParameters(
  document: OpenApiDocument,
  path: string,
  isPath: boolean,
  method: string,
  operation: SpecNode,
  pathItem: SpecNode,
): SpecFault[] {
  const faults: SpecFault[] = [];
  const wanted = new Set([...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] as string));
  const declared = new Set<string>();
  for (const holder of [pathItem, operation]) {
    const seen = new Set<string>();
    for (const entry of childrenOf(childOf(holder, 'parameters'))) {
      const parameter = document.follower.follow(entry);
      const [name, place] = [textOf(parameter?.value, 'name'), textOf(parameter?.value, 'in')];
      if (name === undefined || place === undefined) continue;
      const key = `${place} ${name}`;
      if (seen.has(key)) faults.push(fault(entry, `${place} parameter "${name}" stands twice`, 'remove one of the two'));
      seen.add(key);
      if (place !== 'path' || !isPath) continue;
      declared.add(name);
      if (wanted.has(name)) continue;
      faults.push({
        file: entry.file,
        at: entry.pointer,
        say: (location) => pathParameterExtra(location, name, path, nearest(name, [...wanted])),
      });
    }
  }
  if (!isPath) return faults;
  for (const name of wanted) {
    if (!declared.has(name))
      faults.push({
        file: operation.file,
        at: `key:${operation.pointer}`,
        say: (location) => pathParameterUndeclared(location, name, path, method),
      });
  }
  return faults;
}

function checkSecurity({ root, version }: OpenApiDocument, requirements: readonly SpecNode[]): SpecFault[] {
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
            say: (location) => securityUndeclared('openapi', location, key, nearest(key, names)),
          }) satisfies SpecFault,
      ),
  );
}

function checkParameter(document: OpenApiDocument, node: SpecNode): SpecFault[] {
  const { value } = node;
  if (!isObject(value)) return [];
  const faults: SpecFault[] = [];
  const name = textOf(value, 'name') ?? '';
  if (value.in === 'path' && value.required !== true)
    faults.push(fault(node, `path parameter "${name}" must have required: true`, 'add required: true'));
  if (document.version !== '2.0') return [...faults, ...checkValueHolder(document, node)];
  if (value.in === 'body' && value.schema === undefined) faults.push(fault(node, `body parameter "${name}" needs a schema`));
  if (value.in !== 'body' && value.type === undefined) faults.push(fault(node, `parameter "${name}" needs a type`));
  return faults;
}

/** OpenAPI 3.1 §4.8.12: a schema or a content of one media type; `example` or `examples`. */
function checkValueHolder(document: OpenApiDocument, node: SpecNode): SpecFault[] {
  const { value } = node;
  if (!isObject(value) || document.version === '2.0') return [];
  const faults: SpecFault[] = [];
  const name = textOf(value, 'name') ?? '';
  const what = name === '' ? 'the header' : `parameter "${name}"`;
  if (value.schema === undefined && value.content === undefined)
    faults.push(fault(node, `${what} needs a schema or a content`, 'add schema: {type: string}'));
  if (value.schema !== undefined && value.content !== undefined)
    faults.push(fault(node, `${what} has both schema and content`, 'keep one of the two'));
  if (isObject(value.content) && Object.keys(value.content).length !== 1)
    faults.push(fault(node, `content of ${what} must have exactly one media type`));
  if (value.example !== undefined && value.examples !== undefined)
    faults.push(fault(node, `${what} has both example and examples`, 'keep one of the two'));
  return faults;
}

function checkResponses(node: SpecNode): SpecFault[] {
  return childrenOf(node, true).length > 0 ? [] : [fault(node, 'responses is empty', 'describe at least one response')];
}

function checkComponentNames(node: SpecNode): SpecFault[] {
  return childrenOf(node, true).flatMap((kind) =>
    childrenOf(kind)
      .filter(({ key }) => !/^[A-Za-z0-9._-]+$/.test(key))
      .map((component) =>
        fault(
          component,
          `"${component.key}" is not a name that references can carry everywhere`,
          'use letters, digits, ".", "-" and "_"',
          'warning',
        ),
      ),
  );
}

/** An author's own expressions are not run, so what only a pattern refuses passes. */
function checkExamples(document: OpenApiDocument, objects: Structure['objects']): SpecFault[] {
  const reader = new SchemaReader(document.follower);
  const faults: SpecFault[] = [];
  for (const holder of ['MediaType', 'Parameter', 'Header'].flatMap((kind) => objects.get(kind) ?? [])) {
    const schema = childOf(holder, 'schema');
    if (schema === undefined || document.version === '2.0') continue;
    const isText = isTextMedia(holder);
    for (const example of examplesOf(document, holder)) {
      // An example of XML or of a form may be written as text.
      if (isText && typeof example.value === 'string') continue;
      if (conforms([schema], example.value, reader)) continue;
      faults.push({ file: example.file, at: example.pointer, say: (location) => exampleInvalid(location, example.pointer) });
    }
  }
  return faults;
}

function isTextMedia({ pointer }: SpecNode): boolean {
  const type = pointer.slice(pointer.lastIndexOf('/') + 1).replace(/~1/g, '/');
  return type.includes('/') && !/[/+]json\b/i.test(type);
}

function examplesOf(document: OpenApiDocument, holder: SpecNode): SpecNode[] {
  const named = childrenOf(childOf(holder, 'examples')).flatMap((entry) => {
    const example = document.follower.follow(entry);
    const value = example && childOf(example, 'value');
    return value ? [value] : [];
  });
  const example = childOf(holder, 'example');
  return [...named, ...(example ? [example] : [])].filter((node) => !mayBeText(node.value));
}

/** A string in place of JSON may be JSON written out: every tool shows it as it is. */
function mayBeText(value: SpecValue): boolean {
  return typeof value === 'string' && /^\s*[[{]/.test(value);
}
