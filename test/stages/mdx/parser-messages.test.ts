/** The texts of the installed parsers, on which repairs of pages depend (`parser-messages.ts`). */
import { expect, test } from 'vitest';
import { openEngine } from '../../../src/stages/mdx/parse/engines.ts';
import { parserMessages } from '../../../src/stages/mdx/parse/parser-messages.ts';

type Name = Exclude<keyof typeof parserMessages, 'position'>;

const cases: readonly (readonly [text: string, native: readonly Name[], reference: readonly Name[]])[] = [
  ['<Note>a', ['unclosedTag', 'container'], ['unclosedTag', 'container']],
  ['- <A>\n  x\n\n</A>', ['unclosedTag', 'container'], ['unclosedTag', 'container']],
  ['<A><B></A></B>', ['unclosedTag', 'otherClosingTag'], ['unclosedTag', 'otherClosingTag']],
  ['a\n\n</Note>', ['strayClosingTag', 'otherClosingTag'], ['strayClosingTag']],
  ['{a', ['inCode', 'endOfFile'], ['inCode', 'endOfFile']],
  ['> {a\nb}', ['inCode', 'endOfFile'], ['inCode']],
  ['{a b c!}', ['inCode', 'expression'], ['inCode', 'expression']],
  ['a <5', [], []],
];

test.each(cases)('the parsers should say of %j what repairs look for', (text, native, reference) => {
  for (const [name, wanted] of [
    ['satteri', native],
    ['mdx-js', reference],
  ] as const) {
    const engine = openEngine(name);
    expect(engine.name).toBe(name);
    const result = engine.parseMdx(text);
    if (result.type !== 'problem') throw new Error(`${name} parses ${text}`);
    // Neither position nor code is left.
    expect(result.message).not.toMatch(/^\d+:|\(mdx-jsx:[\w-]+\)$/);
    const matching = (Object.keys(parserMessages) as (keyof typeof parserMessages)[]).filter((key) =>
      parserMessages[key].test(result.message),
    );
    expect([name, matching]).toEqual([name, wanted]);
  }
});
