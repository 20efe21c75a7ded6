/** What a command prints: line by line for the job's events, and its last message. */
import type { Readable } from 'node:stream';
import { shorten } from '../../../model/shorten.ts';
import type { WriteRefusals } from '../policy/write-refusals.ts';
import type { AgentWork } from './agent.ts';

/** Characters of a line that are told. */
export const maxLine = 2000;
/** Characters of a summary. */
export const maxSummary = 8000;
const maxLines = 400;
/** Of a line that has not ended yet: enough that a secret at the cut of `maxLine` is whole. */
const maxKept = 64 * 1024;

/** The output of one run. */
export class CommandOutput {
  readonly #work: AgentWork;
  readonly #refusals: WriteRefusals;
  #count = 0;
  #whole = '';
  #message = '';
  /** The last line that was printed, as it is told. */
  lastLine = '';

  constructor(work: AgentWork, refusals: WriteRefusals) {
    this.#work = work;
    this.#refusals = refusals;
  }

  /** Lines of standard output as events, so many and so long. A secret is taken out before a line is cut. */
  async read(output: Readable): Promise<void> {
    for await (const line of linesOf(output)) {
      const reported = this.#work.redact(line);
      this.lastLine = shorten(reported, maxLine);
      this.#message = messageOf(reported) ?? this.#message;
      // The end counts: it is the summary.
      this.#whole = `${this.#whole}${reported}\n`.slice(-maxKept);
      if (++this.#count <= maxLines) await this.#work.events('command', { line: this.lastLine });
    }
  }

  /** Gives the last line of standard error. */
  async readErrors(output: Readable): Promise<string> {
    let last = '';
    for await (const line of linesOf(output)) {
      last = line;
      this.#refusals.readError(line);
    }
    return last.trim();
  }

  /** The words of the agent for the reviewer. */
  summary(kind: 'output' | 'last-line'): string {
    return shorten((kind === 'output' ? this.#whole : this.#message).trim(), maxSummary);
  }
}

/**
 * The message that a line is or holds. Agents that print a line of JSON for each thing that happens say their message in one of them;
 * the others are none, whatever they say.
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

/** Lines with words in them; of a very long one what is in the middle is dropped. */
export async function* linesOf(output: Readable, most: number = maxKept): AsyncGenerator<string> {
  const hasWords = (line: string) => line.trim() !== '';
  let rest = '';
  // Decoded by the stream: a character may come in two pieces.
  for await (const text of output.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + text).split('\n');
    rest = (lines.pop() ?? '').slice(0, most);
    yield* lines.filter(hasWords);
  }
  if (hasWords(rest)) yield rest;
}
