/** Error responses: problem details (RFC 9457), with a member `error` for clients that read only that. */

/** Problem details with our own `code`. `detail` is a sentence for the user of the client and contains no secrets. */
export interface Problem {
  readonly status: number;
  /** Clients may branch on it, so it never changes. */
  readonly code: string;
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A URI that identifies the problem type; `about:blank` by default. */
  readonly type?: string;
  /** Additional members of the body that belong to the code. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** The media type of every error response (RFC 9457, section 6.1). */
export const problemType = 'application/problem+json';

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  417: 'Expectation Failed',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** @param requestId identifies this occurrence, here and in the log. */
export function problemBody(problem: Problem, requestId: string): string {
  const { status, code, detail } = problem;
  return JSON.stringify({
    type: problem.type ?? 'about:blank',
    title: titles[status] ?? 'Error',
    status,
    detail,
    instance: `urn:uuid:${requestId}`,
    code,
    error: detail,
    ...problem.members,
  });
}

/** Hooks and handlers throw it; the error handler sends its problem as the response. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** One factory for each kind of refusal. */
export const refusals = {
  /** The same for every reason, so that the response does not help to guess keys. */
  unauthorized: () =>
    new Refusal({
      status: 401,
      code: 'unauthorized',
      detail: 'A valid API key is required: Authorization: Bearer docsgen_…',
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    }),
  insufficientScope: (scope: string) =>
    new Refusal({
      status: 403,
      code: 'insufficient_scope',
      detail: `The key does not have the scope "${scope}".`,
      headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
    }),
  forbidden: (detail: string) => new Refusal({ status: 403, code: 'forbidden', detail }),
  addressNotAllowed: () => new Refusal({ status: 403, code: 'address_not_allowed', detail: 'The key may not be used from this address.' }),
  notFound: () => new Refusal({ status: 404, code: 'not_found', detail: 'Not found, or not visible to this key.' }),
  methodNotAllowed: (allow: string) =>
    new Refusal({ status: 405, code: 'method_not_allowed', detail: `Allowed methods: ${allow}.`, headers: { allow } }),
  /** @param isClosing whether the rest of the body is not read, so that the connection must be closed. */
  tooLarge: (limit: number, isClosing: boolean) =>
    new Refusal({
      status: 413,
      code: 'body_too_large',
      detail: `The body must not exceed ${limit} bytes.`,
      ...(isClosing ? { headers: { connection: 'close' } } : {}),
    }),
  unsupportedMedia: (detail: string) => new Refusal({ status: 415, code: 'unsupported_media_type', detail }),
  invalidJson: (detail: string) => new Refusal({ status: 400, code: 'invalid_json', detail }),
  invalidRequest: (field: string, detail: string, code = 'invalid_request') =>
    new Refusal({ status: 400, code, detail, members: { field } }),
  badRequest: (detail: string) => new Refusal({ status: 400, code: 'invalid_request', detail }),
  conflict: (code: string, detail: string) => new Refusal({ status: 409, code, detail }),
  keyReused: () =>
    new Refusal({
      status: 422,
      code: 'idempotency_key_reused',
      detail: 'This Idempotency-Key was used for another request. Use a new key for a new request.',
    }),
  /** @param reason a short phrase that says why the store is unavailable. */
  unavailable: (reason: string) =>
    new Refusal({
      status: 503,
      code: 'store_unavailable',
      detail: `The store is unavailable (${reason}). The request was not accepted; try again.`,
      headers: { 'retry-after': '5' },
    }),
  internal: () => new Refusal({ status: 500, code: 'internal_error', detail: 'Internal error.' }),
};
