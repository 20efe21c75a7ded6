/** Security requirements: alternatives (OR) of combined schemes (AND). */

import { definedOnly } from '../../model/defined-only.ts';
import type { SecuritySchemeView } from '../../model/endpoint.ts';
import { isSafeUrl } from '../../shared/url.ts';
import { childOf, childrenOf, type SpecNode } from './read/spec-node.ts';
import { isObject, objectOf, type SpecValue, textOf } from './read/spec-value.ts';

type Flow = SecuritySchemeView['flows'][number];
const flowTypes: readonly Flow['type'][] = ['authorizationCode', 'clientCredentials', 'implicit', 'password', 'deviceAuthorization'];

/** `find`: returns the scheme with a name, converted to version 3 and with references followed. */
export function describeSecurity(requirements: SpecNode | undefined, find: (key: string) => SpecValue | undefined): SecuritySchemeView[][] {
  return childrenOf(requirements).flatMap((alternative) => {
    if (!isObject(alternative.value)) return [];
    return [
      childrenOf(alternative).map(({ key, value }) =>
        describeScheme(key, find(key), Array.isArray(value) ? value.filter((scope) => typeof scope === 'string') : []),
      ),
    ];
  });
}

/**
 * `value` is undefined when a requirement names no scheme: then its type is `unknown`. `scopes` are those that the
 * operation requires.
 */
export function describeScheme(key: string, value: SpecValue | undefined, scopes: readonly string[]): SecuritySchemeView {
  const place = textOf(value, 'in');
  return {
    key,
    type: textOf(value, 'type') ?? 'unknown',
    scopes,
    flows: childrenOfFlows(value),
    ...definedOnly({
      in: place === 'header' || place === 'query' || place === 'cookie' ? place : undefined,
      name: textOf(value, 'name'),
      scheme: schemeOf(value),
      bearerFormat: textOf(value, 'bearerFormat'),
      descriptionMarkdown: textOf(value, 'description'),
      openIdConnectUrl: safeUrl(value, 'openIdConnectUrl'),
      default: defaultOf(value),
    }),
  };
}

/** Scheme names are case-insensitive (RFC 9110 §11.1): `basic` and `bearer` are normalised, others stay as written. */
function schemeOf(value: SpecValue | undefined): string | undefined {
  const scheme = textOf(value, 'scheme');
  return /^(?:basic|bearer)$/i.test(scheme ?? '') ? scheme?.toLowerCase() : scheme;
}

function childrenOfFlows(value: SpecValue | undefined): Flow[] {
  const flows = objectOf(value, 'flows');
  return flowTypes.flatMap((type) => {
    const flow = objectOf(flows, type);
    if (flow === undefined) return [];
    const scopes: Record<string, string> = Object.create(null);
    const described = objectOf(flow, 'scopes') ?? objectOf(flow, 'availableScopes') ?? {};
    for (const [name, text] of Object.entries(described)) scopes[name] = typeof text === 'string' ? text : '';
    const urls = {
      authorizationUrl: safeUrl(flow, 'authorizationUrl'),
      tokenUrl: safeUrl(flow, 'tokenUrl'),
      refreshUrl: safeUrl(flow, 'refreshUrl'),
      deviceAuthorizationUrl: safeUrl(flow, 'deviceAuthorizationUrl'),
    };
    return [{ type, scopes, ...definedOnly(urls) }];
  });
}

/** A URL for readers, without script schemes. */
function safeUrl(value: SpecValue | undefined, key: string): string | undefined {
  const url = textOf(value, key);
  return url !== undefined && isSafeUrl(url) ? url : undefined;
}

function defaultOf(value: SpecValue | undefined): string | undefined {
  const found = isObject(value) ? value['x-default'] : undefined;
  return found === undefined || found === null || isObject(found) || Array.isArray(found) ? undefined : String(found);
}

/** The requirements of an operation: its own, else those of the description. An empty list disables them. */
export function securityOf(operation: SpecNode, root: SpecNode): SpecNode | undefined {
  return childOf(operation, 'security') ?? childOf(root, 'security');
}
