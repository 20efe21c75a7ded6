/** Which dollar signs are maths, and that both parsers find the same formulas. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openEngine } from '../../../src/stages/mdx/parse/engines.ts';
import { parseSource } from '../../../src/stages/mdx/parse/parse-source.ts';
import type { ParseProblem, SyntaxNode, SyntaxTree } from '../../../src/stages/mdx/parse/syntax-tree.ts';

const native = openEngine('satteri');
const reference = openEngine('mdx-js');

function formulasIn(nodes: readonly SyntaxNode[]): string[] {
  return nodes.flatMap((node) => {
    const names = node.type === 'element' ? node.properties.className : undefined;
    if (Array.isArray(names) && names.some((name) => /^math-/.test(name)))
      return [`${names.at(-1)} ${(node as { children: { value: string }[] }).children.map(({ value }) => value).join('')}`];
    return 'children' in node ? formulasIn(node.children) : [];
  });
}

const found = (result: SyntaxTree | ParseProblem) =>
  result.type === 'problem' ? `refused: ${result.message}` : formulasIn(result.children);

/** What a reader sees as maths. */
function maths(text: string): string[] {
  const { tree, diagnostics } = parseSource('page.mdx', text, 1, { engine: native, maxNesting: 100 });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return formulasIn(tree.children).map((formula) => formula.replace(/^math-\w+ /, ''));
}

test.each([native, reference])('a double bar should stay one in a table', (engine) => {
  const text = 'Not $a|b$.\n\n| a | b |\n| - | - |\n| $\\|x-y\\|_2$ | `a\\|b` |\n';
  const { tree } = parseSource('page.mdx', text, 1, { engine, maxNesting: 100 });
  expect(formulasIn(tree.children)).toEqual(['math-inline a|b', 'math-inline \\|x-y\\|_2']);
});

describe('both parsers', () => {
  test.each([
    '<Accordion title="R">\n    $$\n    a\n    $$\n</Accordion>',
    '<Accordion title="R">\n\n    $$\n    a\n    $$\n\n</Accordion>',
    '<Accordion title="R">\n\t$$\n\ta_{1}\n\t$$\n</Accordion>',
    '<Steps>\n  <Step title="x">\n    $$\n    a < b {c}\n    $$\n  </Step>\n</Steps>',
    '<Steps>\n  <Step title="x">\n    - b\n\n      $$\n      \\frac{a}{b}\n      $$\n  </Step>\n</Steps>',
    '<Note>\n        $$\n        a\n    $$\n</Note>\n\n{1 + 1}',
    '1. one\n\n   <Note>\n       $$\n       x^{2}\n       $$\n   </Note>\n2. two',
    '> <Note>\n>     $$\n>     x^{2}\n>     $$\n> </Note>',
    '    $$\n    a\n    $$\n\nafter $b$',
    '- item\n\n      $$\n      a_{1}\n      $$\n\nafter',
    '    $$ a $$',
    '```\n    $$\n```\n\n$a$',
    'whether $−2^{y−1} ≤ x < 2^{y−1}$ for 0 ≤ y',
    '| a |\n|---|\n| $x^{2}$ |',
    '<div>$x^{2}$ and <b>$y_{1}$</b></div>',
    '> $$\n> a{b}\n> $$',
    '$$\n\\begin{matrix}\na & b \\\\\n\nc & d\n\\end{matrix}\n$$',
    'a $$b_{1}$$ c $$$d$$$',
    '<Tabs><Tab title="a">$f: \\{0,1\\}^* \\to x$</Tab></Tabs>',
    '# $x^{2}$\n\n## A $y$ {#b}',
  ])('should find the same formulas in %j', (text) => {
    expect(found(native.parseMdx(text))).toEqual(found(reference.parseMdx(text)));
  });

  test('should find the same formulas in any page', () => {
    const formula = fc.constantFrom(
      '$x^{2}$',
      '$−2^{y−1} ≤ x < 2^{y−1}$',
      '$\\frac{a}{b}$',
      '$$c_{i}$$',
      '$a < b$',
      '$f(x)$',
      '$|x|$',
      '$`a`$',
      '$x\ny$',
    );
    const word = fc.constantFrom(
      'whether',
      'for 0 ≤ y',
      '`code`',
      '**bold**',
      '{1 + 1}',
      '[link](/a)',
      '<b>b</b>',
      'price',
      '\\$5',
      '`$`',
      '"a$b"',
    );
    const line = fc.array(fc.oneof(formula, word, word), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '));
    const margin = fc.constantFrom('', '  ', '    ', '\t', '      ');
    const display = fc
      .tuple(margin, formula)
      .map(([space, tex]) => `${space}$$\n${space}${tex.replaceAll('$', '').replace('\n', ' ')}\n${space}$$`);
    const block = fc.oneof(
      line,
      line,
      display,
      line.map((text) => `- ${text}`),
      line.map((text) => `> ${text}`),
      fc.constant('```js\nconst a = `${b}`;\n```'),
    );
    const wrapped = fc
      .tuple(fc.constantFrom('Note', 'Accordion', 'div'), fc.array(block, { minLength: 1, maxLength: 3 }))
      .map(([name, inner]) => `<${name}>\n\n${inner.join('\n\n')}\n\n</${name}>`);
    const page = fc.array(fc.oneof(block, wrapped), { minLength: 1, maxLength: 25 }).map((blocks) => blocks.join('\n\n'));
    fc.assert(
      fc.property(page, (text) => {
        const expected = found(reference.parseMdx(text));
        if (!Array.isArray(expected)) return;
        expect(found(native.parseMdx(text))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});

describe('dollar signs that are no formulas', () => {
  test.each([
    'STT ($/sec), LLM ($/token), TTS ($/1k chars), and telephony ($/min)',
    'supports interpolation with ${VAR_NAME} syntax, as in https://api.${OTHER}.example',
    'inline schemas without $ref/$defs references',
    "`cmp` (Literal['$gte', '$gt', '$lt', '$lte']): a comparison",
    'parameter [$] should be equal to parameter [$] in the body',
    'from source **$HOME/.bashrc** to source **$HOME/.zshrc**',
    '$\\{userName} of \\${deviceName}',
    'Log in to "${companyName}" to continue to "${clientName}" now',
    'set $PATH:$HOME, then $FOO_BAR/$BAZ',
    'bcrypt の $または$を使って',
    'between $min-$max, or $low..$high',
    '$hosts,$host and $a.b,$c.d',
    'JSONPath: $.store.book,$.store.bicycle',
    'uses $env in `code` and more words here$',
    'see $NAME in [settings](/settings) or$ there',
    'call `f`($x) or ($y)',
    '$GITHUB_TOKEN/$GITHUB_SHA',
    'the $accum operator and the "$group" stage',
    'shell variables: $@, $#, $?, $!',
    'in A$, US$ or HK$ each',
    'template $total$amount and $unit$price',
    'price per seat ($/seat/month) and usage ($/GB)',
  ])('should stay text: %s', (text) => {
    expect(maths(text)).toEqual([]);
  });

  test.each([
    'let $x$ be',
    '$n$th, $i$-th and $k$s',
    "$f'$ and $g$",
    '$]0, 1[$',
    '$[0, 1)$',
    '${\\mathbb {B}}_n$ is',
    '$\\{a, b\\}$',
    '$d_{model}$ and $loss_t$',
    '$Precision = TP / (TP + FP)$',
    '$x^*$',
    '$^*$Data',
    '$+$',
    '$:=$',
    '$P(A|B)$',
    '$x$, $y$; ($z$)',
    '$a \\text{ if and only if } b$',
    '**$x$** and _$y$_',
    '$:\\mathbb{R} \\to X$',
    '$x_1, \\dots, x_n$',
    '$|x|$',
    '$E = mc^2$',
    '$\\alpha$-helix',
    '中文$x$中文',
    '$速度 = 距離 / 時間$',
    '$O(n \\log n)$',
    '$x \\in S$',
    '$sin(x)$',
    '$AB$',
    '$ab + cd$',
    '$x<y$',
    '"$x$"',
    '$f: A \\to B$',
    '$\\langle x|y\\rangle$',
    '$a_i$/$b_i$',
  ])('should be maths: %s', (text) => {
    expect(maths(text).length).toBe((text.match(/(?<!\\)\$/g) ?? []).length / 2);
  });

  test('should keep every formula of LaTeX, whatever is around it', () => {
    const tex = fc.constantFrom(
      'x',
      'x^2',
      'a_i',
      '\\alpha',
      '\\frac{1}{2}',
      'n',
      'f(x)',
      '\\mathbb{R}^n',
      'x < y',
      '\\{1, 2\\}',
      'k+1',
      '-1 \\le x',
    );
    const before = fc.constantFrom('', 'let ', '(', '"', '中', '**', '- ', 'x = ', '/ ', ', ', '&mdash;');
    const after = fc.constantFrom('', ' be', ')', '"', '中', '.', ', ', '-th', 's', 'th', '!', ' / ');
    fc.assert(
      fc.property(fc.array(fc.tuple(before, tex, after), { minLength: 1, maxLength: 5 }), (parts) => {
        const text = parts.map(([start, inner, end]) => `${start}$${inner}$${end}`).join('\n\n');
        expect(maths(text)).toEqual(parts.map(([, inner]) => inner));
      }),
    );
  });
});
