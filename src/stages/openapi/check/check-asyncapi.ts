import { nearestName } from '../../../shared/nearest-name.ts';
import { templateNames } from '../../../shared/playground/template-names.ts';
import { messagePayload } from '../message-payload.ts';
import type { AsyncApiDocument } from '../read/load-api.ts';
import { childOf, childrenOf, type SpecNode } from '../read/spec-node.ts';
import type { SpecProblem } from '../read/spec-problem.ts';
import { isObject, pointerKeys, textOf } from '../read/spec-value.ts';
import { checkBindings } from './asyncapi-bindings.ts';
import { checkSecurityScheme } from './check-security-scheme.ts';
import type { Structure } from './check-structure.ts';
import { Walk } from './check-structure.ts';
import { payloadFormat, securityUndeclared } from './errors.ts';
import { suggestedKey } from './location-name.ts';
import { problemAt } from './schema-problem.ts';
import { checkMessageExamples } from './schemas/check-examples.ts';
import { checkTogether } from './schemas/check-together.ts';
import { checkAsyncServer } from './server-url.ts';

/**
 * Rules for AsyncAPI descriptions that tables cannot express. `objects`: the objects found by the tables. Reports only
 * `asyncapi/…` codes.
 */
export function checkAsyncApi(document: AsyncApiDocument, { objects }: Structure): SpecProblem[] {
  const walk = new Walk(document, {});
  return [
    ...(objects.get('Server') ?? []).flatMap(checkAsyncServer),
    ...(objects.get('Message') ?? []).flatMap((message) => checkPayload(document, message, walk)),
    ...checkComponentSchemas(document, walk),
    ...checkNames(document, objects),
    ...checkKeys(document, objects),
    ...checkLocations(objects),
    ...all(objects, 'Channel').flatMap((channel) => checkParameters(document, channel)),
    ...checkHeaders(document, objects),
    ...checkBindings(objects, (node) => document.refs.deref(node)),
    ...all(objects, 'SecurityScheme').flatMap((scheme) => checkSecurityScheme(document, scheme)),
    ...(document.version === '2' ? checkSecurity(document, objects) : []),
  ];
}

function checkPayload(document: AsyncApiDocument, message: SpecNode, walk: Walk): SpecProblem[] {
  const payload = childOf(message, 'payload');
  if (payload === undefined) return [];
  const { schema, foreignFormat, wrapperWithoutFormat } = messagePayload(document, payload, textOf(message.value, 'schemaFormat'));
  if (foreignFormat !== undefined)
    return [{ file: payload.file, at: payload.pointer, say: (location) => payloadFormat(location, foreignFormat) }];
  walk.object(schema, 'Schema');
  const unnamed = wrapperWithoutFormat && missingFormat(wrapperWithoutFormat);
  return [...(unnamed ? [unnamed] : []), ...checkMessageExamples(document, message, schema)];
}

function missingFormat(wrapper: SpecNode): SpecProblem {
  const hint = 'add schemaFormat: application/vnd.aai.asyncapi+json;version=3.0.0, or write the schema itself as the payload';
  return warning(wrapper, 'the payload has a schema without schemaFormat', hint, true);
}

/** `walk`: the walk over the payloads. Reports a shared schema once. */
function checkComponentSchemas(document: AsyncApiDocument, walk: Walk): SpecProblem[] {
  const components = childOf(document.root, 'components');
  for (const schema of childrenOf(components && childOf(components, 'schemas')))
    if (isObject(schema.value) && schema.value.schemaFormat === undefined) walk.object(schema, 'Schema');
  return [...walk.problems, ...checkTogether(document, walk.schemas)];
}

type Places = Structure['objects'];

const all = (objects: Places, ...kinds: string[]): readonly SpecNode[] => kinds.flatMap((kind) => objects.get(kind) ?? []);

function problem(node: SpecNode, message: string, hint: string, atKey = false): SpecProblem {
  return problemAt('asyncapi', node, message, { hint, atKey });
}

function warning(node: SpecNode, message: string, hint: string, atKey: boolean): SpecProblem {
  return problemAt('asyncapi', node, message, { hint, severity: 'warning', atKey });
}

/** 2.x refers to schemes by name, like OpenAPI. */
function checkSecurity({ root, refs }: AsyncApiDocument, objects: Places): SpecProblem[] {
  const components = childOf(root, 'components');
  const declared = new Map(childrenOf(components && childOf(components, 'securitySchemes')).map((scheme) => [scheme.key, scheme]));
  return all(objects, 'Security').flatMap((requirement) =>
    childrenOf(requirement).flatMap((entry) => {
      const { file, pointer, key, value } = entry;
      const scheme = declared.get(key);
      if (scheme === undefined)
        return [
          {
            file,
            at: `key:${pointer}`,
            say: (location) => securityUndeclared('asyncapi', location, key, nearestName(key, [...declared.keys()])),
          },
        ];
      const type = textOf(refs.deref(scheme)?.value, 'type') ?? '';
      const hasScopes = type === 'oauth2' || type === 'openIdConnect';
      const isWrong = !hasScopes && Array.isArray(value) && value.length > 0;
      return isWrong ? [problem(entry, `${key} has the type ${type}, which has no scopes`, `write ${key}: []`)] : [];
    }),
  );
}

/** Unique tags and operation ids. */
function checkNames({ refs }: AsyncApiDocument, objects: Places): SpecProblem[] {
  const problems: SpecProblem[] = [];
  for (const holder of all(objects, 'Root', 'Info', 'Server', 'Channel', 'Message', 'Operation', 'MessageTrait', 'OperationTrait')) {
    const seen = new Set<string>();
    for (const entry of childrenOf(childOf(holder, 'tags'))) {
      const name = textOf(refs.deref(entry)?.value, 'name');
      if (name !== undefined && seen.has(name)) problems.push(problem(entry, `the tag "${name}" appears twice`, 'remove one of the two'));
      if (name !== undefined) seen.add(name);
    }
  }
  const ids = new Set<string>();
  for (const operation of all(objects, 'Operation')) {
    const traits = childrenOf(childOf(operation, 'traits')).flatMap((trait) => refs.deref(trait) ?? []);
    for (const holder of [operation, ...traits]) {
      const id = childOf(holder, 'operationId');
      if (typeof id?.value !== 'string') continue;
      if (ids.has(id.value)) problems.push(problem(id, `operationId "${id.value}" is used twice`, 'use a unique id for each operation'));
      ids.add(id.value);
    }
  }
  return problems;
}

const name = /^[\w.-]+$/;

/** Every `{name}` of an address must be described, and no others (2.6 "Parameters Object", 3.0 "Channel Object"). */
function checkParameters({ version }: AsyncApiDocument, channel: SpecNode): SpecProblem[] {
  const isPath = pointerKeys(channel.pointer).length === 2;
  const address = version === '3' ? textOf(channel.value, 'address') : isPath ? pointerKeys(channel.pointer)[1] : undefined;
  if (address === undefined) return [];
  const names = templateNames(address);
  const parameters = childrenOf(childOf(channel, 'parameters'), true);
  const described = parameters.map(({ key }) => key);
  return [
    ...names
      .filter((name) => !described.includes(name))
      .map((name) => warning(channel, `{${name}} of ${address} is not described`, `add ${name} to parameters`, version === '2')),
    ...parameters
      .filter(({ key }) => !names.includes(key))
      .map((entry) => {
        const hint = suggestedKey(entry.key, names, `write {${entry.key}} in the address, or remove the parameter`);
        return warning(entry, `${address} has no {${entry.key}}`, hint, true);
      }),
  ];
}

/** Names must be usable in references and code; addresses have no query, which belongs to the bindings. */
function checkKeys({ root, version }: AsyncApiDocument, objects: Places): SpecProblem[] {
  const maps = [
    ...childrenOf(childOf(root, 'components'), true),
    ...['servers', ...(version === '3' ? ['channels', 'operations'] : [])].flatMap((key) => childOf(root, key) ?? []),
    ...all(objects, 'Channel').flatMap((channel) => childOf(channel, 'parameters') ?? []),
  ];
  const problems = maps.flatMap((map) =>
    childrenOf(map, true)
      .filter(({ key }) => !name.test(key))
      .map((entry) => problem(entry, `"${entry.key}" is not a valid name`, 'use letters, digits, ".", "-" and "_"', true)),
  );
  if (version === '2')
    for (const channel of childrenOf(childOf(root, 'channels'), true))
      if (/[?#]/.test(channel.key))
        problems.push(
          problem(
            channel,
            `the address ${channel.key} has a query or a fragment`,
            'describe the query in the bindings of the channel',
            true,
          ),
        );
  return problems;
}

/** `$message.payload#/id`: the location of a value in a message. */
function checkLocations(objects: Places): SpecProblem[] {
  return all(objects, 'CorrelationId', 'Parameter').flatMap((holder) => {
    const place = childOf(holder, 'location');
    const isRight = typeof place?.value !== 'string' || /^\$message\.(?:header|payload)(?:#(?:\/.*)?)?$/.test(place.value);
    return place && !isRight
      ? [problem(place, `location must be like $message.payload#/id, got "${place.value}"`, 'refer to a header or the payload')]
      : [];
  });
}

function checkHeaders({ refs }: AsyncApiDocument, objects: Places): SpecProblem[] {
  return all(objects, 'Message', 'MessageTrait').flatMap((holder) => {
    const headers = childOf(holder, 'headers');
    const type = textOf(headers && refs.deref(headers)?.value, 'type');
    return headers && type !== undefined && type !== 'object'
      ? [problem(headers, `headers must be an object, not ${type}`, 'write type: object')]
      : [];
  });
}
