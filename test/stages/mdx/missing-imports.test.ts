/** Imports that cannot be resolved never remove content, and the warning says what the page shows. */
import { describe, expect, test } from 'vitest';
import { bodyText, compile } from './compile.ts';

const shown = (body: string) => {
  const page = compile(body);
  return { body: bodyText(page), hints: page.diagnostics.map(({ code, hint }) => `${code} ${hint}`) };
};

describe('an import that cannot be resolved', () => {
  test('gives way to the built-in component of that name', () => {
    const { body, hints } = shown(
      'import { Tabs, TabItem } from \'@astrojs/starlight/components\';\n\n<Tabs>\n<TabItem label="npm">\n\nInstall it\n\n</TabItem>\n</Tabs>',
    );
    expect(body).toContain('<Tabs');
    expect(body).toContain('<strong>npm</strong>');
    expect(body).toContain('Install it');
    expect(hints).toEqual([
      'mdx/import-missing remove the import, or copy the component into the project; until then, docsgen uses its own <Tabs> and shows only the content of <TabItem>',
    ]);
  });

  test.each([
    ['@mintlify/components', 'imported package "@mintlify/components" is not installed in the project'],
    ['@/gone.jsx', 'imported file "@/gone.jsx" does not exist'],
    ['snippets/gone.mdx', 'imported file "snippets/gone.mdx" does not exist'],
  ])('is called a package or a file: %s', (from, message) => {
    expect(compile(`import { Foo } from '${from}';\n\n<Foo />`).diagnostics[0]?.message).toBe(message);
  });

  test.each(['./gone.jsx', 'node:fs', '../../outside.jsx'])('keeps the children of a tag from %s', (from) => {
    const { body, hints } = shown(`import Foo from '${from}';\n\n<Foo>\n\nkept *text*\n\n</Foo>`);
    expect(body).toContain('kept <em>text</em>');
    expect(hints[0]).toContain('until then, docsgen shows only the content of <Foo>');
  });

  test('is a package or a file', () => {
    const messages = (from: string) => compile(`import Foo from '${from}';\n\n<Foo />`).diagnostics.map(({ message }) => message);
    expect(messages('chart.js')).toEqual(['imported package "chart.js" is not installed in the project']);
    expect(messages('snippets/foo.mdx')).toEqual(['imported file "snippets/foo.mdx" does not exist']);
  });

  test('suggests a file', () => {
    const hints = (source: string) =>
      compile(source, {}, { nearestImport: () => 'snippets/fees.mdx' }).diagnostics.map(({ hint }) => hint?.split(';')[0]);
    expect(hints("import Fees from '/snippets/Fees.mdx';\n\n<Fees />")).toEqual(['write "/snippets/fees.mdx": paths are case-sensitive']);
    expect(hints("import Fees from './fee';\n\n<Fees />")).toEqual(['write "/snippets/fees.mdx"']);
    expect(hints('<Snippet file="fee.mdx" />')).toEqual(['write "fees.mdx"']);
  });

  test('shows nothing for a value', () => {
    const { body, hints } = shown("import gone from './gone.js';\n\na {gone} b");
    expect(body).toBe('<p>a  b</p>');
    expect(hints[0]).toContain('until then, docsgen shows nothing in its place');
  });

  test('keeps its content on a page with code', () => {
    const { body } = shown("import Foo from './gone.jsx';\nexport const list = [1].map((n) => <Foo>{n}</Foo>);\n\n{list}");
    expect(body).toContain('const Foo = $missing("Foo");');
  });
});
