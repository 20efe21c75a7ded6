import { describe, expect, it } from 'vitest';
import { memory } from '../../src/files/memory.ts';
import type { SiteConfig } from '../../src/model/site-config.ts';
import { blockedOrigins } from '../../src/render/blocked-origins.ts';

const loader = 's = document.createElement("script"); s.src = "https://cdn.example/b/" + key + ".js";';

const findings = (files: Record<string, string>, scripts: string[] = []) =>
  blockedOrigins({
    config: { docsgen: { security: { scripts, styles: [], frames: [], connect: [] } } } as unknown as SiteConfig,
    files: memory(files),
    scripts: Object.keys(files).filter((file) => file.endsWith('.js')),
    styles: Object.keys(files).filter((file) => file.endsWith('.css')),
  });

const told = (...of: Parameters<typeof findings>) => findings(...of).flatMap(({ message }) => message.match(/https:[^`]+/g) ?? []);

describe('origins that the own files of a site name', () => {
  it.each<[name: string, files: Record<string, string>, trusted: string[], named: string[]]>([
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
    ['an import that is a comment', { 'a.css': '/* @import "https://old.example/a.css"; */' }, [], []],
    ['an address in a stylesheet that loads nothing', { 'a.css': '/* https://example.com */' }, [], []],
  ])('should tell of %s', { timeout: 20_000 }, (_, files, scripts, named) => {
    expect(told(files, scripts)).toEqual(named);
  });

  it.each([
    ['a.css', '/* Fonts */\n@import url("https://fonts.example/css2");', 2, 14],
    ['a.js', `/* "https://old.example/"\n */\n  ${loader}`, 3, 50],
  ])('should tell of %s where the address stands', (file, text, line, column) => {
    const [finding] = findings({ [file]: text });
    expect(finding?.location).toMatchObject({ file, line, column, lineText: text.split('\n').at(-1) });
  });
});
