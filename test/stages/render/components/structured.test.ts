import { describe, expect, test } from 'vitest';
import { fence, markup, render, tag } from './nodes.ts';

/** The parts of HTML that a test is about. */
function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]);
}

describe('AccordionGroup', () => {
  test('should hold its content together', () => {
    expect(render(tag('AccordionGroup', {}, '<p>a</p>'))).toBe('<div class="accordion-group"><p>a</p></div>');
  });
});

describe('Accordion', () => {
  test('is a native fold with an anchor', () => {
    expect(render(tag('Accordion', { title: "What's new", description: 'D', defaultOpen: 'true' }, '<p>a</p>'))).toBe(
      '<details class="accordion" id="what’s-new" open><summary class="accordion-summary"><span class="accordion-label"><span class="accordion-title">What\'s new</span><span class="accordion-description">D</span></span></summary><div class="accordion-content"><p>a</p></div></details>',
    );
  });

  test('gets an anchor of its own beside headings and others', () => {
    const nodes = [tag('Accordion', { title: 'A' }), tag('Accordion', { title: 'A' }), tag('Accordion', { title: 'A', id: 'given' })];
    expect(all(render(nodes, { anchors: ['a'] }), / id="([^"]*)"/g)).toEqual(['a-2', 'a-3', 'given']);
  });

  test('stays closed for "false"', () => {
    expect(render(tag('Accordion', { title: 'A', defaultOpen: 'false' }))).not.toContain(' open');
  });
});

describe('Tabs', () => {
  const tabs = tag(
    'Tabs',
    { defaultTabIndex: '1' },
    '\n',
    tag('Tab', { title: 'A' }, '<p>1</p>'),
    '\n',
    tag('Tabs.Tab', { title: 'B', icon: 'x', id: 'own' }, '<p>2</p>'),
    '\n',
  );

  test('show every panel under its title, and a list of tabs for scripts', () => {
    const text = render(tabs);
    expect(all(text, /<button[^>]*>/g)).toEqual([
      '<button type="button" class="tab" id="a-tab" role="tab" aria-controls="a" aria-selected="false" tabindex="-1">',
      '<button type="button" class="tab" id="own-tab" role="tab" aria-controls="own" aria-selected="true" tabindex="0">',
    ]);
    expect(all(text, /<div class="tab-panel"[^>]*>/g)).toEqual([
      '<div class="tab-panel" id="a" role="tabpanel" aria-labelledby="a-tab" data-label="A">',
      '<div class="tab-panel" id="own" role="tabpanel" aria-labelledby="own-tab" data-label="B" data-active>',
    ]);
    expect(text).toContain('<p class="tab-panel-title">A</p><p>1</p>');
  });

  test.each([
    [{}, true],
    [{ sync: false }, false],
    [{ sync: 'false' }, false],
  ])('with %o are in step: %s', (props, isSynced) => {
    expect(render(tag('Tabs', props, tag('Tab', { title: 'A' }))).includes('data-sync')).toBe(isSynced);
  });

  test('keep what is no tab, and a tab outside of tabs', () => {
    expect(render(tag('Tabs', {}, '<p>x</p>'))).toBe('<div class="tabs"><p>x</p></div>');
    expect(render(tag('Tab', { title: 'A' }, 'x'))).toBe('<section class="tab-alone" id="a"><p class="tab-panel-title">A</p>x</section>');
  });

  test('take a title that is markup', () => {
    const text = render(tag('Tabs', {}, tag('Tab', { title: markup('<b>Bold</b> one') })));
    expect(text).toContain('id="bold-one"');
    expect(text).toContain('<b>Bold</b> one</button>');
  });

  test.each([null, '', ' ', true])('name a tab with the title %j by its place', (title) => {
    const text = render(tag('Tabs', {}, tag('Tab', { title: 'A' }), tag('Tab', { title })));
    expect(text).toContain('<p class="tab-panel-title">Tab 2</p>');
    expect(text).toMatch(/<button [^>]*>Tab 2<\/button>/);
  });

  test('name a tab that only shows an image', () => {
    const text = render(tag('Tabs', {}, tag('Tab', { title: markup('<img src="/a.png">') })));
    expect(text).toContain('aria-label="Tab 1"');
  });
});

describe('code', () => {
  const copy =
    '<button type="button" class="copy" data-copy-from="pre" aria-label="Copy" data-done="Copied"><svg class="icon" data-icon="lucide::copy" aria-hidden="true"></svg><svg class="icon" data-icon="lucide::check" aria-hidden="true"></svg></button>';
  const pre = '<pre tabindex="0"><code><span class="line">x</span></code></pre>';

  test.each([
    ['plain', fence('ts'), `<div class="code-block" data-language="ts">${copy}${pre}</div>`],
    [
      'with a title',
      fence('ts', { title: 'a.ts', lines: true }),
      `<div class="code-block" data-language="ts" data-lines data-title><div class="code-head"><span class="code-title">a.ts</span>${copy}</div>${pre}</div>`,
    ],
    ['without copying', fence('ts', { nocopy: true, wrap: 'true' }), `<div class="code-block" data-language="ts" data-wrap>${pre}</div>`],
    [
      'from text, as computed pages give it',
      tag('CodeBlock', { filename: 'a', nocopy: true }, 'a &lt; b\nc'),
      '<div class="code-block" data-title><div class="code-head"><span class="code-title">a</span></div><pre tabindex="0"><code><span class="line">a &lt; b</span>\n<span class="line">c</span></code></pre></div>',
    ],
    ['around a fence', tag('CodeBlock', { nocopy: true }, '\n', fence('ts')), `<div class="code-block" data-language="ts">${pre}</div>`],
  ])('%s', (_name, node, html) => expect(render(node)).toBe(html));

  test('folds only what is long', () => {
    const lines = (count: number) => fence('ts', { expandable: true }, 'x\n'.repeat(count));
    expect(render(lines(5))).not.toContain('code-fold');
    expect(render(lines(30))).toContain(
      '<button type="button" class="code-fold" aria-expanded="false" data-less="Show less">Show more</button>',
    );
  });

  test('groups get tabs named by title, else by language', () => {
    const text = render(tag('CodeGroup', {}, fence('ts', { title: 'a.ts' }), '\n', fence('bash'), fence('bash')));
    expect(all(text, /class="tab"[^>]*>([^<]*)/g)).toEqual(['a.ts', 'Bash', 'Bash']);
    expect(all(text, /<div class="tab-panel" id="([^"]*)"/g)).toEqual(['code-1-a-ts', 'code-1-bash', 'code-1-bash-3']);
    expect(all(text, /data-label="([^"]*)"/g)).toEqual(['a.ts', 'bash', 'bash']);
    expect(all(text, /class="copy"/g)).toHaveLength(1);
  });

  test('groups as a drop-down have a native select and no tabs', () => {
    const text = render(tag('CodeGroup', { dropdown: true }, fence('ts'), fence('py')));
    expect(text).toContain(
      '<select class="code-select" aria-label="Code"><option value="code-1-ts">TypeScript</option><option value="code-1-py">Python</option></select>',
    );
    expect(text).not.toContain('role="tab');
  });

  test('examples go to the right column, once', () => {
    const text = render([
      tag('Panel', {}, tag('RequestExample', {}, fence('bash'))),
      tag('ResponseExample', { dropdown: true }, fence('json')),
    ]);
    expect(all(text, /<!--\/?aside-->|(?:class="panel"|id="re\w+-example")/g)).toEqual([
      '<!--aside-->',
      'class="panel"',
      'id="request-example"',
      '<!--/aside-->',
      '<!--aside-->',
      'id="response-example"',
      '<!--/aside-->',
    ]);
  });

  test('names the tabs of requests, of responses and of other code apart, and those of text', () => {
    const nodes = [
      tag('RequestExample', {}, fence('bash')),
      tag('ResponseExample', {}, fence('json')),
      tag('ResponseExample', { dropdown: true }, fence('json')),
      tag('CodeGroup', {}, fence('js')),
      tag('Tabs', {}, tag('Tab', { title: 'A' }, 'x')),
    ];
    const named = /(?:role="tablist"|class="code-select") aria-label="([^"]*)"/g;
    expect(all(render(nodes), named)).toEqual(['Request', 'Response', 'Response', 'Code', 'View']);
    expect(all(render(nodes, { language: 'de' }), named)).toEqual(['Anfrage', 'Antwort', 'Antwort', 'Code', 'Ansicht']);
  });

  test('names the tabs of a page by the headings and steps above them, as the page goes', () => {
    const tabs = (...inside: Parameters<typeof tag>[2][]) => tag('Tabs', {}, tag('Tab', { title: 'A' }, ...inside));
    const nodes = [
      tabs(),
      '<h2 id="one" aria-labelledby="one">One</h2>',
      tabs('<h3 id="inside">Inside</h3>', tag('CodeGroup', {}, fence('js'))),
      tag('Accordion', { title: 'Fold' }, '<h3 id="folded">Folded</h3>', tabs()),
      tag('CodeGroup', { dropdown: true }, fence('js')),
      tag('RequestExample', {}, fence('bash')),
      tag('Steps', {}, tag('Step', { title: 'First' }, tabs()), tag('Step', { title: 'Second' }, tabs())),
      tabs(),
      '<div role="note" aria-label="Code" aria-labelledby="other">',
      '</div>',
    ];
    const names = /(?:role="tablist"|class="code-select") aria-label="([^"]*)"(?: aria-labelledby="([^"]*)")?/g;
    const named = [...render(nodes).matchAll(names)].map(([, word, id]) => (id === undefined ? word : `${word} ${id}`));
    expect(named).toEqual([
      'View',
      'View one',
      'Code inside',
      'View folded',
      'Code one',
      'Request',
      'View first:title',
      'View second:title',
      'View one',
    ]);
    expect(render(nodes)).toContain('<div role="note" aria-label="Code" aria-labelledby="other">');
  });
});

describe('Steps', () => {
  test('are a list; titles are paragraphs by default', () => {
    const text = render(
      tag(
        'Steps',
        { titleSize: 'h3' },
        tag('Step', { title: 'A' }, 'x'),
        '\n',
        tag('Step', { title: 'B', titleSize: 'p', noAnchor: 'true', stepNumber: '7' }),
      ),
    );
    expect(text).toBe(
      '<div class="steps" role="list"><div class="step" role="listitem" id="a"><div class="step-marker"></div><h3 class="step-title" id="a:title" aria-labelledby="a:title">A<a class="heading-anchor" href="#a" aria-labelledby="a:title"></a></h3><div class="step-content">x</div></div>\n' +
        '<div class="step" role="listitem" id="b" style="counter-set:step 7"><div class="step-marker"></div><p class="step-title">B</p><div class="step-content"></div></div></div>',
    );
  });

  test('are not a list with other content between them', () => {
    expect(render(tag('Steps', {}, tag('Step', { title: 'A' }), '<p>x</p>'))).toContain('<div class="steps"><div class="step" id="a">');
  });

  test('are items of no list outside of one, nor within another step', () => {
    expect(render(tag('Step', { title: 'A' }))).not.toContain('role=');
    const text = render(tag('Steps', {}, tag('Step', { title: 'A' }, tag('Step', { title: 'B' }))));
    expect(text.match(/role="\w+"/g)).toEqual(['role="list"', 'role="listitem"']);
  });

  test('take an icon in place of the number, and a title of markup', () => {
    const text = render(tag('Steps', {}, tag('Step', { icon: 'flag', title: markup('<b>Go</b>') })));
    expect(text).toContain('<div class="step-marker"><svg class="icon" data-icon="::flag"');
    expect(text).toContain('<p class="step-title" id="go:title"><b>Go</b><a');
    expect(text).toContain('id="go"');
  });
});

describe('fields', () => {
  test.each([
    [
      tag('ParamField', { query: 'limit', type: 'integer', default: 20, required: true }, '<p>D</p>'),
      '<div class="field" id="param-limit"><div class="field-head"><a class="field-name" href="#param-limit">limit</a><span class="field-type">integer</span><span class="field-place">query</span><span class="field-default">default: <code>20</code></span><span class="field-required">required</span></div><div class="field-content"><p>D</p></div></div>',
    ],
    [
      tag('ParamField', { path: 'a.b', deprecated: 'true', required: 'false', default: false }),
      '<div class="field" id="param-a-b"><div class="field-head"><a class="field-name" href="#param-a-b">a.b</a><span class="field-place">path</span><span class="field-default">default: <code>false</code></span><span class="field-deprecated">deprecated</span></div><div class="field-content"></div></div>',
    ],
    [
      tag('ResponseField', { name: 'x', type: 'string[]', pre: ['a'], post: 'b' }),
      '<div class="field" id="response-x"><span id="param-x"></span><div class="field-head"><span class="field-pill">a</span><a class="field-name" href="#response-x">x</a><span class="field-type">string[]</span><span class="field-pill">b</span></div><div class="field-content"></div></div>',
    ],
    [
      tag('Expandable', { title: 'more', defaultOpen: 'true' }, 'x'),
      '<details class="expandable" open><summary class="expandable-summary">more</summary><div class="expandable-content">x</div></details>',
    ],
  ])('%#', (node, html) => expect(render(node)).toBe(html));
});

describe('Tree', () => {
  const items = (text: string) =>
    all(text, /<div class="tree-\w+" [^>]*>|tree-name">[^<]*/g).map((part) =>
      part.startsWith('tree-name')
        ? part.slice(11)
        : (/tree-(\w+)/.exec(part)?.[1] ?? '') + (/aria-expanded="(\w+)"/.exec(part)?.[1] ?? ''),
    );

  test('draws components', () => {
    const text = render(
      tag(
        'Tree',
        {},
        tag('Tree.Folder', { name: 'src', defaultOpen: true }, tag('Tree.File', { name: 'a.ts', highlight: true })),
        tag('Tree.Folder', { name: 'x', openable: false }),
        tag('Tree.Folder', { name: 'y' }, tag('Tree.File', { name: 'z' })),
      ),
    );
    expect(items(text)).toEqual(['foldertrue', 'src', 'file', 'a.ts', 'folder', 'x', 'folderfalse', 'y', 'file', 'z']);
    expect(all(text, /tabindex="0"/g)).toHaveLength(1);
    expect(all(text, /data-highlight/g)).toHaveLength(1);
  });

  test.each([
    [
      'a nested list',
      '<ul>\n<li>src/\n<ul>\n<li><code>a &amp; b.ts</code></li>\n</ul>\n</li>\n<li>x/</li>\n<li>README</li>\n</ul>',
      ['foldertrue', 'src', 'file', 'a &amp; b.ts', 'folder', 'x', 'file', 'README'],
    ],
    ['a loose list', '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>', ['foldertrue', 'a', 'file', 'b']],
    ['no list', '<p>x</p>', []],
  ])('draws %s', (_name, list, expected) => {
    expect(items(render(tag('FileTree', {}, list)))).toEqual(expected);
  });
});

describe('Update', () => {
  const june = tag('Update', { label: 'June', description: 'v1', tags: ['A', 'B, b'] }, '<p>x</p>');

  test('has an anchor, a label and tags', () => {
    const text = render([tag('Update', { label: 'First' }), june]);
    expect(text).toContain(
      '<div class="update" id="june" data-tags="[&quot;A&quot;,&quot;B, b&quot;]"><div class="update-meta"><a class="update-label" href="#june">June</a><div class="update-description">v1</div>',
    );
  });

  test('puts the filters of all tags into the right column, before the first', () => {
    const text = render([june, tag('Update', { label: 'May', tags: 'C, A' })]);
    expect(text.startsWith('<!--aside--><div id="changelog-filters"')).toBe(true);
    expect(all(text, /data-tag="([^"]*)"/g)).toEqual(['A', 'B, b', 'C']);
    expect(render(tag('Update', { label: 'x' }))).not.toContain('changelog-filters');
  });
});

describe('View', () => {
  test('has one switch for the page, before the first', () => {
    const text = render([tag('View', { title: 'JS' }, 'a'), '<hr>', tag('View', { title: 'Go' }, 'b'), tag('View', { title: 'JS' }, 'c')]);
    expect(text).toBe(
      '<label class="view-switch" id="multi-view-dropdown"><span>View</span><select><option value="JS">JS</option><option value="Go">Go</option></select></label>' +
        '<section class="view" data-label="JS" data-active><p class="view-title">JS</p>a</section><hr>' +
        '<section class="view" data-label="Go"><p class="view-title">Go</p>b</section>' +
        '<section class="view" data-label="JS" data-active><p class="view-title">JS</p>c</section>',
    );
  });

  test('needs no switch when there is one, and no section without a title', () => {
    expect(render(tag('View', { title: 'JS' }, 'a'))).not.toContain('view-switch');
    expect(render(tag('View', {}, 'a'))).toBe('a');
  });
});

describe('words', () => {
  test.each([
    ['de', 'Kopieren'],
    ['zh-Hant', '複製'],
    ['pt-BR', 'Copiar'],
    ['xx', 'Copy'],
  ])('in %s: %s', (language, word) => expect(render(fence('ts'), { language })).toContain(`aria-label="${word}"`));
});
