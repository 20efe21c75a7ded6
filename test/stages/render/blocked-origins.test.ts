import { describe, expect, test } from 'vitest';
import type { SiteConfig } from '../../../src/model/site-config.ts';
import { memory } from '../../../src/platform/files/memory.ts';
import { blockedOrigins } from '../../../src/stages/render/blocked-origins.ts';

const loader = 's = document.createElement("script"); s.src = "https://cdn.example/b/" + key + ".js";';

const findings = (files: Record<string, string>, scripts: string[] = []) =>
  blockedOrigins({
    config: { docsgen: { security: { scripts, styles: [], frames: [], connect: [] } } } as unknown as SiteConfig,
    files: memory(files),
    scripts: Object.keys(files).filter((file) => file.endsWith('.js')),
    styles: Object.keys(files).filter((file) => file.endsWith('.css')),
  });

const reported = (...of: Parameters<typeof findings>) => findings(...of).flatMap(({ message }) => message.match(/https?:[^"]+/g) ?? []);

describe('origins that the own files of a site name', () => {
  test.each<[name: string, files: Record<string, string>, trusted: string[], named: string[]]>([
    ['a script that loads another', { 'a.js': loader }, [], ['https://cdn.example']],
    ['one that docs.json trusts', { 'a.js': loader }, ['https://cdn.example'], []],
    ['a script that only names an address', { 'a.js': 'link.href = "https://example.com/x"' }, [], []],
    ['an address in a comment beside it', { 'a.js': `// avatar: "https://mine.example/x.svg"\n${loader}` }, [], ['https://cdn.example']],
    [
      'a script that writes JSON-LD',
      { 'a.js': `s = document.createElement('script'); s.text = JSON.stringify({"@context": "https://schema.org", "@type": "FAQPage"});` },
      [],
      [],
    ],
    [
      'vocabularies of JSON-LD in a list and in a table',
      {
        'a.js': `s = document.createElement('script'); s.text = JSON.stringify([{'@context': ['https://schema.org', {'@vocab': 'https://v.example/'}], '@id': 'https://x.example/#a'}, {"@context": {"@base": "https://b.example/", v: "https://c.example/"}}]);`,
        'b.js': loader,
      },
      [],
      ['https://cdn.example'],
    ],
    [
      'a table of vocabularies with tables in it',
      {
        'a.js': `${loader} ld = {"@context": {"name": {"@id": "https://a.example/n", "@container": ["@set"]}, "xsd": "https://b.example/"}};`,
      },
      [],
      ['https://cdn.example'],
    ],
    // Neither ends: looking for the end from each beginning would take a minute.
    [
      'what no lists and comments without an end hide',
      {
        'a.js': `${loader}${'@id:['.repeat(100_000)}`,
        'c.js': `${loader}${'@id:{'.repeat(100_000)}`,
        'b.js': `${loader}${'\n/*'.repeat(200_000)}`,
      },
      [],
      ['https://cdn.example'],
    ],
    ['an import of a stylesheet', { 'a.css': '@import url("https://fonts.example/css2?family=X");' }, [], ['https://fonts.example']],
    [
      'a font of a stylesheet',
      { 'a.css': '@font-face { font-family: X; src: url(https://fonts.example/x.woff2) format("woff2"); }' },
      [],
      ['https://fonts.example'],
    ],
    [
      'fonts of several hosts',
      {
        'a.css':
          '@font-face{src:local("X"),url("https://a.example/x.woff2"),url(\'https://b.example:8443/x.ttf\')}\n@FONT-FACE {src:url( //c.example/x.otf )}',
      },
      [],
      ['https://a.example', 'https://b.example:8443', 'https://c.example'],
    ],
    [
      'fonts of the site itself and in the text',
      { 'a.css': '@font-face{src:url(/fonts/x.woff2),url(data:font/woff2;base64,AAAA)}' },
      [],
      [],
    ],
    ['a font in a comment', { 'a.css': '/* @font-face{src:url(https://a.example/x.woff2)} */' }, [], []],
    ['an image of a stylesheet, which pages may load', { 'a.css': '.a { background: url(https://a.example/x.png) }' }, [], []],
    ['an image beside a font', { 'a.css': '@font-face{src:url(x.woff2)} .a { background: url(https://a.example/x.png) }' }, [], []],
    ['a font without an end', { 'a.css': '@font-face{src:url(https://a.example/x.woff2)' }, [], ['https://a.example']],
    ['a font over HTTP', { 'a.css': '@font-face{src:url(http://a.example/x.woff2)}' }, [], ['http://a.example']],
    [
      'a font that an import and a rule name',
      { 'a.css': '@import "https://a.example/a.css"; @font-face{src:url(https://a.example/x.woff2)}' },
      [],
      ['https://a.example'],
    ],
    ['many fonts without an end', { 'a.css': '@font-face{'.repeat(100_000) }, [], []],
    ['an import that is a comment', { 'a.css': '/* @import "https://old.example/a.css"; */' }, [], []],
    ['an address in a stylesheet that loads nothing', { 'a.css': '/* https://example.com */' }, [], []],
  ])('should report %s', { timeout: 20_000 }, (_, files, scripts, named) => {
    expect(reported(files, scripts)).toEqual(named);
  });

  test('should say nothing of fonts where docs.json trusts a stylesheet, which allows them', () => {
    const found = blockedOrigins({
      config: { docsgen: { security: { scripts: [], styles: ['https://s.example'], frames: [], connect: [] } } } as unknown as SiteConfig,
      files: memory({ 'a.css': '@font-face{src:url(https://f.example/x.woff2)}' }),
      scripts: [],
      styles: ['a.css'],
    });
    expect(found).toEqual([]);
  });

  test.each<[string, Record<string, string>, string, string]>([
    [
      'a font',
      { 'a.css': '@font-face{src:url(https://f.example/x.woff2)}' },
      '"styles": ["https://…"]',
      '`scripts`, `frames` and `connect`',
    ],
    ['a script', { 'a.js': loader }, '"scripts": ["https://…"]', '`styles`, `frames` and `connect`'],
    [
      'both',
      { 'a.js': loader, 'a.css': '@import "https://f.example/x.css";' },
      '"scripts": ["https://…"], "styles": ["https://…"]',
      '`frames` and `connect`',
    ],
  ])('should name the setting that allows %s', (_, files, settings, others) => {
    expect(findings(files).map(({ hint }) => hint)).toEqual([
      `allow the origins that you trust in docs.json: \`"docsgen": { "security": { ${settings} } }\`; ${others} work the same way`,
    ]);
  });

  test.each([
    ['b.css', '.a {}\n@font-face { src: url("https://fonts.example/x.woff2") }', 2, 24],
    ['a.css', '/* Fonts */\n@import url("https://fonts.example/css2");', 2, 14],
    ['a.js', `/* "https://old.example/"\n */\n  ${loader}`, 3, 50],
  ])('should report %s at the location of the URL', (file, text, line, column) => {
    const [finding] = findings({ [file]: text });
    expect(finding?.location).toMatchObject({ file, line, column, lineText: text.split('\n').at(-1) });
  });
});
