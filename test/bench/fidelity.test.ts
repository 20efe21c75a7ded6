/** The comparison of sources and built pages finds what was taken away, and nothing where nothing was. */
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareSite } from '../../bench/fidelity/site.mjs';
import { buildSite } from '../../src/project/build/build-site.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../harness/project.ts';

const page = `---
title: Page
description: About it
---
import Part from '/snippets/part.mdx';
import { Plain } from '/snippets/plain.jsx';
import { Choice } from '/snippets/choice.jsx';
import { Player } from '/snippets/player.jsx';

# Page

First paragraph with **bold** words and a [link](/other#there).

## A heading <Badge>new</Badge>

- one item
- <Tooltip tip="Words that explain it" headline="Head">marked</Tooltip> item
- another item with \`code\`

| Name | Value |
| --- | --- |
| left | right |
| <Tooltip tip="Words that explain it">marked</Tooltip> (https://example.com/with\\_escape) | end |

![A picture](/picture.png)

<Card title="A card" href="https://example.com/card" img="/card.png" cta="Read on">
  Words in a card
</Card>

\`\`\`js
// [!code ++]
const kept = 1; // [!code highlight]
\`\`\`

<Part word="given" />

<Visibility for="agents">Words for agents</Visibility>

<Visibility for="humans">Words for humans</Visibility>

<Visibility for="humans"><Player /></Visibility>

{/* A comment */}

<Plain name="one">Children that are not printed</Plain>

<Choice of="mode">Shown after a choice of the reader</Choice>

The [first definition][twice] counts.

[twice]: https://example.com/twice
[twice]: https://example.com/nowhere

Moved: [moved](/old/moved), [with a slash](third.md/#there), [old](/gone), [elsewhere](/away), and <code>https://example.com/in-code</code>.

> [!TIP]
> A callout of GitHub, beside an accordion that is HTML in the copy.

<Accordion title="More">Words in it</Accordion>

<ul>
  <li>Support for \`one\`and the rest</li>
</ul>

Costs $5 and {undeclared}; the formula is $x^2 + y$.
`;

const sabotages: readonly (readonly [what: string, kind: string, html: readonly [string, string], markdown: readonly [string, string]])[] =
  [
    ['a paragraph', 'words', ['First paragraph with', ''], ['First paragraph with', '']],
    ['a word of a snippet', 'words', ['the given word', 'the word'], ['the given word', 'the word']],
    ['a link', 'links', ['href="/other#there"', ''], ['](/other#there)', '](/third)']],
    ['the link of a card', 'links', ['href="https://example.com/card"', ''], ['](https://example.com/card)', '](/third)']],
    ['the link to a page that is a link', 'links', ['href="https://example.com/away"', ''], ['](https://example.com/away)', '](/third)']],
    ['an image', 'images', ['src="/picture.png"', ''], ['![A picture](/picture.png)', '']],
    ['the picture of a card', 'images', ['src="/card.png"', ''], ['![](/card.png)', '']],
    ['a sign in code', 'codes', ['<pre', '<pre>!</pre><p'], ['const kept = 1;', 'const kept = 2;']],
    ['a cell', 'cells', ['<td>right</td>', '<td></td>'], ['| left | right |', '| left |  |']],
    ['a heading', 'headings', ['<h2', '<p'], ['## A heading', 'A heading']],
    ['an item', 'items', ['<li>one item</li>', '<p>one item</p>'], ['- one item', 'one item\n']],
  ];

describe('npm run fidelity', () => {
  let folder: string;
  const out = () => join(folder, 'built', 'site');
  const differences = (): Difference[] => compareSite(join(folder, 'site'), out()).differences;
  const exitCode = () =>
    promisify(execFile)(process.execPath, [
      'bench/fidelity.mjs',
      join(folder, 'site'),
      '--built',
      join(folder, 'built'),
      '--threshold',
      '100',
    ]).then(
      () => 0,
      (error) => error.code as number,
    );

  beforeAll(async () => {
    folder = temporaryFolder('fidelity');
    writeProject(join(folder, 'site'), {
      'docs.json': docsJson(
        { pages: ['index', 'other', 'moved', 'third'] },
        {
          redirects: [
            { source: '/old/:slug*', destination: '/:slug*' },
            { source: '/gone/:slug*', destination: '/moved/:slug*' },
          ],
        },
      ),
      'away.mdx': '---\ntitle: Away\nurl: https://example.com/away\n---\n',
      'index.mdx': page,
      'other.mdx': '---\ntitle: Other\n---\n\n## There\n\nWords',
      'third.mdx':
        '---\ntitle: Third\n---\n\n## There\n\nWords for {{contact.name}}\n\nimport Part from "/snippets/part.mdx";\n<Part word="late" />',
      'CONTRIBUTING.md': 'How to help',
      'snippets/part.mdx': 'Text with the {word} word.\n',
      'moved.mdx': '---\ntitle: Moved\n---\n\nWords',
      'snippets/plain.jsx': 'export const Plain = ({ name }) => <span>{name}</span>;\n',
      'snippets/choice.jsx':
        'export const Choice = ({ of, children }) => {\n  const [chosen] = useState(false);\n  if (!chosen) return null;\n  return <div>{children}</div>;\n};\n',
      'snippets/player.jsx': 'export const Player = () => <b>Play it aloud</b>;\n',
      'picture.png': 'x',
      'card.png': 'x',
    });
    symlinkSync('missing.mdx', join(folder, 'site', 'dangling.mdx'));
    const { status } = await buildSite({ dir: join(folder, 'site'), outDir: out(), useCache: false });
    expect(status).toBe('built');
  });
  afterAll(() => removeFolder(folder));

  test('finds nothing lost in what was built, and names what is intended', () => {
    const found = differences();
    expect(found.filter((one) => one.class === 'loss')).toEqual([]);
    expect(found.map((one) => one.class)).toEqual(
      expect.arrayContaining([
        '[!code] marks',
        'address in code',
        "an author's component that prints no children",
        "an author's component that decides whether to show its children",
        'for agents only',
        'for humans only',
      ]),
    );
  });

  test('names the files that it cannot compare', () => {
    const { unreadable, absent, pages } = compareSite(join(folder, 'site'), out());
    expect(unreadable).toEqual(['dangling.mdx: a symbolic link without a target']);
    expect({ absent, pages }).toEqual({ absent: ['CONTRIBUTING.md'], pages: 5 });
  });

  test.each(sabotages)('finds %s that is missing, at its line', (_what, kind, html, markdown) => {
    for (const [form, file, [from, to]] of [
      ['html', 'index.html', html],
      ['markdown', 'index.md', markdown],
    ] as const) {
      withFile(join(out(), file), from, to, () => {
        const lost = differences().filter((one) => one.class === 'loss');
        expect(lost).toContainEqual(expect.objectContaining({ form, kind, line: expect.any(Number) }));
        expect(lost.every((one) => one.form === form)).toBe(true);
      });
    }
  });

  test('ends with 1 when the share is below the threshold', async () => {
    expect(await exitCode()).toBe(0);
    await withFile(join(out(), 'index.md'), 'First paragraph with', '', async () => expect(await exitCode()).toBe(1));
  });
});

interface Difference {
  readonly form: string;
  readonly kind: string;
  readonly class: string;
}

/** Does something while a file has another text. */
function withFile<T>(path: string, from: string, to: string, action: () => T): T {
  const whole = readFileSync(path, 'utf8');
  expect(whole).toContain(from);
  writeFileSync(path, whole.replace(from, to));
  const restore = () => writeFileSync(path, whole);
  try {
    const result = action();
    if (result instanceof Promise) return result.finally(restore) as T;
    restore();
    return result;
  } catch (error) {
    restore();
    throw error;
  }
}
