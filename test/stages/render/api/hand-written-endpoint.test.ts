import { describe, expect, test } from 'vitest';
import type { ContentNode } from '../../../../src/model/content-node.ts';
import type { Page } from '../../../../src/model/page.ts';
import { exampleRequest } from '../../../../src/stages/render/endpoint/example-request.ts';
import { handWrittenEndpoint, writtenFields } from '../../../../src/stages/render/endpoint/manual-endpoint-page.ts';
import { contextOf } from './drawn-endpoint.ts';

const field = (props: Record<string, string | number | boolean | null>, ...children: ContentNode[]): ContentNode => ({
  type: 'component',
  name: 'ParamField',
  props,
  children,
});

function request(api: string, settings: object, nodes: readonly ContentNode[], authMethod?: string) {
  const page = { path: 'a', title: 'A', deprecated: false, frontMatter: { api, authMethod } } as unknown as Page;
  const view = handWrittenEndpoint(page, contextOf(settings as never).api, writtenFields(nodes));
  return view && exampleRequest(view, 'all');
}

describe('a hand-written reference page', () => {
  test.each<[string, string, object, string | undefined]>([
    ['stands below the server of docs.json', 'get /v1/a', { mdx: { server: 'https://a.test' } }, 'https://a.test/v1/a'],
    ['may name its own server', 'GET https://b.test/v1/a', { mdx: { server: 'https://a.test' } }, 'https://b.test/v1/a'],
    ['keeps names that nobody has given a value', 'GET https://b.test/{id}', {}, 'https://b.test/{id}'],
    ['is none without an address', 'GET', {}, undefined],
  ])('%s', (_name, api, settings, url) => {
    expect(request(api, settings, [])?.url).toBe(url);
  });

  test('should send what its fields describe', () => {
    const nodes = [
      field({ query: 'q', placeholder: 'cats', required: true }),
      { type: 'element' as const, tag: 'div', attributes: {}, children: [field({ header: 'X-Trace', default: 'on', required: true })] },
      field({ body: 'name', type: 'string' }),
      field({ body: 'size', type: 'object' }, field({ name: 'width', type: 'integer' })),
      field({ body: 'tags', type: 'string[]' }),
    ];
    const built = request('POST https://a.test/v1', {}, nodes, 'bearer');
    expect(built?.url).toBe('https://a.test/v1?q=cats');
    expect(built?.headers).toEqual([
      ['X-Trace', 'on'],
      ['Authorization', 'Bearer <token>'],
      ['Content-Type', 'application/json'],
    ]);
    expect(built?.body?.kind === 'text' && JSON.parse(built.body.text)).toEqual({ name: '<string>', size: { width: 1 }, tags: [] });
  });

  test('should read its fields as the page shows them', () => {
    const nodes = [
      field({ query: '', header: 'X-Id', required: true }),
      field({ query: 'page', required: 0 }),
      field({ query: 'sort', required: null }),
    ];
    const built = request('GET https://a.test/v1', {}, nodes);
    expect([built?.url, built?.headers]).toEqual(['https://a.test/v1', [['X-Id', '<X-Id>']]]);
  });

  test.each([
    [undefined, [['Authorization', '<api-key>']]],
    ['bearer', [['Authorization', 'Bearer <token>']]],
  ])('should take a field for Authorization as the credential (%s)', (method, headers) => {
    const nodes = [field({ header: 'Authorization', required: true })];
    expect(request('GET https://a.test', {}, nodes, method)?.headers).toEqual(headers);
  });

  test('should send files as a form', () => {
    const built = request('POST https://a.test', {}, [field({ body: 'picture', type: 'file' })]);
    expect(built?.body).toMatchObject({ kind: 'multipart', parts: [{ name: 'picture' }] });
  });

  test.each([
    ['key', 'X-Own', { mdx: { auth: { method: 'key', name: 'X-Own' } } }],
    [undefined, 'Authorization', { mdx: { auth: { method: 'basic' } } }],
    ['none', undefined, { mdx: { auth: { method: 'basic' } } }],
  ])('should authorize by %s with %s', (method, header, settings) => {
    expect(request('GET https://a.test', settings, [], method)?.headers[0]?.[0]).toBe(header);
  });
});
