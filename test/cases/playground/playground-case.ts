/** The form of a playground case: a piece of a description, what a reader does, what must arrive or be seen. */

import { z } from 'zod';
import type { MalformedCase } from '../case-format.ts';

// biome-ignore lint/suspicious/noExplicitAny: pieces of API descriptions, of any shape
export type Any = any;

/** What can be seen in a page, and is judged beside the request. */
export const uiChecks = [
  /** The answer is shown as what it is (`server_reply`). */
  'answer',
  /** A notice that pages cannot set the Cookie header. */
  'cookie-notice',
  /** Nothing is sent, and the reason is shown. */
  'not-sent',
  /** A base URL is asked for, and nothing is sent. */
  'base-url-field',
  /** A problem is shown beside the editor before anything is sent; it can be sent all the same. */
  'problem-before-sending',
  /** The chosen server is still chosen on another page. */
  'server-kept',
  /** A secret is kept only when asked for, for the tab, and can be removed. */
  'secret-kept',
  /** The link to one parameter or property works (group `anchor`). */
  'anchor',
  /** The console of a channel (group `websocket`). */
  'channel',
] as const;

const text = z.string();
const anything = z.unknown();

/** `null` leaves a field untouched. */
const fields = z.record(text, anything);

const playgroundCase = z.strictObject({
  id: text,
  group: text,
  openapi: text.optional(),
  asyncapi: text.optional(),
  /** A piece of a description: an operation or a channel, with its servers and schemes. */
  spec: z.record(text, anything),
  /** Where the case is from, and a remark: for people. */
  source: anything.optional(),
  note: anything.optional(),
  /** Wanted, not required: for people. */
  optional: z.boolean().optional(),
  server_reply: z
    .strictObject({
      status: z.int().optional(),
      headers: z.record(text, text).optional(),
      body: text.optional(),
      body_base64: text.optional(),
      fixture: text.optional(),
      generate: text.optional(),
    })
    .optional(),
  input: z.strictObject({
    params: z.partialRecord(z.enum(['path', 'query', 'querystring', 'header', 'cookie']), fields).optional(),
    body: z
      .strictObject({
        choose_type: text.optional(),
        use_example: anything.optional(),
        raw: text.optional(),
        form: fields.optional(),
        file: anything.optional(),
      })
      .optional(),
    auth: fields.optional(),
    /** The URL fragment or the link to follow (group `anchor`). */
    open: text.optional(),
    /** Which of the servers the reader chooses, from 0. */
    server_index: z.int().optional(),
    /** Values of the variables of the server. */
    server_variables: fields.optional(),
  }),
  expect: z.strictObject({
    method: text.optional(),
    target: text.optional(),
    target_also: z.array(text).optional(),
    compare: z.literal('query-json').optional(),
    headers: z.record(text, anything).optional(),
    absent_headers: z.array(text).optional(),
    body_utf8: text.optional(),
    body_base64: text.optional(),
    body_json: anything.optional(),
    body_form: z.array(z.tuple([text, text])).optional(),
    parts: z.array(z.record(text, anything)).optional(),
    token_request: z.record(text, anything).optional(),
    authorize_request: z.record(text, anything).optional(),
    no_request: z.boolean().optional(),
    samples: z.strictObject({ curl: z.strictObject({ cookie: text }) }).optional(),
    /** What a reader sees, in words for people. `ui_checks` judge it; without them the case is reported as skipped. */
    ui: text.optional(),
    ui_checks: z.array(z.enum(uiChecks)).optional(),
  }),
});

/** The cases of a file. The words of `ui` that our own file knows have the same checks in every file. */
export function readPlaygroundCases(list: readonly unknown[], own: readonly unknown[] = []): readonly (PlaygroundCase | MalformedCase)[] {
  const known = new Map<unknown, unknown>();
  for (const { expect } of own as readonly PlaygroundCase[]) if (expect.ui_checks) known.set(expect.ui, expect.ui_checks);
  return list.map((entry, index) => {
    const result = playgroundCase.safeParse(entry);
    const id = String((entry as { id?: unknown }).id ?? `case ${index + 1}`);
    if (!result.success)
      return { id, problem: result.error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`).join('; ') };
    const read = result.data as PlaygroundCase;
    const found = read.expect.ui_checks ?? known.get(read.expect.ui);
    return found === undefined ? read : { ...read, expect: { ...read.expect, ui_checks: found } };
  });
}

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
