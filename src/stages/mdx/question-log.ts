/**
 * What a snippet was made from, as questions: its own text, the files that it imports. A snippet is read once for many
 * pages, but each of them depends on it: whoever takes a kept one asks its questions again, which also tells whether the
 * answers are still those that it was read with.
 */
import type { CompilerOptions } from './options.ts';

type Questions = Pick<CompilerOptions, 'readText' | 'hasFile' | 'resolveAsset'>;

/** A question that can be asked again; long answers are kept as they are, others as JSON. */
export interface Asked {
  readonly answer: string | undefined;
  ask(): unknown;
}

/**
 * The questions of one module loader. Asking again counts as asking: whoever takes a kept snippet depends on what it was
 * made from.
 */
export interface QuestionLog {
  /** The same questions, noted. */
  readonly questions: Questions;
  /** Runs `work` and tells what was asked meanwhile. */
  during<T>(work: () => T): { readonly value: T; readonly asked: readonly Asked[] };
  /** Asks everything again; false as soon as an answer differs. */
  holds(asked: readonly Asked[]): boolean;
}

/** The questions themselves are passed on unchanged and never answered from memory. */
export function questionLog({ readText, hasFile, resolveAsset }: Questions): QuestionLog {
  // A snippet may read another one: what the inner one asks, the outer one depends on as well.
  const open: Asked[][] = [];
  const note = <T>(ask: () => T): T => {
    const answer = ask();
    for (const asked of open) asked.push({ answer: shortForm(answer), ask });
    return answer;
  };
  return {
    questions: {
      readText: (path) => note(() => readText(path)),
      hasFile: (path) => note(() => hasFile(path)),
      resolveAsset: (fromFile, src) => note(() => resolveAsset(fromFile, src)),
    },
    during(work) {
      const asked: Asked[] = [];
      open.push(asked);
      try {
        return { value: work(), asked };
      } finally {
        open.pop();
      }
    },
    holds: (asked) => asked.every(({ answer, ask }) => shortForm(note(ask)) === answer),
  };
}

function shortForm(answer: unknown): string | undefined {
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}
