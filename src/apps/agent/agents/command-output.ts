/** Reads the output of a command: its lines become events of the job, and its last message becomes the summary. */
import type { Readable } from 'node:stream';
import { shorten } from '../../../model/shorten.ts';
import type { WriteRefusals } from '../policy/write-refusals.ts';
import type { AgentTask } from './agent.ts';

/** Maximum length of a line in an event. */
export const maxLine = 2000;
/** Maximum length of a summary. */
export const maxSummary = 8000;
const maxLines = 400;
/** Maximum length of an unfinished line. Long enough that a secret across the `maxLine` limit is complete when it is redacted. */
const maxKept = 64 * 1024;

/** The output of one run. */
export class CommandOutput {
  readonly #work: AgentTask;
  readonly #refusals: WriteRefusals;
  #count = 0;
  #whole = '';
  #message = '';
  /** The last line, redacted. */
  lastLine = '';

  constructor(work: AgentTask, refusals: WriteRefusals) {
    this.#work = work;
    this.#refusals = refusals;
  }

  /** Reports lines of standard output as events, up to a maximum number and length. Secrets are removed before a line is truncated. */
  async read(output: Readable): Promise<void> {
    for await (const line of linesOf(output)) {
      const reported = this.#work.redact(line);
      this.lastLine = shorten(reported, maxLine);
      this.#message = messageOf(reported) ?? this.#message;
      // The end is kept, because it is the summary.
      this.#whole = `${this.#whole}${reported}\n`.slice(-maxKept);
      if (++this.#count <= maxLines) await this.#work.events('command', { line: this.lastLine });
    }
  }

  /** Returns the last line of standard error. */
  async readErrors(output: Readable): Promise<string> {
    let last = '';
    for await (const line of linesOf(output)) {
      last = line;
      this.#refusals.readError(line);
    }
    return last.trim();
  }

  /** The agent's summary for the reviewer. */
  summary(kind: 'output' | 'last-line'): string {
    return shorten((kind === 'output' ? this.#whole : this.#message).trim(), maxSummary);
  }
}

/**
 * Extracts the message from a line. Agents that print one line of JSON per event have their message in one kind of event; the other
 * events have none.
 */
function messageOf(line: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return shorten(line, maxLine);
  }
  if (typeof value !== 'object' || value === null) return shorten(line, maxLine);
  // Codex: item.text of an agent_message. Claude Code: result. opencode: part.text.
  const { item, result, part } = value as { item?: Part; result?: unknown; part?: Part };
  if (item?.type === 'agent_message') return textOf(item.text);
  if (part?.type === 'text') return textOf(part.text);
  return textOf(result);
}

interface Part {
  readonly type?: unknown;
  readonly text?: unknown;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** Yields non-blank lines. The middle of an overlong line is dropped. */
export async function* linesOf(output: Readable, maxLength: number = maxKept): AsyncGenerator<string> {
  const isNotBlank = (line: string) => line.trim() !== '';
  let rest = '';
  // The stream decodes the text, because a character may be split between two chunks.
  for await (const text of output.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(0, maxLength);
    yield* lines.filter(isNotBlank);
  }
  if (isNotBlank(rest)) yield rest;
}
