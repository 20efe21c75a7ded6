/**
 * A model over real HTTP that answers by a script, in the shape of OpenAI's chat completions. Which step comes is read from the
 * request itself (how many answers the model has given since the last instruction), so a restart of the service changes nothing.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jsonOfRequest } from '../../../harness/request-body.ts';

export type ModelStep =
  /** The last answer: words, no tools. */
  | { readonly text: string }
  /** Calls of tools; `raw` is sent as the arguments without being JSON. */
  | { readonly calls: readonly { readonly name: string; readonly args?: unknown; readonly raw?: string }[] }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  /** Never answers. */
  | 'hang'
  /** Half an answer, then the connection is cut. */
  | 'cut';

export interface ModelRequest {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: unknown; readonly tool_calls?: unknown }[];
}

/** The step for a request: `instruction` is the last message of the user, `step` counts from 0 after it, `calls` counts all requests. */
export type ModelScript = (at: { instruction: string; step: number; calls: number; request: ModelRequest }) => ModelStep;

export interface ScriptedModel {
  /** Base address, ending with `/v1`. */
  readonly url: string;
  /** All requests so far. */
  readonly requests: { readonly body: ModelRequest; readonly authorization: string | undefined }[];
  script: ModelScript;
  close(): Promise<void>;
}

/** Steps one after the other for every instruction; the last one repeats. */
export function inOrder(...steps: readonly ModelStep[]): ModelScript {
  return ({ step }) => steps[Math.min(step, steps.length - 1)] as ModelStep;
}

export async function startScriptedModel(script: ModelScript): Promise<ScriptedModel> {
  const requests: { body: ModelRequest; authorization: string | undefined }[] = [];
  const state = { script };
  const open = new Set<ServerResponse>();
  const server = createServer(async (request, response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    const body = await jsonOfRequest<ModelRequest>(request, response);
    if (!body) return;
    requests.push({ body, authorization: request.headers.authorization });
    const lastUser = body.messages.findLastIndex(({ role }) => role === 'user');
    const step = state.script({
      instruction: textOf(body.messages[lastUser]?.content),
      step: body.messages.slice(lastUser).filter(({ role }) => role === 'assistant').length,
      calls: requests.length,
      request: body,
    });
    answer(response, step, requests.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    get script() {
      return state.script;
    },
    set script(next) {
      state.script = next;
    },
    close: () => {
      for (const response of open) response.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function answer(response: ServerResponse, step: ModelStep, number: number): void {
  if (step === 'hang') return;
  if (step === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"id":"x","choices":[');
    setTimeout(() => response.destroy(), 20);
    return;
  }
  if ('status' in step) {
    response
      .writeHead(step.status, { 'content-type': 'application/json', ...step.headers })
      .end(step.body ?? '{"error":{"message":"scripted","type":"scripted"}}');
    return;
  }
  const message =
    'text' in step
      ? { role: 'assistant', content: step.text }
      : {
          role: 'assistant',
          content: null,
          tool_calls: step.calls.map(({ name, args, raw }, index) => ({
            id: `call_${number}_${index}`,
            type: 'function',
            function: { name, arguments: raw ?? JSON.stringify(args ?? {}) },
          })),
        };
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      id: `answer_${number}`,
      object: 'chat.completion',
      created: 0,
      model: 'scripted',
      choices: [{ index: 0, message, finish_reason: 'text' in step ? 'stop' : 'tool_calls' }],
      usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
    }),
  );
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part) => part?.text ?? '').join('') : '';
}
