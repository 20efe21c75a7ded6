import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { memory } from '../../../src/platform/files/memory.ts';
import { fallbackTitle } from '../../../src/stages/content/fallback-title.ts';
import { readPages } from '../../../src/stages/content/read-pages.ts';
import { siteConfig } from '../navigation/site-config.ts';

function read(files: Record<string, string | Uint8Array>, pages: string[] = ['index'], more: Parameters<typeof siteConfig>[1] = {}) {
  const { value, diagnostics } = readPages({ files: memory(files), config: siteConfig({ pages }, more) });
  return { ...value, files: value.pages.map((page) => page.file), diagnostics };
}

describe('what the files of a project are', () => {
  test('should distinguish pages from snippets, sources and repository texts', () => {
    const { files } = read({
      'index.mdx': '',
      'guides/a.md': '',
      'snippets/x.mdx': '',
      '_snippets/y.mdx': '',
      'es/snippets/z.mdx': '',
      'README.md': '',
      'sdk/README.md': '',
      'LICENSE.md': '',
      'AGENTS.md': '',
      'changelog.md': '',
      'component.jsx': '',
    });
    expect(files).toEqual(['changelog.md', 'guides/a.md', 'index.mdx']);
  });

  test('should make a page of every listed file', () => {
    const { files } = read({ 'sdk/README.md': '', 'snippets/x.mdx': '', 'README.md': '' }, ['sdk', 'snippets/x', 'README']);
    expect(files).toEqual(['README.md', 'sdk/README.md', 'snippets/x.mdx']);
  });

  test('should leave out imported files unless they are listed', () => {
    const { files, scripts, styles } = read(
      {
        'index.mdx': 'import A from "/shared/a.mdx"\nimport { B } from "./shared/b"\n\n```mdx\nimport C from "/shared/c.mdx"\n```\n',
        'shared/a.mdx': 'import D from "./d.mdx"\n',
        'shared/b.mdx': '',
        'shared/c.mdx': '',
        'shared/d.mdx': '',
        'snippets/x.jsx': 'import "./x.css";\nimport { y } from "./y.js";\nexport const X = () => y;',
        'snippets/x.css': '',
        'snippets/y.js': '',
        'site.css': '',
        'site.js': 'document.title',
      },
      ['index', 'shared/d'],
    );
    expect(files).toEqual(['index.mdx', 'shared/c.mdx', 'shared/d.mdx']);
    expect([styles, scripts]).toEqual([['site.css'], ['site.js']]);
  });

  test('should find imports as the compiler does: by the index of a folder, from the root without a slash, never outside', () => {
    const { files } = read({
      'index.mdx': 'import A from "./parts"\nimport B from "texts/b.mdx"\nimport C from "../c.mdx"\nimport path from "path"\n',
      'parts/index.mdx': '',
      'texts/b.mdx': '',
      'c.mdx': '',
      'path.mdx': '',
    });
    expect(files).toEqual(['c.mdx', 'index.mdx', 'path.mdx']);
  });

  test('should publish assets and nothing private', () => {
    const { assets } = read(
      {
        'docs.json': '{}',
        'config/nav.json': '{}',
        'images/a.png': '',
        'openapi.yaml': '',
        'openapi.json': '',
        'llms.txt': '',
        'fonts/x.woff2': '',
        'package.json': '',
        'package-lock.json': '',
        'pnpm-lock.yaml': '',
        '.env': '',
        '.git/config': '',
        '.well-known/security.txt': '',
        'x.js.map': '',
        'a.ts': '',
        'logo.png:Zone.Identifier': '',
        'vite.config.js': '',
      },
      [],
      { files: ['docs.json', 'config/nav.json'] },
    );
    expect(assets).toEqual(['.well-known/security.txt', 'fonts/x.woff2', 'images/a.png', 'llms.txt', 'openapi.json', 'openapi.yaml']);
  });

  test('should keep the repository’s own programs out of pages', () => {
    const { scripts, diagnostics } = read({
      'a.js': '#!/usr/bin/env node\n',
      'b.js': 'const fs = require("fs");',
      'c.js': 'import { x } from "node:fs";',
      'd.js': 'window.x = 1',
      'e.js': "/* of the generator */\nconst { a,\n  b } = require('./b');\n",
      'f.js': 'module.exports = {};',
      'g.js': 'exports.main = 1;',
      'h.js': 'function f() {\n  return require("fs").a;\n}',
      'i.js': 'const React = require("react");\nmodule.exports = () => <div/>;',
      'j.js': 'const module = require("a");\nconst sample = `\nconst b = require("b");\n`;',
    });
    expect(scripts).toEqual(['d.js']);
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(Array(9).fill('notice content/node-program'));
  });

  test.each([
    ['a script', 'const a = 1;\nwindow.a = a;'],
    ['a library that looks for modules', "if (typeof module === 'object')\nmodule.exports = make();\nelse window.make = make();"],
    ['require of its own', '(() => { const require = (name) => name; require("x"); })()'],
    ['import() and words of modules in texts', 'const text = `\nimport a from "b";\nexport const c = 1;\n`;\nimport("./x.mjs");'],
    ['a return of a function', 'function f() { return 1; }'],
    ['a bundle of CommonJS', '(() => {\nvar all = [((module) => {\n\nmodule.exports = () => 1;\n\n})];\n})();'],
    ['a module of AMD', 'define(function (require, exports) {\nconst a = require("a");\nexports.b = a;\n});'],
    ['names of its own', 'var exports = (window.library = {});\nexports.a = 1;'],
    ['CommonJS in a comment', '/*\nconst library = require("library");\n*/\nwindow.a = 1;'],
    ['CommonJS in a text', 'const sample = `\nconst client = require("client");\nmodule.exports = client;\n`;'],
    ['modules of Node in a text', "const sample = `const fs = require('fs');\nimport x from 'node:path';`;"],
  ])('should put %s on pages', (_, text) => {
    expect(read({ 'a.js': text })).toMatchObject({ scripts: ['a.js'], assets: [], diagnostics: [] });
  });

  test.each([
    ['export', '\n  export const a = 1;', 'notice content/script-module', 2, 3],
    ['import', "import a from 'b';", 'notice content/script-module', 1, 1],
    ['await', 'const a = 1;\nawait a;', 'notice content/script-module', 2, 1],
    ['await in a call', 'f(await a);', 'notice content/script-module', 1, 3],
    ['return', 'return;\n// await', 'warning content/script-syntax', 1, 1],
    ['await in a function', 'const a = () => {\n  await b;\n};', 'warning content/script-syntax', 2, 3],
    ['a long line', `const a = '${' '.repeat(2000)}';export { a };`, 'notice content/script-module', 1, 1],
    ['JSX', 'const a = 1;\nconst b = <div/>;', 'warning content/script-syntax', 2, 11],
    ['an end too early', 'function f() {', 'warning content/script-syntax', 1, 15],
  ])('should publish and leave off pages what cannot run there: %s', (_, text, kind, line, column) => {
    const { scripts, assets, diagnostics } = read({ 'a.js': text, 'z.png': '' });
    expect({ scripts, assets }).toEqual({ scripts: [], assets: ['a.js', 'z.png'] });
    expect(diagnostics.map(({ code, severity, location }) => [`${severity} ${code}`, location])).toEqual([
      [kind, { file: 'a.js', line, column }],
    ]);
  });

  test('should say nothing of a module that a page imports', () => {
    const { scripts, assets, diagnostics } = read({
      'index.mdx': "import { a } from '/lib/a.js';\n\n{a}",
      'lib/a.js': "import { b } from './b.js';\nexport const a = b;",
      'lib/b.js': 'export const b = 1;',
    });
    expect({ scripts, assets, diagnostics }).toEqual({ scripts: [], assets: [], diagnostics: [] });
  });
});

describe('what a page is read as', () => {
  test('should hash bytes and normalise text', () => {
    const crlf = read({ 'a.mdx': '---\r\ntitle: A\r\n---\r\nx\r\n' }).pages[0];
    const lf = read({ 'a.mdx': '---\ntitle: A\n---\nx\n' }).pages[0];
    expect(crlf?.body).toBe(lf?.body);
    expect(crlf).toMatchObject({ path: 'a', bodyLine: 4, title: 'A', hasFrontMatter: true });
    expect(crlf?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(crlf?.hash).not.toBe(lf?.hash);
  });

  test('should report bad bytes with their place', () => {
    const { diagnostics, pages } = read({
      'nul.mdx': 'one\ntwo \0',
      'surrogate.mdx': new Uint8Array([0x61, 0x0a, 0x62, 0xed, 0xa0, 0x80]),
    });
    expect(
      diagnostics.map(({ code, severity, location }) => [code, severity, `${location?.file}:${location?.line}:${location?.column}`]),
    ).toEqual([
      ['mdx/encoding', 'error', 'nul.mdx:2:5'],
      ['mdx/encoding', 'error', 'surrogate.mdx:2:2'],
    ]);
    expect(pages.map((page) => page.body)).toEqual(['', '']);
  });

  test('should read a page in UTF-16, and say that it is', () => {
    const text = Buffer.from('\ufeff---\r\ntitle: Ä\r\n---\r\nWörter\r\n', 'utf16le');
    const { diagnostics, pages } = read({ 'a.mdx': text, 'b.mdx': Buffer.from(text).swap16() });
    const found = { code: 'mdx/encoding', severity: 'warning', message: 'the file is encoded as UTF-16, not as UTF-8' };
    expect(diagnostics).toMatchObject([found, found]);
    expect(pages.map(({ title, body }) => [title, body])).toEqual(Array(2).fill(['Ä', 'Wörter\n']));
  });

  test('should read parts and scripts in UTF-16, and say it of what is a part of pages', () => {
    const { diagnostics, files, scripts } = read({
      'index.mdx': 'import A from "/snippets/a.mdx"',
      'b.mdx': '',
      'snippets/a.mdx': Buffer.from('\ufeffimport B from "/b.mdx"\n', 'utf16le'),
      'c.js': Buffer.from('\ufeffexport const c = 1;', 'utf16le'),
    });
    expect({ files, scripts }).toEqual({ files: ['index.mdx'], scripts: [] });
    expect(diagnostics.map(({ code, location }) => `${location?.file} ${code}`)).toEqual([
      'snippets/a.mdx mdx/encoding',
      'c.js content/script-module',
    ]);
  });

  test('should take UTF-32 for no text', () => {
    const { diagnostics, pages } = read({ 'a.mdx': Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]) });
    expect(diagnostics).toMatchObject([{ code: 'mdx/encoding', severity: 'error' }]);
    expect(pages[0]?.body).toBe('');
  });

  test('should refuse a page over the limit without reading it', () => {
    const { diagnostics } = read({ 'page.mdx': 'x'.repeat(10 * 1_048_576) });
    expect(diagnostics[0]).toMatchObject({
      code: 'mdx/too-large',
      severity: 'error',
      message: 'page.mdx is 10.0 MiB; the limit is 2 MiB (limits.pageBytes)',
    });
  });
});

test.each<[string, string, string]>([
  ['guides/getting-started', '', 'Getting started'],
  ['guides/index', '', 'Guides'],
  ['index', '', 'Home'],
  ['sdk/README', '', 'Sdk'],
  ['a', '# Hello **you** `x` {#id}\n', 'Hello you x'],
  ['a', '# [Link](/x) <Badge>b</Badge>\n', 'Link b'],
  ['a', '```sh\n# not a title\n```\n', 'A'],
  ['a', '## Two\n\n# One #\n', 'One'],
  ['a', '# snake_case_name\n', 'snake_case_name'],
  ['a', '#hash\n', 'A'],
])('should call %s with body %j “%s”', (path, body, title) => {
  expect(fallbackTitle({ path, body })).toBe(title);
});

describe('images with scripts', () => {
  test.each<[string, string, number | undefined]>([
    ['a script', '<svg>\n  <script>alert(1)</script></svg>', 2],
    ['a handler', '<svg\nonload="alert(1)"/>', 2],
    ['a handler in capitals', "<svg OnLoad = 'alert(1)'/>", 1],
    ['a link', '<svg><a href="javascript:alert(1)"/></svg>', 1],
    ['a link in entities', "<svg><a xlink:href='java&#x73;cript:alert(1)'/></svg>", 1],
    ['a link in entities with zeros', "<svg><a href='&#x0000006A;ava&#000000115;cript:alert(1)'/></svg>", 1],
    ['a script with a prefix', '<svg>\n<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script></svg>', 2],
    ['a page in it', '<svg><foreignObject><h:iframe srcdoc="&lt;script>"/></foreignObject></svg>', 1],
    ['a handler that is set', "<svg><set attributeName='onmouseover' to='alert(1)'/></svg>", 1],
    ['a link that is animated', '<svg><animate attributeName="href" values="#a;javascript:alert(1)"/></svg>', 1],
    ['markup in an entity', '<!DOCTYPE svg [<!ENTITY x "&#60;script>alert(1)&#60;/script>">]><svg>&x;</svg>', 1],
    ['a link of an entity', '<!DOCTYPE svg [<!ENTITY x "java">]>\n<svg><a href="&x;script:alert(1)"/></svg>', 2],
    ['an open quote before', '<!-- <a b="\n --><svg onload="alert(1)"/>', 2],
    [
      'names of its editor',
      '<!DOCTYPE svg [<!ENTITY ns "http://ns.example/">]><svg xmlns:i="&ns;"><a href="/a?b&amp;c"/></svg>',
      undefined,
    ],
    ['an animation', '<svg><animate attributeName="r" values="0;1" to="2"/></svg>', undefined],
    ['words only', '<svg><text>press on = to go on</text></svg>', undefined],
    ['a description', '<svg><desc>Javascript and scripts</desc></svg>', undefined],
  ])('should name an SVG that holds %s', (_name, svg, line) => {
    const { diagnostics, assets } = read({ 'index.mdx': '', 'images/x.svg': svg });
    expect(diagnostics.map(({ code, location }) => [code, location?.file, location?.line])).toEqual(
      line === undefined ? [] : [['static/svg-script', 'images/x.svg', line]],
    );
    expect(assets).toEqual(['images/x.svg']);
  });

  test.each<[string, string, Uint8Array]>([
    ['UTF-16', 'x.svg', Buffer.from('\ufeff<svg>\n<script/></svg>', 'utf16le')],
    ['UTF-16, big end first', 'x.svg', Buffer.from('\ufeff<svg>\n<script/></svg>', 'utf16le').swap16()],
    ['gzip', 'x.svgz', gzipSync('<svg>\n<script/></svg>')],
  ])('should read an SVG in %s', (_name, file, bytes) => {
    const { diagnostics } = read({ 'index.mdx': '', [file]: bytes });
    expect(diagnostics.map(({ code, location }) => [code, location?.line, location?.column])).toEqual([['static/svg-script', 2, 1]]);
  });
});

describe('files that nobody may read', () => {
  test.each<[string, string, boolean]>([
    ['id_rsa', '', true],
    ['keys/server.pem', '-----BEGIN CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\n', true],
    ['keys/unknown.pem', 'x', true],
    ['server.key', 'x', true],
    ['a.p12', 'x', true],
    ['release.keystore', 'x', true],
    ['secrets.json', '{ "dbPassword": "hunter2!" }', true],
    ['secrets.yml', 'client_secret: 9f8e7d6c5b4a', true],
    ['aws-credentials.csv', 'Access key ID,Secret access key\nAKIAABCDEFGHIJKLMNOP,abc', true],
    ['credentials', '[default]\naws_secret_access_key = wJalrXUtnFEMIK7MDENG', true],
    ['secret.txt', 'ab12cd34ef56ab12cd34ef56\n', true],
    ['htpasswd', 'ann:$apr1$x$abcdefghij', true],
    ['htpasswd', 'How to write this file', false],
    ['secrets.json', '{}', false],
    ['models/credentials.yml', 'type: object\nproperties:\n  password:\n    type: string\n  access_key: {type: string}\n', false],
    ['list_secrets.yml', 'description: Lists secrets\nsecret: $ref\ntoken: <token>\npassword: string\n', false],
    ['secret.txt', 'How to keep a secret', false],
    ['notes.txt', '\n-----BEGIN OPENSSH PRIVATE KEY-----\n', true],
    ['id_rsa.pub', 'ssh-rsa x', false],
    ['ca.pem', '-----BEGIN CERTIFICATE-----\n', false],
    ['talk.key', 'PK\u0003\u0004', false],
    ['images/credentials.png', 'x', false],
    ['api/credentials.json', '{ "openapi": "3.1.0" }', false],
  ])('should look at %s', (file, text, isSecret) => {
    const { assets, diagnostics } = read({ 'index.mdx': '', [file]: text });
    expect(assets).toEqual(isSecret ? [] : [file]);
    expect(diagnostics.map(({ code, location }) => [code, location?.file])).toEqual(isSecret ? [['content/secret-file', file]] : []);
  });
});

test('should fill in variables in what readers see of the front matter', () => {
  const { pages } = read(
    { 'index.mdx': '---\ntitle: "{{ name }} {{other}}"\ndescription: "About {{name}}"\n---\n', 'b.mdx': '# Use {{name}}\n' },
    ['index', 'b'],
    { variables: { name: 'Acme $&' } },
  );
  expect(pages.map((page) => [page.title, page.frontMatter.description])).toEqual([
    ['Use Acme $&', undefined],
    ['Acme $& {{other}}', 'About Acme $&'],
  ]);
});

describe('references that docsgen does not generate', () => {
  test('should be reported once, at the first page', () => {
    const { diagnostics } = read({
      'a.mdx': '---\ntitle: A\ngraphql: "query users"\n---\n',
      'b.mdx': '---\nsdk: "python users.list"\n---\n',
      'c.mdx': '---\ngraphql: "query posts"\n---\n',
      'index.mdx': '# Home\n',
    });
    expect(diagnostics).toMatchObject([
      {
        code: 'content/not-yet',
        severity: 'notice',
        message: 'this version of docsgen generates no references from `graphql` and `sdk` in front matter (3 pages)',
        location: { file: 'a.mdx', line: 3, column: 1 },
      },
    ]);
  });

  test('should not be expected from text or snippets', () => {
    expect(read({ 'index.mdx': '---\ntitle: Home\n---\n\ngraphql: x\n', 'snippets/a.mdx': '---\nsdk: x\n---\n' }).diagnostics).toEqual([]);
  });
});
