/**
 * Examples and defaults that are not what their schemas ask for. An author's own expressions are not run, so what only a
 * pattern refuses passes.
 */

import type { ApiArea } from '../../errors.ts';
import type { ApiDocument, OpenApiDocument } from '../../read/load-api.ts';
import { childOf, childrenOf, type SpecNode } from '../../read/spec-node.ts';
import type { SpecProblem } from '../../read/spec-problem.ts';
import { pointerKeys, type SpecValue } from '../../read/spec-value.ts';
import { violation } from '../../schemas/conforms.ts';
import { SchemaReader } from '../../schemas/flatten-schema.ts';
import type { Structure } from '../check-structure.ts';
import { exampleInvalid } from '../errors.ts';

type Kind = 'example' | 'default';

/** Tells `openapi/example`. Costs one pass over each example; schemas are read through one reader, which remembers them. */
export function checkExamples(document: OpenApiDocument, { objects, schemas }: Structure): SpecProblem[] {
  const look = examiner(document);
  const problems: SpecProblem[] = [];
  if (document.version === '2.0')
    for (const parameter of objects.get('Parameter') ?? []) {
      // There it is described like a schema.
      const initial = childOf(parameter, 'default');
      if (initial) problems.push(...look(initial, parameter, 'default'));
    }
  for (const holder of ['MediaType', 'Parameter', 'Header'].flatMap((kind) => objects.get(kind) ?? [])) {
    const schema = childOf(holder, 'schema');
    if (schema === undefined || document.version === '2.0') continue;
    const isText = isTextMedia(holder);
    // An example of XML or of a form may be written as text.
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

/** What a message gives as examples of its payload. */
export function checkMessageExamples(document: ApiDocument, message: SpecNode, schema: SpecNode): SpecProblem[] {
  const look = examiner(document);
  return childrenOf(childOf(message, 'examples')).flatMap((example) => {
    const payload = childOf(example, 'payload');
    return payload ? look(payload, schema, 'example') : [];
  });
}

/** Points to the value that does not fit, not to the whole example; a value is looked at once for each schema. */
function examiner({ follower, kind: area }: ApiDocument): (example: SpecNode, schema: SpecNode, kind: Kind) => SpecProblem[] {
  const reader = new SchemaReader(follower);
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
      { file: example.file, at, say: (location) => exampleInvalid(area as ApiArea, location, at, { kind, name, reason: found.reason }) },
    ];
  };
}

function isTextMedia({ pointer }: SpecNode): boolean {
  const type = pointer.slice(pointer.lastIndexOf('/') + 1).replace(/~1/g, '/');
  return type.includes('/') && !/[/+]json\b/i.test(type);
}

function examplesOf(document: OpenApiDocument, holder: SpecNode): SpecNode[] {
  const named = childrenOf(childOf(holder, 'examples')).flatMap((entry) => {
    const example = document.follower.follow(entry);
    const value = example && (childOf(example, 'value') ?? childOf(example, 'dataValue'));
    return value ? [value] : [];
  });
  const example = childOf(holder, 'example');
  return [...named, ...(example ? [example] : [])];
}

/** A string in place of JSON may be JSON written out: every tool shows it as it is. */
function mayBeText(value: SpecValue): boolean {
  return typeof value === 'string' && /^\s*[[{]/.test(value);
}
