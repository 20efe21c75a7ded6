import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { parseFenceMeta } from '../../../src/stages/mdx/code/fence-meta.ts';
import { createHighlighter } from '../../../src/stages/mdx/code/highlighter.ts';
import { codeStyleSheet } from '../../../src/stages/mdx/code/style-sheet.ts';
import { openTheme, themeBaseColors } from '../../../src/stages/mdx/code/theme-colors.ts';
import { bodyText, compile } from './compile.ts';

const load = createRequire(import.meta.url);

describe('words after the language of a fence', () => {
  const rows: [meta: string, expected: object][] = [
    ['', {}],
    ['Title words', { title: 'Title words' }],
    ['title="a b" {1,3-5} lines', { title: 'a b', highlight: [1, 3, 4, 5], lines: true }],
    ['app.ts expandable wrap nocopy', { title: 'app.ts', expandable: true, wrap: true, nocopy: true }],
    ['[expandable] highlight={1-2} focus=2,4-5', { expandable: true, highlight: [1, 2], focus: [2, 4, 5] }],
    ['icon=\'x\' nocopy="false" wrap={true} lines={false} twoslash', { icon: 'x', wrap: true }],
    ['"quoted title" theme={"system"}', { title: 'quoted title' }],
    ['actions={false} placement="top-left"', { actions: false, placement: 'top-left' }],
  ];
  test.each(rows)('%s', (meta, expected) => {
    const { highlight, focus, ...rest } = parseFenceMeta(meta);
    const found = Object.fromEntries(
      Object.entries({ ...rest, highlight: [...highlight], focus: [...focus] }).filter(([, value]) =>
        Array.isArray(value) ? value.length > 0 : value !== false || 'actions' in expected,
      ),
    );
    expect(found).toMatchObject(expected);
    if (!('actions' in expected)) expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
  });
});

describe('code', () => {
  const lines = (source: string) =>
    bodyText(compile(source))
      .match(/<span class="line[^"]*">[^\n]*/g)
      ?.map((line) => line.replace(/<span class="k[^"]*">|<\/span>|<\/code>.*/g, ''));

  test('should not take a flag for a language', () => {
    expect(bodyText(compile('``` nocopy\na\n```'))).toMatch(/^<CodeBlock nocopy=true>/);
  });

  test('should mark lines by numbers and by comments, without the comments', () => {
    expect(lines('```js {2}\na // [!code ++]\nb\n// [!code focus:2]\nc # [!code --]\nd\n```')).toEqual([
      '<span class="line add">a',
      '<span class="line highlight">b',
      '<span class="line focus remove">c',
      '<span class="line focus">d',
    ]);
  });

  test('should show characters that hide, and keep them', () => {
    expect(lines('```\na\u202eb\u200b\n```')?.[0]).toBe(
      '<span class="line">a<span class="hidden-character" dir="ltr" data-code="U+202E" title="U+202E">\u202eb<span class="hidden-character" dir="ltr" data-code="U+200B" title="U+200B">\u200b',
    );
  });

  test('should give tags in MDX the colours of JSX', () => {
    const [line] = createHighlighter({ light: 'github-light', dark: 'dark-plus' }).highlight('<Card title="A">b</Card>', 'mdx').lines;
    expect(line).toMatch(/<span class="\w+">Card <\/span>.*title/);
  });

  test.each(['mdx', 'markdown', 'html'])('should colour code inside %s the same whatever was opened before', (language) => {
    const inner = ['bash', 'rust', 'vue', 'tsx', 'sql', 'toml'];
    const code = [...inner.map((name) => `\`\`\`${name}\necho "a" && let b: number = 1 -- c\n\`\`\``), '<script>let a = 1</script>'].join(
      '\n',
    );
    // A grammar of the author's makes it an engine of its own.
    const fresh = (name: string) => createHighlighter({ light: 'github-light', dark: 'dark-plus' }, [`{"scopeName": "source.${name}"}`]);
    const alone = fresh('alone').highlight(code, language);
    const later = fresh('later');
    for (const name of inner) later.highlight('let a = 1', name);
    expect(later.highlight(code, language)).toEqual(alone);
    expect(alone.styles).not.toEqual([]);
  });

  test('should highlight <CodeBlock> like a fence', () => {
    const written = bodyText(compile('<CodeBlock language="js" filename="a.js" highlight="[1]">{`let a = 1\nlet b`}</CodeBlock>'));
    expect(written).toBe(bodyText(compile('```js title="a.js" {1}\nlet a = 1\nlet b\n```')));
  });

  test('should write the rules of the colours that are used', () => {
    const { codeStyles } = compile('```js\nlet a = "x" // y\n```');
    const css = codeStyleSheet(codeStyles);
    expect(css).toMatch(/^(?:(?:\.dark )?\.k[\w-]+\{color:#[0-9a-f]{6}\})+$/);
    expect(codeStyleSheet([...codeStyles, ...codeStyles])).toBe(css);
  });

  test('should put code on the ground of the themes that were chosen, and else on that of the page', () => {
    const themes = { light: 'github-light-default', dark: 'dracula' };
    const chosen = codeStyleSheet([], { codeblocks: { mode: 'theme', theme: themes } });
    expect(chosen).toContain(':root{--code-foreground:#1f2328;--code-background:#ffffff;');
    expect(chosen).toContain('.dark{--code-foreground:#f8f8f2;--code-background:#282a36}');
    expect(chosen).toContain('.code-block,.code-group{--dg-bg-code:var(--code-background');
    expect(codeStyleSheet([], { codeblocks: { mode: 'system', theme: themes } })).toBe('');
  });

  test('should find the ground of every theme without reading all of it', () => {
    const { bundledThemes } = load('shiki/themes') as typeof import('shiki/themes');
    for (const name of Object.keys(bundledThemes)) {
      const { foreground, background } = openTheme(name);
      expect({ name, ...themeBaseColors(name) }).toEqual({ name, foreground, background });
    }
  });

  // The reference runs the grammar once for each theme; we run it once and look the colours up.
  const samples: [language: string, code: string][] = [
    ['typescript', 'import { a } from "b";\nexport async function f<T>(x: T): Promise<T> {\n  // note\n  return `a` + /re+/g;\n}'],
    ['bash', 'curl -X POST "$URL" \\\n  -H \'a: b\' | jq .x # c'],
    ['json', '{"a": [1, true, null], "b": "c"}'],
    ['html', '<a href="x">y</a><script>let a = 1</script>'],
    ['css', 'a:hover > b { color: #fff; margin: 1px }'],
    ['markdown', '# T\n\n**b** _i_ [l](u)\n\n```js\nlet a\n```'],
    ['python', 'def f(a: int) -> str:\n    """doc"""\n    return f"{a}"'],
    ['yaml', 'a: &x\n  - b: "c" # d\n  - *x'],
    ['diff', '- a\n+ b\n@@ c'],
  ];
  for (const theme of [
    { light: 'github-light-default', dark: 'github-dark-default' },
    { light: 'vitesse-light', dark: 'dracula' },
  ]) {
    const highlighter = createHighlighter(theme);
    test.each(samples)(`should give %s the colours of the reference, ${theme.light} and ${theme.dark}`, (language, code) => {
      const { lines: html, styles } = highlighter.highlight(code, language);
      expect(coloursOf(html, styles, theme)).toEqual(referenceColours(code, language, theme));
    });
  }
});

type Theme = { light: string; dark: string };

/** Every character that can be seen, with its colours and fonts. */
function coloursOf(html: readonly string[], styles: readonly string[], theme: Theme): string[] {
  const rules = new Map(styles.map((style) => [style.split('|')[0], style.split('|').slice(1)]));
  const [light, dark] = [foreground(theme.light), foreground(theme.dark)];
  return html.flatMap((line) =>
    [...line.matchAll(/<span class="([^"]+)">([^<]*)<\/span>|([^<]+)/g)].flatMap(([, name, inside, outside]) => {
      const [day, night, dayFont, nightFont] = rules.get(name ?? '') ?? [];
      return letters(inside ?? outside ?? '').map(
        (letter) => `${letter} ${day || light} ${night || dark} ${dayFont ?? 0} ${nightFont ?? 0}`,
      );
    }),
  );
}

function referenceColours(code: string, lang: string, themes: Theme): string[] {
  const tokens = openReference().codeToTokensWithThemes(code, { lang, themes, tokenizeTimeLimit: 0 });
  return tokens.flatMap((line) =>
    line.flatMap(({ content, variants }) =>
      letters(content).map((letter) => {
        const [light, dark] = [variants.light as Variant, variants.dark as Variant];
        return `${letter} ${light.color?.toLowerCase()} ${dark.color?.toLowerCase()} ${light.fontStyle} ${dark.fontStyle}`;
      }),
    ),
  );
}

let reference: ReturnType<typeof import('shiki/core').createHighlighterCoreSync> | undefined;

function openReference() {
  const core = load('shiki/core') as typeof import('shiki/core');
  const { createJavaScriptRegexEngine } = load('shiki/engine/javascript') as typeof import('shiki/engine/javascript');
  const bundled = (kind: string, names: readonly string[]) => names.map((name) => load(`shiki/${kind}/${name}.mjs`).default);
  // Its comments are too pale to be read on a marked line (theme-colors.ts).
  const legible = { ...bundled('themes', ['github-light-default'])[0], colorReplacements: { '#6e7781': '#656d76' } };
  reference ??= core.createHighlighterCoreSync({
    themes: [legible, ...bundled('themes', ['github-dark-default', 'vitesse-light', 'dracula'])],
    langs: bundled('langs', ['typescript', 'bash', 'json', 'html', 'css', 'markdown', 'python', 'yaml', 'diff']),
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  return reference;
}

interface Variant {
  readonly color?: string;
  readonly fontStyle?: number;
}

function foreground(theme: string): string {
  return (load(`shiki/themes/${theme}.mjs`).default.colors['editor.foreground'] as string).toLowerCase();
}

function letters(text: string): string[] {
  return [...text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')].filter((letter) => letter.trim() !== '');
}
