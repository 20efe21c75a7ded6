import { describe, expect, test } from 'vitest';
import { FontFaces } from '../../../../src/stages/render/styles/font-faces.ts';
import { CommonStyles, classesOf, PageStyles } from '../../../../src/stages/render/styles/page-styles.ts';

const page = '<html class="has-tabs"><body><nav id="menu" data-part="bar"><a class="item first" href="/">x</a></nav><p>text</p></body>';
const styles = (css: string) => new PageStyles(css, '', '/_docsgen/').of(page);

describe('the rules of the first paint', () => {
  test.each([
    ['an element', 'p{a:b}', true],
    ['an element that does not exist', 'table{a:b}', false],
    ['a class', '.item{a:b}', true],
    ['a class that does not exist', '.card{a:b}', false],
    ['one of several selectors', '.card,.item{a:b}', true],
    ['a descendant of what does not exist', '.card .item{a:b}', false],
    ['an id', '#menu>a{a:b}', true],
    ['a class of the document', ':root.has-tabs{a:b}', true],
    ['a class that the first script sets', 'html.dark .first{a:b}', true],
    ['what must not be', '.item:not(.card){a:b}', true],
    ['one of a choice', ':is(.card,.item) a{a:b}', true],
    ['none of a choice', ':where(.card,.tile){a:b}', false],
    ['what something holds', 'nav:has(>.card){a:b}', false],
    ['a part', '[data-part="bar"] a{a:b}', true],
    ['a part that does not exist', '[data-part=footer]{a:b}', false],
    ['a part by its beginning', '[data-part^=foo]{a:b}', true],
    ['the other direction', '[dir=rtl] .item{a:b}', false],
    ['a decoration that there is none of', 'html[data-decoration]{a:b}', false],
    ['an attribute', '[data-x="a{b"]{a:b}', true],
    ['a name with signs', '.w-1\\/2{a:b}', false],
    ['a pointer', '.item:hover{a:b}', true],
    ['a step by keyboard', 'a:focus-visible{a:b}', true],
    ['what is being pressed', '.item:active{a:b}', false],
    ['a pointer or none', '.item,.item:hover{a:b}', true],
    ['paper', '@media print{p{a:b}}', false],
    ['a width', '@media (min-width:64rem){p{a:b}}', true],
    ['a width for nothing', '@media (min-width:64rem){.card{a:b}}', false],
    ['a layer in a query', '@supports (a:b){@layer base{p{a:b}}}', true],
    ['a movement', '@keyframes x{to{a:b}}', false],
    ['the order of layers', '@layer base,theme;', true],
    ['nested rules', 'p{a:b;.card{c:d}}', true],
  ])('should have %s or not', (_, css, isIn) => {
    expect(styles(css)).toBe(isIn ? css : '');
  });

  test('should name files from the root', () => {
    expect(styles('p{a:url(x.png);b:url("/y.png");c:url(data:z)}')).toBe('p{a:url(/_docsgen/x.png);b:url("/y.png");c:url(data:z)}');
  });

  test('should find names with signs of utilities', () => {
    expect(new PageStyles('.w-1\\/2{a:b}.\\[\\&_p\\]\\:m{c:d}', '', '/').of('<i class="w-1/2 [&amp;_p]:m">')).toBe(
      '.w-1\\/2{a:b}.\\[\\&_p\\]\\:m{c:d}',
    );
  });
});

describe('the rules that most pages share', () => {
  const common = (css: string) => new CommonStyles(css, ['.item']);

  test.each([
    ['a common class', '.item{a:b}', true],
    ['another class', '.card{a:b}', false],
    ['an element', 'table{a:b}', true],
    ['a part', '[data-part=footer]{a:b}', true],
    ['a common class and another', '.card,.item{a:b}', true],
    ['one of a choice', ':is(.card,.item) a{a:b}', true],
    ['paper', '@media print{.item{a:b}}', false],
  ])('should have those for %s or not', (_, css, isIn) => {
    expect(common(css).css).toBe(isIn ? css : '');
  });

  test.each([
    ['only common classes', '<i class="item plain">', true],
    ['a class of another rule', '<i class="item"><b class="plain card">', false],
    ['a class that another rule needs in addition', '<i class="tile">', true],
    ['the class without which another rule has no effect', '<i class="wide">', false],
    ['one of a choice', '<i class="w-1/2">', false],
    ['a class with signs', '<i class="[&amp;_p]:m">', false],
    ['another class in a text', '<i title="x">class=card</i>', true],
  ])('should suffice for a document or not: %s', (_, html, isEnough) => {
    const css = '.item{a:b}.card{a:b}.wide .tile{a:b}:is(.w-1\\/2,.w-2 .item){a:b}.\\[\\&_p\\]\\:m{a:b}';
    expect(common(css).suffice(html)).toBe(isEnough);
  });

  test('should tell the classes of a document', () => {
    expect(classesOf(page)).toEqual(new Set(['.has-tabs', '.item', '.first']));
  });
});

describe('the faces of a page', () => {
  const face = (name: string, range?: string) => `@font-face{font-family:${name}${range ? `;unicode-range:${range}` : ''}}`;
  const faces = new FontFaces(
    [face('all'), face('latin', 'U+0000-00FF,U+2000-206F'), face('greek', 'u+370-3ff'), face('wide', 'U+4??')].join(''),
  );

  test.each([
    ['plain', ['all', 'latin']],
    ['“quoted”', ['all', 'latin']],
    ['αβγ', ['all', 'latin', 'greek']],
    ['для', ['all', 'latin', 'wide']],
  ])('should be those of the letters in %s', (text, expected) => {
    expect([...faces.of(text).matchAll(/family:(\w+)/g)].map(([, name]) => name)).toEqual(expected);
  });
});
