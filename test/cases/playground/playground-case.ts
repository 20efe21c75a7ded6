/** The form of a playground case: a piece of a description, what a reader does, what must arrive or be seen. */

// biome-ignore lint/suspicious/noExplicitAny: pieces of API descriptions, of any shape
export type Any = any;

export interface PlaygroundCase {
  readonly id: string;
  readonly group: string;
  readonly openapi?: string;
  readonly asyncapi?: string;
  readonly spec: Any;
  readonly server_reply?: Any;
  readonly input: Any;
  readonly expect: Any;
  readonly optional?: boolean;
}

/** Where the case runs: `{ORIGIN}` and `{HOST}` stand for the echo server. */
export function placed<T>(value: T, origin: string, host: string): T {
  return JSON.parse(JSON.stringify(value).replaceAll('{ORIGIN}', origin).replaceAll('{HOST}', host)) as T;
}

/** The description of one case; a second operation beside it shows what is kept from page to page. */
export function descriptionOf(entry: PlaygroundCase, origin: string, host: string): Any {
  const { id, spec } = entry;
  if (entry.asyncapi !== undefined) return placed(asyncDescription(entry), origin, host);
  const { method, path, servers, path_servers, securitySchemes, schemas, ...operation } = spec;
  const [template] = (path as string).split('?', 1);
  const hasFixedQuery = template !== path;
  return placed(
    {
      openapi: entry.openapi ?? '3.1.0',
      info: { title: id, version: '1' },
      servers: servers ?? [{ url: '{ORIGIN}' }],
      paths: {
        [hasFixedQuery ? path : template]: {
          ...(path_servers && { servers: path_servers }),
          [method]: { summary: id, ...operation, responses: operation.responses ?? { 200: { description: 'OK' } } },
        },
        [`/${id}-other`]: {
          get: { summary: `${id} other`, ...(spec.security && { security: spec.security }), responses: { 200: { description: 'OK' } } },
        },
      },
      ...((securitySchemes || schemas) && { components: { ...(securitySchemes && { securitySchemes }), ...(schemas && { schemas }) } }),
    },
    origin,
    host,
  );
}

function asyncDescription({ id, asyncapi, spec }: PlaygroundCase): Any {
  const message = {
    name: 'note',
    payload: { type: 'object', properties: { text: { type: 'string' } } },
    examples: [{ payload: { text: 'hello' } }],
  };
  const { address, publish, subscribe, ...channel } = spec.channel;
  if (asyncapi?.startsWith('2')) {
    return {
      asyncapi,
      info: { title: id, version: '1' },
      servers: { main: spec.server },
      channels: { [address]: { ...channel, ...(publish && { publish: { message } }), ...(subscribe && { subscribe: { message } }) } },
    };
  }
  return {
    asyncapi,
    info: { title: id, version: '1' },
    servers: { main: spec.server },
    channels: { main: { address, ...channel, messages: { note: message } } },
    operations: {
      listen: { action: 'receive', channel: { $ref: '#/channels/main' } },
      tell: { action: 'send', channel: { $ref: '#/channels/main' } },
    },
  };
}
