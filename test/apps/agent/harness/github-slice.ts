/**
 * The operations of GitHub's REST API that the adapter uses, as facts of its published description (version 2022-11-28): paths,
 * parameters, required members, answers. Strict where the real one is lenient: members that the description does not have are faults.
 */
import type { Document } from 'openapi-backend';

const owner = { name: 'owner', in: 'path', required: true, schema: { type: 'string' } };
const repo = { name: 'repo', in: 'path', required: true, schema: { type: 'string' } };
const numberOf = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } });
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const json = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });
const answer = (schema: object, description = 'Answer') => ({ description, content: { 'application/json': { schema } } });

const pull = {
  type: 'object',
  required: ['number', 'html_url', 'state', 'merged_at', 'head', 'base', 'title'],
  properties: {
    number: { type: 'integer' },
    html_url: { type: 'string', format: 'uri' },
    state: { type: 'string', enum: ['open', 'closed'] },
    merged_at: { type: 'string', nullable: true },
    title: { type: 'string' },
    body: { type: 'string', nullable: true },
    draft: { type: 'boolean' },
    head: { type: 'object', required: ['ref', 'label'], properties: { ref: { type: 'string' }, label: { type: 'string' } } },
    base: { type: 'object', required: ['ref'], properties: { ref: { type: 'string' } } },
  },
};
const comment = {
  type: 'object',
  required: ['id', 'user'],
  properties: {
    id: { type: 'integer' },
    body: { type: 'string' },
    user: {
      type: 'object',
      nullable: true,
      required: ['login', 'type'],
      properties: { login: { type: 'string' }, type: { type: 'string' } },
    },
  },
};
const validationError = {
  type: 'object',
  required: ['message', 'documentation_url'],
  properties: { message: { type: 'string' }, documentation_url: { type: 'string' }, errors: { type: 'array' } },
};

export const gitHubSlice: Document = {
  openapi: '3.0.3',
  info: { title: 'GitHub REST API, the part that is used', version: '2022-11-28' },
  paths: {
    '/repos/{owner}/{repo}': {
      get: { operationId: 'repos/get', parameters: [owner, repo], responses: { 200: answer({ type: 'object' }) } },
    },
    '/repos/{owner}/{repo}/pulls': {
      get: {
        operationId: 'pulls/list',
        parameters: [
          owner,
          repo,
          query('state', { type: 'string', enum: ['open', 'closed', 'all'] }),
          query('head', { type: 'string', pattern: '^[^:]+:.+$' }),
          query('base', { type: 'string' }),
          query('sort', { type: 'string', enum: ['created', 'updated', 'popularity', 'long-running'] }),
          query('direction', { type: 'string', enum: ['asc', 'desc'] }),
          query('per_page', { type: 'integer', maximum: 100 }),
          query('page', { type: 'integer' }),
        ],
        responses: { 200: answer({ type: 'array', items: pull }) },
      },
      post: {
        operationId: 'pulls/create',
        parameters: [owner, repo],
        requestBody: json({
          type: 'object',
          required: ['head', 'base'],
          additionalProperties: false,
          properties: {
            title: { type: 'string' },
            head: { type: 'string' },
            head_repo: { type: 'string' },
            base: { type: 'string' },
            body: { type: 'string' },
            maintainer_can_modify: { type: 'boolean' },
            draft: { type: 'boolean' },
            issue: { type: 'integer' },
          },
        }),
        responses: { 201: answer(pull), 422: answer(validationError) },
      },
    },
    '/repos/{owner}/{repo}/pulls/{pull_number}': {
      patch: {
        operationId: 'pulls/update',
        parameters: [owner, repo, numberOf('pull_number')],
        requestBody: json({
          type: 'object',
          additionalProperties: false,
          properties: {
            title: { type: 'string' },
            body: { type: 'string' },
            state: { type: 'string', enum: ['open', 'closed'] },
            base: { type: 'string' },
            maintainer_can_modify: { type: 'boolean' },
          },
        }),
        responses: { 200: answer(pull) },
      },
    },
    '/repos/{owner}/{repo}/issues/comments/{comment_id}': {
      patch: {
        operationId: 'issues/update-comment',
        parameters: [owner, repo, numberOf('comment_id')],
        requestBody: json({ type: 'object', required: ['body'], additionalProperties: false, properties: { body: { type: 'string' } } }),
        responses: { 200: answer(comment) },
      },
    },
    '/repos/{owner}/{repo}/issues/{issue_number}/comments': {
      get: {
        operationId: 'issues/list-comments',
        parameters: [
          owner,
          repo,
          numberOf('issue_number'),
          query('since', { type: 'string' }),
          query('per_page', { type: 'integer', minimum: 1, maximum: 100 }),
          query('page', { type: 'integer', minimum: 1 }),
        ],
        responses: { 200: answer({ type: 'array', items: comment }) },
      },
      post: {
        operationId: 'issues/create-comment',
        parameters: [owner, repo, numberOf('issue_number')],
        requestBody: json({ type: 'object', required: ['body'], additionalProperties: false, properties: { body: { type: 'string' } } }),
        responses: { 201: answer({ type: 'object' }) },
      },
    },
    '/repos/{owner}/{repo}/installation': {
      get: {
        operationId: 'apps/get-repo-installation',
        parameters: [owner, repo],
        responses: { 200: answer({ type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }) },
      },
    },
    '/app/installations/{installation_id}/access_tokens': {
      post: {
        operationId: 'apps/create-installation-access-token',
        parameters: [numberOf('installation_id')],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                additionalProperties: false,
                properties: {
                  repositories: { type: 'array', items: { type: 'string' } },
                  repository_ids: { type: 'array', items: { type: 'integer' } },
                  permissions: {
                    type: 'object',
                    additionalProperties: false,
                    properties: {
                      contents: { type: 'string', enum: ['read', 'write'] },
                      pull_requests: { type: 'string', enum: ['read', 'write'] },
                      metadata: { type: 'string', enum: ['read', 'write'] },
                    },
                  },
                },
              },
            },
          },
        },
        responses: {
          201: answer({
            type: 'object',
            required: ['token', 'expires_at'],
            properties: { token: { type: 'string' }, expires_at: { type: 'string' } },
          }),
        },
      },
    },
  },
} as unknown as Document;
