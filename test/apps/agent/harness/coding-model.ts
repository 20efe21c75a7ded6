/**
 * A model for real coding agents, over real HTTP in the three shapes that they speak: OpenAI's chat completions and responses, and
 * Anthropic's messages, streamed or whole. Asked with tools, it calls the one that runs shell commands, with `shell`; asked with the
 * answer of that tool, it says `words`. Asked without tools (for a title, say), it says `words` at once.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface CodingModel {
  /** Ends with `/v1`. */
  readonly url: string;
  /** Path and body of every request, in order. */
  readonly requests: readonly { readonly path: string; readonly authorization: string; readonly body: Record<string, unknown> }[];
  close(): Promise<void>;
}

export interface CodingScript {
  /** What the model runs with the agent's shell. */
  readonly shell: string;
  /** What it says when it is done. */
  readonly words: string;
}

interface Tool {
  readonly type?: string;
  readonly name?: string;
  readonly function?: { readonly name: string; readonly parameters?: Schema };
  readonly parameters?: Schema;
  readonly input_schema?: Schema;
}
interface Schema {
  readonly properties?: Readonly<Record<string, { readonly type?: string | readonly string[] }>>;
}

export async function startCodingModel(script: CodingScript): Promise<CodingModel> {
  const requests: { path: string; authorization: string; body: Record<string, unknown> }[] = [];
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const { authorization = '', 'x-api-key': key = '' } = request.headers;
    const body = request.method === 'POST' ? JSON.parse((await text(request)) || '{}') : {};
    requests.push({ path, authorization: authorization || String(key), body });
    if (path.endsWith('/chat/completions')) return chat(body, response, script);
    if (path.endsWith('/responses')) return responses(body, response, script);
    if (path.endsWith('/messages')) return messages(body, response, script);
    if (path.endsWith('/count_tokens')) return json(response, { input_tokens: 10 });
    if (path.endsWith('/models')) return json(response, { object: 'list', data: [{ id: 'scripted', object: 'model' }] });
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The call of the shell tool among these, with the arguments that its schema asks for. */
function shellCall(tools: readonly Tool[], shell: string): { name: string; args: Record<string, unknown> } | undefined {
  for (const tool of tools) {
    const name = tool.name ?? tool.function?.name ?? '';
    if (!/^(?:bash|shell|exec_command|shell_command|local_shell)$/i.test(name)) continue;
    const properties = (tool.parameters ?? tool.function?.parameters ?? tool.input_schema)?.properties ?? {};
    const member = 'cmd' in properties ? 'cmd' : 'command';
    const isList = properties[member]?.type === 'array';
    return {
      name,
      args: {
        [member]: isList ? ['bash', '-lc', shell] : shell,
        ...('description' in properties && { description: 'Changes the page' }),
      },
    };
  }
  return undefined;
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function stream(response: ServerResponse, events: readonly (readonly [name: string | undefined, data: unknown])[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [name, data] of events)
    response.write(`${name === undefined ? '' : `event: ${name}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  response.end();
}

interface ChatBody {
  readonly stream?: boolean;
  readonly tools?: readonly Tool[];
  readonly messages?: readonly { readonly role: string }[];
}

function chat(body: ChatBody, response: ServerResponse, { shell, words }: CodingScript): void {
  const isDone = body.messages?.some(({ role }) => role === 'tool') === true;
  const call = isDone ? undefined : shellCall(body.tools ?? [], shell);
  const head = { id: 'chat_1', created: 1, model: 'scripted' };
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
  const tool = call && { id: 'call_1', type: 'function', function: { name: call.name, arguments: JSON.stringify(call.args) } };
  const reason = tool ? 'tool_calls' : 'stop';
  const message = tool ? { role: 'assistant', content: null, tool_calls: [tool] } : { role: 'assistant', content: words };
  if (body.stream !== true) {
    json(response, { ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: reason }], usage });
    return;
  }
  const delta = tool ? { role: 'assistant', tool_calls: [{ index: 0, ...tool }] } : { role: 'assistant', content: words };
  const chunk = (choices: unknown, rest = {}) => ({ ...head, object: 'chat.completion.chunk', choices, ...rest });
  stream(response, [
    [undefined, chunk([{ index: 0, delta, finish_reason: null }])],
    [undefined, chunk([{ index: 0, delta: {}, finish_reason: reason }])],
    [undefined, chunk([], { usage })],
    [undefined, '[DONE]'],
  ]);
}

interface ResponsesBody {
  readonly tools?: readonly Tool[];
  readonly input?: readonly { readonly type?: string }[];
}

function responses(body: ResponsesBody, response: ServerResponse, { shell, words }: CodingScript): void {
  const isDone = Array.isArray(body.input) && body.input.some(({ type }) => type?.endsWith('_output') === true);
  const call = isDone ? undefined : shellCall(body.tools ?? [], shell);
  const item = call
    ? { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: call.name, arguments: JSON.stringify(call.args), status: 'completed' }
    : {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: words, annotations: [] }],
      };
  const usage = { input_tokens: 100, output_tokens: 10, total_tokens: 110 };
  const whole = { id: 'resp_1', object: 'response', created_at: 1, model: 'scripted', status: 'completed', output: [item], usage };
  stream(response, [
    ['response.created', { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } }],
    ['response.output_item.added', { type: 'response.output_item.added', output_index: 0, item }],
    ['response.output_item.done', { type: 'response.output_item.done', output_index: 0, item }],
    ['response.completed', { type: 'response.completed', response: whole }],
  ]);
}

interface MessagesBody {
  readonly stream?: boolean;
  readonly tools?: readonly Tool[];
  readonly messages?: readonly { readonly content: string | readonly { readonly type: string }[] }[];
}

function messages(body: MessagesBody, response: ServerResponse, { shell, words }: CodingScript): void {
  const isDone =
    body.messages?.some(({ content }) => Array.isArray(content) && content.some(({ type }) => type === 'tool_result')) === true;
  const call = isDone ? undefined : shellCall(body.tools ?? [], shell);
  const block = call ? { type: 'tool_use', id: 'toolu_1', name: call.name, input: call.args } : { type: 'text', text: words };
  const reason = call ? 'tool_use' : 'end_turn';
  const usage = { input_tokens: 100, output_tokens: 10 };
  const whole = { id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted', content: [block], stop_reason: reason, usage };
  if (body.stream !== true) {
    json(response, whole);
    return;
  }
  const start = call ? { ...block, input: {} } : { type: 'text', text: '' };
  const delta = call ? { type: 'input_json_delta', partial_json: JSON.stringify(call.args) } : { type: 'text_delta', text: words };
  stream(response, [
    ['message_start', { type: 'message_start', message: { ...whole, content: [], stop_reason: null } }],
    ['content_block_start', { type: 'content_block_start', index: 0, content_block: start }],
    ['content_block_delta', { type: 'content_block_delta', index: 0, delta }],
    ['content_block_stop', { type: 'content_block_stop', index: 0 }],
    ['message_delta', { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 10 } }],
    ['message_stop', { type: 'message_stop' }],
  ]);
}
