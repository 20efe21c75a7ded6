/** What the echo server received, held against what a case expects. */
import { type EchoedRequest, token } from '../../harness/echo-server.ts';
import type { Any } from './playground-case.ts';

/** The first difference in words; undefined = none. */
export function wireDifference(expect: Any, all: readonly EchoedRequest[]): string | undefined {
  const requests = all.filter(({ target }) => !target.startsWith('/__'));
  for (const [key, path] of [
    ['token_request', '/__token'],
    ['authorize_request', '/__authorize'],
  ] as const) {
    if (!expect[key]) continue;
    const found = all.find(({ target }) => target.startsWith(path));
    const difference = found ? sideDifference(expect[key], found) : 'was not sent';
    if (difference) return `${key} ${difference}`;
  }
  if (requests.length !== 1)
    return `${requests.length} requests arrived: ${requests.map(({ method, target }) => `${method} ${target}`).join(', ')}`;
  const [request] = requests as [EchoedRequest];
  if (expect.method && request.method !== expect.method) return `method ${request.method}, not ${expect.method}`;
  if (expect.target !== undefined) {
    const targets = [expect.target, ...(expect.target_also ?? [])];
    const fits = expect.compare === 'query-json' ? sameJsonQuery(expect.target, request.target) : targets.includes(request.target);
    if (!fits) return `target ${request.target}, not ${targets.join(' or ')}`;
  }
  const headers = new Map(request.headers);
  for (const [name, wanted] of Object.entries((expect.headers ?? {}) as Record<string, Any>)) {
    const value = headers.get(name);
    const text = typeof wanted === 'string' ? wanted.replace('{TOKEN}', token) : undefined;
    const fits =
      value !== undefined &&
      (text !== undefined ? value === text : wanted.regex ? new RegExp(wanted.regex).test(value) : value.includes(wanted.contains));
    if (!fits) return `header ${name}: ${value}, not ${text ?? JSON.stringify(wanted)}`;
  }
  for (const name of (expect.absent_headers ?? []) as string[]) if (headers.has(name)) return `header ${name} was sent`;
  return bodyDifference(expect, request);
}

function bodyDifference(expect: Any, { body, headers }: EchoedRequest): string | undefined {
  const text = body.toString('utf8');
  if (expect.body_utf8 !== undefined && text !== expect.body_utf8) return `body ${text}, not ${expect.body_utf8}`;
  if (expect.body_base64 !== undefined && body.toString('base64') !== expect.body_base64) return `body ${body.toString('base64')} (base64)`;
  if (expect.body_json !== undefined && JSON.stringify(JSON.parse(text)) !== JSON.stringify(expect.body_json)) return `body ${text}`;
  if (expect.body_form !== undefined) {
    const pairs = JSON.stringify([...new URLSearchParams(text)]);
    if (pairs !== JSON.stringify(expect.body_form)) return `form ${pairs}, not ${JSON.stringify(expect.body_form)}`;
  }
  if (expect.parts === undefined) return undefined;
  const parts = multipart(body, new Map(headers).get('content-type') ?? '');
  if (parts.length !== expect.parts.length) return `${parts.length} parts, not ${expect.parts.length}`;
  for (const [index, wanted] of (expect.parts as Any[]).entries()) {
    const part = parts[index] as Part;
    if (part.name !== wanted.name) return `part ${index}: name ${part.name}`;
    if (wanted.filename_decoded !== undefined && part.filename !== wanted.filename_decoded)
      return `part ${index}: file name ${part.filename}`;
    if (wanted.content_type !== undefined && part.contentType !== wanted.content_type) return `part ${index}: type ${part.contentType}`;
    const same =
      wanted.compare === 'json'
        ? JSON.stringify(JSON.parse(part.value)) === JSON.stringify(JSON.parse(wanted.value))
        : part.value === wanted.value;
    if (wanted.value !== undefined && !same) return `part ${index}: ${part.value}, not ${wanted.value}`;
  }
  return undefined;
}

interface Part {
  readonly name?: string;
  readonly filename?: string;
  readonly contentType?: string;
  readonly value: string;
}

/** RFC 7578; names decoded as HTML §4.10.22.8 encodes them. */
function multipart(body: Buffer, contentType: string): Part[] {
  const boundary = /boundary=(.+)$/.exec(contentType)?.[1];
  if (!boundary) return [];
  const decode = (text: string | undefined) => text?.replace(/%22/g, '"').replace(/%0D/g, '\r').replace(/%0A/g, '\n');
  return body
    .toString('utf8')
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((piece) => {
      const [head = '', ...rest] = piece.slice(2).split('\r\n\r\n');
      const filename = decode(/filename="([^"]*)"/.exec(head)?.[1]);
      const name = decode(/[; ]name="([^"]*)"/.exec(head)?.[1]);
      const type = /content-type: (.*)/i.exec(head)?.[1]?.trim();
      return {
        value: rest.join('\r\n\r\n').slice(0, -2),
        ...(name !== undefined && { name }),
        ...(filename !== undefined && { filename }),
        ...(type !== undefined && { contentType: type }),
      };
    });
}

function sideDifference(wanted: Any, request: EchoedRequest): string | undefined {
  if (wanted.method && wanted.method !== request.method) return `has method ${request.method}`;
  const sent = wanted.form ? new URLSearchParams(request.body.toString('utf8')) : new URL(request.target, 'http://echo').searchParams;
  for (const [name, value] of Object.entries((wanted.form ?? wanted.query ?? {}) as Record<string, Any>)) {
    const found = sent.get(name);
    const fits = typeof value === 'string' ? found === value : found !== null && (!value.regex || new RegExp(value.regex).test(found));
    if (!fits) return `has ${name}=${found}`;
  }
  return undefined;
}

function sameJsonQuery(wanted: string, found: string): boolean {
  const shape = (target: string) => {
    const url = new URL(target, 'http://echo');
    return JSON.stringify([url.pathname, [...url.searchParams].map(([name, value]) => [name, JSON.parse(value)])]);
  };
  return shape(wanted) === shape(found);
}
