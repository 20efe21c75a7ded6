/** Parses a cURL command line. Words are split as a shell does; nothing is executed. */
import { base64 } from '../../shared/request/base64.ts';

/** The request that curl would send. */
export interface CurlRequest {
  /** Upper case; without `-X` the method that curl would choose. */
  readonly method: string;
  /** With a scheme, `http` when none is written. */
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Several `-d` joined by `&`, as curl does. */
  readonly body?: string;
  /** From `-F`: form parts, files as `@name`. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** Undefined without a `curl` command that has a URL. Ignores unknown options. */
export function parseCurl(line: string): CurlRequest | undefined {
  const words = shellWords(line.trim());
  const start = words.findIndex((word) => /(?:^|[\\/])curl(?:\.exe)?$/i.test(word));
  if (start === -1) return undefined;
  const headers: [string, string][] = [];
  const data: string[] = [];
  const fields: [string, string][] = [];
  let method: string | undefined;
  let url: string | undefined;
  let isGet = false;
  const rest = words.slice(start + 1);
  for (let index = 0; index < rest.length; index++) {
    const { name, value } = option(rest, index);
    if (name === undefined) {
      url ??= rest[index];
      continue;
    }
    const takes = valued.get(name);
    if (takes !== undefined && value.isNext) index += 1;
    const text = value.text;
    if (takes === 'method') method = text.toUpperCase();
    else if (takes === 'header') {
      const [, header, content] = /^([^:]+):\s*(.*)$/s.exec(text) ?? [];
      if (header !== undefined) headers.push([header, content ?? '']);
    } else if (takes === 'data') data.push(text);
    else if (takes === 'json') {
      data.push(text);
      headers.push(['Content-Type', 'application/json']);
    } else if (takes === 'urlencode') data.push(encodeData(text));
    else if (takes === 'field') {
      const [, field, content] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
      if (field !== undefined) fields.push([field, content ?? '']);
    } else if (takes === 'user') headers.push(['Authorization', `Basic ${base64(text)}`]);
    else if (takes === 'cookie') headers.push(['Cookie', text]);
    else if (takes === 'url') url ??= text;
    else if (name === '-G' || name === '--get') isGet = true;
  }
  if (url === undefined) return undefined;
  const target = /^[a-z]+:\/\//i.test(url) ? url : `http://${url}`;
  const body = data.length === 0 ? undefined : data.join('&');
  if (isGet && body !== undefined)
    return { method: method ?? 'GET', url: `${target}${target.includes('?') ? '&' : '?'}${body}`, headers, fields };
  return {
    method: method ?? (body !== undefined || fields.length > 0 ? 'POST' : 'GET'),
    url: target,
    headers,
    ...(body !== undefined && { body }),
    fields,
  };
}

/** Options with a value and its meaning; `other` = ignored with its value. */
const valued = new Map<string, string>([
  ...(['-X', '--request'] as const).map((name) => [name, 'method'] as const),
  ...(['-H', '--header'] as const).map((name) => [name, 'header'] as const),
  ...(['-d', '--data', '--data-raw', '--data-binary', '--data-ascii'] as const).map((name) => [name, 'data'] as const),
  ...(['-F', '--form', '--form-string'] as const).map((name) => [name, 'field'] as const),
  ...(['-u', '--user'] as const).map((name) => [name, 'user'] as const),
  ...(['-b', '--cookie'] as const).map((name) => [name, 'cookie'] as const),
  ...(
    [
      '-o',
      '--output',
      '-A',
      '--user-agent',
      '-e',
      '--referer',
      '-m',
      '--max-time',
      '--connect-timeout',
      '-x',
      '--proxy',
      '--retry',
    ] as const
  ).map((name) => [name, 'other'] as const),
  ['--json', 'json'],
  ['--data-urlencode', 'urlencode'],
  ['--url', 'url'],
]);

function option(words: readonly string[], index: number): { name?: string; value: { text: string; isNext: boolean } } {
  const word = words[index] as string;
  const next = { text: words[index + 1] ?? '', isNext: true };
  if (!word.startsWith('-') || word === '-') return { value: next };
  const equals = word.startsWith('--') ? word.indexOf('=') : -1;
  if (equals > 0 && valued.has(word.slice(0, equals)))
    return { name: word.slice(0, equals), value: { text: word.slice(equals + 1), isNext: false } };
  // `-XPOST`: a value attached to a short option.
  if (!word.startsWith('--') && word.length > 2 && valued.has(word.slice(0, 2)))
    return { name: word.slice(0, 2), value: { text: word.slice(2), isNext: false } };
  return { name: word, value: next };
}

/** Words of a POSIX shell line: quotes, `$'…'`, backslashes, continued lines. Nothing is expanded. */
function shellWords(line: string): string[] {
  const words: string[] = [];
  const piece = /\\\r?\n|\s+|\$'((?:[^'\\]|\\[\s\S])*)'|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\]+)/g;
  let word: string | undefined;
  for (const [whole, ansi, single, double, escaped, plain] of line.matchAll(piece)) {
    if (ansi === undefined && single === undefined && double === undefined && escaped === undefined && plain === undefined) {
      if (/^\s/.test(whole) && word !== undefined) {
        words.push(word);
        word = undefined;
      }
      continue;
    }
    word =
      (word ?? '') +
      (ansi !== undefined
        ? ansiText(ansi)
        : (single ??
          double?.replace(/\\(["\\$`]|\r?\n)/g, (_, character: string) => (/\n/.test(character) ? '' : character)) ??
          escaped ??
          plain ??
          ''));
  }
  if (word !== undefined) words.push(word);
  return words;
}

function ansiText(text: string): string {
  const named: Record<string, string> = { n: '\n', t: '\t', r: '\r', '0': '\0' };
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))/g, (_, unicode?: string, hex?: string, character?: string) =>
    unicode || hex
      ? String.fromCharCode(Number.parseInt((unicode ?? hex) as string, 16))
      : (named[character as string] ?? (character as string)),
  );
}

function encodeData(text: string): string {
  const [, name, value] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  return value === undefined ? encodeURIComponent(text) : `${name ? `${name}=` : ''}${encodeURIComponent(value)}`;
}
