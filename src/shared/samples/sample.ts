/** The input of code samples, and the interface of a language. */
import type { BuiltRequest, FileValue, MultipartPart } from '../request/request.ts';

/** Prints one request in one language. Everything except keywords is escaped by the language's literal function. */
export type PrintSample = (request: BuiltRequest) => string;

/** A piece of a request body: text, or the bytes of a file that the reader has (`ref`: see `FileValue`). */
export type BodyPiece = { readonly text: string } | { readonly file: string; readonly ref?: string };

/** All headers of the request, including cookies. */
export function allHeaders(request: BuiltRequest): readonly (readonly [string, string])[] {
  return request.cookies.length === 0 ? request.headers : [...request.headers, ['Cookie', cookieText(request)] as const];
}

/** The value of a Cookie header (RFC 6265 §4.2.1); the pairs are already encoded. */
export function cookieText(request: BuiltRequest): string {
  return request.cookies.map(([name, value]) => `${name}=${value}`).join('; ');
}

/**
 * The body as pieces, for languages without multipart support, and its content type. RFC 7578, with file names escaped
 * like in browsers (HTML §4.10.22.8). `boundary`: an unpredictable one, when the bytes of files could contain a
 * guessable one.
 */
export function bodyPieces(
  request: BuiltRequest,
  boundary?: string,
): { readonly pieces: readonly BodyPiece[]; readonly contentType?: string } | undefined {
  const body = request.body;
  if (body === undefined) return undefined;
  if (body.kind === 'text') return { pieces: [{ text: body.text }] };
  if (body.kind === 'file') return { pieces: [filePiece(body.file)] };
  const edge = boundary ?? freeBoundary(body.parts);
  const pieces: BodyPiece[] = [];
  let text = '';
  for (const part of body.parts) {
    text += `--${edge}\r\n${partHeaders(part)}\r\n`;
    if ('text' in part.value) text += part.value.text;
    else {
      pieces.push({ text }, filePiece(part.value));
      text = '';
    }
    text += '\r\n';
  }
  pieces.push({ text: `${text}--${edge}--\r\n` });
  return { pieces, contentType: `${body.mediaType ?? 'multipart/form-data'}; boundary=${edge}` };
}

/** The headers of the request with the multipart type, if any. */
export function headersWithBody(request: BuiltRequest): readonly (readonly [string, string])[] {
  const type = bodyPieces(request)?.contentType;
  return type === undefined ? allHeaders(request) : [...allHeaders(request), ['Content-Type', type] as const];
}

/** Joins pieces with the language's operator for texts or bytes. */
export function joinPieces(
  pieces: readonly BodyPiece[],
  text: (text: string) => string,
  file: (name: string) => string,
  operator: string,
): string {
  return pieces.map((piece) => ('text' in piece ? text(piece.text) : file(piece.file))).join(operator);
}

function filePiece({ $file }: FileValue): BodyPiece {
  return { file: $file.name, ...($file.ref !== undefined && { ref: $file.ref }) };
}

function partHeaders(part: MultipartPart): string {
  const file = 'text' in part.value ? '' : `; filename="${quoteName(part.value.$file.name)}"`;
  const type = part.contentType ?? ('text' in part.value ? undefined : 'application/octet-stream');
  const lines = [
    ...(part.name === undefined
      ? file === ''
        ? []
        : [`Content-Disposition: attachment${file}`]
      : [`Content-Disposition: form-data; name="${quoteName(part.name)}"${file}`]),
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ...(part.headers ?? []).map(([name, value]) => `${name}: ${value}`),
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

function quoteName(name: string): string {
  return name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');
}

/** Deterministic for a request, and not contained in any of its texts. */
function freeBoundary(parts: readonly MultipartPart[]): string {
  const texts = parts.map((part) => ('text' in part.value ? part.value.text : '')).join('\n');
  let boundary = 'form-boundary';
  while (texts.includes(boundary)) boundary += '-x';
  return boundary;
}
