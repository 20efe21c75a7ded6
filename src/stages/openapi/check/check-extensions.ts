import type { OpenApiDocument } from '../read/load-api.ts';
import type { RefResolver } from '../read/ref-resolver.ts';
import { childOf, childrenOf, type SpecNode } from '../read/spec-node.ts';
import type { SpecProblem } from '../read/spec-problem.ts';
import { isObject, textOf } from '../read/spec-value.ts';
import { kindOf, locationName } from './location-name.ts';
import { problemAt } from './schema-problem.ts';

const membersOfDocs = { metadata: 'an object', content: 'a string', href: 'a string', groups: 'a list' } as const;

/**
 * Checks the `x-docs` and `x-mint` extensions of operations: a value of the wrong type would have no effect. Reports
 * `openapi/schema` as a warning.
 */
export function checkExtensions({ refs }: OpenApiDocument, operations: readonly SpecNode[]): SpecProblem[] {
  return operations.flatMap((operation) => [
    ...['x-hidden', 'x-excluded'].flatMap((key) => mustBe(childOf(operation, key), 'true or false')),
    ...['x-codeSamples', 'x-code-samples'].flatMap((key) => checkSamples(childOf(operation, key), refs)),
    ...['x-docs', 'x-mint'].flatMap((key) => {
      const docs = childOf(operation, key);
      const wrong = mustBe(docs, 'an object');
      if (docs === undefined || wrong.length > 0) return wrong;
      return Object.entries(membersOfDocs).flatMap(([member, kind]) => mustBe(childOf(docs, member), kind));
    }),
  ]);
}

/** The list and its entries may be references; broken ones are recorded by `refs`. */
function checkSamples(list: SpecNode | undefined, refs: RefResolver): SpecProblem[] {
  const samples = list && refs.deref(list);
  const wrong = mustBe(samples, 'a list');
  if (wrong.length > 0) return wrong;
  return childrenOf(samples).flatMap((entry) => {
    const sample = refs.deref(entry);
    if (sample === undefined) return [];
    const missing = ['lang', 'source'].filter((key) => textOf(sample.value, key) === undefined);
    if (missing.length === 0) return [];
    return [problem(sample, `${locationName(entry)} is not shown: it needs ${missing.join(' and ')}`, 'write {lang: curl, source: …}')];
  });
}

function mustBe(node: SpecNode | undefined, kind: string): SpecProblem[] {
  if (node === undefined) return [];
  const { value } = node;
  const found = Array.isArray(value)
    ? 'a list'
    : isObject(value)
      ? 'an object'
      : typeof value === 'boolean'
        ? 'true or false'
        : `a ${typeof value}`;
  return found === kind
    ? []
    : [problem(node, `${locationName(node)} has no effect: it must be ${kind}, got ${kindOf(value)}`, `write ${kind}`)];
}

function problem(node: SpecNode, message: string, hint: string): SpecProblem {
  return problemAt('openapi', node, message, { hint, severity: 'warning' });
}
