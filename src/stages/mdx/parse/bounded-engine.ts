/**
 * A time limit for parsing. The native parser needs quadratic time for many marks in one paragraph (`$`, `{1}`,
 * `</br>`, `**`), and nothing can interrupt it in this process. A text for which that could take long is parsed in a
 * process of its own, which is ended after the limit. Texts written by people are parsed here.
 */
import { spawnSync } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Engine, openEngine } from './engines.ts';
import type { ParseProblem, SyntaxTree } from './syntax-tree.ts';

/** Thrown if a text was not parsed within the limit. */
export class ParseTimeout extends Error {
  /** Line of the text on which the paragraph with the most marks starts, 0-based. */
  readonly line: number;
  /** The limit. */
  readonly seconds: number;

  constructor(line: number, seconds: number) {
    super('the text was not parsed within the limit');
    this.line = line;
    this.seconds = seconds;
  }
}

/** What the process is asked, as JSON. */
export interface ParseRequest {
  readonly engine: Engine['name'];
  readonly method: 'parseMdx' | 'parseMarkdown' | 'parseText';
  readonly text: string;
}

/** When a text is parsed in another process, and how long that may take. */
export interface ParseLimits {
  /** Effort (`parseEffort`) of all calls that this process makes itself: half a second to a second of work. */
  readonly effort: number;
  /** Seconds for all calls in other processes. */
  readonly seconds: number;
}

const defaults: ParseLimits = { effort: 1e8, seconds: 10 };
/** A tree is several times as large as its text. */
const maxTreeBytes = 2 ** 29;

/** The same engine with a limit for all calls together, so create one for each page. Its calls throw `ParseTimeout`. */
export function boundedEngine(engine: Engine, limits: ParseLimits = defaults): Engine {
  let effort = 0;
  let milliseconds = limits.seconds * 1000;

  function parse<T extends SyntaxTree | ParseProblem>(method: ParseRequest['method'], text: string): T {
    const paragraph = parseEffort(text);
    effort += paragraph.effort;
    if (effort <= limits.effort) return engine[method](text) as T;
    const start = performance.now();
    const result = milliseconds < 1 ? undefined : parseInProcess({ engine: engine.name, method, text }, milliseconds);
    milliseconds -= performance.now() - start;
    if (!result) throw new ParseTimeout(text.slice(0, paragraph.offset).split('\n').length - 1, limits.seconds);
    return result as T;
  }

  return {
    name: engine.name,
    parseMdx: (text) => parse('parseMdx', text),
    parseMarkdown: (text) => parse<SyntaxTree>('parseMarkdown', text),
    parseText: (text) => parse<SyntaxTree>('parseText', text),
  };
}

/** Undefined when the time is over, or the process ended in another way. */
function parseInProcess(request: ParseRequest, milliseconds: number): SyntaxTree | ParseProblem | undefined {
  const program = fileURLToPath(new URL(`./parse-process${extname(import.meta.url)}`, import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [program], {
    input: JSON.stringify(request),
    timeout: Math.ceil(milliseconds),
    killSignal: 'SIGKILL',
    maxBuffer: maxTreeBytes,
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return status === 0 ? JSON.parse(stdout.toString('utf8')) : undefined;
}

/** The answer of the process. */
export function answerParseRequest(request: string): string {
  const { engine, method, text } = JSON.parse(request) as ParseRequest;
  return JSON.stringify(openEngine(engine)[method](text));
}

const marks = new Set([...'$*~{<\ufdd0\ufdd1\ufdd3'].map((mark) => mark.charCodeAt(0)));
const lineFeed = 10;

/**
 * The sum of the squares of the number of marks in each paragraph, and the start of the paragraph with the most marks.
 * A paragraph is what is between blank lines, so lists and code count as one: this overestimates, which only costs the
 * start of a process.
 */
export function parseEffort(text: string): { readonly effort: number; readonly offset: number } {
  let effort = 0;
  let most = -1;
  let offset = 0;
  let start = 0;
  let count = 0;
  let isBlank = true;
  const end = (at: number) => {
    effort += count * count;
    if (count > most) [most, offset] = [count, start];
    [start, count] = [at, 0];
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === lineFeed) {
      if (isBlank) end(at + 1);
      isBlank = true;
    } else if (marks.has(code)) {
      count++;
      isBlank = false;
    } else if (code > 32) isBlank = false;
  }
  end(text.length);
  return { effort, offset };
}
