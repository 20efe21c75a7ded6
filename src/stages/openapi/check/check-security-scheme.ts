import type { ApiArea } from '../errors.ts';
import type { ApiDocument } from '../read/load-api.ts';
import { childOf, childrenOf, type SpecNode } from '../read/spec-node.ts';
import type { SpecProblem } from '../read/spec-problem.ts';
import { isObject, textOf } from '../read/spec-value.ts';
import { problemAt } from './schema-problem.ts';

const needed: Readonly<Record<string, readonly string[]>> = {
  apiKey: ['name', 'in'],
  http: ['scheme'],
  httpApiKey: ['name', 'in'],
  oauth2: ['flows'],
  openIdConnect: ['openIdConnectUrl'],
};
const neededByFlow: Readonly<Record<string, readonly string[]>> = {
  implicit: ['authorizationUrl'],
  password: ['tokenUrl'],
  clientCredentials: ['tokenUrl'],
  authorizationCode: ['authorizationUrl', 'tokenUrl'],
  deviceAuthorization: ['deviceAuthorizationUrl', 'tokenUrl'],
  // Names in 2.0.
  application: ['tokenUrl'],
  accessCode: ['authorizationUrl', 'tokenUrl'],
};

/**
 * Checks the fields of a security scheme by its type, in OpenAPI and AsyncAPI (OpenAPI 3.1 §4.8.27 to §4.8.29). The
 * tables have the types.
 */
export function checkSecurityScheme({ kind, version }: ApiDocument, scheme: SpecNode): SpecProblem[] {
  const type = textOf(scheme.value, 'type') ?? '';
  const missing = missingIn(kind);
  if (version === '2.0' && type === 'oauth2')
    return ['flow', ...of(neededByFlow, textOf(scheme.value, 'flow')), 'scopes'].flatMap(missing(scheme, type));
  const own = kind === 'asyncapi' && type === 'apiKey' ? ['in'] : of(needed, type);
  const problems = own.flatMap(missing(scheme, type));
  const flows = type === 'oauth2' ? childOf(scheme, 'flows') : undefined;
  const scopes = kind === 'asyncapi' ? [version === '2' ? 'scopes' : 'availableScopes'] : [];
  for (const flow of childrenOf(flows, true)) problems.push(...[...of(neededByFlow, flow.key), ...scopes].flatMap(missing(flow, flow.key)));
  return problems;
}

function of(table: Readonly<Record<string, readonly string[]>>, key: string | undefined): readonly string[] {
  return key !== undefined && Object.hasOwn(table, key) ? (table[key] as readonly string[]) : [];
}

function missingIn(area: ApiArea): (node: SpecNode, name: string) => (key: string) => SpecProblem[] {
  return (node, name) => (key) => {
    if (!isObject(node.value) || node.value[key] !== undefined) return [];
    return [problemAt(area, node, `${key} is required for ${name}`, { hint: `add ${key}`, atKey: true })];
  };
}
