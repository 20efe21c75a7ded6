/** The searches of grammars: what a pattern needs is never too much, and code gets the tokens that Shiki's own engine gives. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { EmulatedRegExp } from 'oniguruma-to-es';
import { createShikiPrimitive } from 'shiki/core';
import { createJavaScriptRegexEngine, defaultJavaScriptRegexConstructor } from 'shiki/engine/javascript';
import { INITIAL } from 'shiki/textmate';
import { describe, expect, test } from 'vitest';
import { characterSet, mayMatch, neededCharacters } from '../../../src/stages/mdx/code/needed-characters.ts';
import { createPatternEngine } from '../../../src/stages/mdx/code/pattern-scanner.ts';
import { translatePattern } from '../../../src/stages/mdx/code/pattern-table.ts';

describe('what a pattern needs', () => {
  /** [pattern, texts that cannot match, texts that may]. */
  const table: readonly [RegExp, readonly string[], readonly string[]][] = [
    [/super\b/v, ['', 'supe', 'SUPER'], ['super', 'press up']],
    [/\b(?:if|else|for)\b/v, ['while', 'i', 'es'], ['if', 'else', 'for']],
    [/(?<=\.\.\.)x(?=;)/v, ['x', '...x', 'x;'], ['...x;']],
    [/(?<!a)b(?!c)/v, ['a', 'c'], ['b']],
    [/[=:]+x?/v, ['x'], ['=', ':']],
    [/[^a]b/v, ['a'], ['b']],
    [/[a-c]d/v, ['abc'], ['d']],
    [/[[a-z]--[b]]z/v, ['ab'], ['z']],
    [/[a\]]b/v, ['b', 'a]'], ['ab', ']b']],
    [/a{0,2}b{2}c*d?e+/v, ['aacd', 'b', 'e'], ['bbe']],
    [/(?<name>q)\k<name>\1/v, ['p'], ['q']],
    [/(?i:a)b/v, ['a', 'B'], ['ab', 'Ab', 'AB']],
    [/\u{41}\x42\u0043\//v, ['ABC', '/'], ['ABC/']],
    [/\p{L}\d\w\s\b_/v, ['a1b '], ['_']],
    [/é😀?/v, ['e'], ['é', 'ü']],
    [/kit/iv, ['ki', 'tk'], ['KIT', 'kit', '\u212ait']],
    [/É/iv, [], ['', 'é']],
    [/a|/v, [], ['', 'b']],
    [/()/v, [], ['']],
    [/a/, [], ['b']],
  ];
  test.each(table)('%s', (pattern, without, having) => {
    const needed = neededCharacters(pattern);
    for (const text of without) expect(mayMatch(needed, characterSet(text)), text).toBe(false);
    for (const text of having) expect(mayMatch(needed, characterSet(text)), text).toBe(true);
  });

  test('never says that a pattern cannot match where it does', () => {
    const piece = fc.constantFrom(
      'a',
      'B',
      '\\.',
      '\\/',
      '[ab]',
      '[^a]',
      '[a-c]',
      '\\w',
      '\\b',
      '.',
      '^',
      '\\x41',
      'é',
      '(?!b)',
      '(?=a)',
      '(?<=B)',
    );
    const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{0,2}', '{2}', '+?');
    const { pattern } = fc.letrec<{ pattern: string; sequence: string; part: string }>((tie) => ({
      part: fc.oneof(
        { maxDepth: 3 },
        piece,
        fc.tuple(fc.constantFrom('(', '(?:', '(?i:'), tie('pattern')).map(([open, inner]) => `${open}${inner})`),
      ),
      sequence: fc
        .array(
          fc.tuple(tie('part'), quantifier).map(([part, count]) => (/^(?:\(\?[=!<]|\^|\\b)/.test(part) ? part : part + count)),
          {
            maxLength: 4,
          },
        )
        .map((parts) => parts.join('')),
      pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((choices) => choices.join('|')),
    }));
    fc.assert(
      fc.property(
        pattern,
        fc.constantFrom('v', 'iv', 'u', 'iu'),
        fc.array(fc.constantFrom(...'aAbBcx./é\u212a\0\n'), { maxLength: 6 }),
        (source, flags, letters) => {
          const regexp = new RegExp(source, flags);
          const text = letters.join('');
          if (regexp.test(text)) expect(mayMatch(neededCharacters(regexp), characterSet(text))).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('tokens', () => {
  const shiki = createJavaScriptRegexEngine({ forgiving: true });
  const own = createPatternEngine({
    translate: (pattern) => translatePattern(pattern, defaultJavaScriptRegexConstructor),
    create: ({ source, flags, options }) => (options ? new EmulatedRegExp(source, flags, options) : new RegExp(source, flags)),
  });
  const root = join(import.meta.dirname, '../../..');
  /** Files of this repository, and lines that hold what grammars find hard. */
  const texts: readonly [string, string][] = [
    ['typescript', readFileSync(join(root, 'src/stages/mdx/code/needed-characters.ts'), 'utf8')],
    ['tsx', readFileSync(join(root, 'src/stages/render/endpoint/render-endpoint.tsx'), 'utf8')],
    ['javascript', readFileSync(join(root, 'bench/run.mjs'), 'utf8')],
    ['json', readFileSync(join(root, 'package.json'), 'utf8')],
    ['markdown', readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')],
    ['mdx', readFileSync(join(root, 'docs/index.mdx'), 'utf8')],
    ['css', firstOf(join(root, 'templates'), '.css')],
    [
      'python',
      '@cache\nasync def f(x: int = 0x1F, *, s=r"\\d+") -> f"{x!r:>{10}}":\n  """Doc\n  {x}"""\n  return [y for y in x if y is not None]  # é\n',
    ],
    [
      'shellscript',
      'for f in "$@"; do cat <<-EOF | sed -e "s/${f%.*}/$(basename \\"$f\\")/" > /dev/null 2>&1\n\t$f `date`\n\tEOF\ndone # ok\n',
    ],
    ['sql', "SELECT DISTINCT a.b, COUNT(*) FROM t a WHERE name LIKE 'O''Brien%' /* é */ and x IS NOT NULL; -- end\n"],
    ['html', '<!doctype html><p class="a" onclick="f(1 > 2)">&amp; <script>const a = `${b}</p>`;</script><style>a{color:red}</style>'],
    ['yaml', 'a: &x [1, 0x1f, "é"]\nb:\n  - <<: *x\n    c: |\n      text: no\n    d: 2026-01-01T00:00:00Z # why\n'],
    [
      'php',
      '<?php namespace A\\B; final class C extends D { public function __construct(private ?string $a = null) { echo "x {$a[0]}"; } }',
    ],
    ['ruby', 'class A < B\n  def self.x(a:, **b) = puts(<<~EOS)\n    #{a} \\n\n  EOS\n  /re#{a}x/i =~ %w[a b]\nend\n'],
  ];
  test('a pattern that JavaScript refuses matches nothing, also when that is known only as it is sought', () => {
    const tooMany = `${'()'.repeat(70_000)}ok`;
    const found = [shiki, own].map((engine) => {
      const text = engine.createString('ok ko');
      const seek = (...patterns: string[]) => engine.createScanner(patterns).findNextMatchSync(text as never, 0, 0);
      return [seek('(?<'), seek(tooMany), seek(tooMany, '(?<', 'ko')];
    });
    expect(found[1]).toEqual([null, null, { index: 2, captureIndices: [{ start: 3, end: 5, length: 2 }] }]);
    expect(found[1]).toEqual(found[0]);
  });

  test.each(texts)('%s: those of the engine of Shiki', async (language, text) => {
    const { default: grammars } = (await import(`shiki/langs/${language}.mjs`)) as { default: never };
    const [expected, found] = [shiki, own].map((engine) => {
      const grammar = createShikiPrimitive({ themes: [], langs: [grammars], engine, warnings: false }).getLanguage(language);
      let state = INITIAL;
      return text.split('\n').map((line) => {
        const { tokens, ruleStack } = grammar.tokenizeLine(line, state, 0);
        state = ruleStack;
        return tokens.map(({ startIndex, scopes }) => [startIndex, scopes.join(' ')]);
      });
    });
    expect(found).toEqual(expected);
    expect(found?.flat().length).toBeGreaterThan(10);
  });
});

function firstOf(folder: string, ending: string): string {
  const name = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .find((path) => path.endsWith(ending));
  return readFileSync(join(folder, name as string), 'utf8');
}
