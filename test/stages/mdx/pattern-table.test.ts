/** The table of a grammar holds what its patterns are translated to, and the patterns that the TextMate engine asks for. */
import { createShikiPrimitive } from 'shiki/core';
import { defaultJavaScriptRegexConstructor } from 'shiki/engine/javascript';
import { bundledLanguages } from 'shiki/langs';
import { INITIAL } from 'shiki/textmate';
import { expect, test } from 'vitest';
import { createPatternEngine } from '../../../src/stages/mdx/code/pattern-scanner.ts';
import {
  grammarPatterns,
  type PatternGrammar,
  readTable,
  translatePattern,
  writePatternTable,
} from '../../../src/stages/mdx/code/pattern-table.ts';

const grammarsOf = async (name: keyof typeof bundledLanguages) => (await bundledLanguages[name]()).default as PatternGrammar[];

test.each(['typescript', 'shellscript', 'css', 'python', 'yaml'] as const)('%s: each pattern as it would be translated', async (name) => {
  for (const grammar of await grammarsOf(name)) {
    const table = new Map(readTable(grammar, writePatternTable(grammar, defaultJavaScriptRegexConstructor).text));
    expect([...table.keys()]).toEqual(grammarPatterns(grammar));
    for (const [pattern, translated] of table) expect(translated).toEqual(translatePattern(pattern, defaultJavaScriptRegexConstructor));
  }
});

test('a table of another version of the grammar is not used', () => {
  const { text } = writePatternTable({ scopeName: 'source.a', patterns: [{ match: 'a' }] }, defaultJavaScriptRegexConstructor);
  expect([...readTable({ scopeName: 'source.a', patterns: [{ match: 'b' }] }, text)]).toEqual([]);
});

/** [language, code]: no rule ends with what another one has matched, because such a pattern depends on the code. */
const codes = [
  ['typescript', 'const a: Map<string, number> = new Map(); // b\nexport async function f<T>({ a, b = 1 }: T) { return `${a}`; }'],
  ['json', '{ "a": [1, true, null, "b\\n"] }'],
  [
    'java',
    'package a;\n/** Doc {@link B} */\n@Deprecated public final class A extends B<String> { int c = 0x1F; void d() { return "e" + 1.5f; } }',
  ],
  ['css', '@media (width > 40rem) { .a:hover > b::before { color: rgb(0 0 0 / 50%); } }'],
  ['go', 'package main\n\nfunc main() {\n\tdefer func() { recover() }()\n\tvar a = map[string]int{"b": 1}\n}\n'],
] as const;
test.each(codes)('%s: every pattern that is asked for', async (name, code) => {
  const grammars = await grammarsOf(name);
  const known = new Set(grammars.flatMap(grammarPatterns));
  const unknown = new Set<string>();
  const engine = createPatternEngine({
    translate(pattern) {
      if (!known.has(pattern)) unknown.add(pattern);
      return translatePattern(pattern, defaultJavaScriptRegexConstructor);
    },
    create: ({ source, flags }) => new RegExp(source, flags),
  });
  const registry = createShikiPrimitive({ themes: [], langs: [grammars as never], engine, warnings: false });
  let state = INITIAL;
  for (const line of code.split('\n')) state = registry.getLanguage(name).tokenizeLine(line, state, 0).ruleStack as typeof INITIAL;
  // The engine ends a rule without an end by a character that does not occur.
  expect([...unknown].filter((pattern) => pattern !== '\uffff')).toEqual([]);
});
