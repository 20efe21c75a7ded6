/**
 * What a page was made from, beside its own source, as questions and answers: "where does `/a` lead from here?", "what
 * is in `snippets/b.mdx`?", "how large is this image?". A kept result is right as long as every question of it still has
 * the same answer. So nobody has to list what a page depends on: asking is depending.
 */
import { hash } from 'node:crypto';

export type Ask = (...question: readonly string[]) => unknown;

/** One question with a short form of its answer, as kept. */
export type Answered = readonly [answer: string, ...question: string[]];

/** Asks for one page and notes each question once. */
export class AnswerRecord {
  readonly #ask: Ask;
  readonly #answered = new Map<string, Answered>();

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  ask(...question: readonly string[]): unknown {
    const answer = this.#ask(...question);
    const key = question.join('\0');
    if (!this.#answered.has(key)) this.#answered.set(key, [shortForm(answer), ...question]);
    return answer;
  }

  get answered(): readonly Answered[] {
    return [...this.#answered.values()];
  }
}

/** Whether all questions have the answers they had. */
export function isStillTrue(answered: readonly Answered[], ask: Ask): boolean {
  return answered.every(([answer, ...question]) => shortForm(ask(...question)) === answer);
}

function shortForm(answer: unknown): string {
  const text = JSON.stringify(answer) ?? '';
  return text.length <= 60 ? text : hash('sha256', text, 'base64').slice(0, 27);
}
