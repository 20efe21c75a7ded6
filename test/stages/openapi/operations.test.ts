import { describe, expect, test } from 'vitest';
import { operationTitle } from '../../../src/model/endpoint.ts';
import { memory } from '../../../src/platform/files/memory.ts';
import { operationsOf, tagSections } from '../../../src/stages/openapi/operations.ts';
import { loadApi } from '../../../src/stages/openapi/read/load-api.ts';
import { formatSlug, safeSlug, sitePath, slugWords } from '../../../src/stages/openapi/titles.ts';

describe('titles and slugs', () => {
  test.each([
    ['GET', '/users/{id}', 'Get users', 'get-users'],
    ['PATCH', '/f/{a}/{b}', 'Patch f', 'patch-f-'],
    ['GET', '/a/{x}/b', 'Get a b', 'get-a-b'],
    ['POST', '/', 'Post', 'post'],
    ['DELETE', '/user_items/re-do', 'Delete user items re do', 'delete-user_items-re-do'],
  ])('should name %s %s', (method, path, title, slug) => {
    expect(operationTitle(method, path)).toBe(title);
    expect(formatSlug(slugWords(method, path))).toBe(slug);
  });

  test.each([
    ['List users', 'list-users', 'list-users'],
    ["Get a user's (own) {id}", 'get-a-users-own-id', 'get-a-users-own-id'],
    [' Leading and trailing ', '-leading-and-trailing-', 'leading-and-trailing'],
    ['What? 100% #1', 'what?-100%-#1', 'what-100-1'],
    ['../../../x', 'x', 'x'],
    ['a/../../b', 'ab', 'ab'],
    ['Größe — ändern', 'größe-—-ändern', 'größe-—-ändern'],
    ['a\\b|c:d<e>', 'a\\b|c:d<e>', 'abcde'],
    ['CON', 'con', 'con-endpoint'],
    ['...', '', 'fallback'],
  ])('should make a slug of %j', (text, format, safe) => {
    expect(formatSlug(text)).toBe(format);
    expect(safeSlug(text, 'fallback')).toBe(safe);
  });

  test('should cut long names at a whole character', () => {
    expect(Buffer.byteLength(safeSlug('ü'.repeat(500), 'x'))).toBeLessThanOrEqual(200);
  });

  test.each([
    ['/api/', 'api'],
    ['../../x', 'x'],
    ['a//b/./c?d#e', 'a/b/c'],
  ])('should keep the path %j inside the site', (text, path) => {
    expect(sitePath(text)).toBe(path);
  });
});

function operations(document: object | string, source = 'api.json') {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const { value } = loadApi({ files: memory({ [source]: text }), source });
  if (value === undefined) throw new Error('not loaded');
  return { value, refs: operationsOf(value).map(({ ref }) => ref) };
}

describe('titles and groups of operations', () => {
  test.each([
    ['listCoreV1NamespacedPod', 'List core v1 namespaced pod'],
    ['GetAccountsAccountPersons', 'Get accounts account persons'],
    ['repos/list-for-user', 'Repos list for user'],
    ['createAPIKey', 'Create API key'],
    ['ping', 'Ping'],
    ['read_item_items__item_id__get', undefined],
    ['getUsersUsingGET', undefined],
    ['GET_users', undefined],
    ['op20240115', undefined],
    ['a.b.c.d.e.f.g.h.i.j', undefined],
    ['../../x', undefined],
  ])('should make a title of the operationId %s', (operationId, expected) => {
    const { refs } = operations({ openapi: '3.1.0', paths: { '/own/words': { get: { operationId } } } });
    expect(refs[0]?.title).toBe(expected ?? 'Get own words');
  });

  const long = `Lists ${'many '.repeat(30)}things`;
  test.each([
    ['Use **bold** and `code`, see [the docs](https://x.test/a)', 'Use bold and code, see the docs'],
    ['An *important* one', 'An important one'],
    ['Multiply a*b*c and list_my_pets', 'Multiply a*b*c and list_my_pets'],
    ['Get <id> &amp; `List<T>`', 'Get <id> &amp; List<T>'],
    ['One<br/>two', 'One two'],
    ['`', '`'],
    [`Returns all the pets. ${long}`, 'Returns all the pets'],
    [long, `Lists ${'many '.repeat(30)}`.slice(0, 120).replace(/\s+\S*$/, '…')],
  ])('should make a title of the summary %s', (summary, expected) => {
    const { refs } = operations({ openapi: '3.1.0', paths: { '/a': { get: { summary, description: 'Text.' } } } });
    expect(refs[0]?.title).toBe(expected);
    expect(refs[0]?.descriptionMarkdown).toBe(summary.length > 120 ? `${summary}\n\nText.` : 'Text.');
  });

  test('should show parameters only where titles without a summary repeat', () => {
    const { refs } = operations({
      openapi: '3.1.0',
      paths: { '/users': { get: {}, post: {} }, '/users/{id}': { get: {}, put: {}, delete: { summary: 'Get users' } } },
    });
    expect(refs.map(({ title }) => title)).toEqual(['Get users', 'Post users', 'Get users {id}', 'Put users', 'Get users']);
  });

  const groupsOf = (paths: readonly string[], tagged: readonly string[] = []) =>
    operations({
      openapi: '3.1.0',
      paths: Object.fromEntries(
        [...paths, ...tagged].map((path) => [path, { get: tagged.includes(path) ? { tags: ['Tagged'] } : {}, put: {} }]),
      ),
    }).refs.map(({ group }) => group);
  const rest = ['/v1/charges', '/v1/charges/{id}', '/v1/charges/{id}/refunds', '/v1/account_links', '/v1/apiKeys/{id}', '/v1/{thing}'];

  test('should group many operations without tags by path', () => {
    const groups = groupsOf(rest, ['/v1/tagged']);
    expect(groups.filter((_, at) => at % 2 === 0)).toEqual([
      'Charges',
      'Charges',
      'Charges',
      'Account links',
      'Api keys',
      'API Reference',
      'Tagged',
    ]);
  });

  test.each([
    ['what all paths share', [...rest, '/v1/more'].map((path) => `/rest/2.0/shop${path.slice(3)}`), 'Charges'],
    ['a resource with all operations', Array.from({ length: 8 }, (_, at) => `/api/pets/{id}/${'{x}/'.repeat(at)}`), 'Pets'],
  ])('should pass over %s', (_what, paths, expected) => {
    expect(groupsOf(paths)[0]).toBe(expected);
  });

  test('should leave few operations in one group', () => {
    expect(new Set(groupsOf(rest.slice(0, 5)))).toEqual(new Set(['API Reference']));
  });
});

describe('operationsOf', () => {
  test('should list paths, methods in document order, and webhooks', () => {
    const { refs } = operations({
      openapi: '3.2.0',
      tags: [{ name: 'users', 'x-group': 'People' }],
      paths: {
        '/b': { post: { tags: ['users'], summary: 'Make B', operationId: 'makeB' }, get: {}, parameters: [], 'x-y': {} },
        '/a': { $ref: '#/x-items/a' },
        '/s': { query: { summary: 'Search' }, additionalOperations: { COPY: { summary: 'Copy' } } },
      },
      'x-items': { a: { get: { 'x-hidden': true }, put: { 'x-excluded': true } } },
      webhooks: { orderPlaced: { post: { description: 'Sent' } } },
    });
    expect(refs.map(({ id, title, group, hidden, excluded }) => [id, title, group, hidden, excluded])).toEqual([
      ['api.json POST /b', 'Make B', 'People', false, false],
      ['api.json GET /b', 'Get b', 'API Reference', false, false],
      ['api.json GET /a', 'Get a', 'API Reference', true, false],
      ['api.json PUT /a', 'Put a', 'API Reference', false, true],
      ['api.json QUERY /s', 'Search', 'API Reference', false, false],
      ['api.json COPY /s', 'Copy', 'API Reference', false, false],
      ['api.json webhook orderPlaced', 'orderPlaced', 'API Reference', false, false],
    ]);
  });

  test('should read x-docs and x-mint, x-docs first', () => {
    const { refs } = operations({
      openapi: '3.1.0',
      paths: {
        '/a': {
          get: {
            'x-docs': { metadata: { title: 'Mine', openapi: 'no' }, content: '<Note>Hi</Note>' },
            'x-mint': { metadata: { title: 'Theirs', tag: 'NEW' }, href: '/own/place', groups: ['admin'] },
          },
        },
      },
    });
    expect(refs[0]).toMatchObject({
      metadata: { title: 'Mine', tag: 'NEW' },
      contentMdx: '<Note>Hi</Note>',
      href: '/own/place',
      groups: ['admin'],
    });
    expect(refs[0]?.metadata).not.toHaveProperty('openapi');
  });

  test('should list the channels of AsyncAPI 2 and 3', () => {
    const three = operations({
      asyncapi: '3.0.0',
      channels: { ch_two: { address: '/two', tags: [{ name: 'Chat' }] }, one: { title: 'The one' } },
    });
    expect(three.refs.map(({ id, title, group }) => [id, title, group])).toEqual([
      ['api.json channel ch_two', 'Ch_two', 'Chat'],
      ['api.json channel one', 'The one', 'Websockets'],
    ]);
    expect(operations({ asyncapi: '2.6.0', channels: { '/rooms/{id}': {} } }).refs[0]?.title).toBe('/rooms/{id}');
  });

  test('should read tag groups and parents', () => {
    const { value } = operations({
      openapi: '3.2.0',
      tags: [{ name: 'a' }, { name: 'b', parent: 'a' }],
      'x-tagGroups': [{ name: 'Core', tags: ['a'] }],
    });
    expect([...tagSections(value)]).toEqual([
      ['a', 'Core'],
      ['b', 'a'],
    ]);
  });
});
