/** Checks runtime expressions (OpenAPI 3.1 §4.8.20.4) in the keys of callbacks and in links. */

import { nearestName } from '../../../shared/nearest-name.ts';
import { childOf, childrenOf, type SpecNode } from '../read/spec-node.ts';
import type { SpecProblem } from '../read/spec-problem.ts';
import type { Structure } from './check-structure.ts';
import { problemAt } from './schema-problem.ts';

const expression =
  /^\$(?:url|method|statusCode|self|(?:request|response)\.(?:header\.[!#$%&'*+.^_`|~\w-]+|query\..+|path\..+|body(?:#(?:\/(?:[^/~]|~[01])*)*)?))$/;
const starts =
  `$url $method $statusCode $request.header. $request.query. $request.path. $request.body $response.header. $response.body`.split(' ');

/** Reports `openapi/schema` as a warning: an invalid expression is sent as plain text. */
export function checkExpressions(objects: Structure['objects']): SpecProblem[] {
  const callbacks = (objects.get('Callback') ?? []).flatMap((callback) => childrenOf(callback, true));
  const links = (objects.get('Link') ?? []).flatMap((link) => [...childrenOf(childOf(link, 'parameters')), childOf(link, 'requestBody')]);
  return [
    ...callbacks.flatMap((item) => wrongIn(item.key).map((text) => problem(item, text, true))),
    ...links.flatMap((node) =>
      node === undefined || typeof node.value !== 'string' ? [] : wrongIn(node.value).map((text) => problem(node, text, false)),
    ),
  ];
}

/** The invalid expressions of a text, with or without braces. */
function wrongIn(text: string): string[] {
  if (text.startsWith('$')) return expression.test(text) ? [] : [text];
  // An unclosed brace includes the rest of the text, and is invalid.
  const found = [...text.matchAll(/\{(\$[^{}]*)(\}?)/g)];
  return found.flatMap(([whole, inside = '', end]) => (end === '' ? [whole] : expression.test(inside) ? [] : [inside]));
}

function problem(node: SpecNode, text: string, atKey: boolean): SpecProblem {
  const near = nearestName(text.replace(/(?<=\.)[^.]*$|#.*$/, ''), starts) ?? nearestName(text.replace(/#.*$/, ''), starts);
  const hint = near === undefined ? 'write an expression such as $request.body#/url or $response.header.Location' : `write "${near}"`;
  return problemAt('openapi', node, `"${text}" is not a runtime expression`, { hint, severity: 'warning', atKey });
}
