/** What no table says about an AsyncAPI description. */
import type { SpecFault } from '../apis/fault.ts';
import type { AsyncApiDocument } from '../apis/load-api.ts';
import { childOf, childrenOf, type SpecNode } from '../apis/spec-node.ts';
import { isObject, objectOf, textOf } from '../apis/spec-value.ts';
import { checkMessageExamples } from './check-examples.ts';
import type { Structure } from './check-structure.ts';
import { Walk } from './check-structure.ts';
import { payloadFormat, securityUndeclared } from './errors.ts';
import { checkAsyncServer } from './server-url.ts';

export function checkAsyncApi(document: AsyncApiDocument, { objects }: Structure): SpecFault[] {
  return [
    ...(objects.get('Server') ?? []).flatMap(checkAsyncServer),
    ...(objects.get('Message') ?? []).flatMap((message) => checkPayload(document, message)),
    ...checkComponentSchemas(document),
    ...(document.version === '2' ? checkSecurity(document, objects) : []),
  ];
}

const jsonSchemaFormat = /asyncapi|schema\+(?:json|yaml)|openapi/i;

function checkPayload(document: AsyncApiDocument, message: SpecNode): SpecFault[] {
  const payload = childOf(message, 'payload');
  if (payload === undefined) return [];
  const followed = document.follower.follow(payload);
  const wrapped = textOf(followed?.value, 'schemaFormat') === undefined ? undefined : followed && childOf(followed, 'schema');
  const format = textOf(message.value, 'schemaFormat') ?? textOf(followed?.value, 'schemaFormat');
  if (format !== undefined && !jsonSchemaFormat.test(format)) {
    return [{ file: payload.file, at: payload.pointer, say: (location) => payloadFormat(location, format) }];
  }
  return [...checkSchemas(document, [wrapped ?? payload]), ...checkMessageExamples(document, message, wrapped ?? payload)];
}

function checkComponentSchemas(document: AsyncApiDocument): SpecFault[] {
  const components = childOf(document.root, 'components');
  const schemas = childrenOf(components && childOf(components, 'schemas'));
  return checkSchemas(
    document,
    schemas.filter(({ value }) => isObject(value) && value.schemaFormat === undefined),
  );
}

function checkSchemas(document: AsyncApiDocument, schemas: readonly SpecNode[]): SpecFault[] {
  const walk = new Walk(document, {});
  for (const schema of schemas) walk.object(schema, 'Schema');
  return walk.faults;
}

/** 2.x names schemes as OpenAPI does. */
function checkSecurity({ root }: AsyncApiDocument, objects: Structure['objects']): SpecFault[] {
  const declared = Object.keys(objectOf(objectOf(root.value, 'components'), 'securitySchemes') ?? {});
  return [...(objects.get('Server') ?? []), ...(objects.get('Operation') ?? [])].flatMap((holder) =>
    childrenOf(childOf(holder, 'security')).flatMap((requirement) =>
      childrenOf(requirement)
        .filter(({ key }) => !declared.includes(key))
        .map(({ file, pointer, key }) => ({
          file,
          at: `key:${pointer}`,
          say: (location: Parameters<SpecFault['say']>[0]) => securityUndeclared('asyncapi', location, key, undefined),
        })),
    ),
  );
}
