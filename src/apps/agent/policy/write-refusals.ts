/**
 * Finds out why a command that changed nothing may have been unable to. Coding agents have their own sandbox and
 * permissions inside docsgen's, and exit normally even when these refuse every write. The refusals appear in the tool
 * results that the agent sends to the model, and in its output.
 */
import { plainText } from '../../../model/plain-text.ts';
import { fitted, oneLine } from '../../../model/shorten.ts';

/** Text in a tool result that is marked as a failure. */
const inFailure =
  /read-only file system|permission denied|operation not permitted|\b(?:EROFS|EACCES|EPERM)\b|\bblocked\b|sandbox|\brejected\b|approval|permission|not (?:been )?granted/i;

/**
 * An error line without a mark, as programs print it: `sh: 1: cannot create x: Permission denied`. Pages may quote such text, and a page
 * that an agent reads is not a refusal, so the whole line must look like an error.
 */
const asLine =
  /^\S+: .*(?:permission denied|read-only file system|operation not permitted)\W*(?:\(os error \d+\))?$|^(?:\w*Error: )?(?:EROFS|EACCES|EPERM): |^\W*permission requested: .*auto-rejecting$/i;

const maxShown = 300;

/** Collects the refusals of all runs of a turn. */
export class WriteRefusals {
  #last: string | undefined;

  /** Reads a line of the command's error output. */
  readError(line: string): void {
    const text = plainText(line).trim();
    if (asLine.test(text)) this.#last = text;
  }

  /** Reads the body of a request to the model. Only tool results count, because the agent and the system wrote them. */
  readRequest(body: string): void {
    for (const { text, hasFailed } of toolResults(body)) {
      for (const line of text.split('\n')) {
        if (hasFailed && inFailure.test(line)) this.#last = plainText(line).trim();
        else this.readError(line);
      }
    }
  }

  /** The last refusal as a single line. */
  last(): string | undefined {
    return this.#last === undefined ? undefined : fitted(oneLine(this.#last), maxShown);
  }
}

interface ToolResult {
  readonly text: string;
  readonly hasFailed: boolean;
}

/** Supports OpenAI chat completions and responses, and Anthropic messages. */
function toolResults(body: string): ToolResult[] {
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

/** How agents report a failed command to the model. */
const failed =
  /^Process exited with code [1-9]|"exit_code":\s*[1-9]|^Exit code:? [1-9]|^exec_command failed|^(?:Error: )?The user rejected/m;

function listOf(value: unknown): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : [];
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return listOf(value).flatMap(({ text }) => (typeof text === 'string' ? [text] : []));
}
