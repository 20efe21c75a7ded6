/** The description of the API (OpenAPI 3.1), made from the operations that are mounted. */
import { z } from 'zod';
import type { Described, Operation } from './operation.ts';
import { operations } from './operations.ts';
import { problemType } from './problem.ts';
import { detailSchema, eventListSchema, instructionSchema, jobListSchema, jobSchema, problemSchema } from './schemas.ts';

/** What JSON is made of, as far as a description needs it. */
type Node = { readonly [name: string]: unknown };

/** `serverUrl` is where clients reach the API. The same for every caller, so it is made once. */
export function openApiDescription(version: string, serverUrl: string): Node {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    paths[operation.path] ??= {};
    (paths[operation.path] as Record<string, unknown>)[operation.method.toLowerCase()] = described(operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Agent API',
      version,
      description: 'Jobs that an agent does in the background on the documentation of a project. A change becomes a pull request.',
    },
    servers: [{ url: serverUrl }],
    security: [{ key: [] }],
    tags: [{ name: 'Agent jobs' }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'An API key of this service, `docsgen_…`. For servers only.' },
      },
      schemas: schemas(),
      headers,
    },
  };
}

function described(operation: Operation): Node {
  const { body, query, requestHeaders = [], answers, problems } = operation;
  return {
    operationId: operation.id,
    tags: ['Agent jobs'],
    summary: operation.summary,
    description: operation.description,
    parameters: [...pathParameters(operation.path), ...queryParameters(query), ...requestHeaders.map((name) => headerParameters[name])],
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: reference(body) } } } } : {}),
    responses: Object.fromEntries([
      ...Object.entries(answers).map(([status, answer]) => [status, response(answer)]),
      ...[...new Set([...problems, ...everywhere])].sort().map((status) => [status, problemResponse(status)]),
      ['default', problemResponse('default')],
    ]),
  };
}

function response({ description, schema, types, headers: names = [] }: Described): Node {
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

/** What every operation may answer: paths that cannot be decoded and bodies that are too large are refused whatever they ask for. */
const everywhere = [400, 401, 403, 404, 413, 503];

const problemText: Readonly<Record<number | string, string>> = {
  400: 'The request is not valid.',
  401: 'No key, or none that is valid now.',
  403: 'The key has not the scope, or may not come from this address.',
  404: 'Unknown, or not covered by the key.',
  409: 'Not possible in the state of the job.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'The Idempotency-Key was used for another request.',
  429: 'The limit of the project is used up.',
  503: 'Nothing can be stored at the moment; nothing was accepted.',
  default: 'Every other problem.',
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
    ...response({ description: problemText[status] ?? 'A problem.', headers: names }),
    content: { [problemType]: { schema: reference(problemSchema) } },
  };
}

function pathParameters(path: string): Node[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: name === 'projectId' ? 'Identifier of the project.' : 'Identifier of the job.',
    schema: { type: 'string' },
  }));
}

function queryParameters(query: z.ZodObject | undefined): Node[] {
  if (!query) return [];
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = schema as { readonly description?: string };
    return { name, in: 'query', description, schema: rest };
  });
}

const headerParameters: Readonly<Record<string, Node>> = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key with the same body makes one job, however often it is sent. Kept for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  'If-None-Match': { name: 'If-None-Match', in: 'header', description: 'ETag of the answer that you have.', schema: { type: 'string' } },
  'Last-Event-ID': {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'Number of the last event that you have.',
    schema: { type: 'string' },
  },
};

const text = (description: string) => ({ description, schema: { type: 'string' } });

const headers: Node = {
  Location: text('Where the job is read.'),
  ETag: text('Send it as If-None-Match.'),
  'Retry-After': text('Seconds to wait.'),
  RateLimit: text('What is left of the limit: `"jobs";r=99;t=3600`.'),
  'RateLimit-Policy': text('The limit: `"jobs";q=100;w=3600`.'),
  'Idempotent-Replay': text('`true` when this answer repeats an earlier one.'),
  'WWW-Authenticate': text('`Bearer`.'),
};

const named = { jobSchema, instructionSchema, jobListSchema, detailSchema, eventListSchema, problemSchema };

function schemas(): Node {
  const registry = z.registry<{ id: string }>();
  for (const schema of Object.values(named)) registry.add(schema, { id: nameOf(schema) });
  const { schemas: made } = z.toJSONSchema(registry, { uri: (id) => `#/components/schemas/${id}`, io: 'output' });
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
