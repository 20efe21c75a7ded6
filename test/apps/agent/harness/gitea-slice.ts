/**
 * The operations of the API that Gitea and Forgejo share, as far as the adapter uses it: facts of the description that both serve at
 * `/swagger.v1.json`. Strict where the real ones are lenient: members and values that the description does not have are faults.
 */
import type { Document } from 'openapi-backend';

const owner = { name: 'owner', in: 'path', required: true, schema: { type: 'string' } };
const repo = { name: 'repo', in: 'path', required: true, schema: { type: 'string' } };
const index = { name: 'index', in: 'path', required: true, schema: { type: 'integer' } };
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const json = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });
const answer = (schema: object) => ({ description: 'Answer', content: { 'application/json': { schema } } });
const text = { type: 'string' };

const branch = { type: 'object', required: ['ref', 'label'], properties: { ref: text, label: text } };
const pull = {
  type: 'object',
  required: ['number', 'html_url', 'state', 'merged', 'title', 'head', 'base'],
  properties: {
    number: { type: 'integer' },
    html_url: { type: 'string', format: 'uri' },
    state: { type: 'string', enum: ['open', 'closed'] },
    merged: { type: 'boolean' },
    title: text,
    head: branch,
    base: branch,
  },
};

export const giteaSlice: Document = {
  openapi: '3.0.3',
  info: { title: 'Gitea API, the part that is used', version: 'v1' },
  paths: {
    '/api/v1/repos/{owner}/{repo}/pulls': {
      get: {
        operationId: 'list',
        parameters: [
          owner,
          repo,
          query('state', { type: 'string', enum: ['open', 'closed', 'all'] }),
          query('sort', {
            type: 'string',
            enum: ['oldest', 'recentupdate', 'recentclose', 'leastupdate', 'mostcomment', 'leastcomment', 'priority'],
          }),
          query('page', { type: 'integer', minimum: 1 }),
          query('limit', { type: 'integer', minimum: 0 }),
        ],
        responses: { 200: answer({ type: 'array', items: pull }) },
      },
      post: {
        operationId: 'create',
        parameters: [owner, repo],
        requestBody: json({
          type: 'object',
          additionalProperties: false,
          properties: {
            head: text,
            base: text,
            title: text,
            body: text,
            assignee: text,
            assignees: { type: 'array', items: text },
            labels: { type: 'array', items: { type: 'integer' } },
            milestone: { type: 'integer' },
            due_date: { type: 'string', format: 'date-time' },
          },
        }),
        responses: { 201: answer(pull), 409: answer({ type: 'object', required: ['message'] }), 422: answer({ type: 'object' }) },
      },
    },
    '/api/v1/repos/{owner}/{repo}/pulls/{index}': {
      patch: {
        operationId: 'update',
        parameters: [owner, repo, index],
        requestBody: json({
          type: 'object',
          additionalProperties: false,
          properties: { state: text, title: text, body: text, base: text },
        }),
        responses: { 201: answer(pull) },
      },
    },
    '/api/v1/repos/{owner}/{repo}/issues/{index}/comments': {
      post: {
        operationId: 'comment',
        parameters: [owner, repo, index],
        requestBody: json({
          type: 'object',
          required: ['body'],
          additionalProperties: false,
          properties: { body: text, updated_at: text },
        }),
        responses: { 201: answer({ type: 'object' }) },
      },
    },
  },
} as unknown as Document;
