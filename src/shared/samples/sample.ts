/** What a code sample is made from and how one language says it. */
import type { BuiltRequest, FileValue, MultipartPart } from '../request/request.ts';

/** Prints one request in one language. Everything that is not a keyword goes through the language's own literal function. */
export type PrintSample = (request: BuiltRequest) => string;

/** A stretch of a request body: text of ours, or the bytes of a file that the reader has (`ref`: see `FileValue`). */
export type BodyPiece = { readonly text: string } | { readonly file: string; readonly ref?: string };

/** All headers that a program sends, cookies included. */
export function allHeaders(request: BuiltRequest): readonly (readonly [string, string])[] {
  return request.cookies.length === 0 ? request.headers : [...request.headers, ['Cookie', cookieText(request)] as const];
}

/** The value of a Cookie header (RFC 6265 §4.2.1); the pairs are encoded already. */
export function cookieText(request: BuiltRequest): string {
  return request.cookies.map(([name, value]) => `${name}=${value}`).join('; ');
}

/**
 * The body as pieces, for languages without a form of their own for multipart; the content type that goes with it.
 * RFC 7578, file names escaped as browsers do (HTML §4.10.22.8).
 * `boundary`: one that cannot be guessed, where the bytes of files are at hand and could hold it.
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

/** Headers for a by-hand body: those of the request, and the multipart type when there is one. */
export function headersWithBody(request: BuiltRequest): readonly (readonly [string, string])[] {
  const type = bodyPieces(request)?.contentType;
  return type === undefined ? allHeaders(request) : [...allHeaders(request), ['Content-Type', type] as const];
}

/** Pieces joined by the language's operator for texts or bytes. */
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

/** Always the same for the same request, and in none of its texts. */
function freeBoundary(parts: readonly MultipartPart[]): string {
  const texts = parts.map((part) => ('text' in part.value ? part.value.text : '')).join('\n');
  let boundary = 'form-boundary';
  while (texts.includes(boundary)) boundary += '-x';
  return boundary;
}
