import { readFileSync } from 'node:fs';
import type { FieldEncoding, RequestBody, RequestCredential, RequestInput, RequestParameter } from '../../src/shared/request/request.ts';

/** The wire cases of our copy of the playground case file, as requests. */
// biome-ignore lint/suspicious/noExplicitAny: the case file is data of many shapes
export type Case = any;

const file = JSON.parse(readFileSync(new URL('../../fixtures/cases/playground-cases.json', import.meta.url), 'utf8')) as { cases: Case[] };

export const wireCases: readonly Case[] = file.cases.filter(
  (entry) =>
    /^(?:param-|server|auth|body)/.test(entry.group) &&
    entry.expect.target !== undefined &&
    entry.input.auth?.o?.flow === undefined &&
    entry.input.body?.use_example === undefined,
);

/** The request that a case asks for, against a server at `origin`. */
export function requestInput(entry: Case, origin: string): RequestInput {
  const { spec, input } = entry;
  const parameters: RequestParameter[] = (spec.parameters ?? []).map((parameter: Case) => ({
    ...parameter,
    contentType: parameter.content && Object.keys(parameter.content)[0],
  }));
  const servers = spec.path_servers ?? spec.servers ?? [{ url: '{ORIGIN}' }];
  const media = Object.keys(spec.requestBody?.content ?? {});
  const mediaType: string = input.body?.choose_type ?? media[0];
  const encoding = spec.requestBody?.content[mediaType]?.encoding as Record<string, FieldEncoding> | undefined;
  const body: RequestBody | undefined =
    input.body?.raw !== undefined
      ? { kind: 'raw', mediaType, text: input.body.raw }
      : input.body?.form !== undefined
        ? {
            kind: 'form',
            mediaType,
            fields: Object.fromEntries(Object.entries(input.body.form).map(([name, value]) => [name, toField(value)])),
            encoding,
          }
        : undefined;
  return {
    method: spec.method,
    server: servers[input.server_index ?? 0].url.replace('{ORIGIN}', origin),
    path: spec.path,
    parameters,
    values: input.params ?? {},
    credentials: credentials(entry),
    body,
  };
}

function toField(value: Case): Case {
  if (Array.isArray(value)) return value.map(toField);
  return value?.file === undefined ? value : { $file: { name: value.file, ref: value.text } };
}

function credentials({ spec, input }: Case): RequestCredential[] {
  const chosen = spec.security?.[input.auth?.choose ?? 0] ?? {};
  return Object.keys(chosen).map((name) => {
    const scheme = spec.securitySchemes[name];
    const value = input.auth[name];
    if (scheme.type === 'apiKey') return { type: 'apiKey', in: scheme.in, name: scheme.name, value };
    if (scheme.scheme === 'basic') return { type: 'basic', ...value };
    return { type: 'token', scheme: 'Bearer', value };
  });
}
