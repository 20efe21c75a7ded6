import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberOf } from '../../src/shared/playground/exact-number.ts';
import { buildRequest } from '../../src/shared/request/build-request.ts';
import { encodeReserved, encodeValue } from '../../src/shared/request/percent-encode.ts';
import type { FieldEncoding, FieldValue, ParameterValue, RequestInput, RequestParameter } from '../../src/shared/request/request.ts';
import { bodyPieces } from '../../src/shared/samples/sample.ts';
import { type Case, requestInput, wireCases } from './wire-cases.ts';

const origin = 'http://127.0.0.1:9';

describe('wire cases', () => {
  test.each(wireCases.map((entry) => [entry.id, entry]))('%s', (_, entry) => {
    const built = buildRequest(requestInput(entry, origin));
    const target = built.url.slice(origin.length);
    if (entry.expect.compare === undefined) expect([entry.expect.target, ...(entry.expect.target_also ?? [])]).toContain(target);
    expect(new URL(built.url).href.replace(/%27/g, "'")).toBe(built.url.replace(/%27/g, "'"));
    if (entry.expect.method) expect(built.method).toBe(entry.expect.method);
    const headers = new Map(built.headers.map(([name, value]) => [name.toLowerCase(), value]));
    for (const [name, wanted] of Object.entries(entry.expect.headers ?? {}) as [string, Case][]) {
      if (typeof wanted === 'string') expect(headers.get(name)).toBe(wanted);
      else if (wanted.regex) expect(headers.get(name)).toMatch(new RegExp(wanted.regex));
    }
    for (const name of entry.expect.absent_headers ?? []) expect(headers.has(name)).toBe(false);
    if (entry.expect.body_utf8 !== undefined) expect(built.body).toEqual({ kind: 'text', text: entry.expect.body_utf8 });
    if (entry.expect.body_form !== undefined)
      expect([...new URLSearchParams(built.body?.kind === 'text' ? built.body.text : '')]).toEqual(entry.expect.body_form);
    for (const [index, part] of (entry.expect.parts ?? []).entries()) {
      const made = built.body?.kind === 'multipart' ? built.body.parts[index] : undefined;
      expect(made?.name).toBe(part.name);
      if (part.content_type) expect(made?.contentType).toBe(part.content_type);
      if (made && 'text' in made.value) expect(made.value.text).toBe(part.value);
      else expect((made as Case).value.$file.name).toBe(part.filename_decoded);
    }
    const cookie = entry.expect.samples?.curl?.cookie;
    if (cookie) expect(built.cookies.map((pair) => pair.join('=')).join('; ')).toBe(cookie);
  });
});

test.each<[string, Partial<RequestParameter>, ParameterValue, string]>([
  ['matrix, empty', { in: 'path', style: 'matrix' }, '-', '/a/;c=-'],
  ['matrix list, not exploded', { in: 'path', style: 'matrix' }, ['b', 'k'], '/a/;c=b,k'],
  ['matrix object, not exploded', { in: 'path', style: 'matrix' }, { R: 1, G: 2 }, '/a/;c=R,1,G,2'],
  ['label', { in: 'path', style: 'label' }, 'blue', '/a/.blue'],
  ['label list, not exploded', { in: 'path', style: 'label' }, ['b', 'k'], '/a/.b,k'],
  ['label object, not exploded', { in: 'path', style: 'label' }, { R: 1, G: 2 }, '/a/.R,1,G,2'],
  ['simple object, exploded', { in: 'path', explode: true }, { R: 1, G: 2 }, '/a/R=1,G=2'],
  ['space object', { in: 'query', style: 'spaceDelimited', explode: false }, { R: 1, G: 2 }, '/a?c=R%201%20G%202'],
  ['pipe list', { in: 'query', style: 'pipeDelimited', explode: false }, ['b', 'k'], '/a?c=b%7Ck'],
  ['deep object', { in: 'query', style: 'deepObject', explode: true }, { R: 1, n: { x: 'y z' } }, '/a?c%5BR%5D=1&c%5Bn%5D%5Bx%5D=y%20z'],
  ['empty list is not sent', { in: 'query' }, [], '/a'],
  ['empty text', { in: 'query' }, '', '/a?c='],
  ['null', { in: 'query' }, null, '/a?c=null'],
  ['reserved keeps # out of the fragment', { in: 'query', allowReserved: true }, 'a#b', '/a?c=a%23b'],
  ['reserved in a path keeps / ? # in', { in: 'path', allowReserved: true }, 'a/b?c#d:@', '/a/a%2Fb%3Fc%23d:@'],
  ['matrix, empty text', { in: 'path', style: 'matrix' }, '', '/a/;c'],
  ['path list, not exploded, with its delimiter inside', { in: 'path' }, ['a,b', 'c'], '/a/a%2Cb,c'],
  ['path list divided by blanks (2.0)', { in: 'path', style: 'spaceDelimited' }, ['a', 'b'], '/a/a%20b'],
  ['list divided by tabs (2.0)', { in: 'query', style: 'tabDelimited', explode: false }, ['a', 'b'], '/a?c=a%09b'],
  [
    'whole query as a form',
    { in: 'querystring', contentType: 'application/x-www-form-urlencoded' },
    { foo: 'a + b', t: ['x', 'y'] },
    '/a?foo=a+%2B+b&t=x&t=y',
  ],
  ['whole query as JSON', { in: 'querystring', contentType: 'application/json' }, { n: 1 }, '/a?%7B%22n%22%3A1%7D'],
  ['lone surrogate', { in: 'query' }, '\ud800', '/a?c=%EF%BF%BD'],
])('%s', (_, parameter, value, expected) => {
  const place = parameter.in ?? 'query';
  const built = buildRequest({
    method: 'get',
    server: 'https://x.test/',
    path: place === 'path' ? '/a/{c}' : '/a',
    parameters: [{ name: 'c', in: place, ...parameter }],
    values: { [place]: { c: value } },
  });
  expect(built.url.slice('https://x.test'.length)).toBe(expected);
});

describe('what cannot be sent', () => {
  const base: RequestInput = {
    method: 'get',
    server: 'https://x.test',
    path: '/{id}',
    parameters: [{ name: 'id', in: 'path' }],
    values: {},
  };
  test.each<[string, Partial<RequestInput>, string]>([
    ['a missing path value', {}, 'path-missing'],
    ['an empty list in a path', { values: { path: { id: [] } } }, 'path-missing'],
    [
      'an empty label alone in its segment',
      { parameters: [{ name: 'id', in: 'path', style: 'label' }], values: { path: { id: '' } } },
      'path-dot-segment',
    ],
    ['a dot segment', { values: { path: { id: '..' } } }, 'path-dot-segment'],
    ['an unknown base URL', { server: '', values: { path: { id: '1' } } }, 'no-server'],
    [
      'a line break in a header',
      { values: { path: { id: '1' } }, credentials: [{ type: 'token', scheme: 'Bearer', value: 'a\r\nX: y' }] },
      'header-value',
    ],
  ])('should block %s', (_, change, code) => {
    expect(buildRequest({ ...base, ...change }).problems).toContainEqual(expect.objectContaining({ code, blocks: true }));
  });
});

test.each<[string, Partial<RequestParameter>, ParameterValue, string]>([
  ['form is encoded', { style: 'form' }, 'a b;ü', 'c=a%20b%3B%C3%BC'],
  ['cookie is not (OpenAPI 3.2)', { style: 'cookie' }, 'a b%ü', 'c=a b%ü'],
  ['cookie list, exploded', { style: 'cookie' }, ['a', 'b'], 'c=a; c=b'],
  ['cookie list, not exploded', { style: 'cookie', explode: false }, ['a', 'b'], 'c=a,b'],
  ['cookie object, exploded', { style: 'cookie' }, { R: 1, G: 2 }, 'R=1; G=2'],
])('cookie: %s', (_, parameter, value, expected) => {
  const input = { method: 'get', server: 'https://x.test', path: '/a', values: { cookie: { c: value } } };
  const { cookies } = buildRequest({ ...input, parameters: [{ name: 'c', in: 'cookie', ...parameter }] });
  expect(cookies.map((pair) => pair.join('=')).join('; ')).toBe(expected);
});

test.each<[string, FieldEncoding | undefined, FieldValue, readonly [name: string, text: string, contentType?: string][]]>([
  [
    'list',
    undefined,
    ['a', 'b'],
    [
      ['t', 'a'],
      ['t', 'b'],
    ],
  ],
  ['list in one part', { style: 'form', explode: false }, ['a b', 'c'], [['t', 'a b,c']]],
  ['list divided by pipes', { style: 'pipeDelimited' }, ['a', 'b'], [['t', 'a|b']]],
  ['deep object', { style: 'deepObject' }, { x: { y: 'ü' } }, [['t[x][y]', 'ü']]],
  ['style before content type', { explode: true, contentType: 'application/json' }, { x: 1 }, [['x', '1']]],
  ['list of objects', undefined, [{ a: 1 }], [['t', '{"a":1}', 'application/json']]],
  ['list as JSON', { contentType: 'application/json' }, ['a'], [['t', '["a"]', 'application/json']]],
])('parts: %s', (_, encoding, value, expected) => {
  const body = {
    kind: 'form',
    mediaType: 'multipart/form-data',
    fields: { t: value },
    ...(encoding && { encoding: { t: encoding } }),
  } as const;
  const built = buildRequest({ method: 'post', server: 'https://x.test', path: '/a', parameters: [], values: {}, body });
  const parts = built.body?.kind === 'multipart' ? built.body.parts : [];
  expect(parts).toEqual(expected.map(([name, text, contentType]) => ({ name, value: { text }, ...(contentType && { contentType }) })));
});

test.each<[string, string, string]>([
  ['a fragment that tells operations apart', '/files/{id}#get_link', '/files/a%23b?q=1'],
  ['a fragment before a query', '/files#copy?v=2', '/files?q=1'],
  ['a name with a number sign', '/files/{id#}', '/files/n?q=1'],
  ['a fixed query', '/files?v=2', '/files?v=2&q=1'],
  ['a place of the path in the query', '/files?id={id}&v=2', '/files?id=a%23b&v=2&q=1'],
  ['a parameter of the query in the query', '/files?q={q}&v=2', '/files?v=2&q=1'],
  ['a parameter of the query behind another name', '/files?search={q}&v=2', '/files?v=2&q=1'],
  ['a place that nothing declares', '/files?by={by}', '/files?by={by}&q=1'],
])('should send %s', (_, path, expected) => {
  const parameters: RequestParameter[] = [
    { name: 'id', in: 'path', required: true },
    { name: 'id#', in: 'path', required: true },
    { name: 'q', in: 'query' },
  ];
  const values = { path: { id: 'a#b', 'id#': 'n' }, query: { q: '1' } };
  const { url, problems } = buildRequest({ method: 'get', server: 'https://x.test', path, parameters, values });
  expect([url, problems]).toEqual([`https://x.test${expected}`, []]);
});

test('should say which place of a query in the path is empty', () => {
  const parameters: RequestParameter[] = [{ name: 'id', in: 'path', required: true }];
  const { problems } = buildRequest({ method: 'get', server: 'https://x.test', path: '/a?id={id}', parameters, values: {} });
  expect(problems).toMatchObject([{ code: 'path-missing', field: 'path.id', blocks: true }]);
});

test('should send the headers of parts, and refuse those that end a line', () => {
  const parts = (headers: Readonly<Record<string, ParameterValue>>) =>
    buildRequest({
      method: 'post',
      server: 'https://x.test',
      path: '/a',
      parameters: [],
      values: {},
      body: { kind: 'form', mediaType: 'multipart/form-data', fields: { t: ['a', 'b'], u: 'c' }, encoding: { t: { headers } } },
    });
  expect(parts({ 'X-A': 1, 'X-B': ['x', 'y'] }).body).toMatchObject({
    parts: [
      { name: 't', headers: [['X-A', '1'], ['X-B', 'x,y']] }, // biome-ignore format: a table
      { name: 't', headers: [['X-A', '1'], ['X-B', 'x,y']] }, // biome-ignore format: a table
      { name: 'u', value: { text: 'c' } },
    ],
  });
  expect(parts({ 'X-A': 'a\r\nX-B: b' }).problems).toContainEqual(
    expect.objectContaining({ code: 'header-value', field: 'header.X-A', blocks: true }),
  );
});

test('should name the media type of a multipart body that is no form', () => {
  const built = (mediaType: string) =>
    buildRequest({
      method: 'post',
      server: 'https://x.test',
      path: '/a',
      parameters: [],
      values: {},
      body: { kind: 'form', mediaType, fields: { t: 'a' } },
    });
  expect(bodyPieces(built('multipart/mixed; x=1'), 'edge')?.contentType).toBe('multipart/mixed; boundary=edge');
  expect(bodyPieces(built('multipart/form-data'), 'edge')?.contentType).toBe('multipart/form-data; boundary=edge');
});

test('should send the parts of a list in their order and without names', () => {
  const file = (name: string, ref: string) => ({ $file: { name, ref } });
  const built = buildRequest({
    method: 'post',
    server: 'https://x.test',
    path: '/a',
    parameters: [],
    values: {},
    body: {
      kind: 'form',
      mediaType: 'multipart/mixed',
      isList: true,
      fields: { '[0]': ['a', 1], '[1]': file('p "1".png', 'p'), '[]': [{ b: 2 }, 'text', [true], file('q', 'q')] },
      encoding: { '[1]': { contentType: 'image/png', headers: { 'X-A': 'b' } }, '[]': { contentType: 'text/plain, application/json' } },
    },
  });
  const pieces = bodyPieces(built, 'edge')?.pieces.map((piece) => ('text' in piece ? piece.text : `<${piece.ref}>`));
  expect(pieces?.join('')).toBe(
    [
      '--edge\r\nContent-Type: application/json\r\n\r\n["a",1]',
      '--edge\r\nContent-Disposition: attachment; filename="p %221%22.png"\r\nContent-Type: image/png\r\nX-A: b\r\n\r\n<p>',
      '--edge\r\nContent-Type: application/json\r\n\r\n{"b":2}',
      '--edge\r\n\r\ntext',
      '--edge\r\nContent-Type: application/json\r\n\r\n[true]',
      '--edge\r\nContent-Disposition: attachment; filename="q"\r\nContent-Type: application/octet-stream\r\n\r\n<q>',
      '--edge--\r\n',
    ].join('\r\n'),
  );
});

test('should send numbers by their digits', () => {
  const id = numberOf('9007199254740993');
  const parameters = [
    { name: 'p', in: 'path' as const },
    { name: 'q', in: 'query' as const },
    { name: 'o', in: 'query' as const, style: 'deepObject' as const },
    { name: 'j', in: 'query' as const, contentType: 'application/json' },
  ];
  const values = { path: { p: id }, query: { q: [id, 1], o: { id }, j: { id } } };
  const { url } = buildRequest({ method: 'get', server: 'https://x.test', path: '/{p}', parameters, values });
  expect(decodeURIComponent(url)).toBe(
    'https://x.test/9007199254740993?q=9007199254740993&q=1&o[id]=9007199254740993&j={"id":9007199254740993}',
  );
});

test('should let any text through path and query unharmed', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed() && text !== '' && !/^\.{1,2}$/.test(text)),
      (text) => {
        const built = buildRequest({
          method: 'get',
          server: 'https://x.test',
          path: '/p/{a}/end',
          parameters: [
            { name: 'a', in: 'path' },
            { name: 'q', in: 'query' },
          ],
          values: { path: { a: text }, query: { q: text } },
        });
        const url = new URL(built.url);
        expect(decodeURIComponent(url.pathname)).toBe(`/p/${text}/end`);
        expect(url.searchParams.get('q')).toBe(text);
      },
    ),
  );
});

test('should encode reserved text once, whatever it holds already', () => {
  fc.assert(fc.property(fc.string(), (text) => encodeReserved(encodeReserved(text)) === encodeReserved(text)));
  expect(encodeValue("!'()*")).toBe('%21%27%28%29%2A');
});

test.each([
  ['https://api.example/v3/u s', '/a', 'https://api.example/v3/u%20s/a'],
  ['https://münchen.example/v1', '/größe "x"', 'https://münchen.example/v1/gr%C3%B6%C3%9Fe%20%22x%22'],
  ['/v 1', '/a', '/v%201/a'],
  ['https://api.example', '/a|b^c`d\\e<f>', 'https://api.example/a%7Cb%5Ec%60d%5Ce%3Cf%3E'],
  ['{scheme}://münchen.example/v 1', '/a', '{scheme}://münchen.example/v%201/a'],
  // Places that nobody has filled yet are shown as such, and what is encoded stays.
  ['https://{region}.api.example/{base path}', '/a%20b', 'https://{region}.api.example/{base%20path}/a%20b'],
])('should write a URL that every program takes: %s%s', (server, path, expected) => {
  expect(buildRequest({ method: 'get', server, path, parameters: [], values: {} }).url).toBe(expected);
});
