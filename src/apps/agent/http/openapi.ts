/** Generates the OpenAPI 3.1 description of the API from the mounted operations. */
import { z } from 'zod';
import type { Operation, ResponseSpec } from './operation.ts';
import { operations } from './operations.ts';
import { problemType } from './problem.ts';
import { detailSchema, eventListSchema, instructionSchema, jobListSchema, jobSchema, problemSchema } from './schemas.ts';

/** A JSON object of the description. */
type Node = { readonly [name: string]: unknown };

/** `serverUrl` is the URL at which clients reach the API. The result is the same for every caller and can be cached. */
export function openApiDescription(version: string, serverUrl: string): Node {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    paths[operation.path] ??= {};
    (paths[operation.path] as Record<string, unknown>)[operation.method.toLowerCase()] = operationObject(operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Agent API',
      version,
      description:
        'Runs agent jobs that edit the documentation of a project in the background. Each job that changes files opens a pull request.',
    },
    servers: [{ url: serverUrl }],
    security: [{ key: [] }],
    tags: [{ name: 'Agent jobs' }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key of this service, `docsgen_…`. Use it only on servers.' },
      },
      schemas: schemas(),
      headers,
    },
  };
}

function operationObject(operation: Operation): Node {
  const { body, query, requestHeaders = [], responses, problems } = operation;
  return {
    operationId: operation.id,
    tags: ['Agent jobs'],
    summary: operation.summary,
    description: operation.description,
    parameters: [...pathParameters(operation.path), ...queryParameters(query), ...requestHeaders.map((name) => headerParameters[name])],
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: reference(body) } } } } : {}),
    responses: Object.fromEntries([
      ...Object.entries(responses).map(([status, response]) => [status, responseObject(response)]),
      ...[...new Set([...problems, ...commonProblems])].sort().map((status) => [status, problemResponse(status)]),
      ['default', problemResponse('default')],
    ]),
  };
}

function responseObject({ description, schema, types, headers: names = [] }: ResponseSpec): Node {
  const content =
    schema || types ? Object.fromEntries((types ?? ['application/json']).map((type) => [type, contentOf(type, schema)])) : undefined;
  return {
    description,
    ...(names.length > 0 ? { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) } : {}),
    ...(content ? { content } : {}),
  };
}

function contentOf(type: string, schema: z.ZodType | undefined): Node {
  return { schema: schema && type === 'application/json' ? reference(schema) : { type: 'string' } };
}

/** Every operation may return these, because some requests are refused before they reach an operation: malformed paths, oversized bodies. */
const commonProblems = [400, 401, 403, 404, 413, 503];

const problemText: Readonly<Record<number | string, string>> = {
  400: 'The request is not valid.',
  401: 'The API key is missing or not valid.',
  403: 'The key lacks the scope, or may not be used from this address.',
  404: 'Not found, or not covered by the key.',
  409: 'The state of the job does not allow this.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'The Idempotency-Key was used for another request.',
  429: 'The project has reached its rate limit.',
  503: 'The store is unavailable. The request was not accepted.',
  default: 'Any other problem.',
};

function problemResponse(status: number | 'default'): Node {
  const names =
    status === 429
      ? ['Retry-After', 'RateLimit', 'RateLimit-Policy']
      : status === 503
        ? ['Retry-After']
        : status === 401
          ? ['WWW-Authenticate']
          : [];
  return {
    ...responseObject({ description: problemText[status] ?? 'A problem.', headers: names }),
    content: { [problemType]: { schema: reference(problemSchema) } },
  };
}

function pathParameters(path: string): Node[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: name === 'projectId' ? 'ID of the project.' : 'ID of the job.',
    schema: { type: 'string' },
  }));
}

function queryParameters(query: z.ZodObject | undefined): Node[] {
  if (!query) return [];
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any', override: withoutSafeLimits });
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = schema as { readonly description?: string };
    return { name, in: 'query', description, schema: rest };
  });
}

/** Zod limits every integer to what JavaScript can represent, which says nothing about the API. */
function withoutSafeLimits({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

const headerParameters: Readonly<Record<string, Node>> = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Makes retries safe: requests with the same key and body have one effect. Keys expire after 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  'If-None-Match': { name: 'If-None-Match', in: 'header', description: 'ETag of the response that you have.', schema: { type: 'string' } },
  'Last-Event-ID': {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'ID of the last event that you received.',
    schema: { type: 'string' },
  },
};

const text = (description: string) => ({ description, schema: { type: 'string' } });

const headers: Node = {
  Location: text('URL of the job.'),
  ETag: text('Send it as If-None-Match.'),
  'Retry-After': text('Seconds to wait before the next request.'),
  RateLimit: text('What remains of the limit: `"jobs";r=99;t=3600`.'),
  'RateLimit-Policy': text('The limit: `"jobs";q=100;w=3600`.'),
  'Idempotent-Replay': text('`true` when this response repeats an earlier one.'),
  'WWW-Authenticate': text('`Bearer`.'),
};

const named = { jobSchema, instructionSchema, jobListSchema, detailSchema, eventListSchema, problemSchema };

function schemas(): Node {
  const registry = z.registry<{ id: string }>();
  for (const schema of Object.values(named)) registry.add(schema, { id: nameOf(schema) });
  const { schemas: made } = z.toJSONSchema(registry, {
    uri: (id) => `#/components/schemas/${id}`,
    io: 'output',
    override: withoutSafeLimits,
  });
  return Object.fromEntries(
    Object.entries(made).map(([name, schema]) => {
      const { $schema, $id, id, ...rest } = schema as Node;
      return [name, rest];
    }),
  );
}

function reference(schema: z.ZodType): Node {
  return { $ref: `#/components/schemas/${nameOf(schema)}` };
}

function nameOf(schema: z.ZodType): string {
  return String(schema.meta()?.id);
}
