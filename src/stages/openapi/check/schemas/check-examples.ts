/**
 * Checks examples and defaults against their schemas. Patterns are not executed, so mismatches with them are not found.
 */

import { comparableJson } from '../../../../shared/playground/exact-number.ts';
import { isJsonType } from '../../../../shared/request/body-type.ts';
import type { ApiArea } from '../../errors.ts';
import type { ApiDocument, OpenApiDocument } from '../../read/load-api.ts';
import { childOf, childrenOf, type SpecNode } from '../../read/spec-node.ts';
import type { SpecProblem } from '../../read/spec-problem.ts';
import { pointerKeys, type SpecValue, valueAt } from '../../read/spec-value.ts';
import { violation } from '../../schemas/conforms.ts';
import { SchemaReader } from '../../schemas/flatten-schema.ts';
import type { Structure } from '../check-structure.ts';
import { exampleInvalid } from '../errors.ts';

type Kind = 'example' | 'default';

/** Reports `openapi/example`. Reads each example once; schemas are cached by one reader. */
export function checkExamples(document: OpenApiDocument, { objects, schemas }: Structure): SpecProblem[] {
  const look = examiner(document);
  const problems: SpecProblem[] = [];
  if (document.version === '2.0')
    for (const parameter of objects.get('Parameter') ?? []) {
      // In 2.0 a parameter is described like a schema.
      const initial = childOf(parameter, 'default');
      if (initial) problems.push(...look(initial, parameter, 'default'));
    }
  for (const holder of ['MediaType', 'Parameter', 'Header'].flatMap((kind) => objects.get(kind) ?? [])) {
    const schema = childOf(holder, 'schema');
    if (schema === undefined || document.version === '2.0') continue;
    const isText = isTextMedia(holder);
    // An example of XML or a form may be a string.
    for (const example of examplesOf(document, holder))
      if (!isText || typeof example.value !== 'string') problems.push(...look(example, schema, 'example'));
  }
  const hasLists = document.version === '3.1' || document.version === '3.2';
  for (const schema of schemas) {
    for (const example of [childOf(schema, 'example'), ...(hasLists ? childrenOf(childOf(schema, 'examples')) : [])])
      if (example) problems.push(...look(example, schema, 'example'));
    const initial = childOf(schema, 'default');
    if (initial) problems.push(...look(initial, schema, 'default'));
  }
  return problems;
}

/** The payload examples of a message. */
export function checkMessageExamples(document: ApiDocument, message: SpecNode, schema: SpecNode): SpecProblem[] {
  const look = examiner(document);
  return childrenOf(childOf(message, 'examples')).flatMap((example) => {
    const payload = childOf(example, 'payload');
    return payload ? look(payload, schema, 'example') : [];
  });
}

/** Locates the invalid value, not the whole example; each value is checked once for each schema. */
function examiner({ refs, kind: area }: ApiDocument): (example: SpecNode, schema: SpecNode, kind: Kind) => SpecProblem[] {
  const reader = new SchemaReader(refs);
  const reported = new Set<string>();
  return (example, schema, kind) => {
    if (mayBeText(example.value)) return [];
    const found = violation([schema], example.value, reader);
    if (found === undefined) return [];
    const at = example.pointer + found.at;
    const name = pointerKeys(found.at).join('.');
    const key = `${example.file.path}#${at} ${found.reason}`;
    if (reported.has(key)) return [];
    reported.add(key);
    return [
      {
        file: example.file,
        at,
        say: (location) => exampleInvalid(area as ApiArea, location, at, { kind, name, reason: found.reason }),
        // An example that many operations repeat, such as that of an error, has the same mistake everywhere.
        ...(name !== '' && { group: `${kind} ${name} ${found.reason} ${comparableJson(valueAt(example.value, found.at))}` }),
      },
    ];
  };
}

function isTextMedia({ pointer }: SpecNode): boolean {
  const type = pointer.slice(pointer.lastIndexOf('/') + 1).replace(/~1/g, '/');
  return type.includes('/') && !isJsonType(type);
}

function examplesOf(document: OpenApiDocument, holder: SpecNode): SpecNode[] {
  const named = childrenOf(childOf(holder, 'examples')).flatMap((entry) => {
    const example = document.refs.deref(entry);
    const value = example && (childOf(example, 'value') ?? childOf(example, 'dataValue'));
    return value ? [value] : [];
  });
  const example = childOf(holder, 'example');
  return [...named, ...(example ? [example] : [])];
}

/** A string may be serialized JSON: every tool shows it unchanged. */
function mayBeText(value: SpecValue): boolean {
  return typeof value === 'string' && /^\s*[[{]/.test(value);
}
