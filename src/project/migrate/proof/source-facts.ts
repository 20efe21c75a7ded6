/**
 * What readers see on a page of the old site, read from its source without the converter: paragraphs, headings, code,
 * tables, images and links with their lines.
 */
import { generatedBlock } from '../content/mkdocs-inline.ts';
import { closingFence, insideCode } from '../content/protect.ts';
import type { Dialect } from '../model.ts';
import { withoutMdxCode } from './mdx-code.ts';

/** The kinds that the proof counts. */
export const factKinds = ['paragraphs', 'headings', 'code blocks', 'tables', 'images', 'links'] as const;
/** One of them. */
export type FactKind = (typeof factKinds)[number];

/** One item of a page. */
export interface Fact {
  readonly kind: FactKind;
  readonly line: number;
  /** As written, shortened. */
  readonly text: string;
  /** Letters and digits in order; for images and links the target. For tables one entry for each row. */
  readonly keys: readonly string[];
}

/** Letters and digits only: formatting and punctuation may differ. */
export function squeeze(text: string): string {
  return text
    .replace(/&(?:#x?[\da-f]+|\w+);/gi, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{S}]+/gu, '')
    .replace(/[`^~<>+=|$]/g, '');
}

/** Markdown and markup around the words of a text. */
export function wordsOf(text: string, dialect?: Dialect): string {
  let words = text
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/\{\/\*[\s\S]*?\*\/\}/g, '')
    .replace(/\{%[\s\S]*?%\}/g, ' ')
    .replace(
      /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\((?:<[^>]*>|(?:[^()\s]|\([^()]*\))*)(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?\)(?:\{[^}]*\})?/g,
      (_, mark: string, label: string) => (mark === '!' ? ' ' : label),
    )
    .replace(/!\[[^\]]*\](?:\[[^\]]*\])?/g, ' ')
    .replace(/\[((?:[^[\]]|\[[^\]]*\])*)\]\[[^\]]*\]/g, '$1')
    .replace(/<(?:https?|mailto|ftp):[^>\s]*>/g, (url) => url.slice(1, -1))
    .replace(/<\/?[A-Za-z](?:[^<>{}]|\{[^{}]*\}|\{\{[^{}]*\}\})*>/g, ' ')
    .replace(/\[\^[\w-]+\]:?/g, '')
    .replace(/[ \t]*\{:?[ \t]*#[\w:.-]+[^}]*\}[ \t]*$/gm, '');
  if (dialect === 'nextra') words = words.replace(/\{:\w+\}(?=`)/g, '');
  if (dialect === 'mkdocs')
    words = words
      .replace(/[ \t]*\{[ \t]*[\w-]+[ \t]*\}[ \t]*$/gm, '')
      .replace(/:(?:octicons|material|fontawesome|simple)-[\w-]+:/g, '')
      .replace(/\{:?[ \t]*(?:[.#][\w:.-]+|[\w-]+=(?:"[^"]*"|'[^']*'|[^\s}]+)|[ \t]+|markdown|annotate)+[ \t]*\}/g, '')
      .replace(/\{(?:--|\+\+|==|~~|>>)|(?:--|\+\+|==|~~|<<)\}|~>/g, '');
  return words;
}

const magicComment = /^\s*(?:\/\/|#|\/\*|<!--|--|\{\/\*|;|%|REM)\s*highlight-(?:next-line|start|end)\s*(?:\*\/\}?|-->)?\s*$/;

/** `isMdx`: imports, exports and expressions are no text. */
export function readFacts(source: string, dialect: Dialect, isMdx: boolean): readonly Fact[] {
  const facts: Fact[] = [];
  const shown = dialect === 'mkdocs' ? source.replace(generatedBlock, (block) => block.replace(/[^\n]/g, '')) : source;
  const lines = blanked(shown, isMdx).split('\n');
  const add = (kind: FactKind, line: number, text: string, keys: readonly string[]) => {
    if (keys.some((key) => key !== '')) facts.push({ kind, line: line + 1, text: text.trim().replace(/\s+/g, ' ').slice(0, 120), keys });
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const fence = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})([^\n]*)$/.exec(line);
    if (fence && !(fence[2]?.startsWith('`') && fence[3]?.includes('`'))) {
      const close = closingFence(fence[1] ?? '', fence[2] ?? '');
      let end = at + 1;
      while (end < lines.length && !close.test(lines[end] as string)) end++;
      const code = lines
        .slice(at + 1, end)
        .filter((each) => dialect !== 'docusaurus' || !magicComment.test(each))
        .map((each) => each.replace(/(?:\/\/|#|<!--|\/\*|--|;)?[ \t]*\[!code [^\]]*\][ \t]*(?:-->|\*\/)?/g, ''));
      add('code blocks', at, `${line.trim()} ${code[0] ?? ''}`, [
        squeeze(code.map((each) => each.replace(/^[ \t]*>[ \t]?/, '')).join('\n')),
      ]);
      at = end;
      continue;
    }
    if (line.trim() === '' || isMarker(line)) continue;
    const heading = /^[ \t>]*(#{1,6})[ \t]+(.*)$/.exec(line);
    if (heading) {
      add('headings', at, line, [squeeze(wordsOf(heading[2] ?? '', dialect).replace(/\{#[^}]*\}|\[#[\w-]+\]/g, ''))]);
      targets(line, at, add);
      continue;
    }
    if (/^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$/.test(lines[at + 1] ?? '') && line.includes('|')) {
      let end = at + 2;
      while (end < lines.length && lines[end]?.trim() !== '' && lines[end]?.includes('|')) end++;
      const rows = [line, ...lines.slice(at + 2, end)];
      add(
        'tables',
        at,
        line,
        rows.map((row) => squeeze(wordsOf(row, dialect))).filter((row) => row !== ''),
      );
      for (let row = at; row < end; row++) targets(lines[row] as string, row, add);
      at = end - 1;
      continue;
    }
    let end = at + 1;
    while (end < lines.length && !endsParagraph(lines[end] as string)) end++;
    const text = lines.slice(at, end).join('\n');
    if (!/^[ \t]*\[[^\]]+\]:[ \t]*\S+/.test(line) && !/^\*\[[^\]]+\]:/.test(line))
      add('paragraphs', at, text, [squeeze(wordsOf(withoutBlockMarks(text), dialect))]);
    targets(text, at, add);
    at = end - 1;
  }
  return facts;
}

/** Lines that only control the blocks around them. */
function isMarker(line: string): boolean {
  return /^[ \t>]*(?::{3,}.*|!!!.*|\?\?\?.*|===.*|-{3,}|\*{3,}|_{3,}|--8<--.*|<<<.*|\[\[toc\]\]|\[TOC\]|={3,}|== .*)[ \t]*$/i.test(line);
}

function endsParagraph(line: string): boolean {
  return (
    line.trim() === '' ||
    isMarker(line) ||
    /^[ \t>]*<\/?[A-Z]/.test(line) ||
    /^[ \t>]*(?:#{1,6}[ \t]|`{3,}|~{3,}|(?:[-*+]|\d{1,9}[.)])[ \t]|<\/?[A-Za-z][\w.]*[^>]*>[ \t]*$|:[ \t]{2,}\S)/.test(line)
  );
}

function withoutBlockMarks(text: string): string {
  return text
    .replace(/^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:\[[ xX]\][ \t]+)?/gm, '')
    .replace(/^:[ \t]{2,}/gm, '')
    .replace(/^\[!\w+\][ \t]*/gm, '')
    .replace(/\[\^[\w-]+\]:?/g, '');
}

function targets(text: string, line: number, add: (kind: FactKind, line: number, text: string, keys: readonly string[]) => void): void {
  const plain = text.replace(/(`+)[^`]*?\1/g, '');
  const at = (index: number) => line + plain.slice(0, index).split('\n').length - 1;
  for (const match of plain.matchAll(/(!?)\[(?:[^[\]]|\[[^\]]*\])*\]\((?:<([^>]*)>|((?:[^()\s\\]|\\.|\([^()]*\))+))/g)) {
    const target = (match[2] ?? match[3] ?? '').replace(/\\(?=[!-/:-@[-`{-~])/g, '');
    add(match[1] === '!' ? 'images' : 'links', at(match.index), match[0], [target]);
  }
  for (const match of plain.matchAll(/\[!\[[^\]]*\]\((?:<([^>]*)>|([^()\s]+))/g))
    add('images', at(match.index), match[0], [match[1] ?? match[2] ?? '']);
  for (const match of plain.matchAll(/<(img|a)\b[^>]*?[ \t\n](src|href)=(?:"([^"]*)"|'([^']*)')/g)) {
    const target = match[3] ?? match[4] ?? '';
    if ((match[1] === 'img') === (match[2] === 'src')) add(match[1] === 'img' ? 'images' : 'links', at(match.index), match[0], [target]);
  }
}

/** The source with the parts that no reader sees as blank lines, so that the lines keep their numbers. */
function blanked(source: string, isMdx: boolean): string {
  const blank = (text: string) => text.replace(/[^\n]/g, '');
  let text = source.replace(/^---[ \t]*\n[\s\S]*?\n---[ \t]*(?=\n|$)/, blank);
  if (isMdx) text = withoutMdxCode(text);
  const codes: string[] = [];
  text = insideCode(text, (code) => {
    codes.push(code);
    return `\ue010${codes.length - 1}\ue011${blank(code)}`;
  });
  text = text.replace(/(?<!`)<!--(?![ \t]*@include)[\s\S]*?-->/g, blank);
  if (!isMdx) text = text.replace(/^[ \t]*<(script|style)\b[\s\S]*?<\/\1>/gm, blank);
  return text.replace(
    /\ue010(\d+)\ue011\n*/g,
    (whole, index: string) =>
      (codes[Number(index)] ?? '') + whole.replace(/^\ue010\d+\ue011/, '').slice((codes[Number(index)]?.match(/\n/g) ?? []).length),
  );
}
