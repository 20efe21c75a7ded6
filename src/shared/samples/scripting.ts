/** Python, JavaScript in three variants, PHP, Ruby, PowerShell. */
import type { MultipartPart } from '../request/request.ts';
import { hash, plain, powershell, single } from './literals.ts';
import { javascriptLiteral, jsonBody, pythonLiteral, rubyBlock } from './readable-body.ts';
import { allHeaders, bodyPieces, headersWithBody, joinPieces, type PrintSample } from './sample.ts';

/** `requests`. Multipart bodies use `files`, unless they have a media type other than multipart/form-data. */
export const python: PrintSample = (request) => {
  const body = request.body;
  // `files` always sends multipart/form-data, whatever the header says.
  const pieces = body?.kind === 'multipart' && body.mediaType !== undefined ? bodyPieces(request)?.pieces : undefined;
  const headers = pieces === undefined ? allHeaders(request) : headersWithBody(request);
  const json = body?.kind === 'text' ? jsonBody(body.text) : undefined;
  const lines = [...(json ? ['import json'] : []), 'import requests', '', `url = ${plain(request.url)}`];
  const call = [plain(request.method), 'url'];
  if (headers.length > 0) {
    lines.push('headers = {', ...headers.map(([name, value]) => `    ${plain(name)}: ${plain(value)},`), '}');
    call.push('headers=headers');
  }
  if (json !== undefined) {
    lines.push(`payload = ${pythonLiteral(json.value, '')}`);
    const form = json.indent === 0 ? 'separators=(",", ":")' : 'indent=2';
    call.push(`data=${json.isAscii ? `json.dumps(payload, ${form})` : `json.dumps(payload, ${form}, ensure_ascii=False).encode("utf-8")`}`);
  } else if (body?.kind === 'text') {
    lines.push(`data = ${plain(body.text)}.encode("utf-8")`);
    call.push('data=data');
  } else if (body?.kind === 'file') {
    lines.push(`data = open(${plain(body.file.$file.name)}, "rb")`);
    call.push('data=data');
  } else if (pieces !== undefined) {
    lines.push(
      'data = b"".join([',
      ...pieces.map(
        (piece) => `    ${'text' in piece ? `${plain(piece.text)}.encode("utf-8")` : `open(${plain(piece.file)}, "rb").read()`},`,
      ),
      '])',
    );
    call.push('data=data');
  } else if (body !== undefined) {
    lines.push('files = [');
    for (const { name = '', contentType, headers, value } of body.parts) {
      const own = headers === undefined ? '' : `, {${headers.map(([header, text]) => `${plain(header)}: ${plain(text)}`).join(', ')}}`;
      const type = contentType === undefined ? (own === '' ? '' : `, None${own}`) : `, ${plain(contentType)}${own}`;
      lines.push(
        'text' in value
          ? `    (${plain(name)}, (None, ${plain(value.text)}${type})),`
          : `    (${plain(name)}, (${plain(value.$file.name)}, open(${plain(value.$file.name)}, "rb")${type})),`,
      );
    }
    lines.push(']');
    call.push('files=files');
  }
  return [...lines, '', `response = requests.request(${call.join(', ')})`, '', 'print(response.text)'].join('\n');
};

type Dialect = 'javascript' | 'node' | 'typescript';

/**
 * `FormData` supports only multipart/form-data without part headers. It sends text with a media type as a file, with
 * `filename="blob"`. Such bodies are built by hand.
 */
function isFormDataPart({ headers, contentType, value }: MultipartPart): boolean {
  return headers === undefined && !('text' in value && contentType !== undefined);
}

function fetchSample(dialect: Dialect): PrintSample {
  return function print(request): string {
    // `fetch` throws when GET or HEAD has a body.
    const isRefused = request.body !== undefined && /^(?:GET|HEAD)$/.test(request.method);
    const { body, ...bodyless } = request;
    if (isRefused) return `// fetch cannot send the body of this ${request.method} request.\n${print(bodyless)}`;
    const lines: string[] = [];
    const options = [`  method: ${plain(request.method)},`];
    const isForm = body?.kind === 'multipart' && body.mediaType === undefined && body.parts.every(isFormDataPart);
    const pieces = body?.kind === 'multipart' && !isForm ? bodyPieces(request)?.pieces : undefined;
    const headers = pieces === undefined ? allHeaders(request) : headersWithBody(request);
    if (headers.length > 0) options.push('  headers: {', ...headers.map(([name, value]) => `    ${plain(name)}: ${plain(value)},`), '  },');
    const usesFile = body?.kind === 'file' || (body?.kind === 'multipart' && body.parts.some((part) => !('text' in part.value)));
    if (usesFile && dialect !== 'javascript') lines.push('import { openAsBlob } from "node:fs";', '');
    const open = (name: string): string =>
      dialect === 'javascript' ? `document.querySelector('input[type="file"]').files[0]` : `await openAsBlob(${plain(name)})`;
    const json = body?.kind === 'text' ? jsonBody(body.text) : undefined;
    if (json !== undefined)
      options.push(`  body: JSON.stringify(${javascriptLiteral(json.value, '  ')}${json.indent === 0 ? '' : ', null, 2'}),`);
    else if (body?.kind === 'text') options.push(`  body: ${plain(body.text)},`);
    else if (body?.kind === 'file') options.push(`  body: ${open(body.file.$file.name)},`);
    else if (pieces !== undefined) {
      const parts = pieces.map((piece) => `  ${'text' in piece ? plain(piece.text) : open(piece.file)},`);
      lines.push('const form = new Blob([', ...parts, ']);', '');
      options.push('  body: form,');
    } else if (body !== undefined) {
      lines.push('const form = new FormData();');
      for (const { name = '', value } of body.parts) {
        if (!('text' in value)) lines.push(`form.append(${plain(name)}, ${open(value.$file.name)}, ${plain(value.$file.name)});`);
        else lines.push(`form.append(${plain(name)}, ${plain(value.text)});`);
      }
      lines.push('');
      options.push('  body: form,');
    }
    const type = dialect === 'typescript' ? ': Response' : '';
    lines.push(
      `const response${type} = await fetch(${plain(request.url)}, {`,
      ...options,
      '});',
      '',
      'console.log(await response.text());',
    );
    return lines.join('\n');
  };
}

/** For browsers: `fetch`, with files from the first file input of the page. */
export const javascript = fetchSample('javascript');
/** `fetch` of Node.js 20, with files from the disk. */
export const node = fetchSample('node');
/** As for Node.js, with the type of the response. */
export const typescript = fetchSample('typescript');

/** The cURL extension. Text is in single quotes, in which PHP expands no variables. */
export const php: PrintSample = (request) => {
  const pieces = bodyPieces(request)?.pieces;
  const headers = pieces === undefined ? allHeaders(request) : headersWithBody(request);
  const lines = ['<?php', '', `$curl = curl_init(${single(request.url)});`, 'curl_setopt_array($curl, ['];
  lines.push(`    CURLOPT_CUSTOMREQUEST => ${single(request.method)},`, '    CURLOPT_RETURNTRANSFER => true,');
  if (request.method === 'HEAD') lines.push('    CURLOPT_NOBODY => true,');
  if (headers.length > 0)
    lines.push(
      '    CURLOPT_HTTPHEADER => [',
      ...headers.map(([name, value]) => `        ${single(value === '' ? `${name};` : `${name}: ${value}`)},`),
      '    ],',
    );
  if (pieces !== undefined)
    lines.push(`    CURLOPT_POSTFIELDS => ${joinPieces(pieces, single, (file) => `file_get_contents(${single(file)})`, ' . ')},`);
  return [...lines, ']);', '', 'echo curl_exec($curl);'].join('\n');
};

/** `net/http`, with the generic class, so that any method may have a body. */
export const ruby: PrintSample = (request) => {
  const pieces = bodyPieces(request)?.pieces;
  const headers = pieces === undefined ? allHeaders(request) : headersWithBody(request);
  const lines = ["require 'net/http'", '', `uri = URI(${hash(request.url)})`];
  // The generic class accepts any method, with or without a body in both directions.
  lines.push(`request = Net::HTTPGenericRequest.new(${hash(request.method)}, ${pieces !== undefined}, ${request.method !== 'HEAD'}, uri)`);
  for (const [name, value] of headers) lines.push(`request[${hash(name)}] = ${hash(value)}`);
  const block = request.body?.kind === 'text' ? rubyBlock(request.body.text) : undefined;
  if (block !== undefined) lines.push(`request.body = ${block.literal}`, block.lines);
  else if (pieces !== undefined)
    lines.push(
      `request.body = ${joinPieces(
        pieces,
        (text) => `${hash(text)}.b`,
        (file) => `File.binread(${hash(file)})`,
        ' + ',
      )}`,
    );
  lines.push(
    '',
    "response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == 'https') do |http|",
    '  http.request(request)',
    'end',
    '',
    'puts response.body',
  );
  return lines.join('\n');
};

/**
 * PowerShell 6 or newer: `-CustomMethod` accepts any method, and header validation is off so that values are unchanged.
 */
export const powerShell: PrintSample = (request) => {
  const pieces = bodyPieces(request)?.pieces;
  const headers = pieces === undefined ? allHeaders(request) : headersWithBody(request);
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const lines: string[] = [];
  const call = [`-CustomMethod ${powershell(request.method)}`, `-Uri ${powershell(request.url)}`, '-SkipHeaderValidation'];
  const plainHeaders = headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  if (plainHeaders.length > 0) {
    lines.push('$headers = @{', ...plainHeaders.map(([name, value]) => `    ${powershell(name)} = ${powershell(value)}`), '}');
    call.push('-Headers $headers');
  }
  if (contentType !== undefined) call.push(`-ContentType ${powershell(contentType)}`);
  const only = pieces?.length === 1 ? pieces[0] : undefined;
  if (only !== undefined && 'file' in only) call.push(`-InFile ${powershell(only.file)}`);
  else if (pieces !== undefined) {
    lines.push(
      `$body = ${joinPieces(
        pieces,
        (text) => `[Text.Encoding]::UTF8.GetBytes(${powershell(text)})`,
        (file) => `[IO.File]::ReadAllBytes(${powershell(file)})`,
        ' + ',
      )}`,
    );
    call.push('-Body $body');
  }
  return [...lines, `$response = Invoke-WebRequest ${call.join(' `\n    ')}`, '', '$response.Content'].join('\n');
};
