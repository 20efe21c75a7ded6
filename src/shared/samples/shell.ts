/** cURL and wget, for a POSIX shell. */

import { isUrlEncodedType } from '../request/body-type.ts';
import type { BuiltRequest } from '../request/request.ts';
import { shell } from './literals.ts';
import { allHeaders, bodyPieces, cookieText, headersWithBody, type PrintSample } from './sample.ts';

/** One command over several lines, without redundant options: a GET without a body has no `--request`. */
export const curl: PrintSample = (request) => {
  const parts = [
    request.method === 'HEAD'
      ? 'curl --head'
      : request.method === 'GET' && request.body === undefined
        ? 'curl'
        : `curl --request ${shell(request.method).slice(1, -1)}`,
  ];
  // Without this, curl expands [a-z] and {a,b} in a URL.
  if (/[[\]{}]/.test(request.url)) parts.push('--globoff');
  parts.push(`--url ${shell(request.url)}`);
  // "Name:" removes a header, "Name;" sends it empty.
  for (const [name, value] of request.headers) parts.push(`--header ${shell(value === '' ? `${name};` : `${name}: ${value}`)}`);
  const { body } = request;
  // cURL adds the boundary.
  if (body?.kind === 'multipart' && body.mediaType !== undefined) parts.push(`--header ${shell(`Content-Type: ${body.mediaType}`)}`);
  if (request.cookies.length > 0) parts.push(`--cookie ${shell(cookieText(request))}`);
  if (body?.kind === 'text') parts.push(...dataPieces(request, body.text).map((piece) => `--data-raw ${shell(piece)}`));
  else if (body?.kind === 'file') parts.push(`--data-binary ${shell(`@${body.file.$file.name}`)}`);
  else {
    for (const { name = '', contentType, headers = [], value } of body?.parts ?? []) {
      const own = headers.map(([header, text]) => `;headers=${formQuote(`${header}: ${text}`)}`).join('');
      const type = (contentType === undefined ? '' : `;type=${contentType}`) + own;
      if (!('text' in value)) parts.push(`--form ${shell(`${name}=@${formQuote(value.$file.name)}${type}`)}`);
      else if (type === '') parts.push(`--form-string ${shell(`${name}=${value.text}`)}`);
      else parts.push(`--form ${shell(`${name}=${formQuote(value.text)}${type}`)}`);
    }
  }
  return parts.join(' \\\n  ');
};

/** The fields of a form, a line for each: cURL joins them with `&`. Other bodies are one piece. */
function dataPieces({ headers }: BuiltRequest, text: string): string[] {
  const isForm = headers.some(([name, value]) => /^content-type$/i.test(name) && isUrlEncodedType(value));
  const fields = isForm ? text.split('&') : [];
  return fields.includes('') || fields.length === 0 ? [text] : fields;
}

/** wget does not support multipart: the parts are first written to a file. */
export const wget: PrintSample = (request) => {
  const pieces = bodyPieces(request)?.pieces;
  const only = pieces?.length === 1 ? pieces[0] : undefined;
  const parts = ['wget --quiet --output-document -', `--method ${shell(request.method).slice(1, -1)}`];
  for (const [name, value] of pieces === undefined ? allHeaders(request) : headersWithBody(request))
    parts.push(`--header ${shell(`${name}: ${value}`)}`);
  if (only !== undefined) parts.push('text' in only ? `--body-data ${shell(only.text)}` : `--body-file ${shell(only.file)}`);
  else if (pieces !== undefined) parts.push('--body-file "$body"');
  parts.push(shell(request.url));
  const command = parts.join(' \\\n  ');
  if (pieces === undefined || only !== undefined) return command;
  const writes = pieces.map((piece) => ('text' in piece ? `  printf '%s' ${shell(piece.text)}` : `  cat ${shell(piece.file)}`));
  return ['body=$(mktemp)', '{', ...writes, '} > "$body"', command].join('\n');
};

/** Inside `--form name="…"`, quotes and backslashes are escaped; a leading `@` or `<` is then plain text. */
function formQuote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
