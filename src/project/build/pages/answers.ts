/**
 * What a page was made from, beside its own source, as questions and answers: "where does `/a` lead from here?", "what
 * is in `snippets/b.mdx`?", "how large is this image?". A kept result is right as long as every question of it still has
 * the same answer. So nobody has to list what a page depends on: asking is depending.
 */
import { hash } from 'node:crypto';

/**
 * Gives what JSON can hold. The first word is the kind of question (`link`, `asset`, `text`, `exists`, `size`,
 * `addresses`), the rest what it is about: see `page-questions.ts`.
 */
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

  /** Where addresses were asked for, all that there are stand before the answers: while those are the same, so are these. */
  get answered(): readonly Answered[] {
    const answered = [...this.#answered.values()];
    if (!answered.some(isOfAddresses)) return answered;
    return [[shortForm(this.#ask('addresses')), 'addresses'], ...answered];
  }
}

/** Whether all questions have the answers they had. */
export function isStillTrue(answered: readonly Answered[], ask: Ask): boolean {
  const [all, ...rest] = answered;
  if (all?.[1] !== 'addresses') return answered.every((each) => isTrue(each, ask));
  return isTrue(all, ask) ? rest.every((each) => isOfAddresses(each) || isTrue(each, ask)) : rest.every((each) => isTrue(each, ask));
}

function isTrue([answer, ...question]: Answered, ask: Ask): boolean {
  return shortForm(ask(...question)) === answer;
}

/** What a link or a file is called depends on the addresses of the site and on nothing else. */
function isOfAddresses([, kind]: Answered): boolean {
  return kind === 'link' || kind === 'asset';
}

function shortForm(answer: unknown): string {
  const text = JSON.stringify(answer) ?? '';
  return text.length <= 60 ? text : hash('sha256', text, 'base64').slice(0, 27);
}
