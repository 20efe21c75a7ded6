/** What the words of an expectation ask for, as values that can be checked. */
import type { Expectation } from './case-file.ts';

/** Exit codes that satisfy `exit`: `1`, `"0, or 1 with mdx/too-large"`, `"1 mdx/url-scheme for each of 3"`, `"0 and 3"`. */
export function allowedExits(exit: Expectation['exit']): readonly number[] | undefined {
  if (exit === undefined) return undefined;
  if (typeof exit === 'number') return [exit];
  return exit
    .split(/,|\bor\b|\band\b/)
    .map((part) => /^\s*(\d+)\b/.exec(part)?.[1])
    .filter((code) => code !== undefined)
    .map(Number);
}

/** Codes of which at least one must be in the output: from `stderr_code`, else from the words of `exit`. */
export function expectedCodes(expect: Expectation): readonly string[] {
  const text = expect.stderr_code ?? (typeof expect.exit === 'string' ? expect.exit : '');
  return text.match(/\b[a-z]+\/[a-z][a-z-]+\b/g) ?? [];
}

export interface Limits {
  readonly seconds?: number;
  readonly mebibytes?: number;
}

/** `<= 60 s, RSS <= 1 GiB` → 60 and 1024. The first of each kind counts. */
export function limitsOf(text: string | undefined): Limits {
  const seconds = /<=\s*([\d.]+)\s*s\b/.exec(text ?? '')?.[1];
  const memory = /RSS\s*<=\s*([\d.]+)\s*(GiB|MiB)|<=\s*([\d.]+)\s*(GiB|MiB)\s*RSS/.exec(text ?? '');
  const amount = memory && Number(memory[1] ?? memory[3]) * ((memory[2] ?? memory[4]) === 'GiB' ? 1024 : 1);
  return { seconds: seconds === undefined ? undefined : Number(seconds), mebibytes: amount ?? undefined };
}

/**
 * The parts of `stderr_says` that can be held against real output: places (`docs.json:1:44`), quoted names, config paths
 * (`navigation.tabs[0]`) and tags (`<Card>`). The prose around them is wording, and wording is ours.
 */
export function anchorsOf(says: string | undefined): readonly RegExp[] {
  if (!says) return [];
  const anchors: RegExp[] = [];
  let text = says.replace(/\bnot "[^"]*"/g, '');
  const take = (pattern: RegExp, make: (match: RegExpExecArray) => RegExp | undefined) => {
    text = text.replace(pattern, (...args) => {
      const anchor = make(args.slice(0, -2) as unknown as RegExpExecArray);
      if (anchor) anchors.push(anchor);
      return ' ';
    });
  };
  take(/([\w./-]+\.(?:json|mdx|md)):(\d+|L):(\d+|C)/g, ([, file, line, column]) => {
    const place = line === 'L' || column === 'C' ? '\\d+:\\d+' : `${line}:${column}`;
    return new RegExp(`${escapePattern(file ?? '')}:${place}`);
  });
  take(/"([^"]{2,60})"/g, ([, quoted]) => new RegExp(`(?<![\\w-])${escapePattern(quoted ?? '')}(?![\\w-])`));
  take(/<([A-Z]\w*)>/g, ([, name]) => new RegExp(`<${name}\\b`));
  take(/\b(?:navigation|groups|tabs|pages|languages|versions)(?:\.[a-z]+|\[\d+\])+/g, ([path]) => new RegExp(escapePattern(path ?? '')));
  return anchors;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
