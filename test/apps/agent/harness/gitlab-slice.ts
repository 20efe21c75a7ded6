/**
 * The operations of GitLab's REST API (version 4) that the adapter uses, as facts of its published description: paths, parameters,
 * required members, answers. Strict where the real one is lenient: members that the description does not have are faults.
 */
import type { Document } from 'openapi-backend';

const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^(?:\\d+|[\\w.-]+(?:/[\\w.-]+)+)$' } };
const iid = { name: 'merge_request_iid', in: 'path', required: true, schema: { type: 'integer' } };
const query = (name: string, schema: object) => ({ name, in: 'query', schema });
const json = (schema: object) => ({ required: true, content: { 'application/json': { schema } } });
const answer = (schema: object) => ({ description: 'Answer', content: { 'application/json': { schema } } });
const text = { type: 'string' };

const mergeRequest = {
  type: 'object',
  required: ['id', 'iid', 'web_url', 'state', 'source_branch', 'target_branch', 'title'],
  properties: {
    id: { type: 'integer' },
    iid: { type: 'integer' },
    web_url: { type: 'string', format: 'uri' },
    state: { type: 'string', enum: ['opened', 'closed', 'merged', 'locked'] },
    source_branch: text,
    target_branch: text,
    title: text,
  },
};

export const gitLabSlice: Document = {
  openapi: '3.0.3',
  info: { title: 'GitLab REST API, the part that is used', version: 'v4' },
  paths: {
    '/api/v4/projects/{id}/merge_requests': {
      get: {
        operationId: 'list',
        parameters: [
          id,
          query('state', { type: 'string', enum: ['opened', 'closed', 'locked', 'merged', 'all'] }),
          query('source_branch', text),
          query('target_branch', text),
          query('order_by', {
            type: 'string',
            enum: ['created_at', 'label_priority', 'milestone_due', 'popularity', 'priority', 'title', 'updated_at', 'merged_at'],
          }),
          query('sort', { type: 'string', enum: ['asc', 'desc'] }),
          query('per_page', { type: 'integer', maximum: 100 }),
          query('page', { type: 'integer' }),
        ],
        responses: { 200: answer({ type: 'array', items: mergeRequest }) },
      },
      post: {
        operationId: 'create',
        parameters: [id],
        requestBody: json({
          type: 'object',
          required: ['source_branch', 'target_branch', 'title'],
          additionalProperties: false,
          properties: {
            source_branch: text,
            target_branch: text,
            title: text,
            description: { type: 'string', maxLength: 1_048_576 },
            target_project_id: { type: 'integer' },
            remove_source_branch: { type: 'boolean' },
            allow_collaboration: { type: 'boolean' },
            squash: { type: 'boolean' },
            labels: text,
          },
        }),
        responses: { 201: answer(mergeRequest), 409: answer({ type: 'object', required: ['message'] }) },
      },
    },
    '/api/v4/projects/{id}/merge_requests/{merge_request_iid}': {
      put: {
        operationId: 'update',
        parameters: [id, iid],
        requestBody: json({
          type: 'object',
          additionalProperties: false,
          properties: { state_event: { type: 'string', enum: ['close', 'reopen'] }, title: text, description: text, target_branch: text },
        }),
        responses: { 200: answer(mergeRequest) },
      },
    },
    '/api/v4/projects/{id}/merge_requests/{merge_request_iid}/notes': {
      post: {
        operationId: 'comment',
        parameters: [id, iid],
        requestBody: json({
          type: 'object',
          required: ['body'],
          additionalProperties: false,
          properties: { body: text, internal: { type: 'boolean' } },
        }),
        responses: { 201: answer({ type: 'object' }) },
      },
    },
  },
} as unknown as Document;
