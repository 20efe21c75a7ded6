/** What an answer is that says no: a problem body of RFC 9457, with the member `error` for clients that know only that. */

/** RFC 9457 with our `code`; `detail` is a sentence for the person behind the client, without anything secret. */
export interface Problem {
  readonly status: number;
  /** Permanent; clients may branch on it. */
  readonly code: string;
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A URI that names the kind of problem; absent = `about:blank`. */
  readonly type?: string;
  /** Further members of the body, as the code has them. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** The media type of every answer that says no (RFC 9457, 6.1). */
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

/** @param requestId names this occurrence, in the log as well. */
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

/** Thrown by hooks and handlers; becomes the answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** One function for each way of saying no. */
export const refusals = {
  /** The same for every reason: who guesses keys learns nothing. */
  unauthorized: () =>
    new Refusal({
      status: 401,
      code: 'unauthorized',
      detail: 'An API key that is valid now is needed: Authorization: Bearer docsgen_…',
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    }),
  insufficientScope: (scope: string) =>
    new Refusal({
      status: 403,
      code: 'insufficient_scope',
      detail: `The key has no scope "${scope}".`,
      headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
    }),
  forbidden: (detail: string) => new Refusal({ status: 403, code: 'forbidden', detail }),
  addressNotAllowed: () => new Refusal({ status: 403, code: 'address_not_allowed', detail: 'The key may not be used from this address.' }),
  notFound: () => new Refusal({ status: 404, code: 'not_found', detail: 'There is nothing here, or nothing that this key may see.' }),
  methodNotAllowed: (allow: string) =>
    new Refusal({ status: 405, code: 'method_not_allowed', detail: `Allowed here: ${allow}.`, headers: { allow } }),
  /** @param isClosing whether the rest of the body is not even read, which costs the connection. */
  tooLarge: (limit: number, isClosing: boolean) =>
    new Refusal({
      status: 413,
      code: 'body_too_large',
      detail: `The body may have ${limit} bytes at most.`,
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
  /** @param reason why the store does not answer, in a few words. */
  unavailable: (reason: string) =>
    new Refusal({
      status: 503,
      code: 'store_unavailable',
      detail: `The service cannot store anything at the moment (${reason}). Nothing was accepted; try again.`,
      headers: { 'retry-after': '5' },
    }),
  internal: () => new Refusal({ status: 500, code: 'internal_error', detail: 'The service failed by a fault of its own.' }),
};
