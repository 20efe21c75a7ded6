/**
 * Why a command that changed nothing may have been unable to: coding agents have sandboxes and permissions of their own, inside ours,
 * and end normally when these refuse every write. What the system or the agent itself said of that stands in the answers of its tools,
 * which it sends to the model, and in its output.
 */
import { plainText } from '../../../model/plain-text.ts';
import { fitted, oneLine } from '../../../model/shorten.ts';

/** What an answer of a tool says that is marked as a failure. */
const inFailure =
  /read-only file system|permission denied|operation not permitted|\b(?:EROFS|EACCES|EPERM)\b|\bblocked\b|sandbox|\brejected\b|approval|permission|not (?:been )?granted/i;

/**
 * What a line says that is not marked, as programs word their errors: `sh: 1: cannot create x: Permission denied`. Pages quote such
 * words as well, and a page that an agent reads is no refusal, so the whole line has to look like an error.
 */
const asLine =
  /^\S+: .*(?:permission denied|read-only file system|operation not permitted)\W*(?:\(os error \d+\))?$|^(?:\w*Error: )?(?:EROFS|EACCES|EPERM): |^\W*permission requested: .*auto-rejecting$/i;

const maxShown = 300;

/** Gathered over all runs of a turn. */
export class WriteRefusals {
  #last: string | undefined;

  /** A line that the command printed as an error. */
  readError(line: string): void {
    const text = plainText(line).trim();
    if (asLine.test(text)) this.#last = text;
  }

  /** The body of a request to the model: only the answers of tools count, which the agent and the system wrote. */
  readRequest(body: string): void {
    for (const { text, hasFailed } of toolAnswers(body)) {
      for (const line of text.split('\n')) {
        if (hasFailed && inFailure.test(line)) this.#last = plainText(line).trim();
        else this.readError(line);
      }
    }
  }

  /** The last refusal, in one line. */
  last(): string | undefined {
    return this.#last === undefined ? undefined : fitted(oneLine(this.#last), maxShown);
  }
}

interface ToolResult {
  readonly text: string;
  readonly hasFailed: boolean;
}

/** In the shapes of OpenAI's chat completions and responses, and of Anthropic's messages. */
function toolAnswers(body: string): ToolResult[] {
  let value: { messages?: unknown; input?: unknown };
  try {
    value = JSON.parse(body) ?? {};
  } catch {
    return [];
  }
  const answers: ToolResult[] = [];
  const add = (content: unknown, isError: unknown) => {
    for (const text of textsOf(content)) answers.push({ text, hasFailed: isError === true || failed.test(text) });
  };
  for (const message of listOf(value.messages)) {
    if (message.role === 'tool') add(message.content, false);
    for (const part of listOf(message.content)) if (part.type === 'tool_result') add(part.content, part.is_error);
  }
  for (const item of listOf(value.input)) if (typeof item.type === 'string' && item.type.endsWith('_output')) add(item.output, false);
  return answers;
}

/** How agents tell the model that a command failed. */
const failed =
  /^Process exited with code [1-9]|"exit_code":\s*[1-9]|^Exit code:? [1-9]|^exec_command failed|^(?:Error: )?The user rejected/m;

function listOf(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : [];
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return listOf(value).flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
}
